import { ConfigurationError } from "../errors.ts";
import type { RequestDispatcher } from "../transport/create-transport.ts";
import { MAX_TIMER_MS } from "../transport/deadline.ts";
import type { ApiKey } from "./api-key.ts";
import type { AuthHeader } from "./conversation.ts";
import type { DataPlaneSettings } from "./data-plane-settings.ts";

/** Options of a `DataPlaneClient`. Every one may also be `undefined`, which means its default. */
export interface DataPlaneClientOptions {
  /** Base address of the data plane. Default: `GUARD_BASE_URL`. */
  readonly baseURL?: string | undefined;
  /** The AI system's API key, or a function that gives the present one. Default: `GUARD_API_KEY`. */
  readonly apiKey?: ApiKey | undefined;
  /** The AI system's id, a UUID. Optional in the contract. Default: `GUARD_SYSTEM_ID`. */
  readonly systemId?: string | undefined;
  /** The one header that carries the key. Default "x-service-api-key", the contract's preference for servers. */
  readonly authHeader?: AuthHeader | undefined;
  /** Allows `http:` beyond loopback. Default false: prompts and key would travel readable. */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Milliseconds for a whole guard phase, retries and body included. Default 5,000: an app can wait that long once. */
  readonly guardDeadlineMs?: number | undefined;
  /** Sends over this `fetch` instead of the built-in transport. Not together with `dispatcher`. */
  readonly fetch?: typeof fetch | undefined;
  /** An undici dispatcher: proxy, private CA, mTLS. */
  readonly dispatcher?: RequestDispatcher | undefined;
}

const DEFAULTS = Object.freeze({
  authHeader: "x-service-api-key",
  allowInsecureHttp: false,
  guardDeadlineMs: 5_000,
} as const);

/** What the options stand for, with variables of `environment` where they are left out. */
export function resolveDataPlaneOptions(
  options: DataPlaneClientOptions,
  environment: Readonly<Record<string, string | undefined>>,
): DataPlaneSettings {
  const { fetch, dispatcher } = options;
  if (fetch !== undefined && dispatcher !== undefined) {
    throw new ConfigurationError("fetch and dispatcher exclude each other. Pass one of them.");
  }
  return Object.freeze({
    baseURL: required("baseURL", options.baseURL, environment.GUARD_BASE_URL),
    apiKey: required("apiKey", options.apiKey, environment.GUARD_API_KEY),
    systemId: options.systemId ?? (environment.GUARD_SYSTEM_ID || undefined),
    authHeader: checkAuthHeader(options.authHeader ?? DEFAULTS.authHeader),
    allowInsecureHttp: options.allowInsecureHttp ?? DEFAULTS.allowInsecureHttp,
    guardDeadlineMs: checkDeadline(options.guardDeadlineMs ?? DEFAULTS.guardDeadlineMs),
    agentConfig: undefined,
    fetch,
    dispatcher,
  });
}

const VARIABLES = { baseURL: "GUARD_BASE_URL", apiKey: "GUARD_API_KEY" } as const;

function required<Value>(
  option: keyof typeof VARIABLES,
  given: Value | undefined,
  variable: string | undefined,
): Value | string {
  if (given !== undefined) return given;
  if (variable !== undefined && variable !== "") return variable;
  throw new ConfigurationError(
    `${option} is missing. Pass it, or set the environment variable ${VARIABLES[option]}.`,
  );
}

function checkAuthHeader(name: AuthHeader): AuthHeader {
  if (name === "x-service-api-key" || name === "authorization") return name;
  throw new ConfigurationError('authHeader must be "x-service-api-key" or "authorization".');
}

function checkDeadline(ms: number): number {
  if (Number.isInteger(ms) && ms >= 1 && ms <= MAX_TIMER_MS) return ms;
  throw new ConfigurationError(
    `guardDeadlineMs must be a whole number of milliseconds from 1 to ${MAX_TIMER_MS}.`,
  );
}
