import type { Coverage, DeliveryOutcome, GuardDecision, Outcome, Usage } from "../../types.ts";
import type { OpenStream } from "../active-calls.ts";
import type { LifecycleRecord } from "../lifecycle.ts";
import type { Ending } from "../report/report.ts";
import type { StreamSession } from "./stream-session.ts";

/** The result of a guarded stream. */
export interface StreamResult {
  /**
   * The text that arrived, as the app got it; tool calls as `name(arguments)`. At most the first
   * 64,000 UTF-16 code units, twice what an event holds.
   */
  readonly output: string;
  /** Token usage; undefined if the provider reports none. */
  readonly usage: Usage | undefined;
  /** The lifecycle's id. */
  readonly clientEventId: string;
  /** The decision that allowed the call. */
  readonly decision: GuardDecision;
  /** Which parts of the prompt the guard saw. */
  readonly coverage: Coverage;
  /**
   * `complete` or `cancelled`; `error` if the provider reports a failure inside a stream that ends
   * normally.
   */
  readonly outcome: Outcome;
  /**
   * The event's delivery outcome. Never rejects. Resolves later, since telemetry is sent in the
   * background.
   */
  readonly delivery: Promise<DeliveryOutcome>;
}

/**
 * The provider's own chunks, as the same objects. Can be read once. Leave the loop, call `abort()`
 * or dispose of the stream to cancel the provider's request. A stream that is not read for five
 * minutes is cancelled too, and one that is still open at the deadline of `close`: its reader gets an
 * error then. Exactly one event is sent in every case.
 */
export interface GuardedStream<Chunk> extends AsyncIterable<Chunk>, AsyncDisposable {
  /** The lifecycle's id, known before the first chunk. */
  readonly clientEventId: string;
  /** The decision that allowed the call. */
  readonly decision: GuardDecision;
  /**
   * Resolves when the stream ends; after a break or an abort, with what has arrived. Rejects with
   * the provider's error, but never causes an unhandled rejection.
   */
  readonly result: Promise<StreamResult>;
  /**
   * Cancels the provider's request, passing the reason to its signal, and ends the stream without
   * an error.
   */
  abort(reason?: unknown): void;
}

// If an app drops a stream unread, only the garbage collector can end it.
const abandoned = new FinalizationRegistry<OpenStream>((session) => session.abandon());

/** What {@link OwnedStream} needs. */
export interface StreamParts<Chunk> {
  readonly session: StreamSession<Chunk>;
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
    abandoned.register(this, parts.session, parts.session);
  }

  [Symbol.asyncIterator](): AsyncIterator<Chunk, undefined> {
    return new OwnedIterator(this, this.#session);
  }

  abort(reason?: unknown): void {
    this.#session.abort(reason);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session.return();
  }
}

/** References its stream, so that the stream is not collected while only its iterator is held. */
class OwnedIterator<Chunk> implements AsyncIterableIterator<Chunk, undefined> {
  readonly owner: GuardedStream<Chunk>;
  readonly #session: StreamSession<Chunk>;

  constructor(owner: GuardedStream<Chunk>, session: StreamSession<Chunk>) {
    this.owner = owner;
    this.#session = session;
  }

  /**
   * Iterable itself, as all built-in iterators are: apps may take the first chunk and loop over the
   * rest.
   */
  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Chunk, undefined>> {
    return this.#session.next(this.owner);
  }

  return(): Promise<IteratorResult<Chunk, undefined>> {
    return this.#session.return();
  }
}

function resultOf<Chunk>(parts: StreamParts<Chunk>): Promise<StreamResult> {
  const { session, record, decision } = parts;
  return parts.ended.then((ending) => {
    // It has the provider's error, whose stack may lead to the stream that was being read.
    abandoned.unregister(session);
    // A failure that is only reported in an answer was not thrown.
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
