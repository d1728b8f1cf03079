import type { ActiveCalls } from "../../lifecycle/active-calls.ts";
import { attachLifecycle } from "../../lifecycle/lifecycle-of.ts";
import type { RestoredStream } from "../../lifecycle/masking/restoration.ts";
import { ObservedIterator } from "../../lifecycle/stream/observed-iterator.ts";
import type { StreamReport } from "../../lifecycle/stream/stream-report.ts";
import { UnreadStream } from "../../lifecycle/stream/unread-stream.ts";
import type { Lifecycle } from "../../types.ts";

/** Parameters for observing an event stream. */
export interface EventStreamParts {
  /** Ends the request that the stream comes from. */
  readonly controller: AbortController;
  readonly report: StreamReport<unknown>;
  readonly active: ActiveCalls;
  readonly lifecycle: Lifecycle;
  /** Set if the app gets originals for placeholders. */
  readonly restored: RestoredStream<unknown> | undefined;
}

/** Observes a stream of the client in place: it stays the same object. */
export function observeEvents(stream: AsyncIterable<unknown>, parts: EventStreamParts): void {
  attachLifecycle(stream, parts.lifecycle);
  const open = stream[Symbol.asyncIterator];
  const unread = new UnreadStream(stream, parts);
  let opened: EventIterator | undefined;
  const iterate = function (this: unknown): AsyncIterator<unknown, unknown, unknown> {
    // The client reads its stream once; a second reader continues where the first stopped.
    if (opened !== undefined) return opened;
    unread.release();
    opened = new EventIterator(open.call(stream), parts);
    return opened;
  };
  const { enumerable = false } =
    Object.getOwnPropertyDescriptor(stream, Symbol.asyncIterator) ?? {};
  Object.defineProperty(stream, Symbol.asyncIterator, {
    value: iterate,
    enumerable,
    configurable: true,
    writable: true,
  });
}

/** When an app stops reading, the client keeps the connection open; this closes it. */
class EventIterator extends ObservedIterator<unknown> {
  readonly #parts: EventStreamParts;

  constructor(source: AsyncIterator<unknown, unknown, unknown>, parts: EventStreamParts) {
    const { restored } = parts;
    super({
      ...parts,
      source: restored?.over(source) ?? source,
      conceal: undefined,
      abortsAnyhow: true,
    });
    this.#parts = parts;
  }

  override next(): Promise<IteratorResult<unknown, unknown>> {
    const next = super.next();
    // Aborted between two reads: the next read throws the error.
    return this.#parts.report.ended ? next.catch(this.#onLateError) : next;
  }

  override async return(value?: unknown): Promise<IteratorResult<unknown, unknown>> {
    const { report, controller } = this.#parts;
    const wasOver = report.ended;
    const result = await super.return(value);
    if (!wasOver) controller.abort();
    return result;
  }

  readonly #onLateError = (error: unknown): never => {
    attachLifecycle(error, this.#parts.lifecycle);
    throw error;
  };
}
