import type { Delivery } from "./delivery.ts";
import { LazyDelivery } from "./lazy-delivery.ts";
import { type MemoryDeliveryOptions, readMemoryOptions } from "./memory-delivery/memory-options.ts";

/**
 * Delivers events from memory; the default. Fast and bounded, but events are lost if the process is
 * killed. Events are sent in the background and retried as long as the process lives. When a script
 * ends, pending events keep the process alive for at most five seconds.
 *
 * @throws ConfigurationError naming the option that is wrong.
 */
export function memoryDelivery(options: MemoryDeliveryOptions = {}): Delivery {
  const settings = readMemoryOptions(options);
  return {
    name: "memory",
    start: (environment) =>
      new LazyDelivery({
        load: async () =>
          (await import("./memory-delivery/running.ts")).startMemory(settings, environment),
        admitsAtOnce: settings.whenFull === "drop",
      }),
  };
}
