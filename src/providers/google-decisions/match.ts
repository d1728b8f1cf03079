import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** `POST .../decisions`, on Google's hosts and in its client: OpenAI has a route of this name too. */
export function matches(route: Route): boolean {
  return isPostTo(route, "/decisions");
}
