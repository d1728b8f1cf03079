import {
  type ConnectionOptions,
  DelayedError,
  type Job,
  UnrecoverableError,
  WaitingError,
  Worker,
} from "bullmq";
import { aDeadline, assertOptions } from "../../base/option-rules.ts";
import type { DeliveryCounters, DeliveryOutcome } from "../../types.ts";
import { addCounters, Books } from "../counters.ts";
import type { DeliveryEnvironment, EventRecord, RunningDelivery } from "../delivery.ts";
import { startMemory } from "../memory-delivery/running.ts";
import { ThrottledLog } from "../throttled-log.ts";
import { processTimers } from "../timers.ts";
import { withinDeadline } from "../within-deadline.ts";
import { callKeys } from "./call-keys.ts";
import { dropConnections, withDefaults, wordOf } from "./connection.ts";
import { type DeadLetter, listDeadLetters, redeliver } from "./dead-letters.ts";
import { limitedSender, NO_LIMIT } from "./fleet-limit.ts";
import { FleetPause } from "./fleet-pause.ts";
import { isOfNewerRelease, noterOf, readJobData } from "./job-data.ts";
import { LostCalls } from "./lost-calls.ts";
import { aPage, type WorkerSettings } from "./options.ts";
import { RedisQueue } from "./redis-queue.ts";

/** Dying in the middle of a job says nothing against the job, however often it happens. */
const NEVER_TOO_OFTEN = Number.MAX_SAFE_INTEGER;

/** How soon a worker looks again after its Redis was away, in milliseconds. BullMQ's own is 15 seconds. */
const LOOK_AGAIN_MS = 1_000;

/** How often the apps at work are looked at, in the time after which one is taken for dead. */
const LOOKS_A_LEASE = 4;

/** The last part of a close: jobs go back to Redis, connections end. In milliseconds. */
const HAND_BACK_MS = 2_000;

/** As much of that as a deadline has room for: two seconds of the default. */
const reserveOf = (deadlineMs: number): number => Math.min(deadlineMs * 0.2, HAND_BACK_MS);

/** What a close may be late by, in milliseconds: jobs are given back in any case. */
const LATE_MS = 80;

/** How often a job that only a newer release can read is offered to the workers, in milliseconds. */
const ASK_NEWER_MS = 30_000;

/** Room for every job in hand: what is waited for is counted by BullMQ. */
const IN_HAND = { maxEvents: Number.MAX_SAFE_INTEGER, maxBytes: Number.MAX_SAFE_INTEGER } as const;

/** What a worker is made of, besides its settings. */
export interface WorkerEnvironment extends DeliveryEnvironment {
  /** When everything is delivered or given back: the sender is not needed any more. */
  readonly onClosed?: (() => Promise<void>) | undefined;
}

/**
 * Takes events from the fleet's outbox and sends them as `memoryDelivery` does, by the same
 * rules and with the same patience: a job is done when its event has its outcome, and until then
 * this worker holds it. What it holds when it dies is taken over by the others.
 */
export class DeliveryWorker {
  readonly #settings: WorkerSettings;
  readonly #environment: WorkerEnvironment;
  readonly #log: ThrottledLog;
  readonly #redis: RedisQueue;
  readonly #hands: RunningDelivery;
  readonly #worker: Worker;
  readonly #lostCalls: LostCalls;
  /** Of jobs that never came into its hands. */
  readonly #turnedAway = new Books();
  #closing: Promise<void> | undefined = undefined;

