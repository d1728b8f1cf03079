import { ignoreLateRejection } from "../base/late-rejection.ts";
import type { UnavailableKind } from "../errors.ts";
import type {
  Coverage,
  DeliveryOutcome,
  GuardDecision,
  Logger,
  Method,
  Outcome,
} from "../types.ts";

/** Identifies a call to an observer. Contains no text of a prompt or an answer. */
export interface ObservedCall {
  /** The call's id, which is also the `event_id` of its event. */
  readonly clientEventId: string;
  /** The kind of call, for example `chat.completions`. */
  readonly operation: string;
  /** The model, as named in the request; empty if it names none. */
  readonly model: string;
}

/** Token counts of the provider: integers of at least 0; undefined if not reported. */
export interface ObservedUsage {
  /** Tokens of the prompt, including cached ones. */
  readonly inputTokens: number | undefined;
  /** Tokens of the answer, including reasoning tokens. */
  readonly outputTokens: number | undefined;
  /** Prompt tokens read from a cache. */
  readonly cachedInputTokens: number | undefined;
  /** Answer tokens used for reasoning, not shown. */
  readonly reasoningTokens: number | undefined;
}

/** Describes an error by single words and numbers, without any text. */
export interface ObservedError {
  /** Name of the error or its class, for example `RateLimitError`. */
  readonly name?: string | undefined;
  /** HTTP status, if the error has one. */
  readonly status?: number | undefined;
  /** Error code, for example `ECONNRESET`; for errors of this package, their `code`. */
  readonly code?: string | number | undefined;
}

/** A step of a call that `within` can wrap. */
export type ObservedStep = "guard" | "provider";

/** How a call ended. Durations are integers in milliseconds. */
export interface ObservedEnd {
  /** The outcome. Never `interrupted`: calls whose process died are not reported here. */
  readonly outcome: Outcome;
  /**
   * Time from the start of the call to its approval, including masking and waiting; undefined if it
   * was not approved.
   */
  readonly guardMs: number | undefined;
  /**
   * Time from the approval to the end of the answer or stream; undefined if the call was stopped
   * before its provider, which leaves no event.
   */
  readonly providerMs: number | undefined;
  /** Time from the start of the call to its end. */
  readonly totalMs: number;
  /** Which parts of the prompt the guard saw; undefined if the call ended before this was known. */
  readonly coverage: Coverage | undefined;
  /**
   * Time from the approval to the first chunk of a stream; undefined for other answers, or if no
   * chunk arrived.
   */
  readonly firstChunkMs: number | undefined;
  /** Token usage; undefined if the provider reports none. */
  readonly usage: ObservedUsage | undefined;
  /** The model, as named in the answer. */
  readonly responseModel: string | undefined;
  /** The provider's finish reason. */
  readonly finishReason: string | undefined;
  /**
   * The error of the provider, the error that stopped the call, or the reason of its cancellation.
   */
  readonly error: ObservedError | undefined;
  /** Why the guard gave no decision, also if `onGuardUnavailable` decided. */
  readonly guardFailure: UnavailableKind | undefined;
}

/**
 * Observes calls. Every method is optional and called synchronously. Errors it throws are ignored,
 * so that an observer never changes a call.
 */
export interface Observer {
  /** Called when a call starts, before anything is awaited. */
  onStart?: Method<[call: ObservedCall]> | undefined;
  /**
   * Called with the decision of the guard or of `onGuardUnavailable`; not called if there is none.
   * Its `reason` and `transformedInput` are the only text that observers see.
   */
  onDecision?: Method<[call: ObservedCall, decision: GuardDecision]> | undefined;
  /**
   * Called when the event is handed to delivery, or when the call is stopped before its provider.
   * Exactly once for each `onStart`. The async context is that of whatever ended the call: a stream
   * may be read elsewhere than where it was opened.
   */
  onEnd?: Method<[call: ObservedCall, end: ObservedEnd]> | undefined;
  /**
   * Wraps a step of a call, for example in an async context. Call `run` once, before you return; it
   * returns nothing and never throws. The step is executed exactly once, whatever you do. `guard`
   * is the guard check, which some calls skip; `provider` is one attempt at the provider's answer,
   * of which some clients make several.
   */
  within?: Method<[call: ObservedCall, step: ObservedStep, run: () => void]> | undefined;
  /**
   * Called when an event has its final outcome: of a call, of `record`, or of an earlier process.
   * The async context is arbitrary and may be another request's, because events are sent together:
   * go by `eventId`.
   */
  onDelivery?: Method<[eventId: string, outcome: DeliveryOutcome]> | undefined;
}

/** Several observers as one that never throws. */
export class Observers {
  readonly #observers: readonly Observer[];
  readonly #logger: Logger;
  #warned = false;

  constructor(observers: readonly Observer[], logger: Logger) {
    this.#observers = observers;
    this.#logger = logger;
  }

  /** Lets the call path skip building what nobody observes. */
  get any(): boolean {
    return this.#observers.length > 0;
  }

  tell(notify: (observer: Observer) => unknown): void {
    for (const observer of this.#observers) {
      try {
        ignoreLateRejection(notify(observer));
      } catch {
        this.#warnOnce();
      }
    }
  }

  #warnOnce(): void {
    if (this.#warned) return;
    this.#warned = true;
    try {
      ignoreLateRejection(this.#logger.warn?.("An observer threw; its errors are ignored."));
    } catch {
      // The logger is the app's, and so are its errors.
    }
  }
}
