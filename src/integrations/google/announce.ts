import { hiddenField } from "../../base/hidden-field.ts";
import type { ActiveCalls } from "../../lifecycle/active-calls.ts";
import type { Reservation } from "../../lifecycle/reservation.ts";
import { hook } from "../hook.ts";
import type { ApiClient } from "./client-shape.ts";
import { keepLimits, makesSignals } from "./limits.ts";

/** The reservation of a request, kept on the object in which the client prepares it. */
const reservations = hiddenField<Reservation>();

/** Prepares one request. */
export type PrepareRequest = (
  reservation: Reservation,
  begin: () => Promise<object>,
) => Promise<object>;

/**
 * Reserves the requests of a client, which awaits between a request and the call that sends it. The
 * client creates the object that it sends before it awaits, and passes on that same object. Limits
 * are kept with the request if the client does not pass them on itself. Must be called before the
 * client's calls are hooked.
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

/**
 * The reservation of the request that is sent with `init`: the one made when it was announced, or a
 * new one.
 */
export function reservationOf(init: object, active: ActiveCalls): Reservation {
  return reservations.get(init) ?? active.reserve();
}
