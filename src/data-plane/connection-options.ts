import {
  aBoolean,
  aFunction,
  anObject,
  hasMethod,
  isFunction,
  milliseconds,
  must,
  oneOf,
  type Rules,
  strictObject,
  type Violation,
  withoutUndefined,
} from "../base/option-rules.ts";
import { isUuid } from "../contract/uuid.ts";
import { ConfigurationError } from "../errors.ts";
import type { RequestDispatcher } from "../transport/create-transport.ts";
import { MAX_TIMER_MS } from "../transport/deadline.ts";
import type { AuthHeader } from "./api-client.ts";
import type { ApiKey } from "./api-key.ts";

/** How to reach the data plane. `undefined` means the default. */
export interface ConnectionOptions {
  /** Base address of the data plane. Default: `GUARD_BASE_URL`. */
  readonly baseURL?: string | undefined;
  /**
   * The AI system's API key, or a function that returns the current key (for rotation). Default:
   * `GUARD_API_KEY`.
   */
  readonly apiKey?: ApiKey | undefined;
  /** The AI system's id, a UUID. Optional in the contract. Default: `GUARD_SYSTEM_ID`. */
  readonly systemId?: string | undefined;
  /**
   * The header that carries the key. Default "x-service-api-key", which the contract prefers for
   * servers.
   */
  readonly authHeader?: AuthHeader | undefined;
  /**
   * Allows `http:` to hosts other than loopback. Default false, because prompts and key would be
   * sent unencrypted.
   */
  readonly allowInsecureHttp?: boolean | undefined;
  /**
   * Deadline of the whole guard phase in milliseconds, including retries and response bodies; an
   * integer of at least 1. Default 5,000, which an app can usually wait once.
   */
  readonly guardDeadlineMs?: number | undefined;
  /**
   * The `fetch` for requests to the data plane. Default: the built-in transport. Not together with
   * `dispatcher`.
   */
  readonly fetch?: typeof fetch | undefined;
  /**
   * The undici dispatcher for requests to the data plane (proxy, private CA, mTLS). Not together
   * with `fetch`.
   */
  readonly dispatcher?: RequestDispatcher | undefined;
}

/** Defaults of a connection. */
export const CONNECTION_DEFAULTS = Object.freeze({
  systemId: undefined,
  authHeader: "x-service-api-key",
  allowInsecureHttp: false,
  guardDeadlineMs: 5_000,
  fetch: undefined,
  dispatcher: undefined,
} as const);

/** Environment variables for options that are not given. */
export const ENVIRONMENT = Object.freeze({
  baseURL: "GUARD_BASE_URL",
  apiKey: "GUARD_API_KEY",
  systemId: "GUARD_SYSTEM_ID",
} as const);

/** What each option must be. */
export const CONNECTION_RULES = {
  baseURL: must("be a URL", (value) => typeof value === "string"),
  apiKey: must(
    "be a string or a function",
    (value) => typeof value === "string" || isFunction(value),
  ),
  // Any UUID: the contract does not define a version.
  systemId: must("be a UUID", isUuid),
  authHeader: oneOf(["x-service-api-key", "authorization"]),
  allowInsecureHttp: aBoolean,
  guardDeadlineMs: milliseconds(MAX_TIMER_MS),
  fetch: aFunction,
  dispatcher: must("be an undici Dispatcher", hasMethod("dispatch")),
} satisfies Rules;

/** Options after checking: required ones are present, and none is undefined. */
export type Given<Options extends ConnectionOptions> = {
  readonly [Name in keyof Options]: Exclude<Options[Name], undefined>;
} & Required<Pick<Connection, "baseURL" | "apiKey">>;

/**
 * The given options, filled in from `environment` and checked by `rules`.
 *
 * @throws ConfigurationError naming the option and its environment variable, never the value.
 */
export function givenOptions<Options extends ConnectionOptions>(
  options: Options | undefined = {} as Options,
  rules: Rules,
  environment: Readonly<Record<string, string | undefined>>,
): Given<Options> {
  const wrong = anObject(options);
  if (wrong) throw new ConfigurationError(`The options ${wrong.must}.`);
  const given = { ...fromEnvironment(environment), ...withoutUndefined(options, rules) };
  // Unknown names first: with a misspelt `baseUrl`, "baseURL is missing" would mislead.
  const violation = strictObject(rules)(given) ?? missingFrom(given);
  if (violation !== undefined) throw configurationError(violation);
  if (given.fetch !== undefined && given.dispatcher !== undefined) {
    throw new ConfigurationError("fetch and dispatcher exclude each other.");
  }
  return given as unknown as Given<Options>;
}

/** A connection with its defaults filled in. */
export interface Connection {
  readonly baseURL: string;
  readonly apiKey: ApiKey;
  readonly systemId: string | undefined;
  readonly authHeader: AuthHeader;
  readonly allowInsecureHttp: boolean;
  /** Milliseconds for a guard phase, and for fetching the agent configuration. */
  readonly guardDeadlineMs: number;
  readonly fetch: typeof fetch | undefined;
  readonly dispatcher: RequestDispatcher | undefined;
}

function fromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [option, variable] of Object.entries(ENVIRONMENT)) {
    const value = environment[variable];
    // An empty one counts as not given.
    if (value) found[option] = value;
  }
  return found;
}

function missingFrom(given: Readonly<Record<string, unknown>>): Violation | undefined {
  const name = ["baseURL", "apiKey"].find((required) => given[required] === undefined);
  return name === undefined ? undefined : { path: name, must: "is missing: set one" };
}

function configurationError({ path, must: asked }: Violation): ConfigurationError {
  const also = Object.hasOwn(ENVIRONMENT, path)
    ? ` (or the environment variable ${ENVIRONMENT[path as keyof typeof ENVIRONMENT]})`
    : "";
  return new ConfigurationError(`${path}${also} ${asked}.`);
}
