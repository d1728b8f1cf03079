import type { EventRecord } from "../../delivery.ts";
import type { Keyring } from "../files/keyring.ts";
import { encodeRecord, type RecordContent } from "../files/record-codec.ts";
import type { Item } from "./item.ts";
import type { RecordStore } from "./record-store.ts";
import type { Spill } from "./spill.ts";

/** What {@link ItemRecords} needs. */
export interface ItemRecordsParts {
  readonly keyring: Keyring;
  readonly records: RecordStore;
  readonly spill: Spill;
}

/** The records on the disk of an outbox's events, which tell the next process what is left to do. */
export class ItemRecords {
  readonly #keyring: Keyring;
  readonly #records: RecordStore;
  readonly #spill: Spill;

  constructor({ keyring, records, spill }: ItemRecordsParts) {
    this.#keyring = keyring;
    this.#records = records;
    this.#spill = spill;
  }

  /**
   * The record of an event as it is sent, which means already cut if it was too large for the
   * service. Undefined if it is not JSON, which will be reported when it is sent.
   */
  encode({ event, record, json }: Item): Buffer | undefined {
    const sent = event === record.event ? record : { ...record, event };
    return this.#encoded({ kind: "event", id: event.event_id, record: sent }, json);
  }

  /** Whether nothing is left to keep: the record is on the disk, or there is none. */
  keep(id: string, bytes: Buffer | undefined, beyondQuota = false): boolean | Promise<boolean> {
    return bytes === undefined || this.#records.keep(id, bytes, beyondQuota);
  }

  /** Records a call before it is made. */
  keepCall(record: EventRecord): boolean | Promise<boolean> {
    const id = record.event.event_id;
    return this.keep(id, this.#encoded({ kind: "call", id, record }));
  }

  /** Records that the service has the event, which takes less space than the event did. */
  keepStored(id: string, ingestMs: number): boolean | Promise<boolean> {
    return this.keep(id, this.#stored(id, ingestMs), true);
  }

  /** The service has the event, so its content need not be kept any longer. */
  markStored(id: string, ingestMs: number): void {
    this.#records.replaceLater(id, this.#stored(id, ingestMs));
  }

  /**
   * Keeps the late finalize of a stored event, for the next process if need be. The store has it
   * already, except that of an event that came from a spill file or was only in memory.
   */
  async keepFinalize({ record, stored, segment }: Item): Promise<void> {
    const id = record.event.event_id;
    if (stored !== undefined && !this.#records.held.has(id)) {
      await this.keepStored(id, stored.ingestMs);
    }
    // Not earlier: after a crash in between, the next process would know neither.
    if (segment !== undefined) this.#spill.release(segment);
  }

  remove({ record, segment }: Item): void {
    if (segment === undefined) this.#records.drop(record.event.event_id);
    else this.#spill.release(segment);
  }

  #stored(id: string, ingestMs: number): Buffer {
    return encodeRecord({ kind: "stored", id, ingestMs }, this.#keyring);
  }

  #encoded(content: RecordContent, json?: string | undefined): Buffer | undefined {
    try {
      return encodeRecord(content, this.#keyring, json);
    } catch {
      return undefined;
    }
  }
}
