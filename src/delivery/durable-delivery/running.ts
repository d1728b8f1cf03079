import { existsSync } from "node:fs";
import { closedError, GuardedModelError } from "../../errors.ts";
import { countDown } from "../../transport/deadline.ts";
import { settleWithin } from "../../transport/settle-within.ts";
import type { DeliveryCounters } from "../../types.ts";
import type {
  CallNote,
  DeliveryEnvironment,
  EventRecord,
  RunningDelivery,
  Submission,
} from "../delivery.ts";
import { MAX_LATE } from "../sending/late-finalizes.ts";
import { succeeds } from "../succeeds.ts";
import { processTimers } from "../timers.ts";
import { withinDeadline } from "../within-deadline.ts";
import { closeBudget } from "./close-budget.ts";
import { layoutOf } from "./files/layout.ts";
import { BEAT_MS } from "./files/owner-card.ts";
import type { DurableSettings } from "./options.ts";
import { OutboxEvents } from "./outbox/outbox-events.ts";
import { OutboxLog } from "./outbox/outbox-log.ts";
import { Quarantine } from "./outbox/quarantine.ts";
import { Quota } from "./outbox/quota.ts";
import { RecordStore } from "./outbox/record-store.ts";
import { Spill } from "./outbox/spill.ts";
import { Adoption } from "./recovery/adoption.ts";
import { beat, type Ownership } from "./recovery/ownership.ts";
import { leaveRecords } from "./store/left-store.ts";

/**
 * One event per this many bytes of `maxBytes` may wait for its finalize only: about a twentieth of
 * them.
 */
const LATE_SHARE_BYTES = 4_096;

/** A running `durableDelivery`. Opens the directory after construction, not in it. */
export class RunningDurableDelivery implements RunningDelivery {
  readonly #settings: DurableSettings;
  readonly #environment: DeliveryEnvironment;
  readonly #outboxLog: OutboxLog;
  readonly #records: RecordStore;
  readonly #quota: Quota;
  readonly #quarantine: Quarantine;
  readonly #spill: Spill;
  readonly #events: OutboxEvents;
  readonly #adoption: Adoption;
  #opening: Promise<void> | undefined = undefined;
  #opened = false;
  #closing: Promise<void> | undefined = undefined;
  #cancelBeat: (() => void) | undefined = undefined;
  #maintaining: Promise<void> | undefined = undefined;
  /** Whether there is, or is about to be, a file of what the disk has not accepted. */
  #hasLeft = false;

