import { modelBefore, namesModel } from "../bedrock/model-before.ts";
import type { Route } from "../provider.ts";
import { isPostToPattern } from "../route/route.ts";

/** `POST /model/{}/count-tokens`. */
export function matches(route: Route): boolean {
  return isPostToPattern(route, "/{}/count-tokens") && namesModel(route);
}

/** The model in the path: at most 2,048 characters (Bedrock reference, `modelId`). */
export function modelAt(route: Route): string | undefined {
  return modelBefore(route, /\/model\/(.{1,2048})\/count-tokens\/?$/i);
}
