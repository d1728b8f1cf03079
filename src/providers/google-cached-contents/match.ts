import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** `POST .../cachedContents`: content that later requests refer to. */
export function matches(route: Route): boolean {
  return isPostTo(route, "/cachedcontents");
}
