import { postsTo } from "../route/route.ts";

/**
 * `POST .../embeddings` of OpenAI, Azure deployments and all dialects, and the names that Voyage and
 * Cohere have for it.
 */
export const matches = postsTo(
  "/embeddings",
  "/contextualizedembeddings",
  "/multimodalembeddings",
  "/v1/embed",
  "/v2/embed",
);
