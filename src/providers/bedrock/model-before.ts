import type { Route } from "../provider.ts";
import { namedIn } from "../route/named-in.ts";

/** As much of the end of a path as an id can take, with `/model/` and the longest operation around it. */
const REACH = 2_048 + 64;

/**
 * The model in a path that `pattern` finds up to its end: at most 2,048 characters (Bedrock
 * reference, `modelId`). Looks at the end of a long path only, where alone it can be.
 */
export function modelBefore({ method, path }: Route, pattern: RegExp): string | undefined {
  return namedIn({ method, path: path.slice(-REACH) }, pattern);
}
