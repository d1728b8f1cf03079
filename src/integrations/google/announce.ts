import { hiddenField } from "../../base/hidden-field.ts";
import type { ActiveCalls } from "../../lifecycle/active-calls.ts";
import type { Arrival } from "../../lifecycle/arrival.ts";
import { hook } from "../hook.ts";
import type { ApiClient } from "./client-shape.ts";
import { keepLimits, makesSignals } from "./limits.ts";

/** Arrivals of requests, by what they are prepared in. */
const arrivals = hiddenField<Arrival>();

/** Prepares one request. */
export type PrepareRequest = (arrival: Arrival, begin: () => Promise<object>) => Promise<object>;

/**
 * Announces the requests of a client, which waits between a request and the call that sends it. It
 * makes what it sends before it waits, and hands on that very object. What ends the call is kept
 * with it where the client itself does not hand that on. To be hooked before its calls are.
 */
export function announceRequests(api: ApiClient, active: ActiveCalls): PrepareRequest {
  let current: Arrival | undefined;
  const { includeExtraHttpOptionsToRequestInit: prepare } = api;
  const keeps = makesSignals(api);
  if (typeof prepare === "function") {
    const name = "includeExtraHttpOptionsToRequestInit";
    // biome-ignore lint/complexity/useMaxParams: the client's own signature
    hook(api, name, async function (this: unknown, init, options, ...rest) {
      if (current !== undefined) arrivals.set(init, current);
      const completed = await prepare.call(this as ApiClient, init, options, ...rest);
      if (keeps) keepLimits(completed, options, rest);
      return completed;
    });
  }
  return (arrival, begin) => {
    current = arrival;
    let answer: Promise<object>;
    try {
      answer = begin();
    } finally {
      current = undefined;
    }
    const over = (): void => active.welcome(arrival);
    answer.then(over, over);
    return answer;
  };
}

/** The arrival of the request that is sent with `init`: as it was announced, or now. */
export function arrivalOf(init: object, active: ActiveCalls): Arrival {
  return arrivals.get(init) ?? active.arrive();
}
