import { MIN_RETRY_AFTER_MS } from "../../contract/limits.ts";
import type { IngestResult } from "../delivery.ts";
import { namedProbeMs, probeDelayMs } from "./backoff.ts";

/**
 * Why the whole client pauses.
 * - `outage`: the service does not respond; single requests probe whether it is back.
 * - `rate_limited`: the service named a time.
 * - `suspended`: the kill switch (403 for several events in a row).
 * - `unauthorized`: the key is not accepted (401).
 */
export type Pause = "outage" | "rate_limited" | "suspended" | "unauthorized";

/**
 * Consecutive failures, over all events, that count as an outage. If three in ten requests fail at
 * random, ten in a row happen once in 170,000 requests; in an outage, at once.
 */
const OUTAGE_AFTER_FAILURES = 10;

/** Consecutive forbidden events that count as suspension; fewer may be about just these events. */
export const SUSPENDED_AFTER_EVENTS = 3;

/** Interval of probes in milliseconds, if a person has to lift the pause. */
export const REFUSED_PROBE_MS = 60_000;

/** Minimum interval of early probes in milliseconds, for callers that wait. */
const MIN_HURRIED_PROBE_MS = 1_000;

/** One ingest attempt, as the gate needs to know it. */
export interface Attempt {
  readonly eventId: string;
  /** The result of {@link IngestGate.begin} when it was sent. */
  readonly probe: boolean;
  /** True for an event that fails while others get through: its failures say nothing new. */
  readonly stubborn: boolean;
  /** Monotonic milliseconds. */
  readonly now: number;
}

/**
 * Whether ingest requests may be sent, for the whole client. When open, all of them; in a pause,
 * one at a time as a probe, and the first success opens the gate. Has no timers: it only answers
 * questions and receives results.
 */
export class IngestGate {
  readonly #random: () => number;
  readonly #livesMs: number;
  readonly #onChange: (pause: Pause | undefined) => void;
  #pause: Pause | undefined = undefined;
  #failures = 0;
  #probeFailures = 0;
  #forbidden = new Set<string>();
  /** Nothing is sent before this time (`Retry-After`). */
  #closedUntil = 0;
  /** In an outage, no probe is sent before this time, which the service named. */
  #awayUntil = 0;
  #probeAt = 0;
  #probeOut = false;
  #lastProbeAt = Number.NEGATIVE_INFINITY;

  constructor(options: {
    readonly random: () => number;
    /** After how many milliseconds events are given up. Default: never. */
    readonly livesMs?: number | undefined;
    /** Called after each change; undefined means open. */
    readonly onChange: (pause: Pause | undefined) => void;
  }) {
    this.#random = options.random;
    this.#livesMs = options.livesMs ?? Number.POSITIVE_INFINITY;
    this.#onChange = options.onChange;
  }

  get pause(): Pause | undefined {
    return this.#pause;
  }

  /** True while a refusal is about the client and says nothing about the event. */
  get refusing(): boolean {
    return this.#pause === "suspended" || this.#pause === "unauthorized";
  }

