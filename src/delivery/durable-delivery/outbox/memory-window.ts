import type { DeliveryOutcome } from "../../../types.ts";
import type { EventRecord } from "../../delivery.ts";
import { measure } from "../../memory-delivery/memory-event.ts";
import type { Dispatch } from "../../sending/dispatch.ts";
import type { FoundRecord } from "../recovery/salvage.ts";
import { type Item, persistedOutcome } from "./item.ts";
import type { OutboxLog } from "./outbox-log.ts";
import type { Spill, SpilledBatch } from "./spill.ts";
import type { SpillFile } from "./spill-files.ts";

/**
 * Number of events held in memory; later ones wait on the disk only until it is their turn. What
 * the service accepts within seconds is in memory, and a long outage takes no memory.
 */
const WINDOW_EVENTS = 2_048;
const WINDOW_BYTES = 4 * 1024 * 1024;

/** Events are read back when the window is filled below this share. */
const REFILL_BELOW = 0.5;

/**
 * Up to these limits, events are also read back when all events in memory have failed: if the
 * service always fails for those, they must not keep the others from being sent.
 */
const MAX_FAILED_EVENTS = 8_192;
const MAX_FAILED_BYTES = 16 * 1024 * 1024;

/** What {@link MemoryWindow} needs. */
export interface MemoryWindowParts {
  readonly dispatch: Dispatch<Item>;
  readonly spill: Spill;
  readonly outboxLog: OutboxLog;
  readonly makeItem: (record: EventRecord, number: number) => Item;
}

/**
 * Decides which events on the disk are also in memory. The counters have all of them as pending.
 */
export class MemoryWindow {
  readonly #parts: MemoryWindowParts;
  /** Size of the events in memory. */
  #bytes = 0;
  /** Number of events in memory that were sent and must be sent again. */
  #tried = 0;
  /** Callbacks of those that wait for events to be read back. */
  readonly #waits = new Set<() => void>();
  #refilling: Promise<void> | undefined = undefined;

  constructor(parts: MemoryWindowParts) {
    this.#parts = parts;
  }

  /** Whether the window is full. */
  get isFull(): boolean {
    const { pending } = this.#parts.dispatch;
    return pending.size >= WINDOW_EVENTS || this.#bytes >= WINDOW_BYTES;
  }

  /** Sends an event, held in memory. */
  send(item: Item): void {
    this.#bytes += item.bytes;
    this.#parts.dispatch.take(item);
  }

  /** An event was sent and must be sent again. */
  retried(item: Item): void {
    if (item.tried) return;
    item.tried = true;
    this.#tried += 1;
    this.refill();
  }

  /** A sent event has its final outcome. */
  left(item: Item): void {
    this.#bytes -= item.bytes;
    if (item.tried) this.#tried -= 1;
    this.refill();
  }

  /**
   * Removes a stored event from memory; its outcome is `persisted`. Observers are notified once the
   * service has it.
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
   * For an event that was only in memory and is in the store now. If the window is full and the
   * event was never sent, it moves to the spill files: otherwise a disk with intermittent failures
   * would fill memory step by step.
   */
  relieve(item: Item, bytes: Buffer): void {
    const { dispatch } = this.#parts;
    if (!this.isFull || item.attempts > 0 || item.over || dispatch.ended) return;
    this.#bytes -= item.bytes;
    dispatch.withdraw(item);
    this.spill(item, bytes);
  }

  /** Takes over events from a dead owner's spill file. @throws the error of the disk */
  async takeSpillFile(file: SpillFile, events: number): Promise<void> {
    const { dispatch, spill } = this.#parts;
    await spill.adopt(file, events);
    for (let i = 0; i < events; i += 1) dispatch.counters.open();
    if (dispatch.ended) this.#leave(events);
    else this.refill();
  }

  /** Like {@link refill}, and also retries what could not be read before. */
  lookAgain(): void {
    this.#parts.spill.lookAgain();
    this.refill();
  }

  /** Reads events back from the spill files, if there is room in memory. */
  refill(): void {
    const { dispatch, spill } = this.#parts;
    if (!spill.hasNext || this.#refilling !== undefined || dispatch.ended) return;
    if (!this.#hasRoom) return;
    this.#refilling = this.#takeBack().finally(() => {
      this.#refilling = undefined;
      this.refill();
    });
  }

  /**
   * Resolves when all events up to a number, including those in spill files, have their final
   * outcome, or at the deadline.
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
    // For the events that were read back last.
    await dispatch.flush(leftMs(), upTo);
  }

  /** Like {@link flush}, including events that arrive meanwhile. */
  async drain(leftMs: () => number): Promise<void> {
    const { dispatch, spill } = this.#parts;
    while (dispatch.pending.size + spill.size > 0 && leftMs() > 0 && !dispatch.ended) {
      await this.flush(leftMs, Number.MAX_SAFE_INTEGER);
    }
  }

  /**
   * The spill files belong to another owner now, or are gone. Events that were about to be spilled
   * are still in memory, and that owner may not have them.
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

  /** Sending has ended, and nothing is read back any more. Resolves when nothing is in progress. */
  async end(): Promise<void> {
    const { spill } = this.#parts;
    this.#leave(spill.size);
    this.#tellWaits();
    await this.#refilling;
    await spill.settle();
  }

  get #hasRoom(): boolean {
    const { size } = this.#parts.dispatch.pending;
    const isLow =
      size <= WINDOW_EVENTS * REFILL_BELOW && this.#bytes <= WINDOW_BYTES * REFILL_BELOW;
    if (isLow) return true;
    return this.#tried >= size && size <= MAX_FAILED_EVENTS && this.#bytes <= MAX_FAILED_BYTES;
  }

  async #takeBack(): Promise<void> {
    const { dispatch, spill } = this.#parts;
    const batch = await spill.next();
    // Events read after the end are counted with the rest of the spill files.
    if (batch !== undefined && !dispatch.ended) {
      for (const one of batch.found) this.#takeOneBack(one, batch);
      this.#lose(batch);
      this.#leave(batch.gone);
    }
    spill.arrived();
    this.#tellWaits();
  }

  /** Resolves when events were read back, when none will be any more, or at the deadline. */
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
    // Serialized again when it is sent: a waiting event would be in memory twice.
    item.json = undefined;
    this.send(item);
  }

  /** Counts events that were in spill files and cannot be read any more. */
  #lose({ segment, found, unreadable }: SpilledBatch): void {
    if (unreadable === 0) return;
    const { dispatch, outboxLog, spill } = this.#parts;
    for (let i = 0; i < unreadable; i += 1) dispatch.counters.settle(UNREADABLE);
    outboxLog.adopted({ events: found.length, interrupted: 0, sealed: 0, unreadable, damaged: 1 });
    if (segment !== undefined) spill.release(segment, unreadable);
  }

  #leave(events: number, outcome: DeliveryOutcome = LEFT): void {
    for (let i = 0; i < events; i += 1) this.#parts.dispatch.counters.settle(outcome);
  }
}

/** For the counters only: events that are on the disk and in nobody's memory. */
const NOBODYS = { eventId: "", attempts: 0, finalized: "skipped" } as const;
const LEFT: DeliveryOutcome = { ...NOBODYS, status: "persisted" };
const UNREADABLE: DeliveryOutcome = { ...NOBODYS, status: "dropped", reason: "unreadable" };
