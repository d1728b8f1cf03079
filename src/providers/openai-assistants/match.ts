import type { Route } from "../provider.ts";
import { isPostToPattern } from "../route/route.ts";

/** Routes that receive instructions, messages and tool results. */
const PATHS: readonly string[] = [
  "/assistants",
  "/assistants/{}",
  "/threads",
  "/threads/runs",
  "/threads/{}/messages",
  "/threads/{}/runs",
  "/threads/{}/runs/{}/submit_tool_outputs",
];

/** Whether the route receives instructions, messages or tool results. */
export function matches(route: Route): boolean {
  return PATHS.some((path) => isPostToPattern(route, path));
}
