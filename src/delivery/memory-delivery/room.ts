import { closedError } from "../../errors.ts";
import { type AbortTarget, unwatchAbort, watchAbort } from "../../transport/abort-watch.ts";
import { Fifo } from "../sending/fifo.ts";
import { MAX_DELAY_MS, type Timers } from "../timers.ts";

/**
 * How long an admitted call has its place kept. A call that takes longer still delivers its
 * event; what lapses is only its claim, so that calls which end without a word block nobody.
 */
const KEEP_PLACE_MS = 60_000;

/** Events of calls that were admitted are taken up to this many times the bounds. */
const ADMITTED_OVERDRAFT = 2;

/** The bad phase is over when this share of the bounds is free again; any drop would flicker. */
const RELIEVED_BELOW = 0.5;

/** Bounds of the events held in memory, their requests under way included. */
export interface RoomOptions {
  readonly maxEvents: number;
  /** Bytes of the events as JSON. */
  readonly maxBytes: number;
  readonly whenFull: "drop" | "wait";
  readonly timers: Timers;
  /** Milliseconds of a clock that never jumps. */
  readonly monotonic: () => number;
}

interface Waiter extends AbortTarget {
  readonly enter: () => void;
  readonly refuse: (reason: unknown) => void;
  gone: boolean;
}

/** The space events take up, and the calls that wait for it. */
export class Room {
  readonly #options: RoomOptions;
  #events = 0;
  #bytes = 0;
  #closed = false;
  /** When the kept places of admitted calls lapse, oldest first. */
  readonly #kept = new Fifo<number>();
  readonly #waiters = new Fifo<Waiter>();
  #cancelTimer: (() => void) | undefined = undefined;
  #letProcessGo: (() => void) | undefined = undefined;

  constructor(options: RoomOptions) {
    this.#options = options;
  }

  /** Whether less than half of the bounds is taken. */
  get relieved(): boolean {
    const { maxEvents, maxBytes } = this.#options;
    return this.#events <= maxEvents * RELIEVED_BELOW && this.#bytes <= maxBytes * RELIEVED_BELOW;
  }

  /**
   * Takes the space of one event, if there is any. Uses up one kept place. What leaves in a moment
   * (`isShort`) may be as many as their bytes have space.
   */
  take(bytes: number, { isShort = false }: { readonly isShort?: boolean } = {}): boolean {
    const waits = this.#options.whenFull === "wait";
    if (waits) this.#kept.shift();
    const overdraft = waits ? ADMITTED_OVERDRAFT : 1;
    const isFew = isShort || this.#events + 1 <= this.#options.maxEvents * overdraft;
    if (!isFew || this.#bytes + bytes > this.#options.maxBytes * overdraft) return false;
    this.#events += 1;
    this.#bytes += bytes;
    return true;
  }

  /** Gives the space of one event back. */
  free(bytes: number): void {
    this.#events -= 1;
    this.#bytes -= bytes;
    if (this.#waiters.size > 0) this.#letIn();
  }

  /**
   * Undefined when there is room; otherwise a promise of it, first come, first served.
   * Rejects with the signal's reason, or with `client_closed`.
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

  /** Refuses everybody, those who wait included. */
  close(): void {
    this.#closed = true;
    this.#rest();
    for (let waiter = this.#waiters.shift(); waiter; waiter = this.#waiters.shift()) {
      if (!waiter.gone) waiter.refuse(closedError());
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        if (signal !== undefined) unwatchAbort(signal, waiter);
      };
      const waiter: Waiter = {
        gone: false,
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
          waiter.gone = true;
          reject(reason);
          this.#letIn();
        },
      };
      if (signal !== undefined) watchAbort(signal, waiter);
      this.#waiters.push(waiter);
      this.#watchKept();
    });
  }

  #letIn(): void {
    while (this.#waiters.size > 0) {
      const gone = this.#waiters.peek()?.gone === true;
      if (!gone && !this.#hasPlace()) break;
      const waiter = this.#waiters.shift();
      if (gone || waiter === undefined) continue;
      this.#keepPlace();
      waiter.enter();
    }
    this.#watchKept();
  }

  #hasPlace(): boolean {
    const now = this.#options.monotonic();
    while ((this.#kept.peek() ?? Number.POSITIVE_INFINITY) <= now) this.#kept.shift();
    const { maxEvents, maxBytes } = this.#options;
    return this.#events + this.#kept.size < maxEvents && this.#bytes < maxBytes;
  }

  #keepPlace(): void {
    this.#kept.push(this.#options.monotonic() + KEEP_PLACE_MS);
  }

  /** While somebody waits, a place that lapses must let the next one in. */
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

  /** Nothing of a delivery keeps a process alive, but an app that awaits its call is not at its end. */
  #holdProcess(): void {
    this.#letProcessGo ??= this.#options.timers.schedule(ignore, MAX_DELAY_MS, {
      holdProcess: true,
    });
  }

  /** Nobody waits. */
  #rest(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#letProcessGo?.();
    this.#letProcessGo = undefined;
  }
}

function ignore(): void {}
