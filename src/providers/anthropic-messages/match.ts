import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** Creating a message, and what takes the same request: counting its tokens. */
const PATHS = ["/v1/messages", "/v1/messages/count_tokens"] as const;

/** On Anthropic's own hosts and on those of everybody who speaks their format. */
export function matches(route: Route): boolean {
  return PATHS.some((path) => isPostTo(route, path));
}
