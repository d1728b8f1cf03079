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
import { addCounters, OutcomeCounters } from "../counters.ts";
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

/** A worker that dies during a job says nothing about the job, however often it happens. */
const NEVER_TOO_OFTEN = Number.MAX_SAFE_INTEGER;

/**
 * How soon a worker reconnects after Redis was unreachable, in milliseconds. BullMQ's default is 15
 * seconds.
 */
const LOOK_AGAIN_MS = 1_000;

/** How often per lease the running apps are checked. */
const LOOKS_A_LEASE = 4;

/**
 * The last part of a close, in milliseconds: jobs are returned to Redis, and connections are
 * closed.
 */
const HAND_BACK_MS = 2_000;

/** As much of that as the deadline allows: two seconds of the default. */
const reserveOf = (deadlineMs: number): number => Math.min(deadlineMs * 0.2, HAND_BACK_MS);

/** How far a close may exceed its deadline, in milliseconds: jobs are returned in any case. */
const LATE_MS = 80;

/**
 * How often a job that only a newer version can read is offered to the workers, in milliseconds.
 */
const ASK_NEWER_MS = 30_000;

/**
 * How long an event that was put back because it had failed waits in Redis, in milliseconds: this
 * for each time that a worker has taken it, up to a limit. Events that always fail would otherwise
 * take up all the workers.
 */
const PUT_BACK_MS = 60_000;
const MAX_PUT_BACK_MS = 600_000;

/** No limit, because BullMQ limits the number of jobs in progress. */
const IN_HAND = { maxEvents: Number.MAX_SAFE_INTEGER, maxBytes: Number.MAX_SAFE_INTEGER } as const;

/** What a worker needs besides its settings. */
export interface WorkerEnvironment extends DeliveryEnvironment {
  /** Called when everything is delivered or returned and the sender is no longer needed. */
  readonly onClosed?: (() => Promise<void>) | undefined;
}

/**
 * Takes events from the shared outbox and sends them by the same rules as `memoryDelivery`. A job
 * is completed when its event has its final outcome; until then this worker holds it. If the worker
 * dies, others take over its jobs.
 */
export class DeliveryWorker {
  readonly #settings: WorkerSettings;
  readonly #environment: WorkerEnvironment;
  readonly #log: ThrottledLog;
  readonly #redis: RedisQueue;
  readonly #hands: RunningDelivery;
  readonly #worker: Worker;
  readonly #lostCalls: LostCalls;
  /** Counters of jobs that were rejected without being sent. */
  readonly #turnedAway = new OutcomeCounters();
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
      {
        ...IN_HAND,
        whenFull: "drop",
        giveUpAfterMs: settings.giveUpAfterMs,
        putBack: { fromEvents: settings.concurrency, afterMs: settings.lockMs },
      },
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
      connection: withDefaults(connection) as ConnectionOptions,
      prefix,
      concurrency,
      lockDuration: lockMs,
      stalledInterval: lockMs,
      maxStalledCount: NEVER_TOO_OFTEN,
      limiter: NO_LIMIT,
      runRetryDelay: LOOK_AGAIN_MS,
      removeOnComplete: { count: 0 },
      removeOnFail: { age: Math.ceil(maxAgeMs / 1_000), count: maxCount },
    });
    this.#worker.on("error", onError);
    const { timers = processTimers } = environment;
    const watching = { address: settings, redis: this.#redis, timers, clock };
    this.#lostCalls = new LostCalls({ ...watching, log: this.#log, looksALease: LOOKS_A_LEASE });
  }

  /** Resolves when it is connected and takes jobs. */
  async ready(): Promise<void> {
    await this.#worker.waitUntilReady();
  }

  /**
   * Counters of the events this worker has handled, like `GuardedModelClient.stats()`. `persisted`:
   * those it returned to Redis, when it closed or to make room for others.
   */
  stats(): DeliveryCounters {
    const counters = addCounters(this.#hands.counters(), this.#turnedAway.read());
    const { closed = 0, put_back = 0, ...dropped } = counters.dropped;
    return { ...counters, dropped, persisted: closed + put_back };
  }

  /**
   * The dead letters of the fleet, newest first: `count` of them (default 100), skipping the first
   * `start` (default 0).
   *
   * @throws ConfigurationError if `start` or `count` is not an integer.
   */
  async deadLetters(
    options: { readonly start?: number | undefined; readonly count?: number | undefined } = {},
  ): Promise<DeadLetter[]> {
    assertOptions("deadLetters", aPage, options);
    const { start = 0, count = 100 } = options;
    return listDeadLetters(this.#redis.queue, { start, count });
  }

  /** Sends a dead letter again. Returns false if there is none with this id. */
  redeliver(eventId: string): Promise<boolean> {
    return redeliver(this.#redis.queue, eventId);
  }

  /**
   * Takes no more jobs, delivers those in progress until the deadline, and returns the rest to the
   * queue. Default 10,000 ms, what most platforms allow between SIGTERM and SIGKILL. Idempotent. If
   * Redis does not respond, the locks of its jobs expire, and closing completes in the background.
   *
   * @throws ConfigurationError if the deadline is invalid.
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
    // It waits for its jobs, and they wait for the outcomes that are set below.
    const closed = this.#worker.close().catch(() => {});
    await this.#hands.close({ deadlineMs: deadlineMs - reserveOf(deadlineMs) });
    // Without Redis, nothing can be returned; the locks expire, and other workers take over.
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
    // Not if it has failed before: somebody wants a dead letter sent again, however old it is.
    if (job.attemptsMade === 0 && this.#isTooOld(record)) {
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
        if (outcome.reason === "put_back") await delay(job, token, putBackMs(job));
        throw deadLetter(outcome);
    }
  }

  async #leaveToNewer(job: Job, token: string | undefined): Promise<never> {
    const message =
      "Telemetry: an event is of a newer release than this worker; it waits for a worker of that one.";
    this.#log.warn("newer", message, { eventId: String(job.id) });
    return delay(job, token, ASK_NEWER_MS);
  }

  /**
   * An app that has just died could not delete its note, and the call would be reported a second
   * time.
   */
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

/** BullMQ's error for a job that must not be retried; it becomes a dead letter. */
function deadLetter({ status, reason = "unknown" }: DeliveryOutcome): Error {
  return new UnrecoverableError(`${status}: ${reason}`);
}

/** @throws WaitingError always: BullMQ's way to return a job to the queue. */
async function handBack(job: Job, token: string | undefined): Promise<never> {
  await job.moveToWait(token);
  throw new WaitingError();
}

/** @throws DelayedError always: BullMQ's way to delay a job. */
async function delay(job: Job, token: string | undefined, waitMs: number): Promise<never> {
  await job.moveToDelayed(Date.now() + waitMs, token);
  throw new DelayedError();
}

function putBackMs({ attemptsStarted }: Job): number {
  return Math.min(PUT_BACK_MS * attemptsStarted, MAX_PUT_BACK_MS);
}

/** Reasons for which an event is returned to Redis. */
const RETURNED: ReadonlySet<string | undefined> = new Set(["closed", "put_back"]);

function handedBack(outcome: DeliveryOutcome): DeliveryOutcome {
  if (outcome.status !== "dropped" || !RETURNED.has(outcome.reason)) return outcome;
  const { eventId, attempts } = outcome;
  return { status: "persisted", eventId, attempts, finalized: "skipped" };
}
