import type { GuardVerdict } from "../../data-plane/guard/verdict.ts";
import type { GuardDecision } from "../../types.ts";

/** The content of a {@link GuardDecision}: a verdict, or its replacement. */
export interface DecisionFacts extends Partial<GuardVerdict> {
  readonly allowed: boolean;
}

/** The decision as callers see it; the raw response is behind a method, so it is never printed. */
export class Decision implements GuardDecision {
  readonly allowed: boolean;
  readonly reason: string | undefined;
  readonly transformedInput: string | undefined;
  readonly guardEventId: string | undefined;
  readonly shadowMode: unknown;
  readonly simulatedDecision: unknown;
  readonly source: "guard" | "fallback";
  readonly #raw: unknown;

  constructor(facts: DecisionFacts, source: "guard" | "fallback") {
    this.allowed = facts.allowed;
    this.reason = facts.reason;
    this.transformedInput = facts.transformedInput;
    this.guardEventId = facts.guardEventId;
    this.shadowMode = facts.shadowMode;
    this.simulatedDecision = facts.simulatedDecision;
    this.source = source;
    this.#raw = facts.raw;
  }

  raw(): unknown {
    return this.#raw;
  }
}
