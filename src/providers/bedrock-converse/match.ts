import { modelBefore } from "../bedrock/model-before.ts";
import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** What stands before a model's id, which may have slashes of its own. */
const MODEL = /(?:\/|%2f)model(?:\/|%2f)/i;

/** `POST /model/{}/converse` and its stream, on Bedrock's hosts and on those of whoever speaks its format. */
export function matches(route: Route): boolean {
  const isConverse = isPostTo(route, "/converse") || isPostTo(route, "/converse-stream");
  return isConverse && MODEL.test(route.path);
}

/**
 * The model in the path; an ARN has slashes in it, which are written as `%2F` or as they are. At most
 * 2,048 characters (Bedrock reference, `modelId`).
 */
export function modelAt(route: Route): string | undefined {
  return modelBefore(route, /\/model\/(.{1,2048})\/converse(?:-stream)?\/?$/i);
}
