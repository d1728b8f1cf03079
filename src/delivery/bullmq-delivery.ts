import { type BullmqDeliveryOptions, readOutboxOptions } from "./bullmq-delivery/options.ts";
import { requirePeers } from "./bullmq-delivery/peers.ts";
import type { Delivery } from "./delivery.ts";
import { LazyDelivery } from "./lazy-delivery.ts";

/**
 * A fleet's outbox on Redis, through BullMQ: the app hands each finished, masked event to Redis
 * before it gives its answer, and `runDeliveryWorker` in any number of processes sends them. An
 * event's outcome is `persisted` when Redis has it; what the service said is the worker's to
 * tell. No API key is ever written to Redis. Connects with the first call.
 *
 * @throws ConfigurationError naming the option that is wrong, or the package that is missing.
 */
export function bullmqDelivery(options: BullmqDeliveryOptions): Delivery {
  const settings = readOutboxOptions(options);
  requirePeers(settings.connection);
  return {
    name: "bullmq",
    start: (environment) =>
      new LazyDelivery({
        load: async () => {
          const { startOutbox } = await import("./bullmq-delivery/outbox.ts");
          return startOutbox(settings, environment);
        },
        // What is stored before the app has its answer needs its store before the call.
        admitsAtOnce: false,
        notesCalls: settings.noteCalls,
      }),
  };
}
