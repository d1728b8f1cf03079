import type { Coverage, DeliveryOutcome, GuardDecision, Logger, Outcome } from "../types.ts";
import { ignoreLateRejection } from "./late-rejection.ts";

/** What identifies a lifecycle to an observer. Never any text of a prompt or an answer. */
export interface ObservedCall {
  readonly clientEventId: string;
  readonly operation: string;
  readonly model: string;
}

/** How a lifecycle ended. Durations are whole milliseconds; undefined where the step was not reached. */
export interface ObservedEnd {
  readonly outcome: Outcome;
  readonly guardMs: number | undefined;
  readonly providerMs: number | undefined;
  readonly totalMs: number;
  readonly coverage: Coverage | undefined;
}

/**
 * Watches lifecycles go by. Every method is optional and called synchronously; what one throws
 * is swallowed, because watching must never change what is watched.
 */
export interface Observer {
  onStart?(call: ObservedCall): void;
  onDecision?(call: ObservedCall, decision: GuardDecision): void;
  onEnd?(call: ObservedCall, end: ObservedEnd): void;
  onDelivery?(eventId: string, outcome: DeliveryOutcome): void;
}

/** Several observers as one that never throws. */
export class Observers {
  readonly #observers: readonly Observer[];
  readonly #logger: Logger;
  #complained = false;

  constructor(observers: readonly Observer[], logger: Logger) {
    this.#observers = observers;
    this.#logger = logger;
  }

  /** So that the call path builds nothing for nobody. */
  get any(): boolean {
    return this.#observers.length > 0;
  }

  tell(notify: (observer: Observer) => unknown): void {
    for (const observer of this.#observers) {
      try {
        ignoreLateRejection(notify(observer));
      } catch {
        this.#complainOnce();
      }
    }
  }

  #complainOnce(): void {
    if (this.#complained) return;
    this.#complained = true;
    try {
      this.#logger.warn?.("guarded-model-client: an observer threw; its errors are ignored.");
    } catch {
      // A logger's failure is its owner's to see elsewhere.
    }
  }
}
