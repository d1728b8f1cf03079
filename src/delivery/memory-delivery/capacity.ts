import { type AbortTarget, unwatchAbort, watchAbort } from "../../base/abort-watch.ts";
import { type Linked, LinkedSet } from "../../base/linked-set.ts";
import { closedError } from "../../errors.ts";
import { MAX_TIMER_MS } from "../../transport/deadline.ts";
import { Fifo } from "../sending/fifo.ts";
import type { Timers } from "../timers.ts";

/**
 * How long space is reserved for an admitted call, in milliseconds. A slower call still delivers
 * its event; only its reservation expires, so that calls that end silently block nobody.
 */
const KEEP_PLACE_MS = 60_000;

/** Events of admitted calls are accepted up to this many times the limits. */
const ADMITTED_OVERDRAFT = 2;

/**
 * The queue counts as relieved when this share of the limits is free again; a higher share would
 * flicker.
 */
const RELIEVED_BELOW = 0.5;

/** Limits of the events in memory, including those being sent. */
export interface CapacityOptions {
  readonly maxEvents: number;
  /** Size of the events as JSON. */
  readonly maxBytes: number;
  readonly whenFull: "drop" | "wait";
  readonly timers: Timers;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
}

interface TakeOptions {
  readonly isShort?: boolean;
  readonly isAdmitted?: boolean;
}

interface Waiter extends AbortTarget, Linked<Waiter> {
  readonly enter: () => void;
  readonly refuse: (reason: unknown) => void;
}

/** The space that events take up, and the calls that wait for it. */
export class Capacity {
  readonly #options: CapacityOptions;
  #events = 0;
  #bytes = 0;
  #closed = false;
  /** When the reservations of admitted calls expire, oldest first. */
  readonly #kept = new Fifo<number>();
  /** Those who give up leave at once: in a long outage, thousands do behind one who stays. */
  readonly #waiters = new LinkedSet<Waiter>();
  #cancelTimer: (() => void) | undefined = undefined;
  #letProcessGo: (() => void) | undefined = undefined;

  constructor(options: CapacityOptions) {
    this.#options = options;
  }

  /** Whether less than half of the limits is used. */
  get relieved(): boolean {
    const { maxEvents, maxBytes } = this.#options;
    return this.#events <= maxEvents * RELIEVED_BELOW && this.#bytes <= maxBytes * RELIEVED_BELOW;
  }

  /**
   * Takes the space of one event, if there is any. That of an admitted call ends one reservation;
   * any other leaves the reserved space to those calls. Events that leave in a moment (`isShort`)
   * are limited by size only, not by number.
   */
  take(bytes: number, { isShort = false, isAdmitted = true }: TakeOptions = {}): boolean {
    const waits = this.#options.whenFull === "wait";
    if (waits && isAdmitted) this.#kept.shift();
    const overdraft = waits ? ADMITTED_OVERDRAFT : 1;
    const used = this.#events + (isAdmitted ? 0 : this.#reserved());
    const isFew = isShort || used + 1 <= this.#options.maxEvents * overdraft;
    if (!isFew || this.#bytes + bytes > this.#options.maxBytes * overdraft) return false;
    this.#events += 1;
    this.#bytes += bytes;
    return true;
  }

  /** Frees the space of one event. */
  free(bytes: number): void {
    this.#events -= 1;
    this.#bytes -= bytes;
    if (this.#waiters.size > 0) this.#letIn();
  }

  /**
   * Undefined if there is room; otherwise a promise of it, first come, first served. Rejects with
   * the signal's reason, or with `client_closed`.
   */
  admit(signal: AbortSignal | undefined): Promise<void> | undefined {
    if (this.#closed) return Promise.reject(closedError());
    if (this.#options.whenFull === "drop") return undefined;
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    if (this.#waiters.size === 0 && this.#hasPlace()) {
      this.#keepPlace();
      return undefined;
    }
    return this.#wait(signal);
  }

  /** An admitted call leaves no event. */
  forget(): void {
    this.#kept.shift();
    this.#letIn();
  }

  /** Rejects everybody, including those who wait. */
  close(): void {
    this.#closed = true;
    this.#rest();
    for (const waiter of this.#waiters) waiter.refuse(closedError());
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiters.delete(waiter);
        unwatchAbort(signal, waiter);
      };
      const waiter: Waiter = {
        watchSlot: -1,
        enter: () => {
          leave();
          resolve();
        },
        refuse: (reason) => {
          leave();
          reject(reason);
        },
        onAbort: (reason) => {
          this.#waiters.delete(waiter);
          reject(reason);
          this.#letIn();
        },
      };
      watchAbort(signal, waiter);
      this.#waiters.add(waiter);
      this.#watchKept();
    });
  }

  #letIn(): void {
    for (let next = this.#waiters.oldest; next && this.#hasPlace(); next = this.#waiters.oldest) {
      this.#keepPlace();
      next.enter();
    }
    this.#watchKept();
  }

  #hasPlace(): boolean {
    const { maxEvents, maxBytes } = this.#options;
    return this.#events + this.#reserved() < maxEvents && this.#bytes < maxBytes;
  }

  /** Number of reservations that have not expired. */
  #reserved(): number {
    const now = this.#options.monotonic();
    while ((this.#kept.peek() ?? Number.POSITIVE_INFINITY) <= now) this.#kept.shift();
    return this.#kept.size;
  }

  #keepPlace(): void {
    this.#kept.push(this.#options.monotonic() + KEEP_PLACE_MS);
  }

  /** While somebody waits, an expired reservation must let the next one in. */
  #watchKept(): void {
    if (this.#waiters.size === 0) {
      this.#rest();
      return;
    }
    this.#holdProcess();
    const lapsesAt = this.#kept.peek();
    if (lapsesAt === undefined || this.#cancelTimer !== undefined) return;
    const delayMs = Math.max(0, lapsesAt - this.#options.monotonic());
    this.#cancelTimer = this.#options.timers.schedule(() => {
      this.#cancelTimer = undefined;
      this.#letIn();
    }, delayMs);
  }

  /** A delivery keeps no process alive, but an app that awaits its call has not ended. */
  #holdProcess(): void {
    this.#letProcessGo ??= this.#options.timers.schedule(ignore, MAX_TIMER_MS, {
      holdProcess: true,
    });
  }

  /** Nobody is waiting. */
  #rest(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#letProcessGo?.();
    this.#letProcessGo = undefined;
  }
}

function ignore(): void {}