  constructor(settings: DurableSettings, environment: DeliveryEnvironment) {
    const { clock, logger, timers = processTimers } = environment;
    const { keyring, maxBytes } = settings;
    const layout = layoutOf(settings.directory);
    const outboxLog = new OutboxLog(logger, clock);
    const now = () => clock.now();
    const onTrouble = (error: unknown) => outboxLog.trouble(error, settings.onFull === "required");
    const onRelief = () => outboxLog.relief();
    const quota = new Quota({ layout, maxBytes, clock });
    const records = new RecordStore({
      ...{ settings, layout, timers, clock, quota, onTrouble, onRelief },
      onLost: (ownership) => this.#leaveStore(ownership),
    });
    const quarantine = new Quarantine({
      ...{ layout, keyring, records, quota, outboxLog, maxBytes, now },
    });
    const spill = new Spill({ layout, keyring, records, quota, fsync: settings.fsync });
    const outboxEvents = new OutboxEvents({
      ...{ environment, keyring, records, outboxLog, quarantine, spill },
      maxLate: Math.min(MAX_LATE, Math.floor(maxBytes / LATE_SHARE_BYTES)),
    });
    this.#settings = settings;
    this.#environment = environment;
    this.#outboxLog = outboxLog;
    this.#records = records;
    this.#quota = quota;
    this.#quarantine = quarantine;
    this.#spill = spill;
    this.#events = outboxEvents;
    this.#adoption = new Adoption({
      ...{ layout, keyring, records, outboxLog, maxBytes, clock, outboxEvents },
    });
    // Sends what earlier processes left, whether or not this one makes a call.
    timers.soon(() => void this.#open());
  }

  admit(signal: AbortSignal | undefined): Promise<void> | undefined {
    const admission = this.#opened ? this.#admitNow() : this.#open().then(() => this.#admitNow());
    if (admission === undefined) return undefined;
    return settleWithin(admission, { signal, holdProcess: false });
  }

  note(call: CallNote): Promise<void> | undefined {
    const kept = this.#events.keepCall(call.interrupted);
    if (kept === true) return undefined;
    if (kept === false) return this.#unkeptCall();
    return kept.then((isKept) => (isKept ? undefined : this.#unkeptCall()));
  }

  forget(eventId: string): void {
    this.#events.forgetCall(eventId);
  }

  submit(record: EventRecord): Submission {
    const { outcome, kept } = this.#events.take(record, { adopted: false });
    return { stored: kept instanceof Promise ? kept.then(() => undefined) : undefined, outcome };
  }

  async flush(options: { readonly deadlineMs: number }): Promise<void> {
    const leftMs = countDown(this.#environment.clock, options.deadlineMs);
    const { lastNumber } = this.#events.dispatch.pending;
    await this.#within(leftMs(), this.#openAndAdopt());
    await this.#events.memoryWindow.flush(leftMs, lastNumber);
    // The caller waits, and may end the process now.
    this.#records.tidy();
  }

  close(options: { readonly deadlineMs: number }): Promise<void> {
    this.#closing ??= this.#close(options.deadlineMs);
    return this.#closing;
  }

  counters(): DeliveryCounters {
    return this.#events.dispatch.counters.read();
  }

  #admitNow(): Promise<void> | undefined {
    if (this.#closing !== undefined) return Promise.reject(closedError());
    if (this.#settings.onFull !== "required" || this.#records.isUsable()) return undefined;
    return this.#admitAfterOpening();
  }

  async #admitAfterOpening(): Promise<void> {
    await this.#records.open();
    if (!this.#records.isUsable()) throw this.#unavailable();
  }

  #unkeptCall(): Promise<void> | undefined {
    if (this.#settings.onFull !== "required") return undefined;
    return Promise.reject(this.#unavailable());
  }

  #unavailable(): GuardedModelError {
    if (this.#closing !== undefined) return closedError();
    return new GuardedModelError(
      "delivery_unavailable",
      'The outbox cannot keep the event of this call, and onFull is "required": the model was not called. The log has the cause; the call may be retried.',
      { retryable: true, cause: this.#records.failure },
    );
  }

  /** Opens the outbox once, and maintains it from then on. Never rejects. */
  #open(): Promise<void> {
    this.#opening ??= this.#begin();
    return this.#opening;
  }

  async #begin(): Promise<void> {
    if (this.#closing === undefined) await this.#records.open();
    this.#opened = true;
    if (this.#closing !== undefined) return;
    // What was submitted before there was a store.
    this.#events.keepAgain({ isLast: false });
    void this.#adoption.run();
    this.#scheduleBeat();
  }

  async #openAndAdopt(): Promise<void> {
    await this.#open();
    if (this.#closing === undefined) await this.#adoption.run();
  }

  #scheduleBeat(): void {
    const { timers } = this.#events.dispatch;
    this.#cancelBeat = timers.schedule(() => void this.#beat(), BEAT_MS);
  }

  /** Writes a heartbeat, looks for dead owners, and retries what failed. */
  async #beat(): Promise<void> {
    const { ownership } = this.#records;
    if (ownership !== undefined && !(await beat(ownership)) && this.#closing === undefined)
      await this.#records.relocate(ownership);
    if (this.#closing === undefined) this.#maintaining ??= this.#maintain();
    // Also during a close, which may take longer than a dead owner is silent.
    if (this.#cancelBeat !== undefined) this.#scheduleBeat();
  }

  /** No heartbeat waits for it, and it waits for no reading of what dead owners left. */
  async #maintain(): Promise<void> {
    // New events need the disk more than the remains of delivered ones.
    if (this.#records.wantsNewFile) this.#events.dispatch.late.letGo();
    if (this.#spill.isEmpty) await this.#records.renew();
    await this.#records.open();
    this.#quota.look();
    await this.#quota.measureRest();
    this.#events.keepAgain({ isLast: false });
    this.#events.memoryWindow.lookAgain();
    this.#maintaining = undefined;
    void this.#adoption.run();
  }

  /**
   * The store belongs to another owner now, or was removed with everything else. Resolves to whether
   * another is to be opened.
   */
  async #leaveStore(ownership: Ownership): Promise<boolean> {
    // It may have been noticed by two at once.
    if (this.#records.ownership !== ownership) return true;
    const isRemoved = !existsSync(layoutOf(this.#settings.directory).owners);
    if (isRemoved) this.#outboxLog.removed();
    else this.#outboxLog.takenOver();
    void this.#records.abandon();
    // At once: nothing must be read or counted there any more.
    this.#events.holdAllInMemory({ isRemoved });
    // Lets the pending callers of the store learn that it has accepted nothing, before its last
    // events are handled.
    await new Promise<void>((resolve) => this.#events.dispatch.timers.soon(resolve));
    this.#events.holdAllInMemory({ isRemoved });
    return !isRemoved;
  }

  async #close(deadlineMs: number): Promise<void> {
    const { clock } = this.#environment;
    const leftMs = countDown(clock, deadlineMs);
    const { reserveMs, diskMs, leaveMs: unkeptMs } = closeBudget(deadlineMs);
    const lastMs = countDown(clock, diskMs);
    await this.#within(leftMs(), this.#opening ?? Promise.resolve());
    const { dispatch } = this.#events;
    // While events are sent: a slow disk needs more time for a new folder than is left afterwards.
    void this.#records.relocateIfLost();
    await this.#sendLast(() => Math.max(0, leftMs() - reserveMs));
    await dispatch.finishLate(leftMs() - reserveMs);
    this.#cancelBeat?.();
    this.#cancelBeat = undefined;
    await this.#within(leftMs(), this.#adoption.stop());
    await this.#within(lastMs(), this.#records.relocateIfLost());
    this.#events.keepAgain({ isLast: true });
    // Only what the disk confirms at the last moment may be called persisted.
    await this.#records.settle(lastMs());
    const leaveMs = countDown(clock, lastMs() + unkeptMs);
    await this.#within(leaveMs(), this.#leaveUnkept(leaveMs));
    const before = dispatch.counters.read();
    await this.#within(lastMs(), this.#leave());
    const { persisted, dropped } = dispatch.counters.read();
    this.#outboxLog.persisted(persisted - before.persisted);
    dispatch.log.closed((dropped.closed ?? 0) - (before.dropped.closed ?? 0));
    this.#outboxLog.end();
  }

  /**
   * Sends what is here and what dead owners left: a process that lives for one call has no other
   * time for that.
   */
  async #sendLast(leftMs: () => number): Promise<void> {
    if (leftMs() === 0) return;
    const { memoryWindow } = this.#events;
    const adopted = this.#within(leftMs(), this.#adoption.run());
    // Its own events do not wait until those of others are read.
    await memoryWindow.drain(leftMs);
    await adopted;
    await memoryWindow.drain(leftMs);
  }

  /** Writes what the disk has not accepted to a file of its own. Best effort: no sync follows. */
  async #leaveUnkept(leftMs: () => number): Promise<void> {
    const { ownership } = this.#records;
    if (ownership === undefined) return;
    const records: Buffer[] = [];
    for (const record of this.#events.unkept()) {
      if (leftMs() === 0 || !this.#quota.fits(record.length)) break;
      this.#quota.charge(record.length);
      records.push(record);
    }
    if (records.length === 0) return;
    this.#hasLeft = true;
    this.#hasLeft = await succeeds(leaveRecords(ownership.folder, records));
  }

  async #leave(): Promise<void> {
    await this.#events.end();
    await this.#quarantine.settle();
    await this.#records.close({ restIsEmpty: this.#spill.isEmpty && !this.#hasLeft });
  }

  /** Waits for `work`, up to the deadline. Keeps the process alive, because somebody awaits it. */
  #within(deadlineMs: number, work: Promise<void>): Promise<void> {
    const { timers } = this.#events.dispatch;
    return withinDeadline(deadlineMs, work, { timers, holdProcess: true });
  }
}
