import type { StreamUsageCodec } from "../../providers/provider.ts";
import type { Lifecycle } from "../../types.ts";
import type { ActiveCalls, OpenStream } from "../active-calls.ts";
import { attachLifecycle } from "../lifecycle-of.ts";
import { concealed } from "./concealed.ts";
import type { StreamEnd, StreamReport } from "./stream-report.ts";

/** What {@link ObservedIterator} needs: an SDK's iterator, and what is known about it. */
export interface ObservedParts<Chunk> {
  readonly source: AsyncIterator<Chunk, unknown, unknown>;
  readonly report: StreamReport<Chunk>;
  readonly active: ActiveCalls;
  readonly conceal: StreamUsageCodec<unknown, Chunk>["conceal"] | undefined;
  /** The SDK's controller of this request. The SDK also aborts it whenever it stops reading. */
  readonly controller: AbortController;
  readonly lifecycle: Lifecycle;
  /**
   * Whether any error after an abort counts as the abort. Default: only the signal's reason does.
   */
  readonly abortsAnyhow?: boolean | undefined;
}

/**
 * The ends of a stream other than through its iterator. Holds no reference to anything that the app
 * holds, so that an iterator abandoned halfway can be collected.
 */
class IteratorWatch implements OpenStream {
  readonly #parts: WatchParts;
  /** Number of pending `next` calls. */
  pending = 0;

  constructor({ active, report, controller }: WatchParts) {
    this.#parts = { active, report, controller };
    if (report.ended) return;
    active.watch(this);
    controller.signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  get waiting(): boolean {
    return this.pending > 0;
  }

  get activity(): number {
    return this.#parts.report.activity;
  }

  abandon(): void {
    const { report, controller } = this.#parts;
    if (report.ended) return;
    this.#leave();
    report.giveUp();
    controller.abort();
  }

  end(ending: StreamEnd): Promise<void> | undefined {
    this.#leave();
    return this.#parts.report.end(ending);
  }

  #leave(): void {
    const { active, controller } = this.#parts;
    active.unwatch(this);
    controller.signal.removeEventListener("abort", this.#onAbort);
    collected.unregister(this);
  }

  // A pending `next` gets the result of the abort from the SDK.
  readonly #onAbort = (): void => {
    if (this.pending === 0) this.end({ outcome: "cancelled" });
  };
}

type WatchParts = Pick<ObservedParts<never>, "active" | "controller"> & {
  readonly report: Pick<StreamReport<never>, "activity" | "ended" | "end" | "giveUp">;
};

const collected = new FinalizationRegistry<IteratorWatch>((watch) => watch.abandon());

/**
 * An SDK's iterator, observed. The app gets everything unchanged; after the report, calls are only
 * passed through. Only a stream that was given up fails for its reader, where an SDK would end it as
 * if it were complete.
 */
export class ObservedIterator<Chunk> implements AsyncIterableIterator<Chunk, unknown, unknown> {
  readonly #parts: ObservedParts<Chunk>;
  readonly #watch: IteratorWatch;

  constructor(parts: ObservedParts<Chunk>) {
    this.#parts = parts;
    this.#watch = new IteratorWatch(parts);
    collected.register(this, this.#watch, this.#watch);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Chunk, unknown>> {
    const { report, conceal, source } = this.#parts;
    // Pending reads are first.
    const failure = this.#watch.pending === 0 ? report.takeFailure() : undefined;
    if (failure !== undefined) return Promise.reject(failure);
    if (report.ended && conceal === undefined) return source.next();
    this.#watch.pending += 1;
    return this.#pull().then(this.#onResult, this.#onError);
  }

  return(value?: unknown): Promise<IteratorResult<Chunk, unknown>> {
    const { source, report } = this.#parts;
    const stored = report.ended ? undefined : this.#watch.end({ outcome: "stopped" });
    const closed = source.return?.(value) ?? Promise.resolve({ done: true, value });
    if (stored === undefined) return closed;
    return Promise.all([closed, stored]).then(([result]) => result);
  }

  throw(error?: unknown): Promise<IteratorResult<Chunk, unknown>> {
    this.#watch.end({ outcome: "cancelled" });
    return this.#parts.source.throw?.(error) ?? Promise.reject(error);
  }

  /** A synchronous throw becomes a rejection. */
  #pull(): Promise<IteratorResult<Chunk, unknown>> {
    try {
      return this.#parts.source.next();
    } catch (error) {
      return Promise.reject(error);
    }
  }

  readonly #onResult = (
    result: IteratorResult<Chunk, unknown>,
  ): IteratorResult<Chunk, unknown> | Promise<IteratorResult<Chunk, unknown>> => {
    this.#watch.pending -= 1;
    const { report, conceal } = this.#parts;
    if (result.done) return this.#finish(result);
    report.collect(result.value);
    if (conceal === undefined) return result;
    const visible = concealed(result.value, conceal);
    return visible === undefined ? this.next() : { done: false, value: visible };
  };

  readonly #onError = (given: unknown): Promise<never> => {
    this.#watch.pending -= 1;
    const { report, lifecycle, controller, abortsAnyhow = false } = this.#parts;
    const error = report.takeFailure() ?? given;
    attachLifecycle(error, lifecycle);
    // An aborted stream ends without an error, except with a custom abort reason (majors 5 and 6).
    const { aborted, reason } = controller.signal;
    const outcome = aborted && (abortsAnyhow || error === reason) ? "cancelled" : "error";
    // In the same step as a result, so that concurrent reads settle in their order.
    const stored = this.#watch.end({ outcome, error });
    if (stored === undefined) throw error;
    return stored.then(() => {
      throw error;
    });
  };

  /** With a durable delivery, the end is passed on only after the event is stored. */
  #finish(
    result: IteratorResult<Chunk, unknown>,
  ): IteratorResult<Chunk, unknown> | Promise<IteratorResult<Chunk, unknown>> {
    const { report, controller } = this.#parts;
    const failure = report.takeFailure();
    if (failure !== undefined) throw failure;
    const { aborted } = controller.signal;
    const stored = this.#watch.end({ outcome: aborted ? "cancelled" : "complete" });
    return stored === undefined ? result : stored.then(() => result);
  }
}
