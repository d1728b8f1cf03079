import type { Route } from "../provider.ts";
import { namedIn } from "../route/named-in.ts";
import { plainPaths } from "../route/route.ts";

/**
 * The part at the end of a path that may contain an id, with `/model/` and the longest operation
 * around it.
 */
const REACH = 2_048 + 64;

/**
 * The model in a path, found by `pattern`: at most 2,048 characters (Bedrock reference, `modelId`).
 * Searches only the end of a long path, where it must be.
 */
export function modelBefore({ method, path }: Route, pattern: RegExp): string | undefined {
  return namedIn({ method, path: path.slice(-REACH) }, pattern);
}

/** Whether a path names a model: before its operation, as the id may itself contain slashes. */
export function namesModel(route: Route): boolean {
  return plainPaths(route).some((path) => path.includes("/model/"));
}
