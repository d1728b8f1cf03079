import type { ActiveCalls } from "../../lifecycle/active-calls.ts";
import type { Arrival } from "../../lifecycle/arrival.ts";
import { meetDoorway } from "../../lifecycle/context/scope.ts";
import type { LifecycleServices } from "../../lifecycle/gate.ts";
import { type ClientInternals, hookMethod, type RequestOptions } from "./client-shape.ts";

/** Where a call's options keep that it was announced, until it has its lifecycle. */
export const ARRIVAL = Symbol("guarded-model-client.arrival");

/** Options of a call that was announced and has not yet been guarded. */
export type Announced = RequestOptions & { [ARRIVAL]?: Arrival | undefined };

/** The call that begins with these options: announced before, or now. */
export function arrivalOf(options: object, active: ActiveCalls): Arrival {
  return (options as Announced)[ARRIVAL] ?? active.arrive();
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
    const arrival = active.arrive();
    try {
      const announced: Announced = { ...(await options), [ARRIVAL]: arrival };
      return await makeTracedRequest.call(this, announced, ...more);
    } finally {
      active.welcome(arrival);
    }
  });
}
