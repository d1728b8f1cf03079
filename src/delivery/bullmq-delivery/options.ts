import {
  aBoolean,
  aDuration,
  aFunction,
  anObject,
  assertOptions,
  isObject,
  milliseconds,
  must,
  oneOf,
  type Rules,
  strictObject,
  wholeNumber,
  withoutUndefined,
  withRequired,
} from "../../base/option-rules.ts";
import { MAX_TIMER_MS } from "../../transport/deadline.ts";
import { isClient, optionsOf } from "./connection.ts";

/** Where the outbox is; the same for apps and workers. */
export interface OutboxAddress {
  /**
   * A connection as BullMQ takes it: `{ url }`, `{ host, port, ... }`, or your own ioredis client,
   * which you close yourself.
   */
  readonly connection: object;
  /** Name of the queue; use one for each AI system. Default "guarded-model-client". */
  readonly queueName?: string | undefined;
  /** BullMQ's prefix of all keys. Default "bull", BullMQ's own. */
  readonly prefix?: string | undefined;
}

/** Options of `bullmqDelivery`. */
export interface BullmqDeliveryOptions extends OutboxAddress {
  /**
   * What to do with a call whose event Redis cannot store.
   * - `"best-effort"` (default): the call proceeds, and its event is held in memory until Redis is
   *   back.
   * - `"required"`: the call is refused with `delivery_unavailable`, before the guard check.
   */
  readonly onFull?: "required" | "best-effort" | undefined;
  /**
   * Longest time a call waits for Redis, in milliseconds. Default 1,000, because a user should not
   * wait longer for telemetry.
   */
  readonly storeDeadlineMs?: number | undefined;
  /**
   * Whether each call is recorded in Redis before its provider is called, in one round trip within
   * `storeDeadlineMs`. Default true: a call that waits for its provider when the app is killed
   * becomes an `interrupted` event. False saves the round trip, but such calls leave no event.
   */
  readonly noteCalls?: boolean | undefined;
  /**
   * Milliseconds without a heartbeat after which an app counts as dead, and workers and other apps
   * report its calls. Default 30,000, so that a busy app is not reported.
   */
  readonly callLeaseMs?: number | undefined;
  /** Maximum number of events held in memory while Redis is unreachable. Default 10,000. */
  readonly maxEvents?: number | undefined;
  /** Their maximum size in bytes of JSON. Default 64 MiB. */
  readonly maxBytes?: number | undefined;
}

/** How a worker takes jobs. */
export interface WorkerOptions extends OutboxAddress {
  /** Number of jobs processed at once. Default 64, the number of requests sent at once. */
  readonly concurrency?: number | undefined;
  /** Events older than this, in milliseconds, become dead letters (`gave_up`). Default: never. */
  readonly giveUpAfterMs?: number | undefined;
  /**
   * Milliseconds after which other workers take over the jobs of a dead worker. Default 30,000,
   * like BullMQ's, so that a busy worker does not lose its jobs.
   */
  readonly lockMs?: number | undefined;
  /** How many dead letters are kept, and for how long. Default: one week, at most 10,000. */
  readonly keepDeadLetters?:
    | { readonly maxAgeMs?: number | undefined; readonly maxCount?: number | undefined }
    | undefined;
}

type Filled<Options> = { readonly [Name in keyof Options]-?: Exclude<Options[Name], undefined> };

/** Options of an app, with defaults. */
export type OutboxSettings = Filled<BullmqDeliveryOptions>;

/** Options of a worker, with defaults. */
export interface WorkerSettings extends Filled<OutboxAddress> {
  readonly concurrency: number;
  readonly giveUpAfterMs: number | undefined;
  readonly lockMs: number;
  readonly keepDeadLetters: { readonly maxAgeMs: number; readonly maxCount: number };
}

