import { UnguardedRequestError } from "../errors.ts";
import { saysTooMuch } from "../providers/harmless-body.ts";
import type { Route } from "../providers/provider.ts";
import type { RouteRow } from "../providers/route-row.ts";

/** @throws UnguardedRequestError for a body on a harmless route that says more than belongs there. */
export function assertNoProse(route: Route, row: RouteRow, body: unknown): void {
  if (!saysTooMuch(row, body)) return;
  throw new UnguardedRequestError(
    `${route.method} ${route.path} carries no prompt, and has a body with text in it that nobody checks; nothing was sent. Leave it out, or pass unguardedRequests: "allow".`,
  );
}
