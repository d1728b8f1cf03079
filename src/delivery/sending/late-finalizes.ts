import type { Clock } from "../../types.ts";
import type { Timers } from "../timers.ts";
import { withinDeadline } from "../within-deadline.ts";
import { lateFinalizeDelayMs, namedWaitMs } from "./backoff.ts";
import type { FinalizeLanes } from "./finalize-lanes.ts";

/** The most that wait, in a megabyte or two; the oldest is let go for another. */
export const MAX_LATE = 10_000;

/** How long one waits, in milliseconds: a day, after which nobody asks for the time of an ingest. */
const MAX_LATE_MS = 86_400_000;

/** Sent side by side once finalize works again: few, for the events of the moment come first. */
const LATE_LANES = 4;

/**
 * Rounds in a row that may bring nothing before the rest is let go at the end. One of them may be a
 * single request, and of a service in trouble some fail: that one did says little of the others.
 */
const MOST_IN_VAIN = 3;

interface Late {
  readonly eventId: string;
  readonly ingestMs: number;
  /** Monotonic milliseconds. */
  readonly letGoAt: number;
}

/** What {@link LateFinalizes} works with. */
export interface LateFinalizesParts {
  readonly lanes: FinalizeLanes;
  readonly clock: Clock;
  readonly random: () => number;
  readonly timers: Timers;
  /** Stops its requests. */
  readonly signal: AbortSignal;
  /** How many may wait. */
  readonly maxLate: number;
  /** One has its finalize now, or will have none. */
  readonly onOver: (eventId: string) => void;
}

/**
 * Finalizes that come after the receipt. The contract has finalize as optional, and an event that is
 * stored is safe, so nobody waits for one that fails: the receipt says `finalized: false`, and what
 * is left of the event here, an id and a number, is sent when finalize works again. Until then a
 * single request asks now and then.
 */
export class LateFinalizes {
  readonly #parts: LateFinalizesParts;
  /** Oldest first, apart from those that have failed again. */
  readonly #waiting = new Map<string, Late>();
  /** Failed in the round under way. */
  #failed: Late[] = [];
  /** In a row. */
  #vainRounds = 0;
  /** What the service has asked for, monotonic milliseconds. */
  #notBefore = 0;
  #running: Promise<void> | undefined = undefined;
  #stopped = false;
  #cancelTimer: (() => void) | undefined = undefined;

  constructor(parts: LateFinalizesParts) {
    this.#parts = parts;
  }

  /** An event has its receipt without it. `leastMs` is what the service asked for. */
  add(request: { readonly eventId: string; readonly ingestMs: number }, leastMs: number): void {
    if (this.#stopped) return;
    const now = this.#parts.clock.monotonic();
    const { eventId, ingestMs } = request;
    this.#notBefore = Math.max(this.#notBefore, now + leastMs);
    this.#waiting.set(eventId, { eventId, ingestMs, letGoAt: now + MAX_LATE_MS });
    if (this.#waiting.size > this.#parts.maxLate) this.#letGoOldest();
    this.#arm();
  }

  /** The request that a receipt has not waited for was answered: it need not be sent again. */
  came(eventId: string): void {
    if (this.#waiting.delete(eventId)) this.#parts.onOver(eventId);
  }

  /** Finalize has ceased to work, or works again, and the next look is due sooner. */
  rearm(): void {
    this.#disarm();
    this.#arm();
  }

  /** Before the end: sends all of them for as long as that comes to something, or until the deadline. */
  finish(deadlineMs: number): Promise<void> {
    if (this.#waiting.size === 0 && this.#running === undefined) return Promise.resolve();
    const { timers } = this.#parts;
    return withinDeadline(deadlineMs, this.#sendWhileTheyComeThrough(), {
      timers,
      holdProcess: true,
    });
  }

  /** Lets all of them go: their place is needed. */
  letGo(): void {
    while (this.#waiting.size > 0) this.#letGoOldest();
  }

  /** Nothing is sent any more. What waits stays where it is written, if it is. */
  stop(): void {
    this.#stopped = true;
    this.#disarm();
    this.#waiting.clear();
  }

  async #sendWhileTheyComeThrough(): Promise<void> {
    let inVain = 0;
    do {
      const before = this.#waiting.size;
      await this.#round();
      inVain = this.#waiting.size < before ? 0 : inVain + 1;
    } while (this.#waiting.size > 0 && inVain < MOST_IN_VAIN && !this.#stopped);
  }

  #arm(): void {
    if (this.#running !== undefined || this.#stopped || this.#cancelTimer !== undefined) return;
    const { lanes, timers, clock, random } = this.#parts;
    if (this.#waiting.size === 0) {
      this.#vainRounds = 0;
      return;
    }
    const leastMs = this.#notBefore - clock.monotonic();
    const pace = { rounds: this.#vainRounds, isDown: lanes.isDown };
    const delayMs = Math.max(leastMs, lateFinalizeDelayMs(pace, random));
    this.#cancelTimer = timers.schedule(() => void this.#round(), delayMs);
  }

  #disarm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  /** Those who ask meanwhile wait for the one under way. Never rejects. */
  #round(): Promise<void> {
    this.#disarm();
    this.#running ??= this.#sendAll().then((came) => {
      this.#running = undefined;
      this.#vainRounds = came > 0 ? 0 : this.#vainRounds + 1;
      for (const late of this.#failed) this.#waiting.set(late.eventId, late);
      this.#failed = [];
      this.#arm();
    });
    return this.#running;
  }

  /** Each of them once, while that is of any use. Resolves to how many came through or never will. */
  async #sendAll(): Promise<number> {
    // Where finalize has failed for everybody, one shows whether it works again.
    let came = this.#parts.lanes.isDown ? await this.#sendNext() : 0;
    const sendOn = async (): Promise<void> => {
      while (this.#waiting.size > 0 && !this.#parts.lanes.isDown) {
        const one = await this.#sendNext();
        came += one;
      }
    };
    await Promise.all(Array.from({ length: LATE_LANES }, sendOn));
    return came;
  }

  async #sendNext(): Promise<0 | 1> {
    const late = this.#takeNext();
    if (late === undefined) return 0;
    const { lanes, signal, clock, onOver } = this.#parts;
    const { eventId, ingestMs } = late;
    const result = await lanes.send({ clientEventId: eventId, ingestMs }, signal);
    if (this.#stopped) return 0;
    if (result.kind !== "failed") {
      onOver(eventId);
      return 1;
    }
    this.#notBefore = Math.max(this.#notBefore, clock.monotonic() + namedWaitMs(result));
    this.#failed.push(late);
    return 0;
  }

  #takeNext(): Late | undefined {
    const now = this.#parts.clock.monotonic();
    for (const late of this.#waiting.values()) {
      this.#waiting.delete(late.eventId);
      if (late.letGoAt > now) return late;
      this.#parts.onOver(late.eventId);
    }
    return undefined;
  }

  #letGoOldest(): void {
    const [eventId] = this.#waiting.keys();
    if (eventId === undefined) return;
    this.#waiting.delete(eventId);
    this.#parts.onOver(eventId);
  }
}
