import type { Route } from "../provider.ts";
import { isPostToMethod } from "../route/route.ts";

/**
 * `POST .../models/{}:predict` and `:predictLongRunning`: pictures, videos, embeddings of Vertex AI.
 * Only below a model or an endpoint, because other services predict too.
 */
export function matches(route: Route): boolean {
  if (!/(?:models|endpoints)(?:\/|%2f)/i.test(route.path)) return false;
  return isPostToMethod(route, "predict") || isPostToMethod(route, "predictlongrunning");
}
