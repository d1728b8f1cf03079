import type { Timers } from "../timers.ts";
import { advance, type SendContext, type Step } from "./deliver-event.ts";
import { DueHeap } from "./due-heap.ts";
import { Fifo } from "./fifo.ts";
import type { Again } from "./ingest-rules.ts";
import type { QueuedEvent } from "./queued-event.ts";

/** Maximum number of events being sent at once: enough for a fast service, few for a slow one. */
const MAX_IN_FLIGHT = 64;

/**
 * Schedules events: at most {@link MAX_IN_FLIGHT} at once, none before the gate allows it, each
 * after its full wait. One timer in total, and none while there is nothing to wait for.
 */
export class SendScheduler<T extends QueuedEvent> {
  readonly #context: SendContext;
  readonly #timers: Timers;
  readonly #onDone: (queued: T, step: Extract<Step, { kind: "done" }>) => void;
  readonly #onRetry: ((queued: T) => void) | undefined;
  readonly #fresh = new Fifo<T>();
  /** Sent before, with its wait over. */
  readonly #ready = new Fifo<T>();
  readonly #delayed = new DueHeap<T>();
  /** Stored, with a finalize to send. The gate does not apply to them. */
  readonly #unfinalized = new Fifo<T>();
  readonly #delayedFinalizes = new DueHeap<T>();
  #inFlight = 0;
  #freshIsNext = false;
  #turnComing = false;
  #stopped = false;
  #cancelTimer: (() => void) | undefined = undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  constructor(options: {
    readonly context: SendContext;
    readonly timers: Timers;
    /** Called once for each event that has its final outcome. */
    readonly onDone: (queued: T, step: Extract<Step, { kind: "done" }>) => void;
    /** The event was sent and must be sent again; may end it instead. */
    readonly onRetry?: ((queued: T) => void) | undefined;
  }) {
    this.#context = options.context;
    this.#timers = options.timers;
    this.#onDone = options.onDone;
    this.#onRetry = options.onRetry;
  }

  /** Whether an event submitted now would be sent at once. */
  get idle(): boolean {
    const underWay = this.#inFlight + this.#fresh.size + this.#ready.size;
    return underWay < MAX_IN_FLIGHT && this.#context.gate.pause === undefined;
  }

  add(queued: T): void {
    // A stored event needs only its finalize.
    if (queued.stored === undefined) this.#fresh.push(queued);
    else this.#unfinalized.push(queued);
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
    endWaits(this.#delayed);
    endWaits(this.#delayedFinalizes);
    this.#context.gate.hurry(this.#context.clock.monotonic());
    this.turnSoon();
  }

  /** The gate has changed. In a pause, it alone decides when to try again. */
  gateChanged(): void {
    endWaits(this.#delayed);
    this.turnSoon();
  }

  /** Drops finished events from the front of what waits for the gate: a pause may last for days. */
  prune(): void {
    for (const waiting of [this.#fresh, this.#ready]) {
      while (waiting.peek()?.over === true) waiting.shift();
    }
  }

  /** Drops finished events that were never sent. */
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
    this.#delayed.drain();
    this.#delayedFinalizes.drain();
  }

  #turn(): void {
    if (this.#stopped) return;
    const now = this.#context.clock.monotonic();
    moveDue(this.#delayed, this.#ready, now);
    moveDue(this.#delayedFinalizes, this.#unfinalized, now);
    while (this.#inFlight < MAX_IN_FLIGHT) {
      const queued = this.#nextToFinalize() ?? this.#nextToIngest(now);
      if (queued === undefined) break;
      void this.#send(queued);
    }
    this.#arm(now);
  }

  #nextToFinalize(): T | undefined {
    return this.#context.limiter.isOpen ? nextAlive(this.#unfinalized) : undefined;
  }

  #nextToIngest(now: number): T | undefined {
    const { gate } = this.#context;
    if (gate.waitMs(now) > 0) return undefined;
    const queued = this.#nextInTurn();
    if (queued !== undefined) queued.probe = gate.begin(now);
    return queued;
  }

  #nextInTurn(): T | undefined {
    // Alternating, so that events that always fail block nobody. A fresh one is the better probe
    // for the same reason.
    const freshFirst = this.#freshIsNext || this.#context.gate.pause !== undefined;
    const queued = freshFirst
      ? (nextAlive(this.#fresh) ?? nextAlive(this.#ready))
      : (nextAlive(this.#ready) ?? nextAlive(this.#fresh));
    if (queued !== undefined) this.#freshIsNext = !this.#freshIsNext;
    return queued;
  }

  async #send(queued: T): Promise<void> {
    this.#inFlight += 1;
    const step = await advance(queued, this.#context);
    this.#inFlight -= 1;
    this.#apply(queued, step);
    if (this.#hasWaiting) this.turnSoon();
  }

  #apply(queued: T, step: Step): void {
    if (queued.over) return;
    if (step.kind === "done") this.#onDone(queued, step);
    else this.#delay(queued, step);
  }

  get #hasWaiting(): boolean {
    return this.#fresh.size + this.#ready.size + this.#unfinalized.size + this.#delayedSize > 0;
  }

  get #delayedSize(): number {
    return this.#delayed.size + this.#delayedFinalizes.size;
  }

  #delay(queued: T, { delayMs, leastMs }: Again): void {
    this.#onRetry?.(queued);
    if (queued.over) return;
    const now = this.#context.clock.monotonic();
    queued.dueAt = now + delayMs;
    queued.notBefore = now + leastMs;
    const isReady = delayMs === 0 || (this.#context.gate.pause !== undefined && leastMs === 0);
    if (queued.stored !== undefined) this.#delayedFinalizes.push(queued);
    else if (isReady) this.#ready.push(queued);
    else this.#delayed.push(queued);
  }

  #arm(now: number): void {
    // With all slots in use, the next result triggers the next turn.
    if (this.#inFlight >= MAX_IN_FLIGHT) return;
    const at = Math.min(
      this.#delayed.peek()?.dueAt ?? Number.POSITIVE_INFINITY,
      this.#delayedFinalizes.peek()?.dueAt ?? Number.POSITIVE_INFINITY,
      this.#ready.size + this.#fresh.size > 0
        ? now + this.#context.gate.waitMs(now)
        : Number.POSITIVE_INFINITY,
      // The slots they wait for may be taken by finalizes that nobody here waits for any more.
      this.#unfinalized.size > 0 ? this.#context.limiter.stallsAt : Number.POSITIVE_INFINITY,
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
function moveDue<T extends QueuedEvent>(delayed: DueHeap<T>, ready: Fifo<T>, now: number): void {
  for (
    let queued = delayed.peek();
    queued !== undefined && queued.dueAt <= now;
    queued = delayed.peek()
  ) {
    delayed.pop();
    ready.push(queued);
  }
}

/** Cuts waits short, to what the service asked for: the next turn sends those that are over. */
function endWaits<T extends QueuedEvent>(delayed: DueHeap<T>): void {
  for (const queued of delayed.drain()) {
    queued.dueAt = queued.notBefore;
    delayed.push(queued);
  }
}

function nextAlive<T extends QueuedEvent>(waiting: Fifo<T>): T | undefined {
  for (;;) {
    const queued = waiting.shift();
    if (queued === undefined || !queued.over) return queued;
  }
}