const ADDRESS = { queueName: "guarded-model-client", prefix: "bull" } as const;
const OUTBOX = {
  ...ADDRESS,
  onFull: "best-effort",
  noteCalls: true,
  storeDeadlineMs: 1_000,
  callLeaseMs: 30_000,
  maxEvents: 10_000,
  maxBytes: 64 * 1024 * 1024,
} as const;
const WORKER = { ...ADDRESS, concurrency: 64, lockMs: 30_000 } as const;
const DEAD_LETTERS = { maxAgeMs: 7 * 24 * 3_600_000, maxCount: 10_000 } as const;

const anyConnection = must(
  "be options of a Redis connection, or a client",
  (value) => anObject(value) === undefined,
);
// With a client's, BullMQ throws at the first call. With that of options, its scripts lose the jobs
// that they are working on.
const withoutKeyPrefix = must(
  "have no keyPrefix, which BullMQ does not support (use the option prefix)",
  (value) => !isObject(value) || !optionsOf(value).keyPrefix,
);
const aConnection = (value: unknown) => anyConnection(value) ?? withoutKeyPrefix(value);
// BullMQ's worker throws halfway through its construction, and is left listening to the client.
const waitingForever = must(
  "be a client with maxRetriesPerRequest: null, because a worker waits for jobs any time",
  (value) => !isObject(value) || !isClient(value) || !optionsOf(value).maxRetriesPerRequest,
);
const aWorkerConnection = (value: unknown) => aConnection(value) ?? waitingForever(value);
const aCount = wholeNumber(1);
/** Node.js treats a longer delay as one millisecond. */
const aTimer = milliseconds(MAX_TIMER_MS);
const address = {
  connection: aConnection,
  // BullMQ joins its keys with colons, and rejects them in names.
  queueName: must(
    "be a text without colons",
    (value) => typeof value === "string" && /^[^:]+$/.test(value),
  ),
  prefix: must("be a text", (value) => typeof value === "string" && value !== ""),
};
const outboxRule = withRequired(
  "connection",
  aConnection,
  strictObject({
    ...address,
    onFull: oneOf(["required", "best-effort"]),
    noteCalls: aBoolean,
    storeDeadlineMs: aTimer,
    callLeaseMs: aTimer,
    maxEvents: aCount,
    maxBytes: aCount,
  }),
);
const workerRules = {
  ...address,
  connection: aWorkerConnection,
  concurrency: aCount,
  lockMs: aTimer,
  giveUpAfterMs: aDuration,
  keepDeadLetters: strictObject({ maxAgeMs: aCount, maxCount: aCount }),
  onDelivery: aFunction,
  logger: anObject,
};

/** Options of a worker's `deadLetters`. */
export const aPage = strictObject({ start: wholeNumber(0), count: aCount });

/**
 * Checks the options of an app and fills in defaults.
 *
 * @throws ConfigurationError naming the option that is wrong, never its value.
 */
export function readOutboxOptions(options: BullmqDeliveryOptions): OutboxSettings {
  assertOptions("bullmqDelivery", outboxRule, options);
  return { ...OUTBOX, ...withoutUndefined(options, { ...address, ...OUTBOX }) } as OutboxSettings;
}

/**
 * Checks the options of a worker and fills in defaults. It may also have those of `others`.
 *
 * @throws ConfigurationError naming the option that is wrong, never its value.
 */
export function readWorkerOptions(options: WorkerOptions, others: Rules = {}): WorkerSettings {
  const rule = strictObject({ ...workerRules, ...others });
  assertOptions("runDeliveryWorker", withRequired("connection", aWorkerConnection, rule), options);
  const { connection, queueName, prefix, concurrency, giveUpAfterMs, lockMs } = options;
  const own = { connection, queueName, prefix, concurrency, lockMs };
  const kept = withoutUndefined(options.keepDeadLetters ?? {}, DEAD_LETTERS);
  const keepDeadLetters = { ...DEAD_LETTERS, ...kept };
  const filled = { ...WORKER, ...withoutUndefined(own, own), giveUpAfterMs, keepDeadLetters };
  return filled as typeof filled & Filled<OutboxAddress>;
}
