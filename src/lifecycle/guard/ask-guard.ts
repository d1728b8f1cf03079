import type { PhaseFailure } from "../../data-plane/guard/guard-phase.ts";
import type { GuardQuestion } from "../../data-plane/guard/guard-request.ts";
import type { GuardVerdict } from "../../data-plane/guard/verdict.ts";

/** How a guard phase ended. */
export type GuardAnswer = { readonly verdict: GuardVerdict } | { readonly failure: PhaseFailure };

/**
 * Asks the guard, retries included, within `deadlineMs`. Rejects only with the reason of `signal`.
 */
export type AskGuard = (
  ask: GuardQuestion,
  signal: AbortSignal | undefined,
  deadlineMs: number,
) => Promise<GuardAnswer>;
