import { UnguardedRequestError } from "../../errors.ts";
import type { Route } from "../../providers/provider.ts";
import { saysTooMuch } from "../../providers/route/harmless-body.ts";
import type { RouteRow } from "../../providers/route/route-row.ts";

/** Methods that carry no prompt, as long as they have no body: they read or remove what is there. */
export const HARMLESS_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "DELETE"]);

/**
 * Lets requests pass whose row says that they carry no prompt.
 *
 * @throws UnguardedRequestError for all others, those of routes that nobody knows included.
 */
export function assertHarmless(route: Route, row: RouteRow | undefined): asserts row is RouteRow {
  if (row?.verdict === "harmless") return;
  const why = row?.why ?? "is not a route this version guards";
  throw new UnguardedRequestError(
    `${route.method} ${route.path} ${why}; nothing was sent. Pass unguardedRequests: "allow" to let such requests through.`,
  );
}

/** @throws UnguardedRequestError for a body on a harmless route that says more than belongs there. */
export function assertNoProse(route: Route, row: RouteRow, body: unknown): void {
  if (!saysTooMuch(row, body)) return;
  throw new UnguardedRequestError(
    `${route.method} ${route.path} carries no prompt, and has a body with text in it that nobody checks; nothing was sent. Leave it out, or pass unguardedRequests: "allow".`,
  );
}
