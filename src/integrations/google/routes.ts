import { assertHarmless, assertNoProse } from "../../lifecycle/fetch/harmless-route.ts";
import type { UnguardedRequests } from "../../lifecycle/interceptor-options.ts";
import { GOOGLE_CODECS, GOOGLE_OWN_CODECS } from "../../providers/google/codecs.ts";
import { googleRoute } from "../../providers/google-routes/table.ts";
import type { AnyCodec, Route } from "../../providers/provider.ts";

const CODECS: readonly AnyCodec[] = [...GOOGLE_CODECS, ...GOOGLE_OWN_CODECS];

/**
 * The codec of a request; undefined if it carries no prompt, or may pass unguarded.
 *
 * @throws UnguardedRequestError for routes that carry content past the guard, including unknown
 * routes.
 */
export function codecOf(route: Route, unguardedRequests: UnguardedRequests): AnyCodec | undefined {
  const codec = CODECS.find((candidate) => candidate.matches(route));
  if (codec !== undefined || unguardedRequests === "allow") return codec;
  assertHarmless(route, googleRoute(route));
  return undefined;
}

/**
 * Checks the body of a request that has no codec.
 *
 * @throws UnguardedRequestError for more content than its route should have.
 */
export function assertNothingSaid(route: Route, body: unknown): void {
  const row = googleRoute(route);
  if (row !== undefined) assertNoProse(route, row, body);
}
