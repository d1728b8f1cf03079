import { postsTo } from "../route/route.ts";

/** `POST .../rerank` of Cohere and its dialects; Mixedbread, NVIDIA and llama.cpp say `/reranking`. */
export const matches = postsTo("/rerank", "/reranking");
