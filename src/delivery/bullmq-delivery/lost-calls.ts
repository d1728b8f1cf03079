import { randomUUID } from "node:crypto";
import type { Clock } from "../../types.ts";
import type { ThrottledLog } from "../throttled-log.ts";
import type { Timers } from "../timers.ts";
import { withinDeadline } from "../within-deadline.ts";
import { type CallKeys, callKeys, type LifeSign, readLifeSign } from "./call-keys.ts";
import { isOfNewerRelease, type JobData, readJobData, writeJobData } from "./job-data.ts";
import type { QueueAddress, RedisQueue } from "./redis-queue.ts";

/** How often the apps at work are looked at where there are none yet, in milliseconds. */
const LOOK_MS = 5_000;

/** However short a lease is, in milliseconds. */
const LEAST_LOOK_MS = 100;

/** Longest that closing waits for a look under way, in milliseconds: Redis may hang. */
const CLOSE_MS = 500;

/** For so long nobody else touches the calls of a dead app, in milliseconds. */
const CLAIM_MS = 30_000;

/** What {@link LostCalls} work with. */
export interface LostCallsParts {
  readonly address: QueueAddress;
  readonly redis: RedisQueue;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly log: ThrottledLog;
  /** Looks in the time of a lease: workers are few and have the time, apps are many. */
  readonly looksALease: number;
  /** Of the app itself, which it need not watch. */
  readonly appId?: string | undefined;
}

interface Watched {
  readonly sign: string;
  /** Since when it has been the same, monotonic milliseconds. */
  readonly since: number;
}

/**
 * Watches the apps at work, and has the calls of those that died delivered as what they are:
 * interrupted. An app is dead when its sign of life has stayed the same for its lease, as seen
 * from here without a gap: neither clocks that differ nor a Redis that was away make one dead.
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

  /** Looks no more; resolves when nothing is under way. */
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
      if (now - since >= leaseMs && !this.#closed) await this.#takeOver(appId, sign);
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
    // What is left of it is taken over again, by whoever finds that this claim has lapsed.
    if (calls === undefined) return;
    let events = 0;
    for (const [eventId, note] of Object.entries(calls)) {
      if (this.#closed || !(await this.#deliver(note))) return;
      await redis.hdel(this.#keys.callsOf(appId), eventId);
      events += 1;
    }
    await redis.hdel(this.#keys.apps, appId);
    if (events === 0) return;
    log.say("info", "Telemetry: calls of an app that died are reported as interrupted.", {
      events,
    });
  }

  /** Whether it is done with. A job of the call's own event, if there is one, stays the only one. */
  async #deliver(note: string): Promise<boolean> {
    const { redis } = this.#parts;
    const data = parse(note);
    const record = readJobData(data, true);
    const job = record === undefined ? newerJob(data) : writeJobData(record, true);
    return job === undefined || (await redis.addEvent(job)).refusal === undefined;
  }
}

/** A worker of the release that wrote it can read it, as it is. */
function newerJob(data: unknown): JobData | undefined {
  return isOfNewerRelease(data) ? data : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
