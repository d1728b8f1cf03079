import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/**
 * Creating a response, and what takes the same request: compacting a conversation and counting its
 * tokens.
 */
const PATHS = ["/responses", "/responses/compact", "/responses/input_tokens"] as const;

/** Whether the route creates a response, or takes the same request. */
export function matches(route: Route): boolean {
  return PATHS.some((path) => isPostTo(route, path));
}
