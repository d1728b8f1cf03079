import type { Route } from "../provider.ts";
import { isPostToPattern } from "../route/route.ts";

/** Where instructions, messages and results of tools go in. */
const PATHS: readonly string[] = [
  "/assistants",
  "/assistants/{}",
  "/threads",
  "/threads/runs",
  "/threads/{}/messages",
  "/threads/{}/runs",
  "/threads/{}/runs/{}/submit_tool_outputs",
];

export function matches(route: Route): boolean {
  return PATHS.some((path) => isPostToPattern(route, path));
}
