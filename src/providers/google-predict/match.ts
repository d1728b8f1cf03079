import type { Route } from "../provider.ts";
import { isPostToMethod, plainPaths } from "../route/route.ts";

/**
 * `POST .../models/{}:predict` and `:predictLongRunning`: images, videos and embeddings of Vertex
 * AI. Only below a model or an endpoint, because other services have such methods too.
 */
export function matches(route: Route): boolean {
  const predicts = isPostToMethod(route, "predict") || isPostToMethod(route, "predictlongrunning");
  return predicts && plainPaths(route).some((path) => /(?:models|endpoints)\//.test(path));
}
