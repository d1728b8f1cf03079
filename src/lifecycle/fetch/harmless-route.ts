import { UnguardedRequestError } from "../../errors.ts";
import type { Route } from "../../providers/provider.ts";
import { saysTooMuch } from "../../providers/route/harmless-body.ts";
import type { RouteRow } from "../../providers/route/route-row.ts";

/** Methods that carry no prompt unless they have a body: they read or delete. */
export const HARMLESS_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "DELETE"]);

/**
 * Passes routes that are known to carry no prompt.
 *
 * @throws UnguardedRequestError for all others, including unknown ones.
 */
export function assertHarmless(route: Route, row: RouteRow | undefined): asserts row is RouteRow {
  if (row?.verdict === "harmless") return;
  const why = row?.why ?? "is not a route this version guards";
  throw new UnguardedRequestError(
    `${route.method} ${route.path} ${why}; nothing was sent. Pass unguardedRequests: "allow" to let such requests through.`,
  );
}

/** @throws UnguardedRequestError for a body with more text than the harmless route allows. */
export function assertNoProse(route: Route, row: RouteRow, body: unknown): void {
  if (!saysTooMuch(row, body)) return;
  throw new UnguardedRequestError(
    `${route.method} ${route.path} carries no prompt, and has a body with text in it that nobody checks; nothing was sent. Leave it out, or pass unguardedRequests: "allow".`,
  );
}
