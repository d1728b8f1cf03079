import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { uuidSchema } from "../contract/primitives.ts";
import { generateApiKey } from "./api-key.ts";
import { defaultPolicy, type Policy } from "./policy/policy.ts";
import type { RateLimits } from "./policy/rate-limiter.ts";
import type { GivenAnswer, ReceivedRequest } from "./server/received-request.ts";

/** The clock of the data plane. Both forms return milliseconds since the Unix epoch. */
export type LocalClock = (() => number) | { now(): number };

/** Options of `startLocalDataPlane`. All are optional. */
export interface LocalDataPlaneOptions {
  /** Port, 0 to 65,535. Default 0: any free port. */
  readonly port?: number | undefined;
  /**
   * API key to accept. Default: a random live key. A key without the live prefix cannot finalize.
   */
  readonly apiKey?: string | undefined;
  /** Id of the AI system, a UUID. Default: a random one. */
  readonly systemId?: string | undefined;
  /**
   * Decides guard requests. Default: masks personal data and secrets, and denies obvious prompt
   * injection.
   */
  readonly policy?: Policy | undefined;
  /** Rate limits. Default: none, so that no test is slowed down by accident. */
  readonly limits?: RateLimits | undefined;
  /**
   * Clock for the age of events, the rate-limit windows and the `date` header. Default `Date.now`.
   */
  readonly clock?: LocalClock | undefined;
  /**
   * Maximum number of lifecycles kept; the oldest are removed first. Default 100,000, more than a
   * long test makes.
   */
  readonly maxLifecycles?: number | undefined;
  /**
   * Maximum size of prompts and events kept, in bytes; the oldest are removed first. Default 256
   * MiB.
   */
  readonly maxBytes?: number | undefined;
  /** Called with every request, before it is processed. */
  readonly onRequest?: ((request: ReceivedRequest) => void) | undefined;
  /** Called with every request and its response, right before the response is sent. */
  readonly onAnswer?: ((request: ReceivedRequest, answer: GivenAnswer) => void) | undefined;
}

/** Options with defaults. */
export interface ResolvedOptions {
  readonly port: number;
  readonly apiKey: string;
  readonly systemId: string;
  readonly policy: Policy;
  readonly limits: RateLimits;
  readonly now: () => number;
  readonly bounds: { readonly maxLifecycles: number; readonly maxBytes: number };
  readonly onRequest: LocalDataPlaneOptions["onRequest"];
  readonly onAnswer: LocalDataPlaneOptions["onAnswer"];
}

const DEFAULT_MAX_LIFECYCLES = 100_000;
const DEFAULT_MAX_BYTES = 256 * 1024 * 1024;

/** Checks the options and fills in defaults. @throws TypeError naming the option, never a key. */
export function resolveLocalOptions(options: LocalDataPlaneOptions): ResolvedOptions {
  checkNames("options", options, OPTION_NAMES);
  for (const name of ["policy", "onRequest", "onAnswer"] as const) {
    if (options[name] !== undefined && typeof options[name] !== "function") {
      throw new TypeError(`${name} must be a function.`);
    }
  }
  const { apiKey = generateApiKey(), systemId = randomUUID(), clock = systemTime } = options;
  const { maxLifecycles = DEFAULT_MAX_LIFECYCLES, maxBytes = DEFAULT_MAX_BYTES } = options;
  const { port = 0, policy = defaultPolicy, limits = {} } = options;
  return {
    port: checkPort(port),
    apiKey: checkApiKey(apiKey),
    systemId: checkSystemId(systemId),
    policy,
    limits: checkLimits(limits),
    now: readClock(clock),
    bounds: {
      maxLifecycles: checkCount("maxLifecycles", maxLifecycles),
      maxBytes: checkCount("maxBytes", maxBytes),
    },
    onRequest: options.onRequest,
    onAnswer: options.onAnswer,
  };
}

/** Checks that a header can carry the key: visible ASCII (RFC 9110, section 5.5). */
export function checkApiKey(apiKey: string): string {
  if (typeof apiKey === "string" && /^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw new TypeError("apiKey must be one or more visible ASCII characters.");
}

function checkPort(port: number): number {
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new TypeError(`port must be a whole number from 0 to 65535, not ${inspect(port)}.`);
}

function checkSystemId(systemId: string): string {
  if (uuidSchema.safeParse(systemId).success) return systemId;
  // Not the value: it may be the key, if the two were swapped.
  throw new TypeError("systemId must be a UUID.");
}

const OPTION_NAMES: ReadonlySet<string> = new Set<keyof LocalDataPlaneOptions>([
  "port",
  "apiKey",
  "systemId",
  "policy",
  "limits",
  "clock",
  "maxLifecycles",
  "maxBytes",
  "onRequest",
  "onAnswer",
]);

const LIMIT_NAMES: ReadonlySet<string> = new Set<keyof RateLimits>([
  "requestsPerWindow",
  "windowMs",
  "dailyCap",
]);

/** A misspelt policy or limit would let a test pass for the wrong reason. */
export function checkNames(where: string, given: object, known: ReadonlySet<string>): void {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new TypeError(`${where} must be an object.`);
  }
  const strange = Object.keys(given).find((name) => !known.has(name));
  if (strange === undefined) return;
  const path = where === "options" ? strange : `${where}.${strange}`;
  throw new TypeError(`${path} is no known option; known are ${[...known].join(", ")}.`);
}

/** Looked up for each request: tests replace `Date` after the data plane has started. */
const systemTime = (): number => Date.now();

function readClock(clock: LocalClock): () => number {
  // The method first: `Date` has it, but is a function as well, which returns a text.
  if (hasNow(clock)) return () => clock.now();
  if (typeof clock === "function") return clock;
  throw new TypeError("clock must be a function, or an object with the function now.");
}

function hasNow(clock: LocalClock): clock is Exclude<LocalClock, () => number> {
  return typeof (clock as { readonly now?: unknown } | null)?.now === "function";
}

function checkLimits(limits: RateLimits): RateLimits {
  checkNames("limits", limits, LIMIT_NAMES);
  for (const [name, value] of Object.entries(limits)) {
    if (value !== undefined) checkCount(`limits.${name}`, value);
  }
  return limits;
}

function checkCount(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 1) return value;
  throw new TypeError(`${name} must be a whole number of at least 1, not ${inspect(value)}.`);
}
