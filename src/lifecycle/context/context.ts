import {
  aBoolean,
  aFunction,
  hasMethod,
  isObject,
  looseObject,
  must,
  type Rule,
  type Rules,
  strictObject,
  withoutUndefined,
} from "../../base/option-rules.ts";
import { MAX_USER_ID_LENGTH } from "../../contract/user-id.ts";
import { isUuid } from "../../contract/uuid.ts";
import { ConfigurationError } from "../../errors.ts";
import type { ClientCapabilities, Lifecycle, RequestIdentity } from "../../types.ts";

/**
 * Context of one call, or of all calls started in a scope. Merged in this order, later ones
 * override: the client's defaults, those of its child, `withContext`, the call. `metadata`,
 * `requestIdentity` and `clientCapabilities` are merged key by key.
 */
export interface CallContext {
  /**
   * The lifecycle's id, a UUID. Default: a new v4. An id is never used for two lifecycles: a second
   * one gets a new id, and this one as `metadata.parent_client_event_id`.
   */
  readonly clientEventId?: string | undefined;
  /** The end user's id, 1 to 128 characters. Sent as `user_id` to the guard and in the event. */
  readonly userId?: string | undefined;
  /**
   * Who makes the request, for guard and event. `identityFromRequest` reads it from an HTTP
   * request.
   */
  readonly requestIdentity?: RequestIdentity | undefined;
  /** Describes the calling application, for guard and event. */
  readonly clientCapabilities?: ClientCapabilities | undefined;
  /**
   * Free-form JSON stored with the event. It must not contain original sensitive values; a masker
   * masks what it finds here too.
   */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** Cancels the guard and provider requests, never the delivery of the event. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called once with the lifecycle, synchronously, when the call starts. Errors it throws are
   * ignored.
   */
  readonly onLifecycle?: ((lifecycle: Lifecycle) => void) | undefined;
}

/** An id for the first lifecycle that claims it. */
export interface IdClaim {
  readonly id: string;
  taken: boolean;
}

/** A {@link CallContext} that has been checked and merged. */
export interface MergedContext {
  readonly claim: IdClaim | undefined;
  readonly userId: string | undefined;
  readonly requestIdentity: RequestIdentity | undefined;
  readonly clientCapabilities: ClientCapabilities | undefined;
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onLifecycle: ((lifecycle: Lifecycle) => void) | undefined;
}

/** A context without any values, not even those that other code has put on `Object.prototype`. */
export const EMPTY_CONTEXT: MergedContext = Object.freeze(Object.create(null));

/**
 * `base`, overridden by `over`. Undefined never overrides.
 *
 * @throws ConfigurationError naming the field that is wrong, prefixed with `where` if given, before
 * anything is sent.
 */
export function mergeContext(
  base: MergedContext,
  over: CallContext | undefined,
  where = "",
): MergedContext {
  if (over === undefined) return base;
  assertContext(over, where);
  return {
    claim: over.clientEventId === undefined ? base.claim : { id: over.clientEventId, taken: false },
    userId: over.userId ?? base.userId,
    requestIdentity: mergeKeys(base.requestIdentity, over.requestIdentity, IDENTITY),
    clientCapabilities: mergeKeys(base.clientCapabilities, over.clientCapabilities, CAPABILITIES),
    metadata: mergeKeys(base.metadata, over.metadata, {}),
    signal: over.signal ?? base.signal,
    onLifecycle: over.onLifecycle ?? base.onLifecycle,
  };
}

/**
 * Own enumerable keys and those of `known`, which a class may have as getters. Never `__proto__`, so
 * that no prototype can be changed.
 */
function mergeKeys<T extends Readonly<Record<string, unknown>>>(
  base: T | undefined,
  over: T | undefined,
  known: Rules,
): T | undefined {
  if (over === undefined) return base;
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(withoutUndefined(over, known))) {
    // A copy, because later changes by the caller must not reach the event. It was checked to be JSON
    // before, which leaves functions and symbols out.
    const json = JSON.stringify(value) as string | undefined;
    if (json !== undefined && key !== "__proto__") merged[key] = JSON.parse(json);
  }
  return merged as T;
}

const aText = must("be a string", (value) => typeof value === "string");

const aUserId = must(
  `be a string of 1 to ${MAX_USER_ID_LENGTH} characters`,
  (value) => typeof value === "string" && value !== "" && value.length <= MAX_USER_ID_LENGTH,
);

const aRecord = must(
  "be a plain object of JSON: no cycles, no BigInt",
  (value) => isObject(value) && !Array.isArray(value) && isJson(value),
);

/** Known keys are checked; other keys may be any JSON. */
const recordWith = (rules: Rules): Rule => {
  const named = looseObject(rules);
  return (value) => aRecord(value) ?? named(value);
};

const IDENTITY = {
  userAgent: aText,
  ipAddress: aText,
  geo: aText,
  sessionId: aText,
  tenantId: aText,
};
const CAPABILITIES = { framework: aText, hasFeedbackHandler: aBoolean };
const FIELDS = {
  clientEventId: must("be a UUID", isUuid),
  userId: aUserId,
  requestIdentity: recordWith(IDENTITY),
  clientCapabilities: recordWith(CAPABILITIES),
  metadata: recordWith({}),
  signal: must("be an AbortSignal", hasMethod("addEventListener")),
  onLifecycle: aFunction,
} satisfies Record<keyof CallContext, Rule>;

/** The fields of a context in `given`, which a class may have as getters. */
export function fieldsOf(given: CallContext | undefined): CallContext {
  return Object.fromEntries(
    Object.keys(FIELDS).map((name) => [name, given?.[name as keyof CallContext]]),
  );
}

const context = strictObject(FIELDS, "field of a call's context");

function isJson(value: object): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

function assertContext(given: unknown, where: string): void {
  const violation = context(given);
  if (violation === undefined) return;
  const { path, must: asked } = violation;
  const at = [where, path].filter(Boolean).join(".");
  throw new ConfigurationError(`${at || "The context"} ${asked}. Nothing was sent.`);
}
