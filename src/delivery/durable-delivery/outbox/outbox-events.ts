import type { DeliveryOutcome } from "../../../types.ts";
import type { DeliveryEnvironment, EventRecord } from "../../delivery.ts";
import { Capacity } from "../../memory-delivery/capacity.ts";
import { makeMemoryEvent, measure, type Submitted } from "../../memory-delivery/memory-event.ts";
import { Dispatch } from "../../sending/dispatch.ts";
import { BEFORE_ALL } from "../../sending/pending-events.ts";
import { endedOutcome, rejectedOutcome } from "../../sending/queued-event.ts";
import type { Keyring } from "../files/keyring.ts";
import { type Item, persistedOutcome } from "./item.ts";
import { ItemRecords } from "./item-records.ts";
import { MemoryWindow } from "./memory-window.ts";
import type { OutboxLog } from "./outbox-log.ts";
import type { Quarantine } from "./quarantine.ts";
import type { RecordStore } from "./record-store.ts";
import type { Spill } from "./spill.ts";
import { UnkeptCalls } from "./unkept-calls.ts";

/** Limits while the disk accepts nothing: together with the window, those of `memoryDelivery`. */
const MEMORY_EVENTS = 8_000;
const MEMORY_BYTES = 64 * 1024 * 1024;

/** An event that was accepted. */
export interface TakenOn {
  readonly outcome: Promise<DeliveryOutcome>;
  /** Whether it is on the disk; never rejects. */
  readonly kept: boolean | Promise<boolean>;
}

/** What {@link OutboxEvents} needs. */
export interface OutboxEventsParts {
  readonly environment: DeliveryEnvironment;
  readonly keyring: Keyring;
  readonly records: RecordStore;
  readonly outboxLog: OutboxLog;
  readonly quarantine: Quarantine;
  readonly spill: Spill;
  /** Maximum number of events that wait only for their finalize. */
  readonly maxLate: number;
}

/** The events of an outbox: each is stored on the disk, if possible, and sent. */
export class OutboxEvents {
  readonly dispatch: Dispatch<Item>;
  readonly memoryWindow: MemoryWindow;
  readonly #itemRecords: ItemRecords;
  readonly #calls: UnkeptCalls;
  readonly #parts: OutboxEventsParts;
  /** The space of events that are only in memory. */
  readonly #capacity: Capacity;

