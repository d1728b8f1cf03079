import type { Route } from "../provider.ts";
import { isPostToPattern } from "../route/route.ts";

/** Where items go in. */
const PATHS: readonly string[] = ["/conversations", "/conversations/{}/items"];

/** Whether items go into a conversation. */
export function matches(route: Route): boolean {
  return PATHS.some((path) => isPostToPattern(route, path));
}
