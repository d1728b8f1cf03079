import type { Clock } from "../../types.ts";
import type { Timers } from "../timers.ts";
import { withinDeadline } from "../within-deadline.ts";
import { lateFinalizeDelayMs, namedWaitMs } from "./backoff.ts";
import type { FinalizeLimiter } from "./finalize-limiter.ts";

/** Maximum number of late finalizes: a megabyte or two. The oldest is dropped for a new one. */
export const MAX_LATE = 10_000;

/**
 * How long one is kept, in milliseconds: a day, after which nobody needs the duration of an ingest.
 */
const MAX_LATE_MS = 86_400_000;

/** Concurrent requests once finalize works again: few, because current events come first. */
const LATE_CONCURRENCY = 4;

/**
 * Consecutive failed rounds at the end before the rest is dropped. A round may be a single request,
 * whose failure says little about the others if the service is partly working.
 */
const MOST_IN_VAIN = 3;

interface Late {
  readonly eventId: string;
  readonly ingestMs: number;
  /** Monotonic milliseconds. */
  readonly letGoAt: number;
}

/** What {@link LateFinalizes} needs. */
export interface LateFinalizesParts {
  readonly limiter: FinalizeLimiter;
  readonly clock: Clock;
  readonly random: () => number;
  readonly timers: Timers;
  /** Aborts its requests. */
  readonly signal: AbortSignal;
  /** Maximum number. */
  readonly maxLate: number;
  /** A finalize has succeeded or was given up. */
  readonly onOver: (eventId: string) => void;
}

/**
 * Finalizes that are sent after the event's outcome. Finalize is optional in the contract, and a
 * stored event is safe, so nobody waits for a failing one: the outcome says `finalized: false`, and
 * what is left of the event, an id and a number, is sent when finalize works again. Until then, a
 * single request probes now and then.
 */
export class LateFinalizes {
  readonly #parts: LateFinalizesParts;
  /** Oldest first, except for those that have failed again. */
  readonly #waiting = new Map<string, Late>();
  /** Failed in the current round. */
  #failed: Late[] = [];
  /** Consecutive ones. */
  #vainRounds = 0;
  /** The time before which the service asked for no requests, in monotonic milliseconds. */
  #notBefore = 0;
  #running: Promise<void> | undefined = undefined;
  #stopped = false;
  #cancelTimer: (() => void) | undefined = undefined;

  constructor(parts: LateFinalizesParts) {
    this.#parts = parts;
  }

  /** An event has its outcome without its finalize. `leastMs`: what the service asked for. */
  add(request: { readonly eventId: string; readonly ingestMs: number }, leastMs: number): void {
    if (this.#stopped) return;
    const now = this.#parts.clock.monotonic();
    const { eventId, ingestMs } = request;
    this.#notBefore = Math.max(this.#notBefore, now + leastMs);
    this.#waiting.set(eventId, { eventId, ingestMs, letGoAt: now + MAX_LATE_MS });
    if (this.#waiting.size > this.#parts.maxLate) this.#letGoOldest();
    this.#arm();
  }

  /** The request that the outcome did not wait for has succeeded: it need not be sent again. */
  came(eventId: string): void {
    if (this.#waiting.delete(eventId)) this.#parts.onOver(eventId);
  }

  /** Finalize has stopped working, or works again, so the next attempt is due earlier. */
  rearm(): void {
    this.#disarm();
    this.#arm();
  }

  /** At the end: sends all of them while that succeeds, or until the deadline. */
  finish(deadlineMs: number): Promise<void> {
    if (this.#waiting.size === 0 && this.#running === undefined) return Promise.resolve();
    const { timers } = this.#parts;
    return withinDeadline(deadlineMs, this.#sendWhileTheyComeThrough(), {
      timers,
      holdProcess: true,
    });
  }

  /** Drops all of them: their space is needed. */
  letGo(): void {
    while (this.#waiting.size > 0) this.#letGoOldest();
  }

  /** Nothing is sent any more. What is on the disk stays there. */
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
    const { limiter, timers, clock, random } = this.#parts;
    if (this.#waiting.size === 0) {
      this.#vainRounds = 0;
      return;
    }
    const leastMs = this.#notBefore - clock.monotonic();
    const pace = { rounds: this.#vainRounds, isDown: limiter.isDown };
    const delayMs = Math.max(leastMs, lateFinalizeDelayMs(pace, random));
    this.#cancelTimer = timers.schedule(() => void this.#round(), delayMs);
  }

  #disarm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  /** Concurrent callers share one round. Never rejects. */
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

  /**
   * Sends each once, while that makes sense. Resolves to the number that succeeded or were given
   * up.
   */
  async #sendAll(): Promise<number> {
    // If finalize has failed for all events, one request shows whether it works again.
    let came = this.#parts.limiter.isDown ? await this.#sendNext() : 0;
    const sendOn = async (): Promise<void> => {
      while (this.#waiting.size > 0 && !this.#parts.limiter.isDown) {
        const one = await this.#sendNext();
        came += one;
      }
    };
    await Promise.all(Array.from({ length: LATE_CONCURRENCY }, sendOn));
    return came;
  }

  async #sendNext(): Promise<0 | 1> {
    const late = this.#takeNext();
    if (late === undefined) return 0;
    const { limiter, signal, clock, onOver } = this.#parts;
    const { eventId, ingestMs } = late;
    const result = await limiter.send({ clientEventId: eventId, ingestMs }, signal);
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
