import { ignoreLateRejection } from "../base/late-rejection.ts";
import type { UnavailableKind } from "../errors.ts";
import type { Coverage, DeliveryOutcome, GuardDecision, Logger, Outcome } from "../types.ts";

/** What identifies a lifecycle to an observer: never any text of a prompt or an answer. */
export interface ObservedCall {
  /** The same in all that an observer is told of a call; its event has it as `event_id`. */
  readonly clientEventId: string;
  /** For instance `chat.completions`. */
  readonly operation: string;
  /** As the request names it; empty when it names none. */
  readonly model: string;
}

/** What a provider counted. Whole numbers from 0 on; what it does not tell is undefined. */
export interface ObservedUsage {
  /** Of the prompt, those read from a cache among them. */
  readonly inputTokens: number | undefined;
  /** Of the answer, those that were thought among them. */
  readonly outputTokens: number | undefined;
  /** Of the prompt's, those that were read from a cache. */
  readonly cachedInputTokens: number | undefined;
  /** Of the answer's, those that were thought and not said. */
  readonly reasoningTokens: number | undefined;
}

/** What is told of an error: words and numbers, each only if it has the form of one, and no text. */
export interface ObservedError {
  /** Of the error or its class, for instance `RateLimitError`. */
  readonly name?: string | undefined;
  /** The HTTP status that it stands for. */
  readonly status?: number | undefined;
  /** For instance `ECONNRESET`; of this package's own errors the `code`. */
  readonly code?: string | number | undefined;
}

/** A step of a call that others can be put around. */
export type ObservedStep = "guard" | "provider";

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
  /**
   * From the approval to the first sign of a stream; undefined for answers in one piece, and where
   * nothing came.
   */
  readonly firstChunkMs: number | undefined;
  /** Undefined when the provider told of none. */
  readonly usage: ObservedUsage | undefined;
  /** As the answer names it. */
  readonly responseModel: string | undefined;
  /** Why the answer ended, in the provider's word. */
  readonly finishReason: string | undefined;
  /** What the provider failed with, what stopped the call, or what it was cancelled with. */
  readonly error: ObservedError | undefined;
  /** Why no decision of the guard could be had, also where `onGuardUnavailable` gave one. */
  readonly guardFailure: UnavailableKind | undefined;
}

/**
 * Watches lifecycles go by. Every method is optional and called synchronously; what one throws
 * is swallowed, because watching must never change what is watched.
 */
export interface Observer {
  /** When a lifecycle starts, before anything is awaited. */
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
   * Puts something around a step of a call: an async context, for what is measured inside. `run`
   * takes the step; call it once, before you return. It has nothing to give or to throw, and
   * whatever is done with it, the step is taken exactly once. `guard` is the question to the
   * guard, which may be left out; `provider` an attempt at the provider's answer, of which some
   * clients make several.
   */
  within?(call: ObservedCall, step: ObservedStep, run: () => void): void;
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
      ignoreLateRejection(this.#logger.warn?.("An observer threw; its errors are ignored."));
    } catch {
      // A logger's failure is its owner's to see elsewhere.
    }
  }
}
