import type { DeliveryOutcome } from "../../types.ts";
import type { DeliveryEnvironment, EventRecord } from "../delivery.ts";
import { Dispatch } from "../dispatch.ts";
import { makeParcel, measure, type Parcel } from "../parcel.ts";
import type { Numbered } from "../pending-events.ts";
import { Room } from "../room.ts";
import { endedOutcome, rejectedOutcome } from "../trip.ts";
import type { Keyring } from "./keyring.ts";
import type { DurableNews } from "./news.ts";
import type { Quarantine } from "./quarantine.ts";
import { encodeRecord, type RecordContent } from "./record-codec.ts";
import type { Safe } from "./safe.ts";

/** Bounds of what is held in memory alone while the disk takes nothing: those of `memoryDelivery`. */
const MEMORY_EVENTS = 10_000;
const MEMORY_BYTES = 64 * 1024 * 1024;

/** An event of the outbox. */
interface Item extends Omit<Parcel, "seat">, Numbered<Item> {
  /** Whether it is on the disk, or about to be. */
  kept: boolean;
}

/** An event that was taken on. */
export interface TakenOn {
  readonly outcome: Promise<DeliveryOutcome>;
  /** Whether it is on the disk; never rejects. */
  readonly kept: boolean | Promise<boolean>;
}

/** What a {@link Stock} works with. */
export interface StockParts {
  readonly environment: DeliveryEnvironment;
  readonly keyring: Keyring;
  readonly safe: Safe;
  readonly news: DurableNews;
  readonly quarantine: Quarantine;
}

/** The events of an outbox: each on the disk where that is possible, and on its way. */
export class Stock {
  readonly dispatch: Dispatch<Item>;
  readonly #parts: StockParts;
  /** The space of what is in memory alone. */
  readonly #room: Room;

