import { hiddenField } from "../../base/hidden-field.ts";
import type { ActiveCalls } from "../../lifecycle/active-calls.ts";
import type { Reservation } from "../../lifecycle/reservation.ts";
import { hook } from "../hook.ts";
import type { ApiClient } from "./client-shape.ts";
import { keepLimits, makesSignals } from "./limits.ts";

/** The reservation of a request, kept on the object that the client prepares it in. */
const reservations = hiddenField<Reservation>();

/** Prepares one request. */
export type PrepareRequest = (
  reservation: Reservation,
  begin: () => Promise<object>,
) => Promise<object>;

/**
 * Announces the requests of a client, which waits between a request and the call that sends it. It
 * makes what it sends before it waits, and hands on that very object. What ends the call is kept
 * with it where the client itself does not hand that on. To be hooked before its calls are.
 */
export function announceRequests(api: ApiClient, active: ActiveCalls): PrepareRequest {
  let current: Reservation | undefined;
  const { includeExtraHttpOptionsToRequestInit: prepare } = api;
  const keeps = makesSignals(api);
  if (typeof prepare === "function") {
    const name = "includeExtraHttpOptionsToRequestInit";
    // biome-ignore lint/complexity/useMaxParams: the client's own signature
    hook(api, name, async function (this: unknown, init, options, ...rest) {
      if (current !== undefined) reservations.set(init, current);
      const completed = await prepare.call(this as ApiClient, init, options, ...rest);
      if (keeps) keepLimits(completed, options, rest);
      return completed;
    });
  }
  return (reservation, begin) => {
    current = reservation;
    let answer: Promise<object>;
    try {
      answer = begin();
    } finally {
      current = undefined;
    }
    const over = (): void => active.release(reservation);
    answer.then(over, over);
    return answer;
  };
}

/** The reservation of the request that is sent with `init`: made when it was announced, or now. */
export function reservationOf(init: object, active: ActiveCalls): Reservation {
  return reservations.get(init) ?? active.reserve();
}
