import type { DeliveryOutcome } from "../../../types.ts";
import type { EventRecord } from "../../delivery.ts";
import { measure } from "../../memory-delivery/parcel.ts";
import type { Dispatch } from "../../sending/dispatch.ts";
import type { FoundRecord } from "../recovery/salvage.ts";
import { type Item, persistedOutcome } from "./item.ts";
import type { DurableNews } from "./news.ts";
import type { Spill, SpilledBatch } from "./spill.ts";
import type { SpillFile } from "./spill-files.ts";

/**
 * Events beyond these wait on the disk alone, and come back when their turn does: what a service
 * takes in a few seconds is at hand, and an outage of hours takes no memory.
 */
const WINDOW_EVENTS = 2_048;
const WINDOW_BYTES = 4 * 1024 * 1024;

/** The share of the window that is taken at most when events come back. */
const REFILL_BELOW = 0.5;

/** What a {@link MemoryWindow} works with. */
export interface MemoryWindowParts {
  readonly dispatch: Dispatch<Item>;
  readonly spill: Spill;
  readonly news: DurableNews;
  readonly makeItem: (record: EventRecord, number: number) => Item;
}

/** Which events of the disk are in memory as well. The books have all of them as pending. */
export class MemoryWindow {
  readonly #parts: MemoryWindowParts;
  /** Of the events that are in memory. */
  #bytes = 0;
  /** Those who wait for something to come back from the spill files. */
  readonly #waits = new Set<() => void>();
  #refilling: Promise<void> | undefined = undefined;

  constructor(parts: MemoryWindowParts) {
    this.#parts = parts;
  }

  /** Whether memory has as many as it takes. */
  get isFull(): boolean {
    const { pending } = this.#parts.dispatch;
    return pending.size >= WINDOW_EVENTS || this.#bytes >= WINDOW_BYTES;
  }

  /** Sends an event on its way, in memory. */
  send(item: Item): void {
    this.#bytes += item.bytes;
    this.#parts.dispatch.take(item);
  }

  /** One that was sent has its outcome. */
  left(item: Item): void {
    this.#bytes -= item.bytes;
    this.refill();
  }

  /**
   * An event that the store has leaves memory, and its receipt says so. Whoever watches is told
   * once the service has it.
   */
  spill(item: Item, bytes: Buffer): void {
    const { dispatch, spill } = this.#parts;
    if (dispatch.ended) {
      dispatch.conclude(item, persistedOutcome(item));
      return;
    }
    const { record, number, uncertain } = item;
    const replayed = record.replayed === true || uncertain;
    spill.add(record.event.event_id, bytes, { number, replayed });
    item.receive(persistedOutcome(item));
    this.refill();
  }

  /**
   * One that the store has since a moment, and memory had alone before. Where that has more than it takes, what
   * was never sent waits in the spill files: a disk that fails again and again would fill it a little more each time.
   */
  relieve(item: Item, bytes: Buffer): void {
    const { dispatch } = this.#parts;
    if (!this.isFull || item.attempts > 0 || item.over || dispatch.ended) return;
    this.#bytes -= item.bytes;
    dispatch.withdraw(item);
    this.spill(item, bytes);
  }

  /** Events that a dead owner had in its spill files. @throws the error of the disk */
  async takeSpillFile(file: SpillFile, events: number): Promise<void> {
    const { dispatch, spill } = this.#parts;
    await spill.adopt(file, events);
    for (let i = 0; i < events; i += 1) dispatch.books.open();
    if (dispatch.ended) this.#leave(events);
    else this.refill();
  }

  /** As {@link refill}, and what could not be read before is tried again. */
  lookAgain(): void {
    this.#parts.spill.lookAgain();
    this.refill();
  }

  /** Events come back from the spill files, if there is room for them in memory. */
  refill(): void {
    const { dispatch, spill } = this.#parts;
    if (!spill.hasNext || this.#refilling !== undefined || dispatch.ended) return;
    if (dispatch.pending.size > WINDOW_EVENTS * REFILL_BELOW) return;
    if (this.#bytes > WINDOW_BYTES * REFILL_BELOW) return;
    this.#refilling = this.#takeBack().finally(() => {
      this.#refilling = undefined;
      this.refill();
    });
  }

