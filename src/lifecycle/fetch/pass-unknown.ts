import { UnguardedRequestError } from "../../errors.ts";
import {
  type HostAndPort,
  harmlessRowAt,
  isKnownUnguarded,
  isProviderHost,
} from "../../providers/formats.ts";
import type { Route } from "../../providers/provider.ts";
import type { UnguardedRequests } from "../interceptor-options.ts";
import { withoutPrototype } from "../without-prototype.ts";
import {
  type FetchCall,
  type FetchTarget,
  hasContent,
  readBody,
  withBody,
} from "./fetch-request.ts";
import { assertNoProse, HARMLESS_METHODS } from "./harmless-route.ts";

/** Where such requests go, and whether they are allowed without a check. */
interface Passing {
  readonly baseFetch: typeof fetch;
  readonly unguardedRequests?: UnguardedRequests | undefined;
}

/**
 * Sends a request of no guarded format unchanged.
 *
 * @throws UnguardedRequestError if it could carry a prompt, or has a body with more text than its
 * route allows.
 */
export async function passUnknown(
  passing: Passing,
  { url, route }: FetchTarget,
  { input, init }: FetchCall,
): Promise<Response> {
  const { baseFetch, unguardedRequests } = withoutPrototype(passing);
  if (unguardedRequests === "allow") return baseFetch(input, init);
  const readsOrRemoves = HARMLESS_METHODS.has(route.method);
  if (isKnownUnguarded(route)) throw unguarded(url, route);
  // A DELETE may have a body that the provider reads.
  if (!isProviderHost(url) || (readsOrRemoves && !hasContent(input, init)))
    return baseFetch(input, init);
  const row = harmlessRowAt(url, route);
  if (row === undefined || (readsOrRemoves && row.path === "*")) throw unguarded(url, route);
  if (row.holds === "anything" || !hasContent(input, init)) return baseFetch(input, init);
  const read = await readBody(input, init);
  assertNoProse(route, row, read.text);
  return baseFetch(...withBody(input, init, read));
}

function unguarded(url: HostAndPort & Pick<URL, "host">, route: Route): UnguardedRequestError {
  return new UnguardedRequestError(
    `${route.method} ${url.host}${route.path} is not a route this version guards; nothing was sent. Add a rule for it, or pass unguardedRequests: "allow".`,
  );
}
