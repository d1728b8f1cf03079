import { postsToPatterns } from "../route/route.ts";

/** Whether a route receives instructions, messages or tool results. */
export const matches = postsToPatterns(
  "/assistants",
  "/assistants/{}",
  "/threads",
  "/threads/runs",
  "/threads/{}/messages",
  "/threads/{}/runs",
  "/threads/{}/runs/{}/submit_tool_outputs",
);
