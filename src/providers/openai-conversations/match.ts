import type { Route } from "../provider.ts";
import { isPostToPattern } from "../route/route.ts";

/** Routes that receive items. */
const PATHS: readonly string[] = ["/conversations", "/conversations/{}/items"];

/** Whether the route adds items to a conversation. */
export function matches(route: Route): boolean {
  return PATHS.some((path) => isPostToPattern(route, path));
}
