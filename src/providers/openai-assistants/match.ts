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

/** Whether instructions, messages or results of tools go to an assistant. */
export function matches(route: Route): boolean {
  return PATHS.some((path) => isPostToPattern(route, path));
}
