import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** `POST .../moderations`. */
export function matches(route: Route): boolean {
  return isPostTo(route, "/moderations");
}
