import { z } from "zod";
import type { Delivery } from "./delivery/delivery.ts";
import { ConfigurationError } from "./errors.ts";
import type { CallContext } from "./lifecycle/context.ts";
import type { UnavailablePolicy } from "./lifecycle/decide.ts";
import type { BeforeIngest } from "./lifecycle/withhold.ts";
import type { Masker } from "./masking/masker.ts";
import type { Observer } from "./observability/observer.ts";
import type { RequestDispatcher } from "./transport/undici-transport.ts";
import type { Logger, Segment, UninspectedPart } from "./types.ts";

/** Options of a `GuardedModelClient`. Every one may also be `undefined`, which means its default. */
export interface GuardedModelClientOptions {
  /** Base address of the data plane. Default: `GUARD_BASE_URL`. */
  readonly baseURL?: string | undefined;
  /** The AI system's API key, or a function that gives the present one. Default: `GUARD_API_KEY`. */
  readonly apiKey?: string | (() => string | Promise<string>) | undefined;
  /** The AI system's id, a UUID. Optional in the contract. Default: `GUARD_SYSTEM_ID`. */
  readonly systemId?: string | undefined;
  /** The one header that carries the key. Default "x-service-api-key", the contract's preference for servers. */
  readonly authHeader?: "x-service-api-key" | "authorization" | undefined;
  /** Allows `http:` beyond loopback. Default false: prompts and key would travel readable. */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Milliseconds for the whole guard phase, retries and body included. Default 5,000: an app can wait that long once. */
  readonly guardDeadlineMs?: number | undefined;
  /** What happens when no decision can be had. Default "fail-close". */
  readonly onGuardUnavailable?: UnavailablePolicy | undefined;
  /** What happens to a rewrite that cannot be split back into messages. Default "deny". */
  readonly onUnmappableRewrite?: "deny" | "collapse" | undefined;
  /** Denies prompts with content the guard cannot see. Default false: it is reported in `coverage`. */
  readonly denyUninspected?: boolean | ((parts: readonly UninspectedPart[]) => boolean) | undefined;
  /**
   * Fetches the agent configuration before calls. Default false. `ttlMs` (default 300,000) is how
   * long it is kept; `required` (default false) stops calls when it cannot be had.
   */
  readonly agentConfig?:
    | boolean
    | { readonly ttlMs?: number | undefined; readonly required?: boolean | undefined }
    | undefined;
  /**
   * Masks personal data and secrets before anybody outside of the app sees them: guard, provider
   * and telemetry get placeholders. Default: none. See `guarded-model-client/masking`.
   */
  readonly masker?: Masker | undefined;
  /**
   * Puts the originals back into what the model answers, streams and tool calls included, for the
   * app alone: telemetry keeps the placeholders. Default false; needs a `masker`.
   */
  readonly restoreOutput?: boolean | undefined;
  /** Which segments the guard sees. Default: every one. Those left out are reported as trusted. */
  readonly guardScope?: ((segment: Segment) => boolean) | undefined;
  /** A last look at every event. */
  readonly beforeIngest?: BeforeIngest | undefined;
  /** Whether streams are asked for their usage. Default "auto": where the host is known to take it. */
  readonly captureStreamUsage?: "auto" | "always" | "never" | undefined;
  /** How events get out. Default `memoryDelivery()`. */
  readonly delivery?: Delivery | undefined;
  /** Context of every lifecycle. */
  readonly defaults?: CallContext | undefined;
  readonly observers?: readonly Observer[] | undefined;
  /** Default: warnings and errors to `console`. */
  readonly logger?: Logger | undefined;
  /** Sends to the data plane over this `fetch` instead of the built-in transport. */
  readonly fetch?: typeof fetch | undefined;
  /** An undici dispatcher for the data plane: proxy, private CA, mTLS. Not together with `fetch`. */
  readonly dispatcher?: RequestDispatcher | undefined;
  /**
   * Lets a serverless platform wait for deliveries. Default: what the platform offers for the
   * request at hand, where it does so under a global name (Vercel, Next.js, Netlify).
   */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

/** The defaults, in one place. */
export const DEFAULTS = Object.freeze({
  authHeader: "x-service-api-key",
  allowInsecureHttp: false,
  guardDeadlineMs: 5_000,
  onGuardUnavailable: "fail-close",
  onUnmappableRewrite: "deny",
  denyUninspected: false,
  agentConfig: false,
  captureStreamUsage: "auto",
  restoreOutput: false,
  agentConfigTtlMs: 300_000,
  streamIdleMs: 300_000,
} as const);

/** Environment variables that stand in for options. */
export const ENVIRONMENT = Object.freeze({
  baseURL: "GUARD_BASE_URL",
  apiKey: "GUARD_API_KEY",
  systemId: "GUARD_SYSTEM_ID",
} as const);

/** Options after checking, with every default filled in. */
export interface ResolvedOptions {
  readonly baseURL: string;
  readonly apiKey: string | (() => string | Promise<string>);
  readonly systemId: string | undefined;
  readonly authHeader: "x-service-api-key" | "authorization";
  readonly allowInsecureHttp: boolean;
  readonly guardDeadlineMs: number;
  readonly onGuardUnavailable: UnavailablePolicy;
  readonly onUnmappableRewrite: "deny" | "collapse";
  readonly denyUninspected: boolean | ((parts: readonly UninspectedPart[]) => boolean);
  readonly agentConfig: { readonly ttlMs: number; readonly required: boolean } | undefined;
  readonly masker: Masker | undefined;
  readonly restoreOutput: boolean;
  readonly guardScope: ((segment: Segment) => boolean) | undefined;
  readonly beforeIngest: BeforeIngest | undefined;
  readonly captureStreamUsage: "auto" | "always" | "never";
  readonly delivery: Delivery | undefined;
  readonly defaults: CallContext | undefined;
  readonly observers: readonly Observer[];
  readonly logger: Logger | undefined;
  readonly fetch: typeof fetch | undefined;
  readonly dispatcher: RequestDispatcher | undefined;
  readonly waitUntil: ((work: Promise<unknown>) => void) | undefined;
}

/** Longest guard deadline, in milliseconds: a timer beyond 2^31-1 would fire at once. */
const MAX_DEADLINE_MS = 2_147_483_647;

// Zod counts a function's parameters as its type; whether it is callable is all that can be checked here.
const callable = z.custom<(...args: never[]) => unknown>(
  (value) => typeof value === "function",
  "must be a function",
);
const milliseconds = z.int("must be a whole number of milliseconds").min(1).max(MAX_DEADLINE_MS);
const objectLike = z.custom<object>(
  (value) => typeof value === "object" && value !== null,
  "must be an object",
);

const schema = z.strictObject({
  baseURL: z.string("must be a URL"),
  apiKey: z.union([z.string(), callable], "must be a string or a function"),
  // By its form alone, like the contract: the service chose the version, and we do not know it.
  systemId: z.guid("must be a UUID").optional(),
  authHeader: z.enum(["x-service-api-key", "authorization"]).optional(),
  allowInsecureHttp: z.boolean().optional(),
  guardDeadlineMs: milliseconds.optional(),
  onGuardUnavailable: z
    .union(
      [z.enum(["fail-close", "fail-open"]), callable],
      'must be "fail-close", "fail-open" or a function',
    )
    .optional(),
  onUnmappableRewrite: z.enum(["deny", "collapse"]).optional(),
  denyUninspected: z.union([z.boolean(), callable], "must be a boolean or a function").optional(),
  agentConfig: z
    .union(
      [
        z.boolean(),
        z.strictObject({ ttlMs: milliseconds.optional(), required: z.boolean().optional() }),
      ],
      "must be a boolean or { ttlMs, required }",
    )
    .optional(),
  masker: z
    .custom<Masker>(
      (value) => typeof (value as Masker | undefined)?.open === "function",
      "must be a masker, for instance createMasker()",
    )
    .optional(),
  restoreOutput: z.boolean().optional(),
  guardScope: callable.optional(),
  beforeIngest: callable.optional(),
  captureStreamUsage: z.enum(["auto", "always", "never"]).optional(),
  delivery: z
    .custom<Delivery>(
      (value) => typeof (value as Delivery | undefined)?.start === "function",
      "must be a delivery, for instance memoryDelivery()",
    )
    .optional(),
  defaults: objectLike.optional(),
  observers: z.array(objectLike, "must be an array of observers").optional(),
  logger: objectLike.optional(),
  fetch: callable.optional(),
  dispatcher: z
    .custom<RequestDispatcher>(
      (value) => typeof (value as RequestDispatcher | undefined)?.dispatch === "function",
      "must be an undici Dispatcher",
    )
    .optional(),
  waitUntil: callable.optional(),
});

/**
 * Options checked, completed from `environment`, and frozen.
 *
 * @throws ConfigurationError naming the option and its environment variable, never the value.
 */
export function resolveOptions(
  options: GuardedModelClientOptions | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): ResolvedOptions {
  if (options !== undefined && (typeof options !== "object" || options === null)) {
    throw new ConfigurationError("The options must be an object.");
  }
  const given = { ...fromEnvironment(environment), ...withoutUndefined(options ?? {}) };
  const parsed = schema.safeParse(given);
  if (!parsed.success) throw configurationError(parsed.error.issues[0], given);
  const known = parsed.data as Omit<GuardedModelClientOptions, "baseURL" | "apiKey"> &
    Pick<ResolvedOptions, "baseURL" | "apiKey">;
  if (known.fetch !== undefined && known.dispatcher !== undefined) {
    throw new ConfigurationError("fetch and dispatcher exclude each other. Pass one of them.");
  }
  if (known.restoreOutput === true && known.masker === undefined) {
    throw new ConfigurationError("restoreOutput needs a masker: without one nothing is masked.");
  }
  return Object.freeze({
    baseURL: known.baseURL,
    apiKey: known.apiKey,
    systemId: known.systemId,
    authHeader: known.authHeader ?? DEFAULTS.authHeader,
    allowInsecureHttp: known.allowInsecureHttp ?? DEFAULTS.allowInsecureHttp,
    guardDeadlineMs: known.guardDeadlineMs ?? DEFAULTS.guardDeadlineMs,
    onGuardUnavailable: known.onGuardUnavailable ?? DEFAULTS.onGuardUnavailable,
    onUnmappableRewrite: known.onUnmappableRewrite ?? DEFAULTS.onUnmappableRewrite,
    denyUninspected: known.denyUninspected ?? DEFAULTS.denyUninspected,
    agentConfig: resolveAgentConfig(known.agentConfig),
    masker: known.masker,
    restoreOutput: known.restoreOutput ?? DEFAULTS.restoreOutput,
    guardScope: known.guardScope,
    beforeIngest: known.beforeIngest,
    captureStreamUsage: known.captureStreamUsage ?? DEFAULTS.captureStreamUsage,
    delivery: known.delivery,
    defaults: known.defaults,
    observers: known.observers ?? [],
    logger: known.logger,
    fetch: known.fetch,
    dispatcher: known.dispatcher,
    waitUntil: known.waitUntil,
  });
}

function fromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [option, variable] of Object.entries(ENVIRONMENT)) {
    const value = environment[variable];
    if (value !== undefined && value !== "") found[option] = value;
  }
  return found;
}

