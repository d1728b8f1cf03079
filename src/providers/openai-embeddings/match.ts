import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** `POST .../embeddings`, on OpenAI, Azure deployments and everybody who speaks their dialect. */
export function matches(route: Route): boolean {
  return isPostTo(route, "/embeddings");
}