  /** @internal Use `runDeliveryWorker`. */
  constructor(settings: WorkerSettings, environment: WorkerEnvironment) {
    const { logger, clock, sender } = environment;
    this.#settings = settings;
    this.#environment = environment;
    this.#log = new ThrottledLog(logger, clock);
    const onError = (error: Error) => this.#told(error);
    this.#redis = new RedisQueue(settings, onError);
    this.#hands = startMemory(
      { ...IN_HAND, whenFull: "drop", giveUpAfterMs: settings.giveUpAfterMs },
      {
        ...environment,
        sender: limitedSender(sender, {
          queue: this.#redis.queue,
          pause: new FleetPause(this.#redis, settings),
          monotonic: () => clock.monotonic(),
        }),
        onOutcome: (record, outcome) => environment.onOutcome(record, handedBack(outcome)),
      },
    );
    const { connection, queueName, prefix, concurrency, lockMs } = settings;
    const { maxAgeMs, maxCount } = settings.keepDeadLetters;
    this.#worker = new Worker(queueName, (job, token) => this.#work(job, token), {
      ...{ connection: withDefaults(connection) as ConnectionOptions, prefix, concurrency },
      ...{ lockDuration: lockMs, stalledInterval: lockMs, maxStalledCount: NEVER_TOO_OFTEN },
      ...{ limiter: NO_LIMIT, runRetryDelay: LOOK_AGAIN_MS },
      removeOnComplete: { count: 0 },
      removeOnFail: { age: Math.ceil(maxAgeMs / 1_000), count: maxCount },
    });
    this.#worker.on("error", onError);
    const { timers = processTimers } = environment;
    const watching = { address: settings, redis: this.#redis, timers, clock };
    this.#lostCalls = new LostCalls({ ...watching, log: this.#log, looksALease: LOOKS_A_LEASE });
  }

  /** Resolves when it has a connection and takes jobs. */
  async ready(): Promise<void> {
    await this.#worker.waitUntilReady();
  }

  /**
   * Of the events this worker has had in hand, in the words of `GuardedModelClient.stats()`.
   * `persisted` are those it gave back to Redis when it closed.
   */
  stats(): DeliveryCounters {
    const counters = addCounters(this.#hands.counters(), this.#turnedAway.read());
    const { closed = 0, ...dropped } = counters.dropped;
    return { ...counters, dropped, persisted: closed };
  }

  /**
   * The newest dead letters of the fleet first: `count` of them (default 100), without the first
   * `start` (default 0).
   *
   * @throws ConfigurationError when `start` or `count` is no whole number.
   */
  async deadLetters(
    options: { readonly start?: number | undefined; readonly count?: number | undefined } = {},
  ): Promise<DeadLetter[]> {
    assertOptions("deadLetters", aPage, options);
    const { start = 0, count = 100 } = options;
    return listDeadLetters(this.#redis.queue, { start, count });
  }

  /** Has a dead letter sent after all. False when there is none of this id. */
  redeliver(eventId: string): Promise<boolean> {
    return redeliver(this.#redis.queue, eventId);
  }

  /**
   * Takes no more jobs, delivers those in hand as far as the time goes, and gives the rest back
   * to the fleet. Default 10,000 ms, what most platforms grant between SIGTERM and SIGKILL. Idempotent.
   * Where Redis does not answer, the locks of its jobs lapse, and what is left of closing goes on behind.
   *
   * @throws ConfigurationError when the deadline is none.
   */
  async close(options: { readonly deadlineMs?: number | undefined } = {}): Promise<void> {
    assertOptions("close", aDeadline, options);
    const { deadlineMs = 10_000 } = options;
    this.#closing ??= this.#close(deadlineMs);
    await withinDeadline(deadlineMs + LATE_MS, this.#closing, { holdProcess: true });
  }

  /** `close()` with its default deadline, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close(deadlineMs: number): Promise<void> {
    // It waits for its jobs, and they for the outcomes that come below.
    const closed = this.#worker.close().catch(() => {});
    await this.#hands.close({ deadlineMs: deadlineMs - reserveOf(deadlineMs) });
    // Without Redis nothing can be given back; the locks lapse, and others take over.
    await withinDeadline(HAND_BACK_MS, closed);
    dropConnections(this.#worker, this.#settings.connection);
    await this.#lostCalls.close();
    await this.#redis.close();
    await this.#environment.onClosed?.();
    this.#log.end();
  }

  async #work(job: Job, token: string | undefined): Promise<unknown> {
    if (isOfNewerRelease(job.data)) await this.#leaveToNewer(job, token);
    const record = readJobData(job.data, job.attemptsStarted > 1 || job.stalledCounter > 0);
    const eventId = String(job.id);
    this.#forgetCall(eventId, noterOf(job.data));
    if (record === undefined) {
      const outcome = { status: "rejected", eventId, reason: "unreadable" } as const;
      throw this.#turnAway({ ...outcome, ...UNSENT });
    }
    if (this.#isTooOld(record)) {
      const outcome = { status: "dropped", eventId, reason: "gave_up", ...UNSENT } as const;
      this.#environment.onOutcome(record, outcome);
      throw this.#turnAway(outcome);
    }
    const outcome = await this.#hands.submit(record).outcome;
    switch (outcome.status) {
      case "delivered":
      case "duplicate":
      case "accepted":
        return outcome.status;
      default:
        if (outcome.reason === "closed") await handBack(job, token);
        throw deadLetter(outcome);
    }
  }

  /** @throws DelayedError always: BullMQ's word for a job that waits for its time. */
  async #leaveToNewer(job: Job, token: string | undefined): Promise<never> {
    const message =
      "Telemetry: an event is of a newer release than this worker; it waits for a worker of that one.";
    this.#log.warn("newer", message, { eventId: String(job.id) });
    await job.moveToDelayed(Date.now() + ASK_NEWER_MS, token);
    throw new DelayedError();
  }

  /** An app that died just now could not take its note away, and the call would be reported again. */
  #forgetCall(eventId: string, appId: string | undefined): void {
    if (appId === undefined) return;
    void this.#redis.hdel(callKeys(this.#settings).callsOf(appId), eventId);
  }

  #turnAway(outcome: DeliveryOutcome): Error {
    this.#turnedAway.open();
    this.#turnedAway.settle(outcome);
    const { status, eventId, reason } = outcome;
    const message = "Telemetry: an event was not even tried, and is a dead letter now.";
    this.#log.warn(`${status} ${reason}`, message, { eventId, reason });
    return deadLetter(outcome);
  }

  #isTooOld({ occurredAt }: EventRecord): boolean {
    const { giveUpAfterMs } = this.#settings;
    if (giveUpAfterMs === undefined) return false;
    return this.#environment.clock.now() - occurredAt > giveUpAfterMs;
  }

  #told(error: Error): void {
    this.#log.warn("redis", "Telemetry: the connection to Redis has failed; it is tried again.", {
      error: wordOf(error),
    });
  }
}

const UNSENT = { attempts: 0, finalized: "skipped" } as const;

/** BullMQ's word for a job that no further attempt would help, and its place among the dead letters. */
function deadLetter({ status, reason = "unknown" }: DeliveryOutcome): Error {
  return new UnrecoverableError(`${status}: ${reason}`);
}

/** @throws WaitingError always: BullMQ's word for a job that is waiting again. */
async function handBack(job: Job, token: string | undefined): Promise<never> {
  await job.moveToWait(token);
  throw new WaitingError();
}

function handedBack(outcome: DeliveryOutcome): DeliveryOutcome {
  if (outcome.status !== "dropped" || outcome.reason !== "closed") return outcome;
  const { eventId, attempts } = outcome;
  return { status: "persisted", eventId, attempts, finalized: "skipped" };
}
