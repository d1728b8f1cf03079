import type { UnavailableKind } from "../../errors.ts";

/** A guard request with our names (contract: guard request). */
export interface GuardQuestion {
  readonly input: string;
  readonly model: string;
  readonly clientEventId: string;
  readonly userId: string | undefined;
  readonly userAgent: string | undefined;
  readonly tenantId: string | undefined;
  readonly framework: string | undefined;
}

/** A guard response, validated. */
export interface GuardVerdict {
  readonly allowed: boolean;
  readonly reason: string | undefined;
  readonly transformedInput: string | undefined;
  readonly guardEventId: string | undefined;
  readonly shadowMode: unknown;
  readonly simulatedDecision: unknown;
  readonly raw: unknown;
}

/** The guard phase ended without a verdict. */
export interface GuardFailure {
  readonly kind: UnavailableKind;
  readonly cause: unknown;
  readonly attempts: number;
}

/** How a guard phase ended. */
export type GuardAnswer = { readonly verdict: GuardVerdict } | { readonly failure: GuardFailure };

/**
 * Asks the guard, retries included, within `deadlineMs`. Rejects only with the reason of `signal`.
 */
export type AskGuard = (
  ask: GuardQuestion,
  signal: AbortSignal | undefined,
  deadlineMs: number,
) => Promise<GuardAnswer>;
