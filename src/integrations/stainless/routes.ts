import { UnguardedRequestError } from "../../errors.ts";
import { assertNoProse } from "../../lifecycle/no-prose.ts";
import type { Route } from "../../providers/provider.ts";
import type { RouteRow } from "../../providers/route-row.ts";
import type { RequestOptions } from "./client-shape.ts";

/** Methods that carry no prompt: they read or remove what is there. */
const HARMLESS_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "DELETE"]);

/**
 * Where a request of the SDK goes. Absolute URLs are accepted by the SDK and count by their path.
 * An object that reads otherwise the second time is read once: the SDK finds what was looked at.
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

/** Whether a request of this method carries no prompt, as long as it has no body. */
export function isHarmless(route: Route): boolean {
  return HARMLESS_METHODS.has(route.method);
}

/** @throws UnguardedRequestError for a body where none belongs: nobody would look for words in it. */
export function assertNoBody(route: Route, { body }: RequestOptions): void {
  if (body === undefined || body === null) return;
  throw new UnguardedRequestError(
    `${route.method} ${route.path} has a body, which is not checked with this method; nothing was sent. Leave the body out.`,
  );
}

/**
 * Lets requests pass that are known by their row to carry no prompt, as long as they say nothing else.
 *
 * @throws UnguardedRequestError for all others, those of routes that nobody knows included.
 */
export function assertHarmless(
  route: Route,
  row: RouteRow | undefined,
  { body }: RequestOptions,
): void {
  if (row?.verdict === "harmless") {
    assertNoProse(route, row, body);
    return;
  }
  const why = row?.why ?? "is not a route this version guards";
  throw new UnguardedRequestError(
    `${route.method} ${route.path} ${why}; nothing was sent. Pass unguardedRequests: "allow" to let such requests through.`,
  );
}

function pathName(path: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path) && URL.canParse(path)) return new URL(path).pathname;
  const end = path.search(/[?#]/);
  return end === -1 ? path : path.slice(0, end);
}
