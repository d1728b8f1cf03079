import type { Coverage, DeliveryOutcome, GuardDecision, Outcome, Usage } from "../../types.ts";
import type { OpenStream } from "../active-calls.ts";
import type { Cancellation } from "../cancellation.ts";
import type { LifecycleRecord } from "../lifecycle.ts";
import type { Ending } from "../report/report.ts";
import type { StreamSession } from "./stream-session.ts";

/** What a guarded stream came to. */
export interface StreamResult {
  /**
   * The text that arrived, as the app was shown it; tool calls as `name(arguments)`. The first
   * 64,000 UTF-16 units, which is twice what an event holds.
   */
  readonly output: string;
  /** Undefined when the provider told of none. */
  readonly usage: Usage | undefined;
  /** The lifecycle's id. */
  readonly clientEventId: string;
  /** The one that let the call through. */
  readonly decision: GuardDecision;
  /** What of the prompt the guard saw. */
  readonly coverage: Coverage;
  /**
   * `complete` or `cancelled`; `error` where the provider's failure is a part of the stream that it
   * ended in order.
   */
  readonly outcome: Outcome;
  /** The event's receipt. Never rejects; settles later, since telemetry runs behind. */
  readonly delivery: Promise<DeliveryOutcome>;
}

/**
 * The provider's own chunks, one by one and by reference. Read it once; break out, `abort()` or
 * dispose of it to cancel the provider's request. Exactly one event follows in every case.
 */
export interface GuardedStream<Chunk> extends AsyncIterable<Chunk>, AsyncDisposable {
  /** The lifecycle's id, known before the first chunk. */
  readonly clientEventId: string;
  /** The one that let the call through. */
  readonly decision: GuardDecision;
  /**
   * Resolves at the end, after a break or an abort with what there is; rejects with the
   * provider's error. Never an unhandled rejection.
   */
  readonly result: Promise<StreamResult>;
  /** Stops the provider, whose signal gets the reason, and ends the stream quietly. */
  abort(reason?: unknown): void;
}

// When an app drops a stream unread, nobody is left to end it but the collector.
const abandoned = new FinalizationRegistry<OpenStream>((session) => session.abandon());

/** What a stream needs to show of its lifecycle. */
export interface StreamParts<Chunk> {
  readonly session: StreamSession<Chunk>;
  readonly cancellation: Cancellation;
  readonly record: LifecycleRecord;
  readonly decision: GuardDecision;
  readonly ended: Promise<Ending>;
}

/** @internal */
export class OwnedStream<Chunk> implements GuardedStream<Chunk> {
  readonly #session: StreamSession<Chunk>;
  readonly clientEventId: string;
  readonly decision: GuardDecision;
  readonly result: Promise<StreamResult>;

  constructor(parts: StreamParts<Chunk>) {
    this.#session = parts.session;
    this.clientEventId = parts.record.clientEventId;
    this.decision = parts.decision;
    this.result = resultOf(parts);
    this.result.catch(() => undefined);
    abandoned.register(this, parts.session);
  }

  [Symbol.asyncIterator](): AsyncIterator<Chunk, undefined> {
    return new OwnedIterator(this, this.#session);
  }

  abort(reason?: unknown): void {
    this.#session.abandon(reason);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session.return();
  }
}

/** Refers to its stream, so that a stream is not collected while only its iterator is held. */
class OwnedIterator<Chunk> implements AsyncIterator<Chunk, undefined> {
  readonly owner: GuardedStream<Chunk>;
  readonly #session: StreamSession<Chunk>;

  constructor(owner: GuardedStream<Chunk>, session: StreamSession<Chunk>) {
    this.owner = owner;
    this.#session = session;
  }

  next(): Promise<IteratorResult<Chunk, undefined>> {
    return this.#session.next(this.owner);
  }

  return(): Promise<IteratorResult<Chunk, undefined>> {
    return this.#session.return();
  }
}

function resultOf(parts: Omit<StreamParts<unknown>, "session">): Promise<StreamResult> {
  const { record, decision } = parts;
  return parts.ended.then((ending) => {
    // A failure that the provider merely tells of, in an answer, was thrown by nobody.
    if (ending.outcome === "error" && "error" in ending) throw ending.error;
    return {
      output: ending.answer.output,
      usage: ending.answer.usage,
      clientEventId: record.clientEventId,
      decision,
      coverage: record.coverage as Coverage,
      outcome: ending.outcome,
      delivery: record.delivery.promise() as Promise<DeliveryOutcome>,
    };
  });
}
