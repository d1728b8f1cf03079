import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** Routes of OpenAI, Azure deployments and all dialects; Voyage's; Cohere's. */
const PATHS: readonly string[] = [
  ...["/embeddings", "/contextualizedembeddings", "/multimodalembeddings"],
  ...["/v1/embed", "/v2/embed"],
];

/** `POST .../embeddings`, and its other names. */
export function matches(route: Route): boolean {
  return PATHS.some((path) => isPostTo(route, path));
}
