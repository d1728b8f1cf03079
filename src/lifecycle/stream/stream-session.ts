import type { StreamUsageCodec } from "../../providers/provider.ts";
import type { ActiveCalls, OpenStream } from "../active-calls.ts";
import type { Cancellation } from "../cancellation.ts";
import { concealed } from "./concealed.ts";
import type { StreamEnd, StreamReport } from "./stream-report.ts";

/** What {@link StreamSession} needs. */
export interface SessionParts<Chunk> {
  readonly source: AsyncIterator<Chunk, unknown, unknown>;
  readonly report: StreamReport<Chunk>;
  readonly active: ActiveCalls;
  /** Removes what only we requested; undefined if nothing was. */
  readonly conceal: StreamUsageCodec<unknown, Chunk>["conceal"] | undefined;
  /** Its signal is the one that the provider was called with. */
  readonly cancellation: Cancellation;
  /** Attaches the lifecycle to an error. */
  readonly onError: (error: unknown) => void;
}

type Result<Chunk> = IteratorResult<Chunk, undefined>;

const DONE: IteratorReturnResult<undefined> = Object.freeze({ done: true, value: undefined });

/**
 * A stream of `guard.stream` in progress: passes the provider's chunks on by reference, and settles
 * at once when the call is cancelled, even if the provider ignores that. Between reads it
 * references nothing that the app holds, so that an abandoned stream can be collected.
 */
export class StreamSession<Chunk> implements OpenStream {
  /** The object that waits for a chunk, referenced only while it waits, so that it stays alive. */
  reader: object | undefined = undefined;
  readonly #parts: SessionParts<Chunk>;
  /** An abort while no read was pending, or why it was given up; thrown by the next read. */
  #failure: { readonly reason: unknown } | undefined = undefined;
  /** The result promised last, and the number of reads queued behind it. */
  #pending: Promise<Result<Chunk>> | undefined = undefined;
  #queued = 0;
  #resolve: ((result: Result<Chunk>) => void) | undefined = undefined;
  #reject: ((error: unknown) => void) | undefined = undefined;

