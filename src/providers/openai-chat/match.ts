import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/**
 * `POST .../chat/completions`, on OpenAI, Azure deployments and everybody who speaks their dialect,
 * and Mistral's `.../agents/completions`, which take the same messages.
 */
export function matches(route: Route): boolean {
  return isPostTo(route, "/chat/completions") || isPostTo(route, "/agents/completions");
}
