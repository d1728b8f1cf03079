import type { Coverage, DeliveryOutcome, GuardDecision, Logger, Outcome } from "../types.ts";
import { ignoreLateRejection } from "./late-rejection.ts";

/** What identifies a lifecycle to an observer: never any text of a prompt or an answer. */
export interface ObservedCall {
  /** The same in all that an observer is told of a call; its event has it as `event_id`. */
  readonly clientEventId: string;
  /** For instance `chat.completions`. */
  readonly operation: string;
  /** As the request names it; empty when it names none. */
  readonly model: string;
}

/** How a lifecycle ended. Durations are whole milliseconds. */
export interface ObservedEnd {
  /** Never `interrupted`: of calls whose process died nobody is told here. */
  readonly outcome: Outcome;
  /**
   * From the call's beginning to its approval, masking and waiting included; undefined when it was
   * not approved, a denial included.
   */
  readonly guardMs: number | undefined;
  /** From the approval to the end of the answer or stream; undefined when it was not approved. */
  readonly providerMs: number | undefined;
  /** From the call's beginning to its end. */
  readonly totalMs: number;
  /** What of the prompt the guard saw; undefined when the call ended before that was settled. */
  readonly coverage: Coverage | undefined;
}

/**
 * Watches lifecycles go by. Every method is optional and called synchronously; what one throws
 * is swallowed, because watching must never change what is watched.
 */
export interface Observer {
  /** When a lifecycle is born, before anything is awaited. */
  onStart?(call: ObservedCall): void;
  /**
   * The guard's decision, or the one of `onGuardUnavailable` in its stead. Not called when there is
   * none. A rewrite is in it, which is the one text that observers are shown.
   */
  onDecision?(call: ObservedCall, decision: GuardDecision): void;
  /**
   * When the event was handed to delivery, or the call was stopped before its provider. Once for
   * each `onStart`.
   */
  onEnd?(call: ObservedCall, end: ObservedEnd): void;
  /**
   * When an event has its final outcome: of a lifecycle, of `record`, or left by an earlier
   * process.
   */
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
