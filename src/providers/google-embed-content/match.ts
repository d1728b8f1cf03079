import type { Route } from "../provider.ts";
import { isPostToMethod } from "../route/route.ts";

/** `POST .../models/{}:embedContent` and the same for several at once. */
export function matches(route: Route): boolean {
  return isPostToMethod(route, "embedcontent") || isPostToMethod(route, "batchembedcontents");
}
