import type { UnavailableKind } from "../../errors.ts";
import type { Segment } from "../../types.ts";

/** What a policy function is told about the failure. */
export interface UnavailableFailure {
  /** What sort of failure it was; what the fixed policies go by. */
  readonly kind: UnavailableKind;
  /**
   * The last failure: a `DataPlaneError`, whose own cause is a broken connection or a timeout where
   * there was no answer; or what kept the `apiKey` function from giving a key.
   */
  readonly cause: unknown;
  /** Guard requests that were sent; zero while the circuit breaker is open. */
  readonly attempts: number;
}

/** What a policy function is told about the call. The segments are what the guard would have seen. */
export interface UnavailableCall {
  /** Without those that `guardScope` trusts, and with placeholders where there is a masker. */
  readonly segments: readonly Segment[];
  /** As the request names it; empty when it names none. */
  readonly model: string;
  /** Of the call's context. */
  readonly userId: string | undefined;
  /**
   * Aborts with the call, and when time is up: at the guard deadline, or after 50 ms where the
   * guard has used it up.
   */
  readonly signal: AbortSignal;
}

/** What a policy function may answer. `{ allow: text }` is treated like a rewrite by the guard. */
export type UnavailableAnswer = "deny" | "allow" | { readonly allow: string };

/**
 * What happens to a call when no decision can be had.
 *
 * - `fail-close` (default, because nothing unapproved may reach a provider): deny.
 * - `fail-open`: allow when the guard was unreachable or overloaded; deny when it refused us
 *   or gave an answer that proves nothing.
 * - a function: asked for every failure. Throwing, answering late or anything else is a denial.
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
  | { readonly kind: "deny" }
  | { readonly kind: "allow" }
  | { readonly kind: "rewrite"; readonly text: string };

const DENY: Fallback = Object.freeze({ kind: "deny" });
const ALLOW: Fallback = Object.freeze({ kind: "allow" });

/** The fixed policies. A misconfigured client must not read as an outage, hence the two kinds. */
export function fixedFallback(policy: "fail-close" | "fail-open", kind: UnavailableKind): Fallback {
  if (policy !== "fail-open") return DENY;
  return kind === "unreachable" || kind === "overloaded" ? ALLOW : DENY;
}

/** A policy function's answer, read strictly: whatever is not clearly an allow is a denial. */
export function readFallback(answer: unknown): Fallback {
  if (answer === "allow") return ALLOW;
  if (typeof answer !== "object" || answer === null || !Object.hasOwn(answer, "allow")) return DENY;
  const text = (answer as { allow: unknown }).allow;
  return typeof text === "string" ? { kind: "rewrite", text } : DENY;
}
