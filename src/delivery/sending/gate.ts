import type { IngestResult } from "../delivery.ts";
import { namedProbeMs, probeDelayMs } from "./backoff.ts";

/**
 * Why the whole client pauses.
 * - `outage`: the service does not answer; single requests ask whether it is back.
 * - `rate_limited`: the service named a time.
 * - `suspended`: the kill switch (403 for several events in a row).
 * - `unauthorized`: the key is not accepted (401).
 */
export type Pause = "outage" | "rate_limited" | "suspended" | "unauthorized";

/**
 * Failures in a row, over all events, that make an outage. With three in ten requests failing
 * at random, ten in a row happen once in 170,000 requests; in an outage they come at once.
 */
const OUTAGE_AFTER_FAILURES = 10;

/** Events in a row that were forbidden; fewer may be policy against just these events. */
const SUSPENDED_AFTER_EVENTS = 3;

/** A person has to lift these pauses, so one request a minute is often enough. */
const REFUSED_PROBE_MS = 60_000;

/** Somebody who waits may have a refused service asked early, but not in a tight loop. */
const MIN_HURRIED_PROBE_MS = 1_000;

/** The least a 429 asks for (contract: `Retry-After`), where the time it named cannot be read. */
const MIN_RETRY_AFTER_MS = 1_000;

/** One ingest attempt, as far as the gate is concerned. */
export interface Attempt {
  readonly eventId: string;
  /** What {@link Gate.depart} said when it was sent. */
  readonly probe: boolean;
  /** True for an event that fails while others get through: its failures tell nothing new. */
  readonly stubborn: boolean;
  /** Monotonic milliseconds. */
  readonly now: number;
}

/**
 * Whether ingest may be sent, for the whole client. Open, it lets everything through; in a
 * pause it lets one request at a time through, the probe, and opens at the first good answer.
 * Knows no timers: it is asked, and told.
 */
export class Gate {
  readonly #random: () => number;
  readonly #onChange: (pause: Pause | undefined) => void;
  #pause: Pause | undefined = undefined;
  #failures = 0;
  #probeFailures = 0;
  #forbidden = new Set<string>();
  /** Nothing leaves before this, whatever else happens (`Retry-After`). */
  #closedUntil = 0;
  /** In an outage nobody's hurry has the service asked before this: it has named the time. */
  #awayUntil = 0;
  #probeAt = 0;
  #probeOut = false;
  #lastProbeAt = Number.NEGATIVE_INFINITY;

  constructor(options: {
    readonly random: () => number;
    /** Told after each change; undefined means open. */
    readonly onChange: (pause: Pause | undefined) => void;
  }) {
    this.#random = options.random;
    this.#onChange = options.onChange;
  }

  get pause(): Pause | undefined {
    return this.#pause;
  }

  /** True while a refusal is about the client and says nothing about the event. */
  get refusing(): boolean {
    return this.#pause === "suspended" || this.#pause === "unauthorized";
  }

  /** Milliseconds until a request may leave: 0 for now, Infinity while a probe is under way. */
  waitMs(now: number): number {
    if (this.#pause === undefined) return 0;
    if (this.#probeOut) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#probeAt - now);
  }

  /** A request leaves. Returns whether it is the probe; its result must be reported either way. */
  depart(now: number): boolean {
    if (this.#pause === undefined) return false;
    this.#probeOut = true;
    this.#lastProbeAt = now;
    return true;
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

  /** Somebody waits: the next probe need not. A `Retry-After` is kept all the same. */
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
    // A request that left before the pause proves only that the service answers.
    if (attempt.probe || this.#pause === "outage") this.#open(attempt.now);
  }

  /** An answer that is no success, but shows that the service is there. */
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
    const probeAt = now + probeDelayMs(this.#probeFailures, this.#random);
    this.#probeAt = Math.max(this.#closedUntil, this.#awayUntil, probeAt);
    this.#change("outage");
  }

  #open(now: number): void {
    // Zero, or a Retry-After that came meanwhile and is not over.
    this.#awayUntil = 0;
    this.#probeAt = this.#closedUntil;
    this.#change(now >= this.#closedUntil ? undefined : "rate_limited");
  }

  #change(pause: Pause | undefined): void {
    if (pause === this.#pause) return;
    this.#pause = pause;
    this.#onChange(pause);
  }
}
