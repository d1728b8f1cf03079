import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** Creating a message, and counting tokens, which takes the same request. */
const PATHS = ["/v1/messages", "/v1/messages/count_tokens"] as const;

/** On any host, because others use the same format. */
export function matches(route: Route): boolean {
  return PATHS.some((path) => isPostTo(route, path));
}
