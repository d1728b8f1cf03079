import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** `POST .../rerank` of Cohere and its dialects; Mixedbread, NVIDIA and llama.cpp say `/reranking`. */
export function matches(route: Route): boolean {
  return isPostTo(route, "/rerank") || isPostTo(route, "/reranking");
}
