import type { Linked, LinkedNode } from "../base/linked-set.ts";
import type { UnavailableKind } from "../errors.ts";
import type { ObservedCall } from "../observability/observer.ts";
import type { Coverage, DeliveryOutcome, GuardDecision, Lifecycle, Outcome } from "../types.ts";
import type { MergedContext } from "./context/context.ts";
import { Deferred } from "./deferred.ts";
import type { MaskedCall } from "./masking/masked-call.ts";

/**
 * - `created`: it has an id; nothing has been sent.
 * - `guarding`: the guard is being asked.
 * - `approved`: the provider may be called.
 * - `stopped`: ended before the provider. No event.
 * - `reported`: ended after approval. Exactly one event.
 */
export type LifecycleState = "created" | "guarding" | "approved" | "stopped" | "reported";

const NEXT: Readonly<Record<LifecycleState, readonly LifecycleState[]>> = {
  created: ["guarding", "stopped"],
  guarding: ["approved", "stopped"],
  approved: ["reported", "stopped"],
  stopped: [],
  reported: [],
};

/** What is known when a lifecycle starts. */
export interface LifecycleStart {
  readonly clientEventId: string;
  readonly idGivenByCaller: boolean;
  readonly parentClientEventId: string | undefined;
  readonly operation: string;
  readonly model: string;
  readonly context: MergedContext;
  /** The client's attempt number, if known and above 1. */
  readonly attempt?: number | undefined;
  /** Monotonic milliseconds. */
  readonly at: number;
}

/** The state of one model call, read and written by the steps of the call. */
export class LifecycleRecord implements Linked<LifecycleRecord> {
  node: LinkedNode<LifecycleRecord> | undefined = undefined;
  readonly start: LifecycleStart;
  readonly decision = new Deferred<GuardDecision | undefined>();
  readonly outcome = new Deferred<Outcome>();
  readonly delivery = new Deferred<DeliveryOutcome | undefined>();
  /** Whether delivery has reserved space for its event. */
  admitted = false;
  /** Masks the lifecycle's texts, if there is a masker. */
  masking: MaskedCall | undefined = undefined;
  /** What the guard saw of the prompt. */
  coverage: Coverage | undefined = undefined;
  /** The decision that approved it. */
  approvedBy: GuardDecision | undefined = undefined;
  /** How the guard failed, if the fallback policy approved. */
  fallback: UnavailableKind | undefined = undefined;
  /** The text that the provider gets, in the form that the guard saw. */
  sentInput = "";
  /** Monotonic milliseconds at approval. */
  approvedAt = 0;
  /** First sign of an answer, in monotonic milliseconds; 0 if none. */
  firstAnswerAt = 0;
  /** Ends it as cancelled while the provider has not answered; does nothing once it has ended. */
  declare abandon: (() => void) | undefined;
  /** Cancels it. Kept until it ends, because the signals of the app do not keep that of a call. */
  signal: AbortSignal | undefined = undefined;
  readonly view: Lifecycle;
  #state: LifecycleState = "created";
  #observed: ObservedCall | undefined = undefined;

  constructor(start: LifecycleStart) {
    this.start = start;
    this.view = new LifecycleView(this);
  }

  get clientEventId(): string {
    return this.start.clientEventId;
  }

  /** What observers get to see, always the same object. */
  get observed(): ObservedCall {
    const { clientEventId, operation, model } = this.start;
    this.#observed ??= Object.freeze({ clientEventId, operation, model });
    return this.#observed;
  }

  get state(): LifecycleState {
    return this.#state;
  }

  get ended(): boolean {
    return this.#state === "stopped" || this.#state === "reported";
  }

  /** Asserted: repeating a step is a bug that would silently lose or duplicate an event. */
  move(to: LifecycleState): void {
    if (!NEXT[this.#state].includes(to)) {
      const { operation, clientEventId } = this.start;
      throw new Error(`${operation} ${clientEventId}: cannot go from ${this.#state} to ${to}`);
    }
    this.#state = to;
    if (this.ended) this.signal = undefined;
  }
}

class LifecycleView implements Lifecycle {
  // Properties of its own: an app's log shows no others.
  declare readonly clientEventId: string;
  declare readonly operation: string;
  declare readonly model: string;
  readonly #record: LifecycleRecord;

  constructor(record: LifecycleRecord) {
    this.#record = record;
    Object.freeze(Object.assign(this, record.observed));
  }

  get decision(): Promise<GuardDecision | undefined> {
    return this.#record.decision.promise();
  }
  get outcome(): Promise<Outcome> {
    return this.#record.outcome.promise();
  }
  get delivery(): Promise<DeliveryOutcome | undefined> {
    return this.#record.delivery.promise();
  }
}
