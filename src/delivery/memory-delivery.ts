import type { Delivery } from "./delivery.ts";
import { LazyDelivery } from "./lazy-delivery.ts";
import { type MemoryDeliveryOptions, readMemoryOptions } from "./memory-delivery/memory-options.ts";

/**
 * Delivery from memory, the default: fast, bounded, and gone with the process. Events are sent
 * behind the calls they tell of, and retried as long as the process lives. A process that simply
 * ends is held for them, five seconds at most.
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
          (await import("./memory-delivery/memory-works.ts")).startMemory(settings, environment),
        admitsAtOnce: settings.whenFull === "drop",
      }),
  };
}
