import type { Route } from "../provider.ts";
import { isPostToPattern } from "../route/route.ts";

/** `POST /model/{}/count-tokens`. */
export function matches(route: Route): boolean {
  return isPostToPattern(route, "/{}/count-tokens") && /\/model\//i.test(route.path);
}

/** The model in the path. */
export function modelAt({ path }: Route): string | undefined {
  const named = /\/model\/(.+)\/count-tokens\/?$/i.exec(path)?.[1];
  if (named === undefined) return undefined;
  try {
    return decodeURIComponent(named);
  } catch {
    return named;
  }
}
