import { UnguardedRequestError } from "../../errors.ts";
import {
  type HostAndPort,
  harmlessRowAt,
  isKnownUnguarded,
  isProviderHost,
} from "../../providers/formats.ts";
import type { Route } from "../../providers/provider.ts";
import type { RouteRow } from "../../providers/route/route-row.ts";
import type { Gate } from "../gate.ts";
import { apiAt, routeBelowBase } from "./api-at.ts";
import { readBody, withBody } from "./fetch-body.ts";
import { type FetchCall, type FetchTarget, hasContent, signalOf } from "./fetch-request.ts";
import type { GuardedFetchSetup } from "./fetch-setup.ts";
import { sendBy } from "./global-fetch.ts";
import { assertNoProse, HARMLESS_METHODS } from "./harmless-route.ts";

interface UnknownRequest extends FetchCall, FetchTarget {}

/**
 * Sends a request of no guarded format unchanged.
 *
 * @throws UnguardedRequestError if it could carry a prompt, or has a body with more text than its
 * route allows.
 */
export async function passUnknown(
  gate: Gate,
  setup: GuardedFetchSetup,
  request: UnknownRequest,
): Promise<Response> {
  const { input, init } = request;
  const row = allowsUnguarded(setup) ? undefined : rowToCheck(setup, request);
  if (row === undefined) return sendBy(gate, setup, request);
  const read = await readBody(input, init, { signal: signalOf(request) });
  assertNoProse(request.route, row, read.text);
  return sendBy(gate, setup, withBody(input, init, read));
}

/** By an own property: a permission must not come from `Object.prototype`. */
function allowsUnguarded(setup: GuardedFetchSetup): boolean {
  return Object.hasOwn(setup, "unguardedRequests") && setup.unguardedRequests === "allow";
}

/** The row of a route whose bodies are checked; undefined if the request may pass as it is. */
function rowToCheck(setup: GuardedFetchSetup, request: UnknownRequest): RouteRow | undefined {
  const { url, route, input, init } = request;
  const readsOrRemoves = HARMLESS_METHODS.has(route.method);
  if (isKnownUnguarded(route)) throw unguarded(url, route);
  const api = apiAt(setup, url);
  if (!isProviderHost(api)) return undefined;
  const holds = hasContent(input, init);
  // A DELETE may have a body that the provider reads.
  if (!holds && (readsOrRemoves || api !== url)) return undefined;
  const row = harmlessRowAt(api, api === url ? route : routeBelowBase(setup, route));
  if (row === undefined || (readsOrRemoves && row.path === "*")) throw unguarded(url, route);
  return row.holds === "anything" || !holds ? undefined : row;
}

function unguarded(url: HostAndPort & Pick<URL, "host">, route: Route): UnguardedRequestError {
  return new UnguardedRequestError(
    `${route.method} ${url.host}${route.path} is not a route this version guards; nothing was sent. Add a rule for it, or pass unguardedRequests: "allow".`,
  );
}
