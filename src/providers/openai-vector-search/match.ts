import type { Route } from "../provider.ts";
import { isPostToPattern } from "../route/route.ts";

/** `POST .../vector_stores/{id}/search`. */
const PATHS: readonly string[] = ["/vector_stores/{}/search"];

/** Whether the route searches stored documents. */
export function matches(route: Route): boolean {
  return PATHS.some((path) => isPostToPattern(route, path));
}
