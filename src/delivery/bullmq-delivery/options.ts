import { ConfigurationError } from "../../errors.ts";

/** Where the fleet's outbox is: the same for its apps and its workers. */
export interface OutboxAddress {
  /**
   * What BullMQ takes: `{ url }` or `{ host, port, ... }`, or an ioredis client of yours, which
   * stays yours to close.
   */
  readonly connection: object;
  /** One queue for each AI system. Default "guarded-model-client". */
  readonly queueName?: string | undefined;
  /** BullMQ's prefix of all keys. Default "bull", BullMQ's own. */
  readonly prefix?: string | undefined;
}

/** Options of `bullmqDelivery`. */
export interface BullmqDeliveryOptions extends OutboxAddress {
  /**
   * What happens to a call whose event Redis cannot take.
   * - `"best-effort"` (default): it goes on, and its event is held in memory until Redis is back.
   * - `"required"`: it is refused with `delivery_unavailable`, before its guard.
   */
  readonly onFull?: "required" | "best-effort" | undefined;
  /** Longest a call waits for Redis, in milliseconds. Default 1,000: a user does not wait longer for a log. */
  readonly storeDeadlineMs?: number | undefined;
  /**
   * Whether each call is noted in Redis before its provider is called, in one round trip that
   * `storeDeadlineMs` counts with the rest. Default true: a call that is with its provider when
   * the app is killed becomes an `interrupted` event. False saves the round trip, and leaves
   * such calls without an event.
   */
  readonly noteCalls?: boolean | undefined;
  /**
   * Milliseconds without a sign of life after which an app is dead, and workers and other apps
   * report its calls. Default 30,000: an app that is merely busy must not be reported.
   */
  readonly callLeaseMs?: number | undefined;
  /** Events held in memory while Redis is away. Default 10,000. */
  readonly maxEvents?: number | undefined;
  /** Their bytes as JSON. Default 64 MiB. */
  readonly maxBytes?: number | undefined;
}

/** How a worker takes its jobs. */
export interface WorkerOptions extends OutboxAddress {
  /** Jobs in hand at once. Default 64, as many as are sent at once. */
  readonly concurrency?: number | undefined;
  /** Events older than this, in milliseconds, become dead letters (`gave_up`). Default: never. */
  readonly giveUpAfterMs?: number | undefined;
  /**
   * Milliseconds after which the jobs of a worker that died are taken over. Default 30,000,
   * BullMQ's own: a worker that is merely busy must not lose its jobs.
   */
  readonly lockMs?: number | undefined;
  /** Dead letters that are kept. Default a week of them, 10,000 at most. */
  readonly keepDeadLetters?:
    | { readonly maxAgeMs?: number | undefined; readonly maxCount?: number | undefined }
    | undefined;
}

type Filled<Options> = { readonly [Name in keyof Options]-?: Exclude<Options[Name], undefined> };

/** An app's options with their defaults. */
export type OutboxSettings = Filled<BullmqDeliveryOptions>;

/** A worker's options with their defaults. */
export interface WorkerSettings extends Filled<OutboxAddress> {
  readonly concurrency: number;
  readonly giveUpAfterMs: number | undefined;
  readonly lockMs: number;
  readonly keepDeadLetters: { readonly maxAgeMs: number; readonly maxCount: number };
}

const ADDRESS = { queueName: "guarded-model-client", prefix: "bull" } as const;
const OUTBOX = {
  storeDeadlineMs: 1_000,
  callLeaseMs: 30_000,
  maxEvents: 10_000,
  maxBytes: 64 * 1024 * 1024,
} as const;
const WORKER = { concurrency: 64, lockMs: 30_000 } as const;
const DEAD_LETTERS = { maxAgeMs: 7 * 24 * 3_600_000, maxCount: 10_000 } as const;

/**
 * The settings an app's options mean.
 *
 * @throws ConfigurationError naming the option that is wrong, never its value.
 */
export function readOutboxOptions(options: BullmqDeliveryOptions): OutboxSettings {
  const read = new Reader("bullmqDelivery", options);
  const { onFull = "best-effort", noteCalls = true } = options;
  if (onFull !== "required" && onFull !== "best-effort") {
    throw read.wrong("onFull", 'must be "required" or "best-effort"');
  }
  if (typeof noteCalls !== "boolean") throw read.wrong("noteCalls", "must be true or false");
  read.refuseOthers(["onFull", "noteCalls", ...Object.keys({ ...ADDRESS, ...OUTBOX })]);
  return { ...read.address(), ...read.counts(OUTBOX), onFull, noteCalls };
}

/**
 * The settings a worker's options mean. Names that belong to the data plane are not looked at.
 *
 * @throws ConfigurationError naming the option that is wrong, never its value.
 */
export function readWorkerOptions(options: WorkerOptions): WorkerSettings {
  const read = new Reader("runDeliveryWorker", options);
  const { giveUpAfterMs } = options;
  if (giveUpAfterMs !== undefined && !(Number.isFinite(giveUpAfterMs) && giveUpAfterMs > 0)) {
    throw read.wrong("giveUpAfterMs", "must be a positive number of milliseconds");
  }
  const letters = new Reader("runDeliveryWorker: keepDeadLetters", options.keepDeadLetters ?? {});
  letters.refuseOthers(Object.keys(DEAD_LETTERS));
  const keepDeadLetters = letters.counts(DEAD_LETTERS);
  return { ...read.address(), ...read.counts(WORKER), giveUpAfterMs, keepDeadLetters };
}

class Reader {
  readonly #who: string;
  readonly #options: Readonly<Record<string, unknown>>;

  constructor(who: string, options: object) {
    this.#who = who;
    if (typeof options !== "object" || options === null) {
      throw this.wrong("options", "must be an object");
    }
    this.#options = { ...options };
  }

  address(): Filled<OutboxAddress> {
    const { connection, queueName = ADDRESS.queueName, prefix = ADDRESS.prefix } = this.#options;
    if (typeof connection !== "object" || connection === null) {
      throw this.wrong("connection", "must be options of a Redis connection, or a client");
    }
    // BullMQ joins its keys with colons, and refuses them in names.
    if (typeof queueName !== "string" || !/^[^:]+$/.test(queueName)) {
      throw this.wrong("queueName", "must be a text without colons");
    }
    if (typeof prefix !== "string" || prefix === "") throw this.wrong("prefix", "must be a text");
    return { connection, queueName, prefix };
  }

  counts<Name extends string>(defaults: Readonly<Record<Name, number>>): Record<Name, number> {
    const names = Object.keys(defaults) as Name[];
    const entries = names.map((name) => {
      const value = this.#options[name] ?? defaults[name];
      if (Number.isSafeInteger(value) && (value as number) >= 1) return [name, value];
      throw this.wrong(name, "must be a whole number of at least 1");
    });
    return Object.fromEntries(entries) as Record<Name, number>;
  }

  refuseOthers(known: readonly string[]): void {
    for (const name of Object.keys(this.#options)) {
      if (name !== "connection" && !known.includes(name)) throw this.wrong(name, "is not known");
    }
  }

  wrong(name: string, problem: string): ConfigurationError {
    return new ConfigurationError(`${this.#who}: ${name} ${problem}.`);
  }
}
