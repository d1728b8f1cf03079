import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** Making pictures, changing them, and varying one, which takes no words. */
const PATHS: readonly string[] = ["/images/generations", "/images/edits", "/images/variations"];

/** Whether a picture is made or changed. */
export function matches(route: Route): boolean {
  return PATHS.some((path) => isPostTo(route, path));
}
