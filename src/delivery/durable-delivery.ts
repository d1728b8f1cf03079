import { ConfigurationError } from "../errors.ts";
import type { Delivery } from "./delivery.ts";
import { assertPrivate } from "./durable-delivery/files/directory.ts";
import { type DurableDeliveryOptions, readDurableOptions } from "./durable-delivery/options.ts";
import { DurableWorks } from "./durable-delivery/works.ts";
import { isMissing } from "./is-missing.ts";

export type { Delivery } from "./delivery.ts";
export type { DurableDeliveryOptions, EncryptionKey } from "./durable-delivery/options.ts";

/**
 * Delivery from a crash-safe outbox on this machine. A call is on the disk before its provider
 * is called, and its masked event before the app gets its answer or last chunk; it leaves the
 * disk once the service has it. What a process leaves behind, however it ends, another one sends
 * under the same `event_id`; calls that never ended become `error` events with the outcome
 * `interrupted`. Needs the optional peer `lmdb`, which is loaded with the first use.
 *
 * @throws ConfigurationError naming the option that is wrong, when the directory is not ours
 * alone, or when `lmdb` is not installed.
 */
export function durableDelivery(options: DurableDeliveryOptions): Delivery {
  const settings = readDurableOptions(options, process.env);
  assertInstalled();
  assertPrivate(settings.directory);
  return {
    name: "durable",
    start: (environment) => new DurableWorks(settings, environment),
  };
}

function assertInstalled(): void {
  if (!isMissing("lmdb")) return;
  throw new ConfigurationError(
    "guarded-model-client/durable needs the package lmdb, which is not installed. Run: npm install lmdb",
  );
}
