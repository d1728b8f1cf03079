import type { Route } from "../provider.ts";
import { namedIn } from "../route/named-in.ts";
import { isPostToPattern } from "../route/route.ts";

/** `POST /model/{}/count-tokens`. */
export function matches(route: Route): boolean {
  return isPostToPattern(route, "/{}/count-tokens") && /\/model\//i.test(route.path);
}

/** The model in the path. */
export function modelAt(route: Route): string | undefined {
  return namedIn(route, /\/model\/(.+)\/count-tokens\/?$/i);
}