  constructor(parts: SessionParts<Chunk>) {
    this.#parts = parts;
    parts.active.watch(this);
    parts.cancellation.signal.addEventListener("abort", this.#onAbort, { once: true });
    if (parts.cancellation.aborted) this.#onAbort();
  }

  get waiting(): boolean {
    return this.#resolve !== undefined;
  }

  get activity(): number {
    return this.#parts.report.activity;
  }

  /** `reader`: the object that the app reads with; it is not abandoned while a read is pending. */
  next(reader?: object): Promise<Result<Chunk>> {
    const waits = this.#resolve !== undefined || this.#queued > 0;
    this.#pending = waits ? this.#nextAfterPending(reader) : this.#read(reader);
    return this.#pending;
  }

  /** The app has stopped reading: a `break`, `return()` or dispose. */
  return(): Promise<Result<Chunk>> {
    this.#failure = undefined;
    const { report } = this.#parts;
    if (report.ended) return Promise.resolve(DONE);
    const stored = this.#end({ outcome: "stopped" });
    const closed = this.#cancelSource(STOPPED_READING);
    this.#settle(DONE);
    return Promise.all([closed, stored]).then(() => DONE);
  }

  /** Ends it as cancelled; for a reader the stream simply ends. The provider gets `reason`. */
  abort(reason: unknown = STOPPED_READING): void {
    if (this.#parts.report.ended) return;
    this.#end({ outcome: "cancelled" });
    void this.#cancelSource(reason);
    this.#settle(DONE);
  }

  /** Ends it as cancelled, with an error for its reader and the provider. */
  abandon(): void {
    const { report } = this.#parts;
    if (report.ended) return;
    this.#leave();
    report.giveUp();
    this.#cancel(report.takeFailure());
  }

  #read(reader: object | undefined): Promise<Result<Chunk>> {
    if (this.#parts.report.ended) return this.#afterEnd();
    this.reader = reader;
    return new Promise(this.#begin);
  }

  // Created once, because a closure per chunk would use up the time budget of a chunk.
  readonly #begin = (
    resolve: (result: Result<Chunk>) => void,
    reject: (error: unknown) => void,
  ): void => {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#pull();
  };

  #pull(): void {
    try {
      // Also supports iterators with synchronous results, as `for await` does.
      Promise.resolve(this.#parts.source.next()).then(this.#onResult, this.#onError);
    } catch (error) {
      this.#onError(error);
    }
  }

  readonly #onResult = (result: IteratorResult<Chunk, unknown>): void => {
    const { report, conceal } = this.#parts;
    if (report.ended) return;
    try {
      if (result.done) {
        this.#finish();
        return;
      }
      report.collect(result.value);
      if (conceal === undefined) this.#settle(result);
      else this.#settleConcealed(result.value, conceal);
    } catch (error) {
      // For example, no result object at all: without this, the reader would wait forever.
      this.#onError(error);
    }
  };

  readonly #onError = (error: unknown): void => {
    if (this.#parts.report.ended) return;
    this.#parts.onError(error);
    const stored = this.#end({ outcome: "error", error });
    if (stored === undefined) this.#fail(error);
    else void stored.then(() => this.#fail(error));
  };

  readonly #onAbort = (): void => {
    if (this.#parts.report.ended) return;
    this.#end({ outcome: "cancelled" });
    this.#cancel(this.#parts.cancellation.signal.reason);
  };

  #cancel(reason: unknown): void {
    void this.#cancelSource(reason);
    if (this.#reject === undefined) this.#failure = { reason };
    else this.#fail(reason);
  }

  /** With a durable delivery, the end is passed on only after the event is stored. */
  #finish(): void {
    const stored = this.#end({ outcome: "complete" });
    if (stored === undefined) this.#settle(DONE);
    else void stored.then(() => this.#settle(DONE));
  }

  #end(ending: StreamEnd): Promise<void> | undefined {
    this.#leave();
    return this.#parts.report.end(ending);
  }

  #leave(): void {
    const { active, cancellation } = this.#parts;
    cancellation.signal.removeEventListener("abort", this.#onAbort);
    cancellation.dispose();
    active.unwatch(this);
  }

  #settleConcealed(chunk: Chunk, conceal: (chunk: Chunk) => Chunk | undefined): void {
    const visible = concealed(chunk, conceal);
    if (visible === undefined) this.#pull();
    else this.#settle({ done: false, value: visible });
  }

  #settle(result: Result<Chunk>): void {
    const resolve = this.#resolve;
    this.#release();
    resolve?.(result);
  }

  #fail(error: unknown): void {
    const reject = this.#reject;
    this.#release();
    reject?.(error);
  }

  #release(): void {
    this.#resolve = undefined;
    this.#reject = undefined;
    this.reader = undefined;
  }

  #nextAfterPending(reader: object | undefined): Promise<Result<Chunk>> {
    this.#queued += 1;
    const again = (): Promise<Result<Chunk>> => {
      this.#queued -= 1;
      return this.#read(reader);
    };
    return (this.#pending as Promise<unknown>).then(again, again);
  }

  #afterEnd(): Promise<Result<Chunk>> {
    const failure = this.#failure;
    this.#failure = undefined;
    return failure === undefined ? Promise.resolve(DONE) : Promise.reject(failure.reason);
  }

  /**
   * Aborts the provider's request first, because a generator's `return` waits for its pending
   * `next`.
   */
  async #cancelSource(reason: unknown): Promise<void> {
    const reading = this.waiting;
    this.#parts.cancellation.abort(reason);
    try {
      const closing = this.#parts.source.return?.();
      if (reading) closing?.then(undefined, ignore);
      else await closing;
    } catch {
      // The app has stopped reading; there is nobody to tell.
    }
  }
}

function ignore(): void {}

const STOPPED_READING = new DOMException("The stream is no longer read", "AbortError");