  constructor(parts: StockParts) {
    const { environment, safe, news } = parts;
    this.#parts = parts;
    this.dispatch = new Dispatch<Item>(environment, {
      onSettled: (item, outcome) => this.#onSettled(item, outcome),
      onIdle: () => safe.tidy(),
      onLeftBehind: (pending) => news.leftAtExit(pending),
    });
    this.#room = new Room({
      maxEvents: MEMORY_EVENTS,
      maxBytes: MEMORY_BYTES,
      whenFull: "drop",
      timers: this.dispatch.timers,
      monotonic: () => environment.clock.monotonic(),
    });
  }

  /** Keeps an event and sends it on its way. `adopted` ones were on this disk before. */
  take(record: EventRecord, { adopted }: { readonly adopted: boolean }): TakenOn {
    let receive: (outcome: DeliveryOutcome) => void = ignore;
    const outcome = new Promise<DeliveryOutcome>((resolve) => {
      receive = resolve;
    });
    const item = this.#makeItem(record, receive);
    this.dispatch.books.open();
    return { outcome, kept: this.#accept(item, adopted) };
  }

  /** A call is about to be made. Whether that is on the disk; never throws or rejects. */
  keepCall(record: EventRecord): boolean | Promise<boolean> {
    return this.#keep({ kind: "call", id: record.event.event_id, record });
  }

  /** An event the service has, which lacks its finalize since an earlier process. */
  takeStored(id: string, ingestMs: number): boolean | Promise<boolean> {
    const event = { event_id: id, input: "", output: "", model: "", timestamp: "" };
    const record = { event, finalize: true, idGivenByCaller: false, occurredAt: 0 };
    const item = this.#makeItem(record, ignore);
    item.stored = { status: "duplicate", ingestMs, reason: undefined };
    this.dispatch.books.open();
    const kept = this.#keep({ kind: "stored", id, ingestMs }, { beyondQuota: true });
    item.kept = true;
    this.dispatch.take(item);
    return kept;
  }

  /** The service has an event, whose content need not be kept any longer. */
  markStored(id: string, ingestMs: number): void {
    const { safe, keyring } = this.#parts;
    safe.replaceLater(id, encodeRecord({ kind: "stored", id, ingestMs }, keyring));
  }

  /** Events that are in memory alone go to the disk, if it takes them now. */
  keepAgain(): void {
    for (const item of this.dispatch.pending.values()) {
      if (item.kept || item.stored !== undefined) continue;
      const kept = this.#keepEvent(item);
      if (kept === false) return;
      item.kept = true;
      this.#room.free(item.bytes);
      if (kept instanceof Promise) void kept.then((isKept) => isKept || this.#holdInMemory(item));
    }
  }

  /** The disk has lost everything. */
  holdAllInMemory(): void {
    for (const item of this.dispatch.pending.values()) this.#holdInMemory(item);
  }

  /** Ends everything: what is on the disk stays there. Returns how many those are. */
  end(): number {
    let persisted = 0;
    this.dispatch.end((item) => {
      if (!item.kept || item.stored !== undefined) return endedOutcome(item, "closed");
      persisted += 1;
      const eventId = item.record.event.event_id;
      const { attempts } = item;
      return { status: "persisted", eventId, attempts, finalized: "skipped" };
    });
    return persisted;
  }

  #makeItem(record: EventRecord, receive: (outcome: DeliveryOutcome) => void): Item {
    const { dispatch } = this;
    const parcel = makeParcel(record, {
      number: dispatch.pending.nextNumber(),
      submittedAt: this.#parts.environment.clock.monotonic(),
      stop: dispatch.stop,
      receive,
    });
    return Object.assign(parcel, { kept: false, seat: undefined });
  }

  /** The event as it is sent: one too large for the service was cut already. */
  #keepEvent(item: Item, beyondQuota = false): boolean | Promise<boolean> {
    const { event } = item;
    const record = event === item.record.event ? item.record : { ...item.record, event };
    const content: RecordContent = { kind: "event", id: event.event_id, record };
    return this.#keep(content, { json: item.json, beyondQuota });
  }

  #keep(
    content: RecordContent,
    how: { readonly json?: string | undefined; readonly beyondQuota?: boolean } = {},
  ): boolean | Promise<boolean> {
    const { keyring, safe } = this.#parts;
    let bytes: Buffer;
    try {
      bytes = encodeRecord(content, keyring, how.json);
    } catch {
      // It is no JSON, and will be told of as such when it is handed over.
      return true;
    }
    return safe.keep(content.id, bytes, how.beyondQuota);
  }

  #accept(item: Item, adopted: boolean): boolean | Promise<boolean> {
    const { dispatch } = this;
    if (dispatch.ended) {
      dispatch.conclude(item, endedOutcome(item, "closed"));
      return false;
    }
    try {
      measure(item);
    } catch (error) {
      this.#parts.safe.drop(item.record.event.event_id);
      dispatch.conclude(item, rejectedOutcome(item, "unwritable", error as Error));
      return false;
    }
    const kept = this.#keepEvent(item, adopted);
    item.kept = kept !== false;
    if (!item.kept && !this.#room.take(item.bytes)) {
      dispatch.log.droppedFull();
      dispatch.conclude(item, endedOutcome(item, "queue_full"));
      return false;
    }
    // Text that has to wait would be held twice; it is written again when its turn comes.
    if (!dispatch.courier.idle) item.json = undefined;
    dispatch.take(item);
    if (!(kept instanceof Promise)) return kept;
    return kept.then((isKept) => {
      if (!isKept) this.#holdInMemory(item);
      return isKept;
    });
  }

  /** The disk has not taken it, or has lost it. */
  #holdInMemory(item: Item): void {
    // One that is stored is safe with the service.
    if (!item.kept || item.over || item.stored !== undefined) return;
    item.kept = false;
    if (this.#room.take(item.bytes)) return;
    // It has no space to give back.
    item.kept = true;
    this.dispatch.log.droppedFull();
    this.dispatch.settle(item, endedOutcome(item, "queue_full"));
  }

  #onSettled(item: Item, outcome: DeliveryOutcome): void {
    const { safe, quarantine } = this.#parts;
    if (!item.kept) this.#free(item);
    if (outcome.status === "persisted") return;
    // Ended in the middle: the next process learns that the service has it, and finalizes it.
    if (this.dispatch.ended && outcome.finalized === false) return;
    if (outcome.status === "rejected") quarantine.keep(item.record, outcome);
    else safe.drop(item.record.event.event_id);
  }

  #free(item: Item): void {
    this.#room.free(item.bytes);
    if (this.#room.relieved) this.dispatch.log.relieved();
  }
}

function ignore(): void {}
