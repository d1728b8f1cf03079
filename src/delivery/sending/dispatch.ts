import { setMaxListeners } from "node:events";
import { LATE_MS, READING_MS } from "../../transport/time-limit.ts";
import type { DeliveryOutcome } from "../../types.ts";
import { OutcomeCounters } from "../counters.ts";
import type { DeliveryEnvironment } from "../delivery.ts";
import { DeliveryLog } from "../delivery-log.ts";
import { type Holder, holdAtExit, letGo } from "../process-exit.ts";
import { processTimers, type Timers } from "../timers.ts";
import { FinalizeLimiter } from "./finalize-limiter.ts";
import { IngestGate } from "./ingest-gate.ts";
import { LateFinalizes, MAX_LATE } from "./late-finalizes.ts";
import { type Numbered, PendingEvents } from "./pending-events.ts";
import type { QueuedEvent } from "./queued-event.ts";
import { SendScheduler } from "./send-scheduler.ts";
import { ClockSkew } from "./stamp.ts";

/** How long a close waits for the next late finalize to come through, in milliseconds. */
const MAX_QUIET_MS = 500;

/** A pending event. */
export interface Dispatched<T> extends QueuedEvent, Numbered<T> {
  /** Aborts its requests. */
  readonly stop: AbortController;
  readonly receive: (outcome: DeliveryOutcome) => void;
}

/** What depends on where the events are stored. */
export interface DispatchHooks<T> {
  /** Called once for each pending event, with its outcome. */
  readonly onSettled: (event: T, outcome: DeliveryOutcome) => void;
  /** Nothing is pending any more. */
  readonly onIdle?: () => void;
  /** The event was sent and must be sent again; may settle it instead. */
  readonly onRetry?: (event: T) => void;
  /** The service has the event, which only needs its finalize. */
  readonly onStored?: (eventId: string, ingestMs: number) => void;
  /** A late finalize has succeeded or was given up. */
  readonly onLateOver?: (eventId: string) => void;
  /** Maximum number of late finalizes. */
  readonly maxLate?: number;
  /** After how many milliseconds events are given up. Default: never. */
  readonly livesMs?: number | undefined;
  /** The process ends while events are pending. */
  readonly onLeftBehind?: (pending: number) => void;
}

/**
 * Brings events to their outcomes and counts them, wherever they are stored: the common part of all
 * deliveries.
 */
