import type { StreamUsageCodec } from "../providers/provider.ts";
import type { ActiveCalls, OpenStream } from "./active-calls.ts";
import type { StreamReport } from "./stream-report.ts";

/** An SDK's own iterator and what is known of it. */
export interface ObservedParts<Chunk> {
  readonly source: AsyncIterator<Chunk, unknown, unknown>;
  readonly report: StreamReport<Chunk>;
  readonly active: ActiveCalls;
  readonly conceal: StreamUsageCodec<unknown, Chunk>["conceal"] | undefined;
  /** Whether the SDK's request was aborted: its streams then end without an error. */
  readonly cancelled: () => boolean;
  /** Aborts the SDK's request. */
  readonly cancel: () => void;
  /** Lets an error be traced to its lifecycle. */
  readonly onError: (error: unknown) => void;
}

/**
 * An SDK's iterator, watched. Everything it does reaches the app as it was; after the report it
 * is simply passed through.
 */
export class ObservedIterator<Chunk>
  implements AsyncIterableIterator<Chunk, unknown, unknown>, OpenStream
{
  readonly #parts: ObservedParts<Chunk>;
  #waiting = false;

  constructor(parts: ObservedParts<Chunk>) {
    this.#parts = parts;
    parts.active.watch(this);
  }

  get waiting(): boolean {
    return this.#waiting;
  }

  get activity(): number {
    return this.#parts.report.activity;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Chunk, unknown>> {
    if (this.#parts.report.ended) return this.#parts.source.next();
    this.#waiting = true;
    return this.#parts.source.next().then(this.#onResult, this.#onError);
  }

  return(value?: unknown): Promise<IteratorResult<Chunk, unknown>> {
    const { source, report } = this.#parts;
    if (!report.ended) this.end({ outcome: report.complete ? "complete" : "cancelled" });
    return source.return?.(value) ?? Promise.resolve({ done: true, value });
  }

  throw(error?: unknown): Promise<IteratorResult<Chunk, unknown>> {
    this.end({ outcome: "cancelled" });
    return this.#parts.source.throw?.(error) ?? Promise.reject(error);
  }

  abandon(): void {
    if (this.#parts.report.ended) return;
    this.end({ outcome: "cancelled" });
    this.#parts.cancel();
  }

  end(ending: Parameters<StreamReport<Chunk>["end"]>[0]): Promise<void> | undefined {
    this.#parts.active.unwatch(this);
    return this.#parts.report.end(ending);
  }

  readonly #onResult = (
    result: IteratorResult<Chunk, unknown>,
  ): IteratorResult<Chunk, unknown> | Promise<IteratorResult<Chunk, unknown>> => {
    this.#waiting = false;
    const { report, conceal } = this.#parts;
    if (result.done) return this.#finish(result);
    report.collect(result.value);
    if (conceal === undefined) return result;
    const visible = conceal(result.value);
    return visible === undefined ? this.next() : { done: false, value: visible };
  };

  readonly #onError = async (error: unknown): Promise<never> => {
    this.#waiting = false;
    this.#parts.onError(error);
    const outcome = this.#parts.cancelled() ? "cancelled" : "error";
    await this.end({ outcome, error });
    throw error;
  };

  /** The end is handed over once the event is safe, where delivery makes it so. */
  #finish(
    result: IteratorResult<Chunk, unknown>,
  ): IteratorResult<Chunk, unknown> | Promise<IteratorResult<Chunk, unknown>> {
    const stored = this.end({ outcome: this.#parts.cancelled() ? "cancelled" : "complete" });
    return stored === undefined ? result : stored.then(() => result);
  }
}
