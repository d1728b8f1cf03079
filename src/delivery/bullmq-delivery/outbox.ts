import { GuardedModelError } from "../../errors.ts";
import type { DeliveryCounters, DeliveryOutcome, IngestResult } from "../../types.ts";
import type {
  DeliveryEnvironment,
  EventRecord,
  EventSender,
  RunningDelivery,
  Submission,
} from "../delivery.ts";
import { startMemory } from "../memory-works.ts";
import { writeJobData } from "./job-data.ts";
import type { OutboxSettings } from "./options.ts";
import { RedisQueue } from "./redis-queue.ts";
import { within } from "./within.ts";

/**
 * Attempts of a worker that fails in a way nobody thought of, and the first wait between them.
 * What the service says is not a matter of these: a worker keeps such events in hand.
 */
const ATTEMPTS = 5;
const BACKOFF = { type: "exponential", delay: 1_000 } as const;

/** With `required`, how long a failed write closes the door for new calls, in milliseconds. */
const CLOSED_DOOR_MS = 1_000;

/** The works of `bullmqDelivery`: they begin with the first call, and are loaded with it. */
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
 * A delivery from memory whose receiver is Redis: everything it does for a service that does not
 * answer (bounds, backoff, single probes, closing, books) it does for a Redis that is away.
 */
class Outbox implements RunningDelivery {
  readonly #settings: OutboxSettings;
  readonly #environment: DeliveryEnvironment;
  readonly #redis: RedisQueue;
  readonly #works: RunningDelivery;
  readonly #held = new Map<string, Held>();
  #doorClosedUntil = 0;
  #closing: Promise<void> | undefined = undefined;

  constructor(settings: OutboxSettings, environment: DeliveryEnvironment) {
    const { maxEvents, maxBytes } = settings;
    this.#settings = settings;
    this.#environment = environment;
    // What the connection says comes again as the failure of a write, and is told as that.
    this.#redis = new RedisQueue(settings, () => {});
    this.#works = startMemory(
      { maxEvents, maxBytes, whenFull: "drop", giveUpAfterMs: undefined },
      {
        ...environment,
        receiver: "Redis",
        sender: this.#makeSender(),
        onOutcome: (record, outcome) => {
          this.#held.delete(record.event.event_id);
          environment.onOutcome(record, persisted(outcome));
        },
      },
    );
  }

  admit(signal: AbortSignal | undefined): Promise<void> | undefined {
    if (this.#settings.onFull === "best-effort" || this.#closing !== undefined) {
      return this.#works.admit(signal);
    }
    return this.#requireRedis().then(() => this.#works.admit(signal));
  }

  submit(record: EventRecord): Submission {
    this.#held.set(record.event.event_id, { record, tries: 0 });
    const outcome = this.#works.submit(record).outcome.then(persisted);
    // The app gets its answer when Redis has the event, or when it has waited for long enough.
    const stored = within(this.#settings.storeDeadlineMs, outcome).then(() => undefined);
    return { stored, outcome };
  }

  flush(options: { readonly deadlineMs: number }): Promise<void> {
    return this.#works.flush(options);
  }

  close(options: { readonly deadlineMs: number }): Promise<void> {
    this.#closing ??= this.#works.close(options).then(() => this.#redis.close());
    return this.#closing;
  }

  counters(): DeliveryCounters {
    const counters = this.#works.counters();
    return { ...counters, delivered: 0, persisted: counters.delivered };
  }

  async #requireRedis(): Promise<void> {
    const answers = await this.#redis.answers(this.#settings.storeDeadlineMs);
    if (answers && this.#environment.clock.monotonic() >= this.#doorClosedUntil) return;
    throw new GuardedModelError(
      "delivery_unavailable",
      "Redis cannot take this call's event, and onFull is required: the call was not made. Try again when Redis is back.",
      { retryable: true },
    );
  }

  #makeSender(): EventSender {
    return {
      ingest: (event) => this.#write(event),
      // The worker's affair.
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
    const data = writeJobData({ ...held.record, event }, held.tries > 0);
    held.tries += 1;
    const options = { jobId: event.event_id, attempts: ATTEMPTS, backoff: BACKOFF };
    try {
      const added = this.#redis.queue.add("event", data, options).then(() => true);
      added.catch(() => {});
      const done = await within(this.#settings.storeDeadlineMs, added);
      if (done !== true) return this.#fail("does not answer");
      return { kind: "stored", ingestMs: clock.monotonic() - startedAt };
    } catch {
      // Without its words: they quote the command, and with it the event.
      return this.#fail("refused the event");
    }
  }

  #fail(why: string): IngestResult {
    this.#doorClosedUntil = this.#environment.clock.monotonic() + CLOSED_DOOR_MS;
    return failed(`Redis ${why}`);
  }
}

function failed(message: string): IngestResult {
  return { kind: "failed", error: new Error(message) };
}

/** What Redis has is not delivered yet, and it is not lost. */
function persisted(outcome: DeliveryOutcome): DeliveryOutcome {
  if (outcome.status !== "delivered") return outcome;
  const { eventId } = outcome;
  return { status: "persisted", eventId, attempts: 0, finalized: "skipped" };
}
