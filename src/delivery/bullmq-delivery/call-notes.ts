import { randomUUID } from "node:crypto";
import type { EventRecord } from "../delivery.ts";
import type { Timers } from "../timers.ts";
import { answerWithin, withinDeadline } from "../within-deadline.ts";
import { type CallKeys, callKeys, type LifeSign } from "./call-keys.ts";
import { writeJobData } from "./job-data.ts";
import type { QueueAddress, RedisQueue } from "./redis-queue.ts";

/** Heartbeats per lease: some of them may get lost. */
const BEATS_A_LEASE = 6;

/** How long a closing app waits for its deregistration in Redis, in milliseconds. */
const GOODBYE_MS = 500;

/** What {@link CallNotes} needs. */
export interface CallNotesParts {
  readonly address: QueueAddress;
  readonly redis: RedisQueue;
  /** Milliseconds without a heartbeat after which this app is dead. */
  readonly leaseMs: number;
  readonly timers: Timers;
}

/**
 * The running calls of this app, noted in Redis with the event to send if the app dies. Valid as
 * long as the app sends heartbeats.
 */
export class CallNotes {
  /** A new id for each start of an app. */
  readonly appId = randomUUID();
  readonly #parts: CallNotesParts;
  readonly #keys: CallKeys;
  readonly #noted = new Set<string>();
  /** Notes of finished calls that could not be deleted yet. */
  readonly #stale = new Set<string>();
  #cancelBeat: (() => void) | undefined = undefined;
  /** Whether Redis has the last heartbeat, or is about to. */
  #isKnown = false;
  #closed = false;

  constructor(parts: CallNotesParts) {
    this.#parts = parts;
    this.#keys = callKeys(parts.address);
  }

  /** Writes a note, in one round trip. Resolves to whether Redis has it; never rejects. */
  async write(call: EventRecord, deadlineMs: number): Promise<boolean> {
    // A call waits for this.
    const written = this.#write(call, deadlineMs);
    return (await answerWithin(deadlineMs, written, { holdProcess: true })) === true;
  }

  async #write(call: EventRecord, deadlineMs: number): Promise<boolean> {
    const { redis } = this.#parts;
    if (!(await redis.ready(deadlineMs))) return false;
    const eventId = call.event.event_id;
    this.#noted.add(eventId);
    // On the same connection, so that no note exists without its app.
    if (!this.#isKnown) this.#beat();
    // By the time the note is used, the service may have the call's own event.
    const note = JSON.stringify(writeJobData(call, true));
    return redis.hset(this.#keys.callsOf(this.appId), { [eventId]: note });
  }

  /** A call has ended, and its event is in Redis, or there is none. */
  remove(eventId: string): void {
    if (!this.#noted.delete(eventId)) return;
    this.#stale.add(eventId);
    this.#removeStale([eventId]);
  }

  /** Stops the heartbeats. Calls that are still running will be reported as those of a dead app. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelBeat?.();
    if (this.#cancelBeat === undefined || this.#noted.size + this.#stale.size > 0) return;
    await withinDeadline(GOODBYE_MS, this.#parts.redis.hdel(this.#keys.apps, this.appId));
  }

  #beat(): void {
    const { redis, timers, leaseMs } = this.#parts;
    if (this.#closed) return;
    const sign: LifeSign = { beat: randomUUID(), leaseMs };
    this.#isKnown = true;
    void redis.hset(this.#keys.apps, { [this.appId]: JSON.stringify(sign) }).then((done) => {
      this.#isKnown = done;
    });
    if (this.#stale.size > 0) this.#removeStale([...this.#stale]);
    this.#cancelBeat?.();
    this.#cancelBeat = timers.schedule(() => this.#beat(), leaseMs / BEATS_A_LEASE);
  }

  #removeStale(eventIds: readonly string[]): void {
    const removed = this.#parts.redis.hdel(this.#keys.callsOf(this.appId), ...eventIds);
    void removed.then((done) => {
      if (done) for (const eventId of eventIds) this.#stale.delete(eventId);
    });
  }
}
