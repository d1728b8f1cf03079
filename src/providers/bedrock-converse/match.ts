import { modelBefore } from "../bedrock/model-before.ts";
import type { Route } from "../provider.ts";
import { isPostTo, plainPaths } from "../route/route.ts";

/** `POST /model/{}/converse` and its stream, on any host. */
export function matches(route: Route): boolean {
  const isConverse = isPostTo(route, "/converse") || isPostTo(route, "/converse-stream");
  // The path before the model's id, which may itself contain slashes.
  return isConverse && plainPaths(route).some((path) => path.includes("/model/"));
}

/**
 * The model in the path. An ARN contains slashes, encoded as `%2F` or not. At most 2,048 characters
 * (Bedrock reference, `modelId`).
 */
export function modelAt(route: Route): string | undefined {
  return modelBefore(route, /\/model\/(.{1,2048})\/converse(?:-stream)?\/?$/i);
}
