import { modelBefore, namesModel } from "../bedrock/model-before.ts";
import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** `POST /model/{}/converse` and its stream, on any host. */
export function matches(route: Route): boolean {
  const isConverse = isPostTo(route, "/converse") || isPostTo(route, "/converse-stream");
  return isConverse && namesModel(route);
}

/**
 * The model in the path. An ARN contains slashes, encoded as `%2F` or not. At most 2,048 characters
 * (Bedrock reference, `modelId`).
 */
export function modelAt(route: Route): string | undefined {
  return modelBefore(route, /\/model\/(.{1,2048})\/converse(?:-stream)?\/?$/i);
}
