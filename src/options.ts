import {
  aBoolean,
  aFunction,
  anObject,
  arrayOf,
  hasMethod,
  isFunction,
  isObject,
  looseObject,
  milliseconds,
  must,
  oneOf,
  type Rule,
  strictObject,
} from "./base/option-rules.ts";
import type { AgentConfigOption } from "./data-plane/agent-config/agent-config.ts";
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

/** Options of `GuardedModelClient`. `undefined` means the default. */
export interface GuardedModelClientOptions extends ConnectionOptions {
  /**
   * What to do with a call when there is no decision. Default "fail-close": the call is stopped, so
   * that nothing unapproved reaches a provider.
   */
  readonly onGuardUnavailable?: UnavailablePolicy | undefined;
  /**
   * What to do with a rewrite that cannot be split back into messages. Default "deny", because it
   * is unknown which message each text belongs to. "collapse" sends it as one user message.
   */
  readonly onUnmappableRewrite?: "deny" | "collapse" | undefined;
  /**
   * Denies prompts with content that the guard cannot see, such as images. Default false: such
   * content is only reported in `coverage`. A function is called for such prompts only, and the
   * call is denied unless it returns false.
   */
  readonly denyUninspected?: boolean | ((parts: readonly UninspectedPart[]) => boolean) | undefined;
  /**
   * Fetches the agent configuration before calls. Default false, because the contract does not
   * define its content. `ttlMs` (default 300,000, because people change it by hand) is how long it
   * is cached, in milliseconds. With `required: true` (default false), calls fail with
   * `GuardUnavailableError` if it cannot be fetched, whatever `onGuardUnavailable` says.
   */
  readonly agentConfig?: boolean | AgentConfigOption | undefined;
  /**
   * Masks personal data and secrets: guard, provider and telemetry get placeholders. Default none,
   * because masking changes what the model reads. See `createMasker` of
   * `guarded-model-client/masking`.
   */
  readonly masker?: Masker | undefined;
  /**
   * Restores the original values in the model's answer, including streams and tool calls. Only the
   * app sees them; telemetry keeps the placeholders. Default false. Needs a `masker`.
   */
  readonly restoreOutput?: boolean | undefined;
  /**
   * Which segments the guard sees. Default: all. Segments for which it returns false are sent
   * unchecked and reported as trusted. If it throws, the guard sees the segment.
   */
  readonly guardScope?: ((segment: Segment) => boolean) | undefined;
  /** Sees every event before it is sent; can change it or withhold its content. Default none. */
  readonly beforeIngest?: BeforeIngest | undefined;
  /**
   * Whether to request token usage on streamed chats (`stream_options.include_usage`) of APIs that
   * report it only on request. Default "auto": only for hosts that are known to accept it (OpenAI,
   * Azure).
   */
  readonly captureStreamUsage?: "auto" | "always" | "never" | undefined;
  /** How events are delivered. Default `memoryDelivery()`. */
  readonly delivery?: Delivery | undefined;
  /** Default context of every call. Contexts of `child`, `withContext` and the call override it. */
  readonly defaults?: CallContext | undefined;
  /** Observers of every call of this client and its children. Default none. */
  readonly observers?: readonly Observer[] | undefined;
  /** Receives log messages. Default: warnings and errors go to `console`. */
  readonly logger?: Logger | undefined;
  /**
   * Makes a serverless platform wait for deliveries. Default: the function that the platform offers
   * for the current request (Vercel, Next.js, Netlify).
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

/** Options after checking, with every default filled in. */
export interface ResolvedOptions extends Connection {
  readonly onGuardUnavailable: UnavailablePolicy;
  readonly onUnmappableRewrite: "deny" | "collapse";
  readonly denyUninspected: boolean | ((parts: readonly UninspectedPart[]) => boolean);
  readonly agentConfig: AgentConfigOption | undefined;
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

const aDelivery = must("be a delivery, for instance memoryDelivery()", hasMethod("start"));
const aMasker = must(
  "be a masker, for instance createMasker()",
  (value) => hasMethod("open")(value) && isObject((value as Masker).capabilities),
);
/** An object whose methods of these names are functions; it may have any other members. */
const withMethods = (names: string): Rule =>
  looseObject(Object.fromEntries(names.split(" ").map((name) => [name, aFunction])));
const anObserver = withMethods("onStart onDecision onEnd within onDelivery");
const aTrueOrRule = must(
  "be a boolean or a function",
  (value) => typeof value === "boolean" || isFunction(value),
);
const anAgentConfig = strictObject({ ttlMs: milliseconds(MAX_TIMER_MS), required: aBoolean });
const aTrueOrAgentConfig = must(
  "be a boolean or { ttlMs, required }",
  (value) => typeof value === "boolean",
);

// Not with a schema library: option checks would be its only use here, and loading it would take
// two thirds of the client's import time and memory.
const RULES = {
  ...CONNECTION_RULES,
  onGuardUnavailable: oneOf(["fail-close", "fail-open"], true),
  onUnmappableRewrite: oneOf(["deny", "collapse"]),
  denyUninspected: aTrueOrRule,
  agentConfig: (value) => (anObject(value) ? aTrueOrAgentConfig : anAgentConfig)(value),
  masker: aMasker,
  restoreOutput: aBoolean,
  guardScope: aFunction,
  beforeIngest: aFunction,
  captureStreamUsage: oneOf(["auto", "always", "never"]),
  delivery: aDelivery,
  defaults: anObject,
  observers: arrayOf(anObserver, must("be an array of observers", Array.isArray)),
  logger: withMethods("debug info warn error"),
  waitUntil: aFunction,
} satisfies Record<keyof GuardedModelClientOptions, Rule>;

/**
 * Checks the options, fills them in from `environment`, and freezes them.
 *
 * @throws ConfigurationError naming the option and its environment variable, never the value.
 */
export function resolveOptions(
  options: GuardedModelClientOptions | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): ResolvedOptions {
  const known = givenOptions(options, RULES, environment);
  if (known.restoreOutput === true && known.masker === undefined) {
    throw new ConfigurationError("restoreOutput needs a masker.");
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
): AgentConfigOption | undefined {
  if (!option) return undefined;
  // `true` has neither.
  const { ttlMs, required } = option as AgentConfigOption;
  return { ttlMs, required };
}
