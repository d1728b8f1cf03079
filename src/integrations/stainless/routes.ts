import { UnguardedRequestError } from "../../errors.ts";
import { HARMLESS_METHODS } from "../../lifecycle/fetch/harmless-route.ts";
import type { Route } from "../../providers/provider.ts";
import type { RequestOptions } from "./client-shape.ts";

/**
 * Method and path of an SDK request. The SDK accepts absolute URLs, of which only the path counts.
 * Objects that convert to different strings each time are converted once, so that the SDK uses what
 * was checked.
 */
export function routeOf(options: RequestOptions): Route {
  const { method, path } = options;
  if (typeof method === "object") options.method = String(method);
  if (typeof path === "object") options.path = String(path);
  return {
    method: (options.method ?? "get").toUpperCase(),
    path: pathName(options.path ?? ""),
  };
}

/** Whether a request with this method carries no prompt unless it has a body. */
export function isHarmless(route: Route): boolean {
  return HARMLESS_METHODS.has(route.method);
}

/** @throws UnguardedRequestError for a body where none belongs, since nobody would check it. */
export function assertNoBody(route: Route, { body }: RequestOptions): void {
  if (body === undefined || body === null) return;
  throw new UnguardedRequestError(
    `${route.method} ${route.path} has a body, which is not checked with this method; nothing was sent. Leave the body out.`,
  );
}

function pathName(path: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path) && URL.canParse(path)) return new URL(path).pathname;
  const end = path.search(/[?#]/);
  return end === -1 ? path : path.slice(0, end);
}
