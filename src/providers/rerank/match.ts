import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** `POST .../rerank` of Cohere, and of everybody who speaks its dialect. */
export function matches(route: Route): boolean {
  return isPostTo(route, "/rerank");
}
