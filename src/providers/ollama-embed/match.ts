import { postsTo } from "../route/route.ts";

/** `POST .../api/embed`, and the older `.../api/embeddings`. */
export const matches = postsTo("/api/embed", "/api/embeddings");
