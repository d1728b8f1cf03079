import type { Route } from "../provider.ts";
import { isPostToPattern } from "../route/route.ts";

/** Making videos, going on with them, and what is to appear in them. */
const PATHS: readonly string[] = [
  "/videos",
  "/videos/edits",
  "/videos/extensions",
  "/videos/characters",
  "/videos/{}/remix",
];

/** Whether a video is made, changed or prepared. */
export function matches(route: Route): boolean {
  return PATHS.some((path) => isPostToPattern(route, path));
}