  /** Milliseconds until a request may be sent: 0 for now, Infinity while a probe is in progress. */
  waitMs(now: number): number {
    if (this.#pause === undefined) return 0;
    if (this.#probeOut) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#probeAt - now);
  }

  /**
   * A request is sent. Returns whether it is the probe; its result must be reported in either case.
   */
  begin(now: number): boolean {
    if (this.#pause === undefined) return false;
    this.#probeOut = true;
    this.#lastProbeAt = now;
    return true;
  }

  /** The probe was not sent after all, so the next event takes its place. */
  withdraw(): void {
    this.#probeOut = false;
  }

  report(result: IngestResult, attempt: Attempt): void {
    if (attempt.probe) this.#probeOut = false;
    switch (result.kind) {
      case "stored":
      case "accepted":
      case "replay":
        this.#succeed(attempt);
        break;
      case "stale":
      case "oversize":
      case "invalid":
        this.#hear(attempt);
        break;
      case "forbidden":
        this.#forbid(attempt);
        break;
      case "unauthorized":
        this.#refuse("unauthorized", attempt.now);
        break;
      case "rate_limited":
        if (result.pause === undefined) this.#limit(result.retryAfterMs, attempt);
        else this.#refuse(result.pause, attempt.now, result.retryAfterMs);
        break;
      case "failed":
        this.#fail(attempt, namedProbeMs(result));
        break;
    }
  }

  /**
   * Somebody waits, so the next probe may be sent early. A `Retry-After` is respected nevertheless.
   */
  hurry(now: number): void {
    if (this.#pause === undefined) return;
    const soonest = this.refusing ? this.#lastProbeAt + MIN_HURRIED_PROBE_MS : this.#awayUntil;
    const hurriedAt = Math.max(now, soonest);
    this.#probeAt = Math.max(this.#closedUntil, Math.min(this.#probeAt, hurriedAt));
    this.#probeFailures = 0;
  }

  #succeed(attempt: Attempt): void {
    this.#failures = 0;
    this.#forbidden.clear();
    // A request sent before the pause only proves that the service responds.
    if (attempt.probe || this.#pause === "outage") this.#open(attempt.now);
  }

  /** A response that is not a success, but shows that the service is there. */
  #hear(attempt: Attempt): void {
    this.#failures = 0;
    this.#forbidden.clear();
    this.#openUnlessRefusing(attempt);
  }

  #forbid(attempt: Attempt): void {
    this.#failures = 0;
    this.#openUnlessRefusing(attempt);
    if (this.refusing) return;
    this.#forbidden.add(attempt.eventId);
    if (this.#forbidden.size >= SUSPENDED_AFTER_EVENTS) this.#refuse("suspended", attempt.now);
  }

  #openUnlessRefusing(attempt: Attempt): void {
    if (this.refusing) {
      if (attempt.probe) this.#probeAt = attempt.now + REFUSED_PROBE_MS;
    } else if (attempt.probe || this.#pause === "outage") {
      this.#open(attempt.now);
    }
  }

  #refuse(pause: Pause, now: number, probeAfterMs: number = REFUSED_PROBE_MS): void {
    this.#forbidden.clear();
    this.#probeAt = Math.max(this.#closedUntil, now + probeAfterMs);
    this.#change(pause);
  }

  #limit(retryAfterMs: number, { probe, now }: Attempt): void {
    const afterMs = retryAfterMs > 0 ? retryAfterMs : MIN_RETRY_AFTER_MS;
    this.#closedUntil = Math.max(this.#closedUntil, now + afterMs);
    if (this.refusing) {
      const probeAt = probe ? now + REFUSED_PROBE_MS : this.#probeAt;
      this.#probeAt = Math.max(probeAt, this.#closedUntil);
      return;
    }
    this.#probeAt = this.#closedUntil;
    this.#change("rate_limited");
  }

  #fail({ probe, stubborn, now }: Attempt, awayMs: number): void {
    if (stubborn && !probe) return;
    this.#failures += 1;
    if (this.#pause === undefined) {
      if (this.#failures < OUTAGE_AFTER_FAILURES) return;
      this.#probeFailures = 0;
    } else if (!probe) {
      return;
    } else if (this.refusing) {
      this.#probeAt = now + REFUSED_PROBE_MS;
      return;
    } else {
      this.#probeFailures += 1;
    }
    this.#awayUntil = now + awayMs;
    const probeAt = now + probeDelayMs(this.#probeFailures, this.#random, this.#livesMs);
    this.#probeAt = Math.max(this.#closedUntil, this.#awayUntil, probeAt);
    this.#change("outage");
  }

  #open(now: number): void {
    // 0, or a Retry-After that arrived meanwhile and is not over.
    this.#probeAt = this.#closedUntil;
    this.#change(now >= this.#closedUntil ? undefined : "rate_limited");
  }

  #change(pause: Pause | undefined): void {
    if (pause === this.#pause) return;
    this.#pause = pause;
    this.#onChange(pause);
  }
}
