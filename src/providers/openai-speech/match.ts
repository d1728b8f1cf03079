import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** `POST .../audio/speech`. */
export function matches(route: Route): boolean {
  return isPostTo(route, "/audio/speech");
}
