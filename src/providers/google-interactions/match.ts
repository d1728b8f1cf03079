import type { Route } from "../provider.ts";
import { isPostTo, plainPaths } from "../route/route.ts";

/** Creating an interaction. On other hosts the name can be anything, so it goes with its version. */
export function matches(route: Route): boolean {
  return isPostTo(route, "/interactions") && plainPaths(route).some((path) => VERSIONED.test(path));
}

const VERSIONED = /\/v\d+(?:alpha|beta)?\d*\/(?:projects\/[^/]+\/locations\/[^/]+\/)?interactions$/;