function withoutUndefined(options: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function resolveAgentConfig(
  option: GuardedModelClientOptions["agentConfig"],
): ResolvedOptions["agentConfig"] {
  if (option === undefined || option === false) return undefined;
  const chosen = option === true ? {} : option;
  return {
    ttlMs: chosen.ttlMs ?? DEFAULTS.agentConfigTtlMs,
    required: chosen.required ?? false,
  };
}

function configurationError(
  issue: z.core.$ZodIssue | undefined,
  given: Readonly<Record<string, unknown>>,
): ConfigurationError {
  if (issue?.code === "unrecognized_keys") {
    const names = issue.keys.map((key) => [...issue.path, key].join(".")).join(", ");
    return new ConfigurationError(`Unknown option: ${names}. Check its spelling.`);
  }
  const option = String(issue?.path[0] ?? "options");
  const path = issue?.path.join(".") ?? option;
  const variable = (ENVIRONMENT as Record<string, string>)[option];
  const also = variable === undefined ? "" : ` (or the environment variable ${variable})`;
  if (given[option] === undefined) {
    return new ConfigurationError(`${option} is missing. Pass it${also}.`);
  }
  return new ConfigurationError(`${path}${also} ${plainMessage(issue)}.`);
}

function plainMessage(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return "is wrong";
  switch (issue.code) {
    case "invalid_value":
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    case "too_small":
      return `must be at least ${issue.minimum}`;
    case "too_big":
      return `must be at most ${issue.maximum}`;
    case "invalid_type":
      return `must be of type ${issue.expected}`;
    default:
      return issue.message.startsWith("must") ? issue.message : "is wrong";
  }
}