export class Dispatch<T extends Dispatched<T>> {
  readonly counters = new OutcomeCounters();
  readonly log: DeliveryLog;
  readonly pending = new PendingEvents<T>();
  readonly scheduler: SendScheduler<T>;
  readonly timers: Timers;
  readonly late: LateFinalizes;
  /** Aborts all requests. */
  readonly stop = unlimitedController();
  readonly #environment: DeliveryEnvironment;
  readonly #hooks: DispatchHooks<T>;
  readonly #holder: Holder = {
    hurry: () => this.scheduler.hurry(),
    leftBehind: () => this.#leftBehind(),
  };
  #ended = false;

  constructor(environment: DeliveryEnvironment, hooks: DispatchHooks<T>) {
    const { sender, clock, random, logger, receiver, timers = processTimers } = environment;
    this.#environment = environment;
    this.#hooks = hooks;
    this.timers = timers;
    const log = new DeliveryLog(logger, clock, receiver);
    this.log = log;
    const gate = new IngestGate({
      random,
      livesMs: hooks.livesMs,
      onChange: (pause) => {
        // Results that arrive after the end are ignored.
        if (this.#ended) return;
        log.paused(pause);
        this.scheduler.gateChanged();
      },
    });
    const limiter = new FinalizeLimiter({
      sender,
      clock,
      onDown: (isDown) => {
        if (this.#ended) return;
        log.finalizeDown(isDown);
        this.late.rearm();
      },
    });
    this.late = new LateFinalizes({
      limiter,
      clock,
      random,
      timers,
      signal: this.stop.signal,
      maxLate: hooks.maxLate ?? MAX_LATE,
      onOver: (eventId) => hooks.onLateOver?.(eventId),
    });
    const skew = new ClockSkew();
    const onAnomaly = (eventId: string) => log.anomaly(eventId);
    this.scheduler = new SendScheduler<T>({
      context: {
        sender,
        clock,
        timers,
        random,
        gate,
        skew,
        limiter,
        onAnomaly,
        onFailed: (eventId, error) => log.failed(eventId, error),
        late: this.late,
        onStored: hooks.onStored,
      },
      timers,
      onDone: (event, { outcome }) => this.settle(event, outcome),
      onRetry: hooks.onRetry,
    });
  }

  /** Nothing is accepted or sent any more. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Accepts an event, which is pending from now on. */
  take(event: T): void {
    if (this.pending.size === 0) holdAtExit(this.#holder);
    this.pending.add(event);
    this.scheduler.add(event);
  }

  /** A pending event has its final outcome. */
  settle(event: T, outcome: DeliveryOutcome): void {
    this.conclude(event, outcome);
    this.#hooks.onSettled(event, outcome);
    this.#leave(event);
  }

  /** An event that was never sent leaves without an outcome: it still counts as pending. */
  withdraw(event: T): void {
    event.over = true;
    this.#leave(event);
  }

  /** An event has its outcome without having been pending. */
  conclude(event: T, outcome: DeliveryOutcome): void {
    event.over = true;
    this.counters.settle(outcome);
    this.log.settled(outcome);
    this.log.withheld(event.record.event);
    try {
      this.#environment.onOutcome(event.record, { ...outcome });
    } catch {
      // Errors of an observer must not affect the delivery.
    }
    event.receive(outcome);
  }

  /**
   * Resolves when all events up to a number (default: all) have their final outcome, or at the
   * deadline.
   */
  async flush(deadlineMs: number, upTo: number = this.pending.lastNumber): Promise<void> {
    if (this.pending.size > 0) this.scheduler.hurry();
    await this.pending.gone(this.timers, deadlineMs, upTo);
  }

  /**
   * Flushes until nothing is pending, including events that arrive meanwhile, or until the
   * deadline.
   */
  async drain(deadlineMs: number): Promise<void> {
    const { clock } = this.#environment;
    const until = clock.monotonic() + deadlineMs;
    while (this.pending.size > 0) {
      const leftMs = until - clock.monotonic();
      if (!(leftMs > 0)) break;
      await this.flush(leftMs);
    }
    // Where the app kept the process busy, answers that came in time are still to be read.
    if (clock.monotonic() - until >= LATE_MS) await this.flush(READING_MS);
    await this.finishLate(until - clock.monotonic());
  }

  /** The last step of a close, however short: late finalizes. */
  async finishLate(leftMs: number): Promise<void> {
    if (leftMs > 0) await this.late.finish({ deadlineMs: leftMs, quietMs: MAX_QUIET_MS });
  }

  /** Stops sending, and gives each remaining event its outcome. */
  end(outcomeOf: (event: T) => DeliveryOutcome): void {
    this.#ended = true;
    this.scheduler.stop();
    this.late.stop();
    this.stop.abort();
    // One reason for all: creating an error with its stack for each event would cost as much as the
    // rest.
    const { reason } = this.stop.signal;
    for (const event of this.pending.values()) {
      event.stop.abort(reason);
      this.settle(event, outcomeOf(event));
    }
  }

  #leave(event: T): void {
    this.pending.delete(event);
    if (this.pending.size === 0) this.#rest();
  }

  /** Nothing is pending: removes our listeners and timers from the process. */
  #rest(): void {
    letGo(this.#holder);
    this.#hooks.onIdle?.();
    this.scheduler.clear();
  }

  #leftBehind(): void {
    const { pending } = this.counters;
    if (this.#hooks.onLeftBehind === undefined) this.log.leftAtExit(pending);
    else this.#hooks.onLeftBehind(pending);
  }
}

/** A signal without a limit of listeners, because thousands of requests use it. */
function unlimitedController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
