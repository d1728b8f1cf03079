import { type BullmqDeliveryOptions, readOutboxOptions } from "./bullmq-delivery/options.ts";
import { requirePeers } from "./bullmq-delivery/peers.ts";
import type { CallNote, Delivery, RunningDelivery } from "./delivery.ts";
import { LazyDelivery } from "./lazy-delivery.ts";

/**
 * Delivers events through a shared outbox on Redis (BullMQ). Each masked event is stored in Redis
 * before the app gets the answer, and `runDeliveryWorker` in any number of processes sends the
 * events. The delivery outcome in the app is `persisted`; workers report the service's response. No
 * API key is ever written to Redis. Connects at the first call.
 *
 * @throws ConfigurationError naming the option that is wrong, or the package that is missing.
 */
export function bullmqDelivery(options: BullmqDeliveryOptions): Delivery {
  const settings = readOutboxOptions(options);
  requirePeers(settings.connection);
  return {
    name: "bullmq",
    start(environment) {
      let running: RunningDelivery | undefined;
      const delivery = new LazyDelivery({
        load: async () => {
          const { startOutbox } = await import("./bullmq-delivery/outbox.ts");
          running = await startOutbox(settings, environment);
          return running;
        },
        // Events are stored before the app gets its answer, so the store is needed before the call.
        admitsAtOnce: false,
      });
      if (!settings.noteCalls) return delivery;
      // A call is admitted before it is noted.
      return Object.assign(delivery, { note: (call: CallNote) => running?.note?.(call) });
    },
  };
}
