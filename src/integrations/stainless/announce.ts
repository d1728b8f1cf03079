import type { ActiveCalls } from "../../lifecycle/active-calls.ts";
import { meetDoorway } from "../../lifecycle/context/scope.ts";
import type { LifecycleServices } from "../../lifecycle/gate.ts";
import type { Reservation } from "../../lifecycle/reservation.ts";
import { type ClientInternals, hookMethod, type RequestOptions } from "./client-shape.ts";

/** Where a call's options keep its reservation until it has its lifecycle. */
export const RESERVATION = Symbol("guarded-model-client.reservation");

/** Options of a call that was announced and has not yet been guarded. */
export type Announced = RequestOptions & { [RESERVATION]?: Reservation | undefined };

/** The reservation of the call that begins with these options: made before, or now. */
export function reservationOf(options: object, active: ActiveCalls): Reservation {
  return (options as Announced)[RESERVATION] ?? active.reserve();
}

/**
 * `@anthropic-ai/sdk` 1.12 comes to `makeRequest` by way of `makeTracedRequest`, which waits for the
 * options first: its calls are announced there.
 */
export function announceTraced(client: ClientInternals, services: LifecycleServices): void {
  const { active } = services;
  const { makeTracedRequest } = client;
  if (makeTracedRequest === undefined) return;
  hookMethod(client, "makeTracedRequest", async function (this: ClientInternals, options, ...more) {
    meetDoorway(services);
    const reservation = active.reserve();
    try {
      const announced: Announced = { ...(await options), [RESERVATION]: reservation };
      return await makeTracedRequest.call(this, announced, ...more);
    } finally {
      active.release(reservation);
    }
  });
}
