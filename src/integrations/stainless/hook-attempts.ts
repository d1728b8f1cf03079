import { UnguardedRequestError } from "../../errors.ts";
import { attemptWithin, observesAttempts } from "../../lifecycle/enclose.ts";
import type { Gate } from "../../lifecycle/gate.ts";
import { type Announced, ARRIVAL } from "./announce.ts";
import {
  type ClientInternals,
  hookMethod,
  type RequestOptions,
  type SdkFetch,
} from "./client-shape.ts";
import { assertOneBody, assertSameBody } from "./request-body.ts";

/** What is built for an attempt has the checked body, and whatever the app prepares leaves it there. */
export function hookBodies(client: ClientInternals): void {
  const { prepareRequest } = client;
  hookMethod(client, "prepareRequest", async function (this: ClientInternals, request, details) {
    assertGuarded(details);
    assertOneBody(this.fetchOptions);
    const { body } = request;
    await prepareRequest.call(this, request, details);
    assertSameBody(request, body);
  });
}

/**
 * What is announced and has come here all the same went past `prepareOptions`, where the guard is.
 *
 * @throws UnguardedRequestError when the app has put a `prepareOptions` of its own in its place.
 */
function assertGuarded({ options }: { readonly options?: RequestOptions }): void {
  if ((options as Announced | undefined)?.[ARRIVAL] === undefined) return;
  throw new UnguardedRequestError(
    "The client's prepareOptions was replaced after the client was guarded, so nobody has checked this request; nothing was sent. Replace it before, or in a subclass.",
  );
}

/** For whom a `fetch` was replaced: a client that `withOptions` makes takes over that of its model. */
const replaced = new WeakMap<SdkFetch, Gate["services"]>();

/**
 * Makes the attempts of guarded calls inside of what observers put around them. By the `fetch`
 * that the client keeps, because `openai` 7 looks whether its own methods around it are still its
 * own. Where no observer has anything to put there, the client keeps its `fetch`.
 */
export function hookAttempts(client: ClientInternals, gate: Gate): void {
  const { fetch: base } = client;
  if (base === undefined || !observesAttempts(gate)) return;
  if (replaced.get(base) === gate.services) return;
  const attempt: SdkFetch = (input, init) =>
    attemptWithin(gate, init, () => base.call(undefined, input, init));
  replaced.set(attempt, gate.services);
  client.fetch = attempt;
}
