import type { Route } from "../provider.ts";
import { isPostToMethod } from "../route/route.ts";

/** `POST .../models/{}:embedContent` and its batch variants. */
export function matches(route: Route): boolean {
  return isPostToMethod(route, "embedcontent") || isPostToMethod(route, "batchembedcontents");
}
