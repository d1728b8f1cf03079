import type { Route } from "../provider.ts";
import { isPostTo, plainPaths } from "../route/route.ts";

/**
 * Creating an interaction. The version is part of the match, because on other hosts the name may
 * mean anything.
 */
export function matches(route: Route): boolean {
  return isPostTo(route, "/interactions") && plainPaths(route).some((path) => VERSIONED.test(path));
}

const VERSIONED = /\/v\d+(?:alpha|beta)?\d*\/(?:projects\/[^/]+\/locations\/[^/]+\/)?interactions$/;
