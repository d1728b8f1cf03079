import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** `POST .../api/embed`, and the older `.../api/embeddings`. */
export function matches(route: Route): boolean {
  return isPostTo(route, "/api/embed") || isPostTo(route, "/api/embeddings");
}
