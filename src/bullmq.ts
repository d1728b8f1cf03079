/**
 * The entry point `guarded-model-client/bullmq`: a fleet's outbox on Redis. BullMQ is an
 * optional peer, and this is the only place that loads it.
 */

import {
  type DataPlaneClientOptions,
  resolveDataPlaneOptions,
} from "./data-plane/by-hand/data-plane-options.ts";
import { CONNECTION_RULES } from "./data-plane/connection-options.ts";
import { DataPlane } from "./data-plane/data-plane.ts";
import type { DeliveryWorker as Worker } from "./delivery/bullmq-delivery/delivery-worker.ts";
import { readWorkerOptions, type WorkerOptions } from "./delivery/bullmq-delivery/options.ts";
import { requirePeers } from "./delivery/bullmq-delivery/peers.ts";
import { secureRandom } from "./lifecycle/transcript/secure-random.ts";
import { consoleLogger } from "./observability/logger.ts";
import { Observers } from "./observability/observer.ts";
import { systemClock } from "./transport/system-clock.ts";
import type { DeliveryOutcome, Logger } from "./types.ts";

export type { DeadLetter } from "./delivery/bullmq-delivery/dead-letters.ts";
export type { BullmqDeliveryOptions } from "./delivery/bullmq-delivery/options.ts";
export { bullmqDelivery } from "./delivery/bullmq-delivery.ts";

/** The result of {@link runDeliveryWorker}. */
export interface DeliveryWorker extends Worker {}

/**
 * Options of {@link runDeliveryWorker}: for taking jobs, and for the connection to the data plane.
 */
export interface DeliveryWorkerOptions
  extends WorkerOptions,
    Omit<DataPlaneClientOptions, "guardDeadlineMs"> {
  /** Called with each event's outcome. Errors it throws are ignored. */
  readonly onDelivery?: ((eventId: string, outcome: DeliveryOutcome) => void) | undefined;
  /** Receives log messages. Default: warnings and errors go to `console`. */
  readonly logger?: Logger | undefined;
}

/**
 * Starts a worker that takes events from Redis and delivers them: ingest, then finalize. Run any
 * number of workers, inside the apps or in separate processes. Resolves when the worker is
 * connected. Close it on SIGTERM; if it is killed, no event is lost.
 *
 * @throws ConfigurationError naming the option that is wrong, or the package that is missing.
 */
export async function runDeliveryWorker(options: DeliveryWorkerOptions): Promise<DeliveryWorker> {
  const settings = readWorkerOptions(options, CHECKED_LATER);
  requirePeers(settings.connection);
  const clock = systemClock;
  const random = secureRandom;
  const { onDelivery, logger = consoleLogger } = options;
  const observers = new Observers(onDelivery === undefined ? [] : [{ onDelivery }], logger);
  const dataPlaneSettings = resolveDataPlaneOptions(connectionOf(options), process.env);
  const dataPlane = new DataPlane(dataPlaneSettings, { clock, random });
  const { DeliveryWorker } = await import("./delivery/bullmq-delivery/delivery-worker.ts");
  const worker = new DeliveryWorker(settings, {
    sender: dataPlane.sender,
    clock,
    random,
    logger,
    systemId: dataPlaneSettings.systemId,
    onOutcome: ({ event }, outcome) =>
      observers.tell((o) => o.onDelivery?.(event.event_id, outcome)),
    onClosed: () => dataPlane.close(),
  });
  await worker.ready();
  return worker;
}

const CONNECTION_NAMES = Object.keys(CONNECTION_RULES) as (keyof DataPlaneClientOptions)[];

/** Options of the data plane: only its own check can name their environment variables. */
const CHECKED_LATER = Object.fromEntries(CONNECTION_NAMES.map((name) => [name, () => undefined]));

function connectionOf(options: DataPlaneClientOptions): DataPlaneClientOptions {
  return Object.fromEntries(CONNECTION_NAMES.map((name) => [name, options[name]]));
}
