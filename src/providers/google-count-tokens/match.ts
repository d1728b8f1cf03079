import type { Route } from "../provider.ts";
import { isPostToMethod } from "../route/route.ts";

/** `POST .../models/{}:countTokens`, and Vertex AI's `:computeTokens`. */
export function matches(route: Route): boolean {
  return isPostToMethod(route, "counttokens") || isPostToMethod(route, "computetokens");
}
