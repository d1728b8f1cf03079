import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** `POST .../api/generate` of an Ollama server. */
export function matches(route: Route): boolean {
  return isPostTo(route, "/api/generate");
}
