import type { ActiveCalls } from "../../lifecycle/active-calls.ts";
import type { Reservation } from "../../lifecycle/reservation.ts";
import { hook } from "../hook.ts";

/** The resource of the client. */
interface Interactions {
  create(...given: readonly unknown[]): Promise<unknown>;
}

/**
 * Interactions started by an app. Their resource is a separate client, which asks for credentials
 * before it fetches and passes on nothing that identifies a request. Each request therefore takes
 * the oldest reservation; all of them were admitted.
 */
export class AppInteractions {
  readonly #active: ActiveCalls;
  readonly #waiting = new Set<Reservation>();

  constructor(active: ActiveCalls) {
    this.#active = active;
  }

  /** The reservation of a request that is about to be sent. */
  take(): Reservation {
    for (const reservation of this.#waiting) {
      this.#waiting.delete(reservation);
      return reservation;
    }
    return this.#active.reserve();
  }

  /** The client creates the resource on access, so it is hooked on access. */
  watch(client: object): void {
    const prototype: object = Object.getPrototypeOf(client);
    if (Object.hasOwn(client, "interactions") || !("interactions" in prototype)) return;
    let watched: unknown;
    Object.defineProperty(client, "interactions", {
      get: () => {
        const resource: unknown = Reflect.get(prototype, "interactions", client);
        if (resource !== watched) this.#hookCreate(resource as Interactions);
        watched = resource;
        return resource;
      },
      enumerable: false,
      configurable: true,
    });
  }

  #hookCreate(resource: Interactions): void {
    const { create } = resource;
    if (typeof create !== "function") return;
    const begin = async (run: () => Promise<unknown>): Promise<unknown> => {
      const reservation = this.#active.reserve();
      if (reservation.held) this.#waiting.add(reservation);
      try {
        return await run();
      } finally {
        this.#waiting.delete(reservation);
        this.#active.release(reservation);
      }
    };
    hook(resource, "create", function (this: unknown, ...given) {
      return begin(() => create.apply(this as Interactions, [...given]));
    });
  }
}
