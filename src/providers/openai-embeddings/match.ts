import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** Those of OpenAI, Azure deployments and everybody who speaks their dialect; Voyage's; Cohere's. */
const PATHS: readonly string[] = [
  ...["/embeddings", "/contextualizedembeddings", "/multimodalembeddings"],
  ...["/v1/embed", "/v2/embed"],
];

/** `POST .../embeddings`, and what others call it. */
export function matches(route: Route): boolean {
  return PATHS.some((path) => isPostTo(route, path));
}
