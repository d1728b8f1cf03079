import { GuardedModelError } from "../../errors.ts";
import type { IngestResult } from "../../telemetry.ts";
import type { DeliveryCounters, DeliveryOutcome } from "../../types.ts";
import type {
  CallNote,
  DeliveryEnvironment,
  EventRecord,
  EventSender,
  RunningDelivery,
  Submission,
} from "../delivery.ts";
import { startMemory } from "../memory-delivery/running.ts";
import { ThrottledLog } from "../throttled-log.ts";
import { processTimers } from "../timers.ts";
import { answerWithin, withinDeadline } from "../within-deadline.ts";
import { CallNotes } from "./call-notes.ts";
import { writeJobData } from "./job-data.ts";
import { LostCalls } from "./lost-calls.ts";
import type { OutboxSettings } from "./options.ts";
import { RedisQueue } from "./redis-queue.ts";

/** With `required`, how long new calls are refused after a failed write, in milliseconds. */
const CLOSED_DOOR_MS = 1_000;

/** Checks per lease. Apps check each other rarely: this is for fleets without a worker. */
const LOOKS_A_LEASE = 1;

/**
 * How far a close may exceed its deadline, in milliseconds, for deregistrations that nothing
 * depends on.
 */
const LATE_MS = 80;

/** Starts a `bullmqDelivery`; loaded with the first call. */
export function startOutbox(
  settings: OutboxSettings,
  environment: DeliveryEnvironment,
): RunningDelivery {
  return new Outbox(settings, environment);
}

interface Held {
  readonly record: EventRecord;
  tries: number;
}

/**
 * A memory delivery whose receiver is Redis: limits, backoff, single probes, closing and counters
 * work for an unreachable Redis as they do for an unreachable service.
 */
class Outbox implements RunningDelivery {
  readonly #settings: OutboxSettings;
  readonly #environment: DeliveryEnvironment;
  readonly #redis: RedisQueue;
  readonly #memory: RunningDelivery;
  readonly #log: ThrottledLog;
  readonly #notes: CallNotes | undefined;
  readonly #lostCalls: LostCalls | undefined;
  readonly #held = new Map<string, Held>();
  /** How long each noted call has already waited for Redis, in milliseconds. */
  readonly #waited = new Map<string, number>();
  #doorClosedUntil = 0;
  #closing: Promise<void> | undefined = undefined;

