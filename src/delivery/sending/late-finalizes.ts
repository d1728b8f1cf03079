import type { Clock } from "../../types.ts";
import type { FinalizeResult } from "../delivery.ts";
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

/**
 * Silence after which a probe counts as failed, in milliseconds: the finalizes of all events wait for
 * it. Its request continues.
 */
const MAX_PROBE_SILENCE_MS = 2_000;

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

/** How long {@link LateFinalizes.finish} may take, in milliseconds. */
interface Finish {
  readonly deadlineMs: number;
  readonly quietMs: number;
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
  /** Number that came through. */
  #came = 0;
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

  /** A request that was not waited for any more has succeeded: it need not be sent again. */
  came(eventId: string): void {
    const failed = this.#failed.filter((late) => late.eventId !== eventId);
    const isKnown = this.#waiting.delete(eventId) || failed.length < this.#failed.length;
    this.#failed = failed;
    if (isKnown) this.#parts.onOver(eventId);
  }

  /** Finalize has stopped working, or works again, so the next attempt is due earlier. */
  rearm(): void {
    this.#disarm();
    this.#arm();
  }

  /**
   * At the end: sends all of them while that succeeds, or until the deadline. `quietMs`: how long it
   * waits for the next one to come through.
   */
  async finish({ deadlineMs, quietMs }: Finish): Promise<void> {
    if (this.#waiting.size === 0 && this.#running === undefined) return;
    const { clock, timers } = this.#parts;
    const until = clock.monotonic() + deadlineMs;
    const sending = this.#sendWhileTheyComeThrough().then(() => true);
    let isOver = false;
    while (!isOver) {
      const before = this.#came;
      const waitMs = Math.min(quietMs, until - clock.monotonic());
      const isDone = await withinDeadline(waitMs, sending, { timers, holdProcess: true });
      isOver = isDone === true || this.#came === before || clock.monotonic() >= until;
    }
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
    await this.#running;
    for (let inVain = 0; this.#mayRound && inVain < MOST_IN_VAIN; ) {
      const before = this.#waiting.size;
      await this.#round();
      inVain = this.#waiting.size < before ? 0 : inVain + 1;
    }
  }

  /** Whether there is something to send, and the service has not asked to wait. */
  get #mayRound(): boolean {
    const { clock } = this.#parts;
    return this.#waiting.size > 0 && this.#notBefore <= clock.monotonic() && !this.#stopped;
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
    const before = this.#came;
    // If finalize has failed for all events, one request shows whether it works again.
    if (this.#parts.limiter.isDown) await this.#probe();
    const sendOn = async (): Promise<void> => {
      while (this.#waiting.size > 0 && !this.#parts.limiter.isDown) await this.#sendNext();
    };
    await Promise.all(Array.from({ length: LATE_CONCURRENCY }, sendOn));
    return this.#came - before;
  }

  async #probe(): Promise<void> {
    const late = this.#takeNext();
    if (late === undefined) return;
    const sending = this.#send(late);
    const { timers } = this.#parts;
    const result = await withinDeadline(MAX_PROBE_SILENCE_MS, sending, { timers });
    if (result !== undefined) {
      this.#hear(late, result);
      return;
    }
    this.#failed.push(late);
    void sending.then(({ kind }) => {
      if (kind !== "failed") this.came(late.eventId);
    });
  }

  async #sendNext(): Promise<void> {
    const late = this.#takeNext();
    if (late !== undefined) this.#hear(late, await this.#send(late));
  }

  #send({ eventId, ingestMs }: Late): Promise<FinalizeResult> {
    const { limiter, signal } = this.#parts;
    return limiter.send({ clientEventId: eventId, ingestMs }, signal);
  }

  #hear(late: Late, result: FinalizeResult): void {
    if (this.#stopped) return;
    if (result.kind !== "failed") {
      this.#came += 1;
      this.#parts.onOver(late.eventId);
      return;
    }
    const now = this.#parts.clock.monotonic();
    this.#notBefore = Math.max(this.#notBefore, now + namedWaitMs(result));
    this.#failed.push(late);
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
