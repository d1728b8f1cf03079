import { googleModelAt } from "../google/model.ts";
import type { Route } from "../provider.ts";
import { isPostToMethod, plainPaths, postsTo } from "../route/route.ts";

const isAnthropics = postsTo("/v1/messages", "/v1/messages/count_tokens");

/** The same on Vertex AI, where other publishers have other formats behind these methods. */
const VERTEX_METHODS = ["rawpredict", "streamrawpredict"] as const;
const VERTEX_PATH = /\/publishers\/anthropic\/models\/[^/]+$/;

/** What Vertex AI has in the place of a model where tokens are counted; the body names the model. */
const COUNT_TOKENS = "count-tokens";

/**
 * Creating a message, and counting tokens, which takes the same request. On any host, because others
 * use the same format.
 */
export function matches(route: Route): boolean {
  return isAnthropics(route) || isVertex(route);
}

/** The model in a path of Vertex AI, whose bodies have none. */
export function modelAt(route: Route): string | undefined {
  const model = isVertex(route) ? googleModelAt(route) : undefined;
  return model === COUNT_TOKENS ? undefined : model;
}

function isVertex(route: Route): boolean {
  return (
    VERTEX_METHODS.some((name) => isPostToMethod(route, name)) &&
    plainPaths(route).some((path) => VERTEX_PATH.test(path))
  );
}
