import { randomUUID } from "node:crypto";
import { parseJson } from "../../base/parse-json.ts";
import type { Clock } from "../../types.ts";
import type { ThrottledLog } from "../throttled-log.ts";
import type { Timers } from "../timers.ts";
import { withinDeadline } from "../within-deadline.ts";
import { type CallKeys, callKeys, type LifeSign, readLifeSign } from "./call-keys.ts";
import { isOfNewerRelease, type JobData, readJobData, writeJobData } from "./job-data.ts";
import type { QueueAddress, RedisQueue } from "./redis-queue.ts";

/** How often to check while there are no apps, in milliseconds. */
const LOOK_MS = 5_000;

/** Minimum interval of checks, in milliseconds, for very short leases. */
const LEAST_LOOK_MS = 100;

/** How long closing waits for a check in progress, in milliseconds: Redis may hang. */
const CLOSE_MS = 500;

/**
 * How long the calls of a dead app are reserved for the process that found them, in milliseconds.
 */
const CLAIM_MS = 30_000;

/** What {@link LostCalls} needs. */
export interface LostCallsParts {
  readonly address: QueueAddress;
  readonly redis: RedisQueue;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly log: ThrottledLog;
  /** Checks per lease: many for workers, which are few; few for apps, which are many. */
  readonly looksALease: number;
  /** The app's own id, which it need not watch. */
  readonly appId?: string | undefined;
}

interface Watched {
  readonly sign: string;
  /** Since when the heartbeat has been the same, in monotonic milliseconds. */
  readonly since: number;
}

/**
 * Watches the running apps, and delivers the calls of those that died as interrupted. An app is
 * dead if its heartbeat has not changed for its lease, observed from here without a gap, so that
 * neither differing clocks nor an outage of Redis make it look dead.
 */
export class LostCalls {
  readonly #parts: LostCallsParts;
  readonly #keys: CallKeys;
  #watched = new Map<string, Watched>();
  #lookMs = LOOK_MS;
  #cancelTimer: (() => void) | undefined = undefined;
  #looking: Promise<void> | undefined = undefined;
  #closed = false;

  constructor(parts: LostCallsParts) {
    this.#parts = parts;
    this.#keys = callKeys(parts.address);
    this.#lookSoon(0);
  }

  /** Stops checking; resolves when nothing is in progress. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelTimer?.();
    await withinDeadline(CLOSE_MS, this.#looking ?? Promise.resolve());
  }

  #lookSoon(delayMs: number): void {
    if (this.#closed) return;
    this.#cancelTimer = this.#parts.timers.schedule(() => {
      this.#looking = this.#look().finally(() => this.#lookSoon(this.#lookMs));
    }, delayMs);
  }

  /** Never rejects. */
  async #look(): Promise<void> {
    // An answer may take long, and says nothing about the heartbeats that are under way meanwhile.
    const askedAt = this.#parts.clock.monotonic();
    const apps = await this.#parts.redis.hgetall(this.#keys.apps);
    if (apps === undefined) {
      this.#watched.clear();
      return;
    }
    const now = this.#parts.clock.monotonic();
    const watched = new Map<string, Watched>();
    let shortestMs = LOOK_MS * this.#parts.looksALease;
    for (const [appId, sign] of Object.entries(apps)) {
      if (appId === this.#parts.appId) continue;
      const before = this.#watched.get(appId);
      const since = before?.sign === sign ? before.since : now;
      watched.set(appId, { sign, since });
      const leaseMs = readLifeSign(sign)?.leaseMs ?? CLAIM_MS;
      shortestMs = Math.min(shortestMs, leaseMs);
      if (askedAt - since >= leaseMs && !this.#closed) await this.#takeOver(appId, sign);
    }
    this.#watched = watched;
    this.#lookMs = Math.max(LEAST_LOOK_MS, shortestMs / this.#parts.looksALease);
  }

  async #takeOver(appId: string, sign: string): Promise<void> {
    const { redis, log } = this.#parts;
    const claim: LifeSign = { beat: randomUUID(), leaseMs: CLAIM_MS };
    const isOurs = await redis.swapField(this.#keys.apps, appId, [sign, JSON.stringify(claim)]);
    if (!isOurs) return;
    const calls = await redis.hgetall(this.#keys.callsOf(appId));
    // The remaining calls are taken over once this claim has expired.
    if (calls === undefined) return;
    let events = 0;
    for (const [eventId, note] of Object.entries(calls)) {
      if (this.#closed || !(await this.#deliver(note))) return;
      // Nobody finds a note that is left without its app.
      if (!(await redis.hdel(this.#keys.callsOf(appId), eventId))) return;
      events += 1;
    }
    await redis.hdel(this.#keys.apps, appId);
    if (events === 0) return;
    log.say("info", "Telemetry: calls of an app that died are reported as interrupted.", {
      events,
    });
  }

  /**
   * Resolves to whether the note is settled. If there is a job for the call's own event, it stays
   * the only one.
   */
  async #deliver(note: string): Promise<boolean> {
    const { redis } = this.#parts;
    const data = parseJson(note);
    const record = readJobData(data, true);
    const job = record === undefined ? newerJob(data) : writeJobData(record, true);
    return job === undefined || (await redis.addEvent(job)).refusal === undefined;
  }
}

/** Data of a newer version is passed on unchanged to a worker that can read it. */
function newerJob(data: unknown): JobData | undefined {
  return isOfNewerRelease(data) ? data : undefined;
}
