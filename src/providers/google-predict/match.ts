import type { Route } from "../provider.ts";
import { isPostToMethod } from "../route.ts";

/** `POST .../models/{}:predict` and `:predictLongRunning`: pictures, videos, embeddings of Vertex AI. */
export function matches(route: Route): boolean {
  return isPostToMethod(route, "predict") || isPostToMethod(route, "predictlongrunning");
}
