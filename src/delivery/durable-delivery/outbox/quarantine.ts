import type { DeliveryOutcome } from "../../../types.ts";
import type { EventRecord } from "../../delivery.ts";
import type { Keyring } from "../files/keyring.ts";
import type { Layout } from "../files/layout.ts";
import { encodeRecord } from "../files/record-codec.ts";
import type { OutboxLog } from "./outbox-log.ts";
import { noteOf, writeQuarantined } from "./quarantine-files.ts";
import type { Quota } from "./quota.ts";
import type { RecordStore } from "./record-store.ts";

/** The share of `maxBytes` that rejected events may use. */
const SHARE = 0.5;

/** What {@link Quarantine} needs. */
export interface QuarantineParts {
  readonly layout: Layout;
  readonly keyring: Keyring;
  readonly records: RecordStore;
  readonly quota: Quota;
  readonly outboxLog: OutboxLog;
  readonly maxBytes: number;
  /** Wall clock, milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** Where the outbox puts rejected events. */
export class Quarantine {
  readonly #parts: QuarantineParts;
  readonly #writes = new Set<Promise<void>>();

  constructor(parts: QuarantineParts) {
    this.#parts = parts;
  }

  /** Moves an event there, if there is room; calls `remove` in either case, once it is there. */
  keep(record: EventRecord, outcome: DeliveryOutcome, remove: () => void): void {
    const { layout, keyring, records, quota, outboxLog, maxBytes, now } = this.#parts;
    const id = outcome.eventId;
    const bytes = encodeRecord({ kind: "event", id, record }, keyring);
    const isFull = quota.quarantined + bytes.length > maxBytes * SHARE;
    if (records.ownership === undefined || isFull) {
      outboxLog.notQuarantined(records.ownership === undefined ? "away" : "full");
      remove();
      return;
    }
    quota.chargeQuarantine(bytes.length);
    const write: Promise<void> = writeQuarantined(layout, noteOf(outcome, now()), bytes)
      .then(remove)
      // It stays in the outbox then, and the next process gets the same refusal.
      .catch(() => undefined)
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
  }

  /** Resolves when all pending moves are done. */
  async settle(): Promise<void> {
    await Promise.all(this.#writes);
  }
}
