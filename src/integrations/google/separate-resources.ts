import type { ActiveCalls } from "../../lifecycle/active-calls.ts";
import type { Reservation } from "../../lifecycle/reservation.ts";
import { hook } from "../hook.ts";

/** A resource of the client. */
interface Resource {
  create(...given: readonly unknown[]): Promise<unknown>;
}

/** The resources with prompts that are separate clients. */
const RESOURCES = ["interactions", "decisions"] as const;

/**
 * Interactions and decisions started by an app. Their resources are separate clients, which ask for
 * credentials before they fetch and pass on nothing that identifies a request. Each request
 * therefore takes the oldest reservation; all of them were admitted.
 */
export class SeparateResources {
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

  /** The client creates a resource on access, so it is hooked on access. */
  watch(client: object): void {
    for (const name of RESOURCES) this.#watch(client, name);
  }

  #watch(client: object, name: string): void {
    const prototype: object = Object.getPrototypeOf(client);
    if (Object.hasOwn(client, name) || !(name in prototype)) return;
    let watched: unknown;
    Object.defineProperty(client, name, {
      get: () => {
        const resource: unknown = Reflect.get(prototype, name, client);
        if (resource !== watched) this.#hookCreate(resource as Resource);
        watched = resource;
        return resource;
      },
      enumerable: false,
      configurable: true,
    });
  }

  #hookCreate(resource: Resource): void {
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
      return begin(() => create.apply(this as Resource, [...given]));
    });
  }
}
