import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EventRecord } from "../../../src/delivery/delivery.ts";
import { Keyring } from "../../../src/delivery/durable-delivery/files/keyring.ts";
import { encodeRecord } from "../../../src/delivery/durable-delivery/files/record-codec.ts";
import { createStore } from "../../../src/delivery/durable-delivery/store/lmdb-store.ts";
import { processTimers } from "../../../src/delivery/timers.ts";
import { freshRecord } from "../../../src/testing/contract-service.ts";
import { systemClock } from "../../../src/transport/system-clock.ts";

/** No keys: nothing is encrypted. */
export const NO_KEYS = new Keyring([]);

/** A file as a busy process leaves it when it is killed, and its live records. */
export interface StoredOutbox {
  readonly file: Buffer;
  /** By event id. */
  readonly live: ReadonlyMap<string, EventRecord>;
}

/**
 * A store with a history: calls that became events, small and large ones, removals, reused pages.
 * Copied while it is open, as a crash would leave it.
 */
export async function storedOutbox(
  folder: string,
  events: number,
  keyring: Keyring = NO_KEYS,
): Promise<StoredOutbox> {
  const maxBytes = 64 * 1024 * 1024;
  const parts = { timers: processTimers, clock: systemClock };
  const store = await createStore({ folder, fsync: false, maxBytes, ...parts });
  const live = new Map<string, EventRecord>();
  for (let i = 0; i < events * 2; i += 1) {
    const record = recordOfLength([10, 300, 1_500, 9_000][i % 4] ?? 0);
    const id = record.event.event_id;
    store.put(id, encodeRecord({ kind: "call", id, record }, keyring));
    store.put(id, encodeRecord({ kind: "event", id, record }, keyring));
    live.set(id, record);
    const [oldest] = live.keys();
    if (i % 2 === 0 || oldest === undefined) continue;
    store.remove(oldest);
    live.delete(oldest);
    store.tidy();
  }
  const copy = join(folder, "copy");
  copyFileSync(join(folder, "data.mdb"), copy);
  const file = readFileSync(copy);
  await store.close();
  return { file, live };
}

function recordOfLength(length: number): EventRecord {
  const record = freshRecord();
  return { ...record, event: { ...record.event, output: "x".repeat(length) } };
}
