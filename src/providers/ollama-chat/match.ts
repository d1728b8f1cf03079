import type { Route } from "../provider.ts";
import { isPostTo } from "../route.ts";

/** `POST .../api/chat` and `.../api/generate` of an Ollama server. */
export function matches(route: Route): boolean {
  return isPostTo(route, "/api/chat") || isPostTo(route, "/api/generate");
}