  constructor(settings: OutboxSettings, environment: DeliveryEnvironment) {
    const { maxEvents, maxBytes, noteCalls, callLeaseMs: leaseMs } = settings;
    const { logger, clock, timers = processTimers } = environment;
    this.#settings = settings;
    this.#environment = environment;
    // Connection errors show up again as failed writes, which are logged.
    this.#redis = new RedisQueue(settings, () => {});
    this.#log = new ThrottledLog(logger, clock);
    if (noteCalls) {
      const common = { address: settings, redis: this.#redis, timers };
      this.#notes = new CallNotes({ ...common, leaseMs });
      const { appId } = this.#notes;
      this.#lostCalls = new LostCalls({
        ...common,
        clock,
        log: this.#log,
        appId,
        looksALease: LOOKS_A_LEASE,
      });
    }
    this.#memory = startMemory(
      { maxEvents, maxBytes, whenFull: "drop", giveUpAfterMs: undefined },
      {
        ...environment,
        receiver: "Redis",
        sender: this.#makeSender(),
        onOutcome: (record, outcome) => {
          this.#held.delete(record.event.event_id);
          // Of a call whose event Redis has not taken, the note is all that remains.
          if (outcome.reason !== "closed") this.#notes?.remove(record.event.event_id);
          environment.onOutcome(record, persisted(outcome));
        },
      },
    );
  }

  admit(signal: AbortSignal | undefined): Promise<void> | undefined {
    if (this.#settings.onFull === "best-effort" || this.#closing !== undefined) {
      return this.#memory.admit(signal);
    }
    return this.#requireRedis().then(() => this.#memory.admit(signal));
  }

  async note({ eventId, interrupted }: CallNote): Promise<void> {
    const notes = this.#notes;
    if (notes === undefined) return;
    const { clock } = this.#environment;
    const startedAt = clock.monotonic();
    // If Redis has just failed, calls do not wait for it.
    const mayAnswer = startedAt >= this.#doorClosedUntil;
    if (mayAnswer && (await notes.write(interrupted, this.#settings.storeDeadlineMs))) {
      this.#waited.set(eventId, clock.monotonic() - startedAt);
      return;
    }
    if (mayAnswer) this.#closeDoor();
    this.#waited.set(eventId, clock.monotonic() - startedAt);
    if (this.#settings.onFull === "best-effort") return;
    this.forget(eventId);
    throw unavailable();
  }

  forget(eventId: string): void {
    this.#waited.delete(eventId);
    this.#notes?.remove(eventId);
  }

  submit(record: EventRecord): Submission {
    const eventId = record.event.event_id;
    this.#held.set(eventId, { record, tries: 0 });
    const outcome = this.#memory.submit(record).outcome.then(persisted);
    const leftMs = this.#settings.storeDeadlineMs - (this.#waited.get(eventId) ?? 0);
    this.#waited.delete(eventId);
    // The app gets its answer when Redis has the event, or when it has waited long enough. A script
    // may do nothing else meanwhile.
    const waiting = withinDeadline(Math.max(0, leftMs), outcome, { holdProcess: true });
    const stored = waiting.then(() => undefined);
    return { stored, outcome };
  }

  flush(options: { readonly deadlineMs: number }): Promise<void> {
    return this.#memory.flush(options);
  }

  /** Whatever takes longer than the deadline completes in the background. */
  async close(options: { readonly deadlineMs: number }): Promise<void> {
    this.#closing ??= this.#close(options);
    const { timers = processTimers } = this.#environment;
    await withinDeadline(options.deadlineMs + LATE_MS, this.#closing, {
      timers,
      holdProcess: true,
    });
  }

  counters(): DeliveryCounters {
    const counters = this.#memory.counters();
    return { ...counters, delivered: 0, persisted: counters.delivered };
  }

  async #close(options: { readonly deadlineMs: number }): Promise<void> {
    await this.#memory.close(options);
    await this.#lostCalls?.close();
    await this.#notes?.close();
    await this.#redis.close();
    this.#log.end();
  }

  async #requireRedis(): Promise<void> {
    const answers = await this.#redis.answers(this.#settings.storeDeadlineMs);
    if (answers && this.#environment.clock.monotonic() >= this.#doorClosedUntil) return;
    throw unavailable();
  }

  #makeSender(): EventSender {
    return {
      ingest: (event) => this.#write(event),
      // Done by the worker.
      finalize: async () => ({ kind: "finalized" }),
      canFinalize: () => false,
    };
  }

  async #write(event: EventRecord["event"]): Promise<IngestResult> {
    const held = this.#held.get(event.event_id);
    if (held === undefined) return failed("an event that nobody handed over");
    const { clock } = this.#environment;
    const startedAt = clock.monotonic();
    if (!(await this.#redis.ready(this.#settings.storeDeadlineMs))) return this.#fail("is away");
    const { appId } = this.#notes ?? {};
    const data = writeJobData({ ...held.record, event }, held.tries > 0, appId);
    held.tries += 1;
    const adding = this.#redis.addEvent(data);
    const { storeDeadlineMs } = this.#settings;
    const added = await answerWithin(storeDeadlineMs, adding, { holdProcess: false });
    if (added === undefined) return this.#fail("does not answer");
    if (added.refusal !== undefined) return this.#refused(added.refusal);
    return { kind: "stored", ingestMs: clock.monotonic() - startedAt };
  }

  #refused(error: string): IngestResult {
    const message = "Telemetry: Redis refuses events; they are held in memory, and tried again.";
    this.#log.warn(`refused ${error}`, message, { error });
    return this.#fail("refused the event");
  }

  #fail(why: string): IngestResult {
    this.#closeDoor();
    return failed(`Redis ${why}`);
  }

  #closeDoor(): void {
    this.#doorClosedUntil = this.#environment.clock.monotonic() + CLOSED_DOOR_MS;
  }
}

function unavailable(): GuardedModelError {
  return new GuardedModelError(
    "delivery_unavailable",
    "Redis cannot take this call's event, and onFull is required: the call was not made. Try again when Redis is back.",
    { retryable: true },
  );
}

function failed(message: string): IngestResult {
  return { kind: "failed", error: new Error(message) };
}

/** What Redis has stored is neither delivered yet nor lost. */
function persisted(outcome: DeliveryOutcome): DeliveryOutcome {
  if (outcome.status !== "delivered") return outcome;
  const { eventId } = outcome;
  return { status: "persisted", eventId, attempts: 0, finalized: "skipped" };
}
