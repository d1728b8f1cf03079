import { modelBefore } from "../bedrock/model-before.ts";
import type { Route } from "../provider.ts";
import { isPostTo, plainPaths } from "../route/route.ts";

/** `POST /model/{}/converse` and its stream, on Bedrock's hosts and on those of whoever speaks its format. */
export function matches(route: Route): boolean {
  const isConverse = isPostTo(route, "/converse") || isPostTo(route, "/converse-stream");
  // What stands before a model's id, which may have slashes of its own.
  return isConverse && plainPaths(route).some((path) => path.includes("/model/"));
}

/**
 * The model in the path; an ARN has slashes in it, which are written as `%2F` or as they are. At most
 * 2,048 characters (Bedrock reference, `modelId`).
 */
export function modelAt(route: Route): string | undefined {
  return modelBefore(route, /\/model\/(.{1,2048})\/converse(?:-stream)?\/?$/i);
}
