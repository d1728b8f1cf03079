import { setMaxListeners } from "node:events";
import type { DeliveryOutcome } from "../../types.ts";
import { Books } from "../counters.ts";
import type { DeliveryEnvironment } from "../delivery.ts";
import { DeliveryLog } from "../delivery-log.ts";
import { type Holder, holdAtExit, letGo } from "../process-exit.ts";
import { processTimers, type Timers } from "../timers.ts";
import { Courier } from "./courier.ts";
import type { Step } from "./deliver-event.ts";
import { FinalizeLanes } from "./finalize-lanes.ts";
import { Gate } from "./gate.ts";
import { LateFinalizes, MAX_LATE } from "./late-finalizes.ts";
import { type Numbered, PendingEvents } from "./pending-events.ts";
import { ClockSkew } from "./stamp.ts";
import type { Trip } from "./trip.ts";

/** Longest that a close waits for finalizes that nobody else waits for, in milliseconds. */
const MAX_FINISH_MS = 500;

/** An event that somebody waits to hear of. */
export interface Dispatched<T> extends Trip, Numbered<T> {
  /** Stops its requests. */
  readonly stop: AbortController;
  readonly receive: (outcome: DeliveryOutcome) => void;
}

/** What differs by where events are kept. */
export interface Keeping<T> {
  /** Told once for each pending event, with its outcome. */
  readonly onSettled: (event: T, outcome: DeliveryOutcome) => void;
  /** Nothing is pending any more. */
  readonly onIdle?: () => void;
  /** Before an event is sent: what happens instead, if anything. Never a rest of no time. */
  readonly onDepart?: (event: T) => Step | undefined;
  /** It was sent and has to be sent again. */
  readonly onRest?: (event: T) => void;
  /** The service has an event, which lacks its finalize alone. */
  readonly onStored?: (eventId: string, ingestMs: number) => void;
  /** A finalize that its event's receipt has not waited for is over, one way or the other. */
  readonly onLateOver?: (eventId: string) => void;
  /** How many of those may wait. */
  readonly maxLate?: number;
  /** The process ends while events are pending. */
  readonly onLeftBehind?: (pending: number) => void;
}

/**
 * Gets events to their outcomes and keeps the books, wherever they are kept: what deliveries
 * have in common.
 */
export class Dispatch<T extends Dispatched<T>> {
  readonly books = new Books();
  readonly log: DeliveryLog;
  readonly pending = new PendingEvents<T>();
  readonly courier: Courier<T>;
  readonly timers: Timers;
  readonly late: LateFinalizes;
  /** Stops all requests. */
  readonly stop = unlimitedController();
  readonly #environment: DeliveryEnvironment;
  readonly #keeping: Keeping<T>;
  readonly #holder: Holder = {
    hurry: () => this.courier.hurry(),
    leftBehind: () => this.#leftBehind(),
  };
  #ended = false;

  constructor(environment: DeliveryEnvironment, keeping: Keeping<T>) {
    const { sender, clock, random, logger, receiver, timers = processTimers } = environment;
    this.#environment = environment;
    this.#keeping = keeping;
    this.timers = timers;
    const log = new DeliveryLog(logger, clock, receiver);
    this.log = log;
    const gate = new Gate({
      random,
      onChange: (pause) => {
        // What comes back after the end is nobody's news.
        if (this.#ended) return;
        log.paused(pause);
        this.courier.gateChanged();
      },
    });
    const lanes = new FinalizeLanes({
      ...{ sender, clock },
      onDown: (isDown) => {
        if (this.#ended) return;
        log.finalizeDown(isDown);
        this.late.rearm();
      },
    });
    this.late = new LateFinalizes({
      ...{ lanes, clock, random, timers },
      signal: this.stop.signal,
      maxLate: keeping.maxLate ?? MAX_LATE,
      onOver: (eventId) => keeping.onLateOver?.(eventId),
    });
    const skew = new ClockSkew();
    const onAnomaly = (eventId: string) => log.anomaly(eventId);
    this.courier = new Courier<T>({
      desk: {
        ...{ sender, clock, timers, random, gate, skew, lanes, onAnomaly },
        late: this.late,
        onStored: keeping.onStored,
      },
      timers,
      onDone: (event, { outcome }) => this.settle(event, outcome),
      onDepart: keeping.onDepart,
      onRest: keeping.onRest,
    });
  }

  /** Nothing is taken or sent any more. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Takes an event on; it is pending from now on. */
  take(event: T): void {
    if (this.pending.size === 0) holdAtExit(this.#holder);
    this.pending.add(event);
    this.courier.add(event);
  }

  /** A pending event has its outcome. */
  settle(event: T, outcome: DeliveryOutcome): void {
    this.conclude(event, outcome);
    this.#keeping.onSettled(event, outcome);
    this.#leave(event);
  }

  /** An event that was never sent goes elsewhere, without an outcome: the books have it as pending still. */
  withdraw(event: T): void {
    event.over = true;
    this.#leave(event);
  }

  /** An event has its outcome without ever having been pending. */
  conclude(event: T, outcome: DeliveryOutcome): void {
    event.over = true;
    this.books.settle(outcome);
    this.log.settled(outcome);
    this.log.withheld(event.record.event);
    try {
      this.#environment.onOutcome(event.record, { ...outcome });
    } catch {
      // Whoever watches must not change what is watched.
    }
    event.receive(outcome);
  }

  /** Resolves when everything up to a number has its outcome, all there is by default, or at the deadline. */
  async flush(deadlineMs: number, upTo: number = this.pending.lastNumber): Promise<void> {
    if (this.pending.size > 0) this.courier.hurry();
    await this.pending.gone(this.timers, deadlineMs, upTo);
  }

  /** Flushes for as long as there is time and anything pending, what comes meanwhile included. */
  async drain(deadlineMs: number): Promise<void> {
    const { clock } = this.#environment;
    const until = clock.monotonic() + deadlineMs;
    while (this.pending.size > 0) {
      const leftMs = until - clock.monotonic();
      if (!(leftMs > 0)) break;
      await this.flush(leftMs);
    }
    await this.finishLate(until - clock.monotonic());
  }

  /** The last of a close, which may be as short as it likes: finalizes that had their receipts without. */
  async finishLate(leftMs: number): Promise<void> {
    if (leftMs > 0) await this.late.finish(Math.min(leftMs, MAX_FINISH_MS));
  }

  /** Stops sending, and gives each event that is left its outcome. */
  end(outcomeOf: (event: T) => DeliveryOutcome): void {
    this.#ended = true;
    this.courier.stop();
    this.late.stop();
    this.stop.abort();
    // One for all: a reason of its own, with its stack, costs as much as all the rest of an event's end.
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

  /** Nothing is pending: nothing of ours stays behind in the process. */
  #rest(): void {
    letGo(this.#holder);
    this.#keeping.onIdle?.();
    this.courier.clear();
  }

  #leftBehind(): void {
    const { pending } = this.books;
    if (this.#keeping.onLeftBehind === undefined) this.log.leftAtExit(pending);
    else this.#keeping.onLeftBehind(pending);
  }
}

/** A signal that thousands of requests may listen to at once. */
function unlimitedController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
