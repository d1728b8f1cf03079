import type { Route } from "../provider.ts";
import { isPostToPattern } from "../route/route.ts";

/** Generating videos, extending them, and defining characters in them. */
const PATHS: readonly string[] = [
  "/videos",
  "/videos/edits",
  "/videos/extensions",
  "/videos/characters",
  "/videos/{}/remix",
];

/** Whether the route generates, changes or prepares a video. */
export function matches(route: Route): boolean {
  return PATHS.some((path) => isPostToPattern(route, path));
}
