import { modelBefore } from "../bedrock/model-before.ts";
import type { Route } from "../provider.ts";
import { isPostTo } from "../route/route.ts";

/** `POST /model/{}/invoke` and its stream. */
export function matches(route: Route): boolean {
  return isPostTo(route, "/invoke") || isPostTo(route, "/invoke-with-response-stream");
}

/** The model in the path: at most 2,048 characters (Bedrock reference, `modelId`). */
export function modelAt(route: Route): string | undefined {
  return modelBefore(route, /\/model\/(.{1,2048})\/invoke(?:-with-response-stream)?\/?$/i);
}