  constructor(parts: OutboxEventsParts) {
    const { environment, outboxLog, spill } = parts;
    this.#parts = parts;
    this.#itemRecords = new ItemRecords(parts);
    this.#calls = new UnkeptCalls((record) => this.#itemRecords.keepCall(record));
    this.dispatch = new Dispatch<Item>(environment, {
      onSettled: (item, outcome) => this.#onSettled(item, outcome),
      onRetry: (item) => this.memoryWindow.retried(item),
      onStored: (id, ingestMs) => this.#itemRecords.markStored(id, ingestMs),
      onLateOver: (id) => parts.records.drop(id),
      maxLate: parts.maxLate,
      onLeftBehind: (pending) => outboxLog.leftAtExit(pending),
    });
    this.memoryWindow = new MemoryWindow({
      dispatch: this.dispatch,
      spill,
      outboxLog,
      makeItem: (record, number) => this.#makeItem(record, { number, receive: ignore }),
    });
    this.#capacity = new Capacity({
      maxEvents: MEMORY_EVENTS,
      maxBytes: MEMORY_BYTES,
      whenFull: "drop",
      timers: this.dispatch.timers,
      monotonic: () => environment.clock.monotonic(),
    });
  }

  /** Stores an event and sends it. `adopted`: it was on this disk before. */
  take(record: EventRecord, { adopted }: { readonly adopted: boolean }): TakenOn {
    let receive: (outcome: DeliveryOutcome) => void = ignore;
    const outcome = new Promise<DeliveryOutcome>((resolve) => {
      receive = resolve;
    });
    this.#calls.over(record.event.event_id);
    const number = adopted ? BEFORE_ALL : this.dispatch.pending.nextNumber();
    const item = this.#makeItem(record, { number, receive });
    item.inherited = adopted;
    // The call was noted there: another owner may have reported it as interrupted.
    item.uncertain = this.#parts.records.held.wasLeft(item.event.event_id);
    this.dispatch.counters.open();
    return { outcome, kept: this.#accept(item, adopted) };
  }

  /** Records a call before it is made. Whether that is on the disk; never throws or rejects. */
  keepCall(record: EventRecord): boolean | Promise<boolean> {
    return this.#calls.keep(record);
  }

  /** The call has no event. */
  forgetCall(id: string): void {
    this.#calls.over(id);
    this.#parts.records.drop(id);
  }

  /** An event that the service has stored, with a finalize that an earlier process left. */
  takeStored(id: string, ingestMs: number): boolean | Promise<boolean> {
    const event = { event_id: id, input: "", output: "", model: "", timestamp: "" };
    const record = { event, finalize: true, idGivenByCaller: false, occurredAt: 0 };
    const item = this.#makeItem(record, { number: BEFORE_ALL, receive: ignore });
    item.stored = { status: "duplicate", ingestMs, reason: undefined };
    this.dispatch.counters.open();
    const kept = this.#itemRecords.keepStored(id, ingestMs);
    item.kept = true;
    this.memoryWindow.send(item);
    return kept;
  }

  /**
   * Stores events that are only in memory on the disk, if it works now. At the end (`isLast`), they
   * stay in memory as well: moving them to spill files would take the disk's last moments from
   * those not stored yet.
   */
  keepAgain({ isLast }: { readonly isLast: boolean }): void {
    // Removes those that have moved to the spill files since the last time.
    this.dispatch.scheduler.sweep();
    for (const item of this.dispatch.pending.values()) {
      if (item.kept || item.stored !== undefined) continue;
      const bytes = this.#itemRecords.encode(item);
      const kept = this.#itemRecords.keep(item.event.event_id, bytes);
      if (kept === false) return;
      item.kept = true;
      this.#capacity.free(item.bytes);
      const learn = (isKept: boolean) => {
        if (!isKept) return this.#holdInMemory(item);
        this.#tellRelief();
        if (!isLast && bytes !== undefined) this.memoryWindow.relieve(item, bytes);
      };
      if (kept instanceof Promise) void kept.then(learn);
      else learn(kept);
    }
    if (!isLast) this.#calls.keepAgain();
  }

  /** Events that are only in memory, in their on-disk format. */
  *unkept(): Iterable<Buffer> {
    for (const item of this.dispatch.pending.values()) {
      if (item.kept || item.inherited || item.stored !== undefined) continue;
      const bytes = this.#itemRecords.encode(item);
      if (bytes !== undefined) yield bytes;
    }
  }

  /** The store is lost, to another owner or (`isRemoved`) for good. */
  holdAllInMemory({ isRemoved }: { readonly isRemoved: boolean }): void {
    if (this.dispatch.ended) return;
    this.memoryWindow.abandon({ isRemoved });
    for (const item of this.dispatch.pending.values()) {
      item.segment = undefined;
      if (isRemoved) item.inherited = false;
      // The other owner may have sent it.
      else item.uncertain = true;
      this.#holdInMemory(item);
    }
  }

  /** Ends everything; what is on the disk stays there. */
  async end(): Promise<void> {
    this.dispatch.end((item) => this.#unsentOutcome(item, "closed"));
    await this.memoryWindow.end();
  }

  #makeItem(record: EventRecord, origin: Pick<Submitted, "number" | "receive">): Item {
    const held = makeMemoryEvent(record, {
      ...origin,
      submittedAt: this.#parts.environment.clock.monotonic(),
      stop: this.dispatch.stop,
    });
    return Object.assign(held, {
      kept: false,
      tried: false,
      inherited: false,
      segment: undefined,
      node: undefined,
    });
  }

  #accept(item: Item, adopted: boolean): boolean | Promise<boolean> {
    const { dispatch } = this;
    if (dispatch.ended) {
      dispatch.conclude(item, this.#unsentOutcome(item, "closed"));
      return false;
    }
    try {
      measure(item);
    } catch (error) {
      this.#parts.records.drop(item.record.event.event_id);
      dispatch.conclude(item, rejectedOutcome(item, "unwritable", error as Error));
      return false;
    }
    const bytes = this.#itemRecords.encode(item);
    const kept = this.#itemRecords.keep(item.event.event_id, bytes, adopted);
    item.kept = kept !== false;
    // If there is no store yet and no attempt has failed, there will be one in a moment.
    const { ownership, failure } = this.#parts.records;
    const isShort = ownership === undefined && failure === undefined;
    if (!item.kept && !this.#capacity.take(item.bytes, { isShort })) {
      dispatch.conclude(item, this.#unsentOutcome(item, "queue_full"));
      return false;
    }
    if (bytes !== undefined && item.kept && this.memoryWindow.isFull) {
      return this.#spillWhenKept(item, bytes, kept);
    }
    // A waiting event would be in memory twice; it is serialized again when it is sent.
    if (!dispatch.scheduler.idle) item.json = undefined;
    this.memoryWindow.send(item);
    if (!(kept instanceof Promise)) return kept;
    return kept.then((isKept) => {
      if (!isKept) this.#holdInMemory(item);
      return isKept;
    });
  }

  #spillWhenKept(
    item: Item,
    bytes: Buffer,
    kept: boolean | Promise<boolean>,
  ): boolean | Promise<boolean> {
    if (!(kept instanceof Promise)) {
      this.memoryWindow.spill(item, bytes);
      return kept;
    }
    return kept.then((isKept) => {
      if (isKept) {
        this.memoryWindow.spill(item, bytes);
      } else if (this.dispatch.ended) {
        item.kept = false;
        this.dispatch.conclude(item, this.#unsentOutcome(item, "closed"));
      } else {
        item.json = undefined;
        this.memoryWindow.send(item);
        this.#holdInMemory(item);
      }
      return isKept;
    });
  }

  /** The disk has not accepted it, or has lost it. */
  #holdInMemory(item: Item): void {
    // A stored event is safe with the service.
    if (!item.kept || item.over || item.stored !== undefined) return;
    item.kept = false;
    if (this.#capacity.take(item.bytes)) return;
    const outcome = this.#unsentOutcome(item, "queue_full");
    // It takes no space in memory that would have to be freed.
    item.kept = true;
    this.dispatch.settle(item, outcome);
  }

  /** The outcome of an event not sent by this process: the next one sends what is on the disk. */
  #unsentOutcome(item: Item, reason: "closed" | "queue_full"): DeliveryOutcome {
    const isOnDisk = item.kept || item.inherited;
    if (isOnDisk && item.stored === undefined) return persistedOutcome(item);
    if (reason === "queue_full") this.dispatch.log.droppedFull();
    return endedOutcome(item, reason);
  }

  #onSettled(item: Item, outcome: DeliveryOutcome): void {
    this.memoryWindow.left(item);
    if (!item.kept) this.#free(item);
    if (outcome.status === "persisted") return;
    // Ended halfway: the next process learns that the service has it, and finalizes it. What the
    // disk could not confirm may be there all the same.
    const isLeft = outcome.finalized === false || outcome.status === "dropped";
    if (this.dispatch.ended && isLeft) return;
    const remove = () => this.#itemRecords.remove(item);
    if (outcome.status === "rejected") this.#parts.quarantine.keep(item.record, outcome, remove);
    else if (item.late) void this.#itemRecords.keepFinalize(item);
    else remove();
  }

  #free(item: Item): void {
    this.#capacity.free(item.bytes);
    this.#tellRelief();
  }

  #tellRelief(): void {
    if (this.#capacity.relieved) this.dispatch.log.relieved();
  }
}

function ignore(): void {}
