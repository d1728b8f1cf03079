import { ConfigurationError } from "../errors.ts";
import type { Delivery } from "./delivery.ts";
import { assertPrivate } from "./durable-delivery/files/directory.ts";
import { type DurableDeliveryOptions, readDurableOptions } from "./durable-delivery/options.ts";
import { RunningDurableDelivery } from "./durable-delivery/running.ts";
import { isMissing } from "./is-missing.ts";

export type { Delivery } from "./delivery.ts";
export type { DurableDeliveryOptions, EncryptionKey } from "./durable-delivery/options.ts";

/**
 * Delivers events from a crash-safe outbox on the local disk. A call is recorded on disk before its
 * provider is called, and its masked event is on disk before the app gets the answer or the last
 * chunk. It is deleted once the service has stored it. Events that a process leaves behind, however
 * it ends, are sent by another process under the same `event_id`; calls that never ended become
 * `error` events with the outcome `interrupted`. The outbox is opened right after the client is
 * constructed. Needs the optional peer `lmdb`, which is loaded then.
 *
 * @throws ConfigurationError naming the option that is wrong, if others can read the directory or
 * use it for other files, or if `lmdb` is not installed.
 */
export function durableDelivery(options: DurableDeliveryOptions): Delivery {
  const settings = readDurableOptions(options, process.env);
  assertInstalled();
  assertPrivate(settings.directory);
  return {
    name: "durable",
    start: (environment) => new RunningDurableDelivery(settings, environment),
  };
}

function assertInstalled(): void {
  if (!isMissing("lmdb")) return;
  throw new ConfigurationError(
    "guarded-model-client/durable needs the package lmdb, which is not installed. Run: npm install lmdb",
  );
}
