import {
  aBoolean,
  aFunction,
  anObject,
  arrayOf,
  can,
  isFunction,
  isObject,
  milliseconds,
  must,
  oneOf,
  type Rule,
  shape,
} from "./base/option-rules.ts";
import {
  CONNECTION_DEFAULTS,
  CONNECTION_RULES,
  type Connection,
  type ConnectionOptions,
  givenOptions,
} from "./data-plane/connection-options.ts";
import type { Delivery } from "./delivery/delivery.ts";
import { ConfigurationError } from "./errors.ts";
import type { CallContext } from "./lifecycle/context/context.ts";
import type { UnavailablePolicy } from "./lifecycle/guard/decide.ts";
import type { BeforeIngest } from "./lifecycle/report/withhold.ts";
import type { Masker } from "./masking/masker.ts";
import type { Observer } from "./observability/observer.ts";
import { MAX_TIMER_MS } from "./transport/deadline.ts";
import type { Logger, Segment, UninspectedPart } from "./types.ts";

/** Options of a `GuardedModelClient`. Every one may also be `undefined`, which means its default. */
export interface GuardedModelClientOptions extends ConnectionOptions {
  /**
   * What happens when no decision can be had. Default "fail-close": nothing unapproved reaches a
   * provider.
   */
  readonly onGuardUnavailable?: UnavailablePolicy | undefined;
  /**
   * What happens to a rewrite that cannot be split back into messages. Default "deny", because who
   * is to have said what is not known; "collapse" sends it as one user message.
   */
  readonly onUnmappableRewrite?: "deny" | "collapse" | undefined;
  /**
   * Denies prompts with content the guard cannot see. Default false: it is reported in `coverage`.
   * A function is asked about such prompts only, and denies unless it returns false.
   */
  readonly denyUninspected?: boolean | ((parts: readonly UninspectedPart[]) => boolean) | undefined;
  /**
   * Fetches the agent configuration before calls. Default false: the contract promises nothing of
   * its content. `ttlMs` (default 300,000, since it changes by hand) is how long it is kept;
   * `required` (default false) stops calls when it cannot be had, as `GuardUnavailableError` and
   * whatever `onGuardUnavailable` says.
   */
  readonly agentConfig?:
    | boolean
    | { readonly ttlMs?: number | undefined; readonly required?: boolean | undefined }
    | undefined;
  /**
   * Masks personal data and secrets before anybody outside of the app sees them: guard, provider
   * and telemetry get placeholders. Default: none, since it changes what the model reads. See
   * `guarded-model-client/masking`.
   */
  readonly masker?: Masker | undefined;
  /**
   * Puts the originals back into what the model answers, streams and tool calls included, for the
   * app alone: telemetry keeps the placeholders. Default false; needs a `masker`.
   */
  readonly restoreOutput?: boolean | undefined;
  /**
   * Which segments the guard sees. Default: every one. Those for which it returns false are sent
   * unchecked and reported as trusted; one that throws hides nothing.
   */
  readonly guardScope?: ((segment: Segment) => boolean) | undefined;
  /** A last look at every event. Default: none. */
  readonly beforeIngest?: BeforeIngest | undefined;
  /**
   * Whether streamed chats are asked for their usage (`stream_options.include_usage`), where they
   * do not report it unasked. Default "auto": where the host, OpenAI's or Azure's, is known to take
   * it.
   */
  readonly captureStreamUsage?: "auto" | "always" | "never" | undefined;
  /** How events get out. Default `memoryDelivery()`. */
  readonly delivery?: Delivery | undefined;
  /** Context of every lifecycle; that of children, scopes and calls is merged over it. */
  readonly defaults?: CallContext | undefined;
  /** Told of every lifecycle of the client and its children. Default: none. */
  readonly observers?: readonly Observer[] | undefined;
  /** Default: warnings and errors to `console`. */
  readonly logger?: Logger | undefined;
  /**
   * Lets a serverless platform wait for deliveries. Default: what the platform offers for the
   * request at hand, where it does so under a global name (Vercel, Next.js, Netlify).
   */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

/** The defaults, in one place. */
export const DEFAULTS = Object.freeze({
  ...CONNECTION_DEFAULTS,
  onGuardUnavailable: "fail-close",
  onUnmappableRewrite: "deny",
  denyUninspected: false,
  agentConfig: false,
  masker: undefined,
  restoreOutput: false,
  guardScope: undefined,
  beforeIngest: undefined,
  captureStreamUsage: "auto",
  delivery: undefined,
  defaults: undefined,
  logger: undefined,
  waitUntil: undefined,
} as const);

/** How long the agent configuration is kept, in milliseconds: it changes by hand. */
const AGENT_CONFIG_TTL_MS = 300_000;

/** Options after checking, with every default filled in. */
export interface ResolvedOptions extends Connection {
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
  readonly waitUntil: ((work: Promise<unknown>) => void) | undefined;
}

const aDelivery = must("be a delivery, for instance memoryDelivery()", can("start"));
const aMasker = must(
  "be a masker, for instance createMasker()",
  (value) => can("open")(value) && isObject((value as Masker).capabilities),
);
const aTrueOrRule = must(
  "be a boolean or a function",
  (value) => typeof value === "boolean" || isFunction(value),
);
const anAgentConfig = shape({ ttlMs: milliseconds(MAX_TIMER_MS), required: aBoolean });
const aTrueOrAgentConfig = must(
  "be a boolean or { ttlMs, required }",
  (value) => typeof value === "boolean" || isObject(value),
);

// By hand and not with a schema library: this is all that the library would be loaded for, and it
// would be two thirds of what importing the client costs in time and memory.
const RULES = {
  ...CONNECTION_RULES,
  onGuardUnavailable: oneOf(["fail-close", "fail-open"], true),
  onUnmappableRewrite: oneOf(["deny", "collapse"]),
  denyUninspected: aTrueOrRule,
  agentConfig: (value) => (isObject(value) ? anAgentConfig(value) : aTrueOrAgentConfig(value)),
  masker: aMasker,
  restoreOutput: aBoolean,
  guardScope: aFunction,
  beforeIngest: aFunction,
  captureStreamUsage: oneOf(["auto", "always", "never"]),
  delivery: aDelivery,
  defaults: anObject,
  observers: arrayOf(anObject, must("be an array of observers", Array.isArray)),
  logger: anObject,
  waitUntil: aFunction,
} satisfies Record<keyof GuardedModelClientOptions, Rule>;

/**
 * Options checked, completed from `environment`, and frozen.
 *
 * @throws ConfigurationError naming the option and its environment variable, never the value.
 */
export function resolveOptions(
  options: GuardedModelClientOptions | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): ResolvedOptions {
  const known = givenOptions(options, RULES, environment);
  if (known.restoreOutput === true && known.masker === undefined) {
    throw new ConfigurationError("restoreOutput needs a masker: without one nothing is masked.");
  }
  return Object.freeze({
    ...DEFAULTS,
    ...known,
    agentConfig: resolveAgentConfig(known.agentConfig),
    observers: [...(known.observers ?? [])],
  });
}

function resolveAgentConfig(
  option: GuardedModelClientOptions["agentConfig"],
): ResolvedOptions["agentConfig"] {
  if (option === undefined || option === false) return undefined;
  const chosen = option === true ? {} : option;
  return {
    ttlMs: chosen.ttlMs ?? AGENT_CONFIG_TTL_MS,
    required: chosen.required ?? false,
  };
}
