import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** `POST .../rerank` of Cohere and its dialects. */
export function matches(route: Route): boolean {
  return isPostTo(route, "/rerank");
}
