import { DataPlaneError, type UnavailableKind } from "../../errors.ts";
import { CircuitBreaker } from "../../transport/circuit-breaker.ts";
import type { Attempt } from "../../transport/retry.ts";
import { RetryBudget } from "../../transport/retry-budget.ts";
import { retryUntilClosed } from "../../transport/retry-until-closed.ts";
import { type Sleep, sleep as timerSleep } from "../../transport/sleep.ts";
import type { ResponseHeaders } from "../../transport/transport.ts";
import type { Clock } from "../../types.ts";
import type { ApiClient } from "../api-client.ts";
import { type AttemptResult, GuardAttempts, type PhaseRequest } from "./guard-attempts.ts";
import { type AttemptFailure, notAsked } from "./guard-failure.ts";
import type { GuardVerdict } from "./verdict.ts";

/** The guard phase ended without a verdict. */
export interface PhaseFailure {
  readonly kind: UnavailableKind;
  /** The last failure. */
  readonly cause: unknown;
  /** Number of guard requests sent. */
  readonly attempts: number;
}

/** How a guard phase ended. */
export type PhaseResult =
  | {
      readonly kind: "verdict";
      readonly verdict: GuardVerdict;
      readonly attempts: number;
      /** Of the response with the verdict. */
      readonly headers: ResponseHeaders;
    }
  | { readonly kind: "unavailable"; readonly failure: PhaseFailure };

/** Clock, random source and sleep. */
export interface PhaseSettings {
  readonly clock: Clock;
  readonly random: () => number;
  /** Default: a plain timer. */
  readonly sleep?: Sleep | undefined;
}

/**
 * Asks the guard until there is a verdict, the time or the retry budget is used up, or a retry
 * would not help. Shared by all calls of a client.
 */
export class GuardPhase {
  readonly #api: ApiClient;
  readonly #settings: PhaseSettings;
  readonly #budget = new RetryBudget();
  readonly #breaker: CircuitBreaker;
  #lastOutage: AttemptFailure | undefined;

  constructor(api: ApiClient, settings: PhaseSettings) {
    this.#api = api;
    this.#settings = settings;
    this.#breaker = new CircuitBreaker(settings.clock, settings.random);
  }

  /** Rejects only with the reason of the caller's signal. */
  async ask(request: PhaseRequest): Promise<PhaseResult> {
    request.signal?.throwIfAborted();
    const admission = this.#breaker.admit();
    if (admission === undefined) return this.#failFast(request);
    const attempts = new GuardAttempts(this.#api, request);
    let result: AttemptResult;
    try {
      const first = await attempts.next();
      if (!first.again) this.#budget.credit();
      // A probe is one request, without retries.
      const isFinal = !first.again || admission.probe;
      result = isFinal ? first.result : await this.#retry(first, attempts, request);
    } catch (reason) {
      this.#breaker.report(admission, "abandoned");
      throw reason;
    }
    this.#breaker.report(admission, result.failure?.end ?? "answered");
    if (result.failure === undefined) {
      const { verdict, headers } = result;
      return { kind: "verdict", verdict, attempts: attempts.sent, headers };
    }
    if (result.failure.end === "failed") this.#lastOutage = result.failure;
    const { kind, cause } = result.failure;
    return { kind: "unavailable", failure: { kind, cause, attempts: attempts.sent } };
  }

  #retry(
    first: Extract<Attempt<AttemptResult>, { again: true }>,
    attempts: GuardAttempts,
    request: PhaseRequest,
  ): Promise<AttemptResult> {
    return retryUntilClosed(first, () => attempts.next(), {
      deadline: request.deadline,
      budget: this.#budget,
      signal: request.signal,
      sleep: this.#settings.sleep ?? timerSleep,
      random: this.#settings.random,
      closing: this.#api.closing,
      whenClosed: (reason) => ({ failure: notAsked(reason) }),
    });
  }

  /** The breaker is open: returns the failure that opened it or kept it open. */
  #failFast(request: PhaseRequest): PhaseResult {
    const kind = this.#lastOutage?.kind ?? "unreachable";
    const cause = outageFor(request, this.#lastOutage?.cause);
    return { kind: "unavailable", failure: { kind, cause, attempts: 0 } };
  }
}

/** Another call's failure, without what the service said about that call. */
function outageFor(request: PhaseRequest, last: unknown): DataPlaneError {
  const message = "The guard failed many calls in a row and is not being asked for the moment.";
  const known = last instanceof DataPlaneError ? last : undefined;
  return new DataPlaneError(message, {
    status: known?.status,
    error: known?.error,
    reason: known?.reason,
    retryAfterMs: known?.retryAfterMs,
    rateLimit: known?.rateLimit,
    retryable: true,
    clientEventId: request.clientEventId,
    cause: known?.cause,
  });
}
