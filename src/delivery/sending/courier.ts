import type { Timers } from "../timers.ts";
import { advance, type Desk, type Step } from "./deliver-event.ts";
import { DueHeap } from "./due-heap.ts";
import { Fifo } from "./fifo.ts";
import type { Again } from "./ingest-rules.ts";
import type { Trip } from "./trip.ts";

/** Maximum number of events being sent at once: enough for a fast service, few for a slow one. */
const MAX_IN_FLIGHT = 64;

/**
 * Schedules events: at most {@link MAX_IN_FLIGHT} at once, none before the gate allows it, each
 * after its full wait. One timer in total, and none while there is nothing to wait for.
 */
export class Courier<T extends Trip> {
  readonly #desk: Desk;
  readonly #timers: Timers;
  readonly #onDone: (trip: T, step: Extract<Step, { kind: "done" }>) => void;
  readonly #onDepart: ((trip: T) => Step | undefined) | undefined;
  readonly #onRest: ((trip: T) => void) | undefined;
  readonly #fresh = new Fifo<T>();
  /** Sent before, with its wait over. */
  readonly #ready = new Fifo<T>();
  readonly #resting = new DueHeap<T>();
  /** Stored, with a finalize to send. The gate does not apply to them. */
  readonly #unfinalized = new Fifo<T>();
  readonly #restingUnfinalized = new DueHeap<T>();
  #inFlight = 0;
  #freshIsNext = false;
  #turnComing = false;
  #stopped = false;
  #cancelTimer: (() => void) | undefined = undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  constructor(options: {
    readonly desk: Desk;
    readonly timers: Timers;
    /** Called once for each event that has its final outcome. */
    readonly onDone: (trip: T, step: Extract<Step, { kind: "done" }>) => void;
    /**
     * Called before an event is sent; returns what to do instead, if anything. Never a wait of
     * zero.
     */
    readonly onDepart?: ((trip: T) => Step | undefined) | undefined;
    /** The event was sent and must be sent again; may end it instead. */
    readonly onRest?: ((trip: T) => void) | undefined;
  }) {
    this.#desk = options.desk;
    this.#timers = options.timers;
    this.#onDone = options.onDone;
    this.#onDepart = options.onDepart;
    this.#onRest = options.onRest;
  }

  /** Whether an event submitted now would be sent at once. */
  get idle(): boolean {
    const underWay = this.#inFlight + this.#fresh.size + this.#ready.size;
    return underWay < MAX_IN_FLIGHT && this.#desk.gate.pause === undefined;
  }

  add(trip: T): void {
    // A stored event needs only its finalize.
    if (trip.stored === undefined) this.#fresh.push(trip);
    else this.#unfinalized.push(trip);
    this.turnSoon();
  }

  /** Checks what may be sent, after the current work. */
  turnSoon(): void {
    if (this.#turnComing || this.#stopped) return;
    this.#turnComing = true;
    this.#timers.soon(() => {
      this.#turnComing = false;
      this.#turn();
    });
  }

  /** Somebody waits: waits end, and a pause is probed now, unless the service named a time. */
  hurry(): void {
    const now = this.#desk.clock.monotonic();
    rouse(this.#resting, this.#ready, now);
    rouse(this.#restingUnfinalized, this.#unfinalized, now);
    this.#desk.gate.hurry(now);
    this.turnSoon();
  }

  /** The gate has changed. In a pause, it alone decides when to try again. */
  gateChanged(): void {
    rouse(this.#resting, this.#ready, this.#desk.clock.monotonic());
    this.turnSoon();
  }

  /** Drops finished events that were never sent, from the front of the queue. */
  prune(): void {
    while (this.#fresh.peek()?.over === true) this.#fresh.shift();
  }

  /** Like {@link prune}, but looks through the whole queue. */
  sweep(): void {
    this.#fresh.keepOnly(({ over }) => !over);
  }

  /** Nothing is sent any more. */
  stop(): void {
    this.#stopped = true;
    this.clear();
  }

  /** All events are finished: drops those that wait, and the timer. */
  clear(): void {
    this.#disarm();
    if (!this.#hasWaiting) return;
    this.#fresh.clear();
    this.#ready.clear();
    this.#unfinalized.clear();
    this.#resting.drain();
    this.#restingUnfinalized.drain();
  }

  #turn(): void {
    if (this.#stopped) return;
    const now = this.#desk.clock.monotonic();
    wake(this.#resting, this.#ready, now);
    wake(this.#restingUnfinalized, this.#unfinalized, now);
    while (this.#inFlight < MAX_IN_FLIGHT) {
      const trip = this.#nextToFinalize() ?? this.#nextToIngest(now);
      if (trip === undefined) break;
      void this.#send(trip);
    }
    this.#arm(now);
  }

  #nextToFinalize(): T | undefined {
    return this.#desk.lanes.isOpen ? nextAlive(this.#unfinalized) : undefined;
  }

  #nextToIngest(now: number): T | undefined {
    const { gate } = this.#desk;
    if (gate.waitMs(now) > 0) return undefined;
    let trip = this.#nextInTurn();
    for (; trip !== undefined; trip = this.#nextInTurn()) {
      const instead = this.#onDepart?.(trip);
      if (instead === undefined) break;
      this.#arrive(trip, instead);
    }
    if (trip !== undefined) trip.probe = gate.depart(now);
    return trip;
  }

  #nextInTurn(): T | undefined {
    // Alternating, so that events that always fail block nobody. A fresh one is the better probe
    // for the same reason.
    const freshFirst = this.#freshIsNext || this.#desk.gate.pause !== undefined;
    const trip = freshFirst
      ? (nextAlive(this.#fresh) ?? nextAlive(this.#ready))
      : (nextAlive(this.#ready) ?? nextAlive(this.#fresh));
    if (trip !== undefined) this.#freshIsNext = !this.#freshIsNext;
    return trip;
  }

  async #send(trip: T): Promise<void> {
    this.#inFlight += 1;
    const step = await advance(trip, this.#desk);
    this.#inFlight -= 1;
    this.#arrive(trip, step);
    if (this.#hasWaiting) this.turnSoon();
  }

  #arrive(trip: T, step: Step): void {
    if (trip.over) return;
    if (step.kind === "done") this.#onDone(trip, step);
    else this.#rest(trip, step);
  }

  get #hasWaiting(): boolean {
    return this.#fresh.size + this.#ready.size + this.#unfinalized.size + this.#restingSize > 0;
  }

  get #restingSize(): number {
    return this.#resting.size + this.#restingUnfinalized.size;
  }

  #rest(trip: T, { delayMs, leastMs }: Again): void {
    this.#onRest?.(trip);
    if (trip.over) return;
    const now = this.#desk.clock.monotonic();
    trip.dueAt = now + delayMs;
    trip.notBefore = now + leastMs;
    const isReady = delayMs === 0 || (this.#desk.gate.pause !== undefined && leastMs === 0);
    if (trip.stored !== undefined) this.#restingUnfinalized.push(trip);
    else if (isReady) this.#ready.push(trip);
    else this.#resting.push(trip);
  }

  #arm(now: number): void {
    // With all slots in use, the next result triggers the next turn.
    if (this.#inFlight >= MAX_IN_FLIGHT) return;
    const at = Math.min(
      this.#resting.peek()?.dueAt ?? Number.POSITIVE_INFINITY,
      this.#restingUnfinalized.peek()?.dueAt ?? Number.POSITIVE_INFINITY,
      this.#ready.size + this.#fresh.size > 0
        ? now + this.#desk.gate.waitMs(now)
        : Number.POSITIVE_INFINITY,
    );
    if (at === this.#timerAt) return;
    this.#disarm();
    if (at === Number.POSITIVE_INFINITY) return;
    this.#timerAt = at;
    this.#cancelTimer = this.#timers.schedule(() => {
      this.#timerAt = Number.POSITIVE_INFINITY;
      this.#cancelTimer = undefined;
      this.#turn();
    }, at - now);
  }

  #disarm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#timerAt = Number.POSITIVE_INFINITY;
  }
}

/** Moves events whose wait is over to those that may be sent. */
function wake<T extends Trip>(resting: DueHeap<T>, awake: Fifo<T>, now: number): void {
  for (let trip = resting.peek(); trip !== undefined && trip.dueAt <= now; trip = resting.peek()) {
    resting.pop();
    awake.push(trip);
  }
}

/** Ends the waits that may be cut short. */
function rouse<T extends Trip>(resting: DueHeap<T>, awake: Fifo<T>, now: number): void {
  for (const trip of resting.drain()) {
    if (trip.notBefore <= now) {
      awake.push(trip);
    } else {
      trip.dueAt = trip.notBefore;
      resting.push(trip);
    }
  }
}

function nextAlive<T extends Trip>(waiting: Fifo<T>): T | undefined {
  for (;;) {
    const trip = waiting.shift();
    if (trip === undefined || !trip.over) return trip;
  }
}
