import { UnguardedRequestError } from "../../errors.ts";
import type { UnguardedRequests } from "../../lifecycle/doorway-options.ts";
import { assertNoProse } from "../../lifecycle/no-prose.ts";
import { GOOGLE_CODECS } from "../../providers/google-codecs.ts";
import { googleRoute } from "../../providers/google-routes/table.ts";
import type { ProviderCodec, Route } from "../../providers/provider.ts";

/**
 * The codec of a request; undefined for one that carries no prompt, or that may pass all the same.
 *
 * @throws UnguardedRequestError for routes that carry content past the guard, those that nobody
 * knows included.
 */
export function codecOf(
  route: Route,
  unguardedRequests: UnguardedRequests,
): ProviderCodec<unknown, unknown, unknown> | undefined {
  const codec = GOOGLE_CODECS.find((candidate) => candidate.matches(route));
  if (codec !== undefined || unguardedRequests === "allow") return codec;
  const row = googleRoute(route);
  if (row?.verdict === "harmless") return undefined;
  const why = row?.why ?? "is not a route this version guards";
  throw new UnguardedRequestError(
    `${route.method} ${route.path} ${why}; nothing was sent. Pass unguardedRequests: "allow" to let such requests through.`,
  );
}

/**
 * Looks at what a request says for which there is no codec.
 *
 * @throws UnguardedRequestError for more than belongs on its route.
 */
export function assertHarmless(route: Route, body: unknown): void {
  const row = googleRoute(route);
  if (row !== undefined) assertNoProse(route, row, body);
}
