import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/**
 * `POST .../chat/completions` of OpenAI, Azure deployments and all dialects, and Mistral's
 * `.../agents/completions`, which takes the same messages.
 */
export function matches(route: Route): boolean {
  return isPostTo(route, "/chat/completions") || isPostTo(route, "/agents/completions");
}
