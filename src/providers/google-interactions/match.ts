import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** Creating an interaction. On other hosts the name can be anything, so it goes with its version. */
export function matches(route: Route): boolean {
  return VERSIONED.test(route.path) && isPostTo(route, "/interactions");
}

const VERSIONED =
  /\/v\d+(?:alpha|beta)?\d*\/(?:projects\/[^/]+\/locations\/[^/]+\/)?interactions\/?$/i;
