import type { ActiveCalls } from "../../lifecycle/active-calls.ts";
import { registerNestedInterceptor } from "../../lifecycle/context/scope.ts";
import type { LifecycleServices } from "../../lifecycle/gate.ts";
import type { Reservation } from "../../lifecycle/reservation.ts";
import { type ClientInternals, hookMethod, type RequestOptions } from "./client-shape.ts";

/** Keeps a call's reservation in its options until it has its lifecycle. */
export const RESERVATION = Symbol("guarded-model-client.reservation");

/** Options of a call that has a reservation and is not guarded yet. */
export type Announced = RequestOptions & { [RESERVATION]?: Reservation | undefined };

/** The reservation of the call with these options: an existing one, or a new one. */
export function reservationOf(options: object, active: ActiveCalls): Reservation {
  return (options as Announced)[RESERVATION] ?? active.reserve();
}

/**
 * `@anthropic-ai/sdk` 1.12 calls `makeRequest` from `makeTracedRequest`, which awaits the options
 * first: its calls reserve their place there.
 */
export function announceTraced(client: ClientInternals, services: LifecycleServices): void {
  const { active } = services;
  const { makeTracedRequest } = client;
  if (makeTracedRequest === undefined) return;
  hookMethod(client, "makeTracedRequest", async function (this: ClientInternals, options, ...more) {
    registerNestedInterceptor(services);
    const reservation = active.reserve();
    try {
      const announced: Announced = { ...(await options), [RESERVATION]: reservation };
      return await makeTracedRequest.call(this, announced, ...more);
    } finally {
      active.release(reservation);
    }
  });
}
