import { isObject } from "../../base/option-rules.ts";
import type { UnavailableKind } from "../../errors.ts";
import type { Segment } from "../../types.ts";

/** Describes a failure to a policy function. */
export interface UnavailableFailure {
  /** The kind of failure, on which the built-in policies decide. */
  readonly kind: UnavailableKind;
  /**
   * The last failure: a `DataPlaneError`, whose `cause` is the connection error or timeout if there
   * was no response; or, if the `apiKey` function gave no usable key, a `ConfigurationError`, whose
   * `cause` is the function's error, or a `TimeoutError`.
   */
  readonly cause: unknown;
  /** Number of guard requests sent; 0 while the circuit breaker is open. */
  readonly attempts: number;
}

/** Describes a call to a policy function. */
export interface UnavailableCall {
  /**
   * The segments that the guard would have seen: without those that `guardScope` excludes, and
   * masked if there is a masker.
   */
  readonly segments: readonly Segment[];
  /** The model, as named in the request; empty if it names none. */
  readonly model: string;
  /** `userId` of the call's context. */
  readonly userId: string | undefined;
  /**
   * Aborts with the call and at the guard deadline; if the guard has used up the deadline, after 50
   * ms.
   */
  readonly signal: AbortSignal;
}

/** What a policy function may return. `{ allow: text }` is treated like a rewrite by the guard. */
export type UnavailableAnswer = "deny" | "allow" | { readonly allow: string };

/**
 * What to do with a call when there is no decision.
 *
 * - `fail-close` (default, because nothing unapproved may reach a provider): stop the call.
 * - `fail-open`: allow the call if the guard is unreachable or overloaded; stop it if the guard
 *   refused the request or its answer proves nothing.
 * - a function, called for every failure. The call is stopped if the function throws, is late, or
 *   returns anything else.
 */
export type UnavailablePolicy =
  | "fail-close"
  | "fail-open"
  | ((
      failure: UnavailableFailure,
      call: UnavailableCall,
    ) => UnavailableAnswer | Promise<UnavailableAnswer>);

/** What to do with a call. */
export type Fallback =
  | {
      readonly kind: "deny";
      /** What the policy function did wrong, if the denial was not intended. */
      readonly mistake?: string;
    }
  | { readonly kind: "allow" }
  | { readonly kind: "rewrite"; readonly text: string };

const DENY: Fallback = Object.freeze({ kind: "deny" });
const ALLOW: Fallback = Object.freeze({ kind: "allow" });

/**
 * The fixed policies. `fail-open` allows only the two kinds that mean an outage, because a
 * misconfigured client must not look like one.
 */
export function fixedFallback(policy: "fail-close" | "fail-open", kind: UnavailableKind): Fallback {
  if (policy !== "fail-open") return DENY;
  return kind === "unreachable" || kind === "overloaded" ? ALLOW : DENY;
}

/**
 * Interprets a policy function's result strictly: anything that is not clearly an allow is a
 * denial.
 */
export function readFallback(answer: unknown): Fallback {
  if (answer === "allow") return ALLOW;
  if (answer === "deny") return DENY;
  const text = ownText(answer);
  return text === undefined ? deniedBy(NO_ANSWER) : { kind: "rewrite", text };
}

/** The denial because of a bug in a policy function. */
export function deniedBy(mistake: string): Fallback {
  return { kind: "deny", mistake };
}

const NO_ANSWER = 'answered with none of "deny", "allow" and { allow: text }';

function ownText(answer: unknown): string | undefined {
  if (!isObject(answer) || !Object.hasOwn(answer, "allow")) return undefined;
  const text = (answer as { allow: unknown }).allow;
  return typeof text === "string" ? text : undefined;
}