  /**
   * Resolves when everything up to a number has its outcome, what is in spill files included, or at the
   * deadline.
   */
  async flush(leftMs: () => number, upTo: number): Promise<void> {
    const { dispatch, spill } = this.#parts;
    spill.lookAgain();
    await dispatch.flush(leftMs(), upTo);
    while (spill.holds(upTo) && leftMs() > 0 && !dispatch.ended) {
      this.refill();
      await this.#nextReturn(leftMs());
      await dispatch.flush(leftMs(), upTo);
    }
    // What came back as the last.
    await dispatch.flush(leftMs(), upTo);
  }

  /** As {@link flush}, for what comes meanwhile as well. */
  async drain(leftMs: () => number): Promise<void> {
    const { dispatch, spill } = this.#parts;
    while (dispatch.pending.size + spill.size > 0 && leftMs() > 0 && !dispatch.ended) {
      await this.flush(leftMs, Number.MAX_SAFE_INTEGER);
    }
  }

  /**
   * The spill files are another owner's now, or nobody's. What was to go into the next one is in
   * memory still, and that owner may not have seen it.
   */
  abandon({ isRemoved }: { readonly isRemoved: boolean }): void {
    const { spill } = this.#parts;
    const tail = spill.recall();
    if (tail !== undefined) {
      for (const one of tail.found) this.#takeOneBack(one, { ...tail, replayed: true });
    }
    this.#leave(spill.abandon(), isRemoved ? UNREADABLE : LEFT);
    this.#tellWaits();
  }

  /** Sending has ended, and nothing comes back any more. Resolves when nothing of it is under way. */
  async end(): Promise<void> {
    const { spill } = this.#parts;
    this.#leave(spill.size);
    this.#tellWaits();
    await this.#refilling;
    await spill.settle();
  }

  async #takeBack(): Promise<void> {
    const { dispatch, spill } = this.#parts;
    const batch = await spill.next();
    // What comes after the end was counted with the rest of the spill files.
    if (batch !== undefined && !dispatch.ended) {
      for (const one of batch.found) this.#takeOneBack(one, batch);
      this.#lose(batch);
      this.#leave(batch.gone);
    }
    spill.arrived();
    this.#tellWaits();
  }

  /** Resolves when something has come back, when nothing will any more, or at the deadline. */
  #nextReturn(deadlineMs: number): Promise<void> {
    const { timers } = this.#parts.dispatch;
    return new Promise((resolve) => {
      const done = () => {
        this.#waits.delete(done);
        cancelTimer();
        resolve();
      };
      const cancelTimer = timers.schedule(done, deadlineMs, { holdProcess: true });
      this.#waits.add(done);
    });
  }

  #tellWaits(): void {
    for (const done of this.#waits) done();
  }

  #takeOneBack({ reading }: FoundRecord, batch: SpilledBatch): void {
    const { segment, replayed, oldest } = batch;
    if (reading.state !== "read" || reading.kind !== "event") return;
    const { makeItem } = this.#parts;
    const record = replayed ? { ...reading.record, replayed } : reading.record;
    const item = makeItem(record, oldest);
    item.kept = true;
    item.segment = segment;
    measure(item);
    // Written again when its turn comes: text that waits would be held twice.
    item.json = undefined;
    this.send(item);
  }

  /** What was in the spill files and cannot be read any more. */
  #lose({ segment, found, unreadable }: SpilledBatch): void {
    if (unreadable === 0) return;
    const { dispatch, news, spill } = this.#parts;
    for (let i = 0; i < unreadable; i += 1) dispatch.books.settle(UNREADABLE);
    news.adopted({ events: found.length, interrupted: 0, sealed: 0, unreadable, damaged: 1 });
    if (segment !== undefined) spill.release(segment, unreadable);
  }

  #leave(events: number, outcome: DeliveryOutcome = LEFT): void {
    for (let i = 0; i < events; i += 1) this.#parts.dispatch.books.settle(outcome);
  }
}

/** For the books alone: events that are on the disk, and in nobody's memory. */
const NOBODYS = { eventId: "", attempts: 0, finalized: "skipped" } as const;
const LEFT: DeliveryOutcome = { ...NOBODYS, status: "persisted" };
const UNREADABLE: DeliveryOutcome = { ...NOBODYS, status: "dropped", reason: "unreadable" };
