import { type AbortTarget, unwatchAbort, watchAbort } from "../../base/abort-watch.ts";
import type { Lifecycle } from "../../types.ts";
import type { ActiveCalls, OpenStream } from "../active-calls.ts";
import { attachLifecycle } from "../lifecycle-of.ts";
import type { StreamEnd, StreamReport } from "../stream/stream-report.ts";

/** What {@link BodyWatch} needs. */
export interface BodyWatchParts {
  /** The body as the provider sends it. */
  readonly source: ReadableStream<Uint8Array>;
  readonly report: StreamReport<Uint8Array>;
  readonly active: ActiveCalls;
  readonly lifecycle: Lifecycle;
  /** The request's signal: its abort ends the body, read or not. */
  readonly signal: AbortSignal | undefined;
}

/** The result of reading a chunk. */
export type ReadResult = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>["read"]>>;

const collected = new FinalizationRegistry<BodyWatch>((watch) => watch.abandon());

/**
 * The only reader of a provider's body, and its report. Holds no reference to anything that the app
 * holds, so that a response dropped unread can be garbage-collected.
 */
export class BodyWatch implements OpenStream, AbortTarget {
  watchSlot = -1;
  readonly #parts: BodyWatchParts;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined = undefined;
  #waiting = false;
  /** Why it was abandoned. */
  #failure: Error | undefined = undefined;

  constructor(parts: BodyWatchParts) {
    this.#parts = parts;
    if (parts.report.ended) return;
    parts.active.watch(this);
    if (parts.signal?.aborted) this.onAbort();
    else watchAbort(parts.signal, this);
  }

  /** Abandons it when `response` is garbage-collected: nobody can read it then. */
  endWith(response: Response): void {
    if (!this.#parts.report.ended) collected.register(response, this, this);
  }

  get waiting(): boolean {
    return this.#waiting;
  }

  get activity(): number {
    return this.#parts.report.activity;
  }

  /** Whether the body supports BYOB readers. Must be read before the body is. */
  get isByteStream(): boolean {
    try {
      this.#parts.source.getReader({ mode: "byob" }).releaseLock();
      return true;
    } catch {
      return false;
    }
  }

  /** Reads the next chunk. Pass the result to {@link arrived}, or the error to {@link fail}. */
  read(): Promise<ReadResult> {
    this.#reader ??= this.#parts.source.getReader();
    this.#waiting = true;
    return this.#reader.read();
  }

  /** The read has completed. @throws if the body ended because it was abandoned. */
  arrived({ done }: ReadResult): void {
    this.#waiting = false;
    if (done && this.#failure !== undefined) throw this.#failure;
  }

  /** Whether the format has an end marker. */
  get tellsItsEnd(): boolean {
    return this.#parts.report.over !== undefined;
  }

  /** Whether the body is a stream of server-sent events. */
  get hasEvents(): boolean {
    return this.#parts.report.hasEvents;
  }

  collect(bytes: Uint8Array): void {
    if (!this.#parts.report.ended) this.#parts.report.collect(bytes);
  }

  /** For a chunk that may contain the end marker: returns what to await before the app sees it. */
  collectFirst(bytes: Uint8Array): Promise<void> | undefined {
    this.collect(bytes);
    return this.#parts.report.over ? this.finish() : undefined;
  }

  /** The body has ended. */
  finish(): Promise<void> | undefined {
    return this.#end({ outcome: "complete" });
  }

  fail(error: unknown): Promise<void> | undefined {
    this.#waiting = false;
    const { lifecycle, signal } = this.#parts;
    attachLifecycle(error, lifecycle);
    return this.#end({ outcome: signal?.aborted ? "cancelled" : "error", error });
  }

  /** The app has stopped reading. */
  stopReading(reason: unknown): Promise<void> {
    this.#end({ outcome: "stopped" });
    return this.#cancelSource(reason);
  }

  abandon(): void {
    const { report } = this.#parts;
    if (report.ended) return;
    this.#leave();
    report.giveUp("stopped");
    this.#failure = bodyError(report.takeFailure());
    this.#cancelSource(this.#failure).catch(() => undefined);
  }

  /** A pending read gets the abort from the body itself. */
  onAbort(): void {
    if (!this.#waiting) this.#end({ outcome: "stopped" });
  }

  #cancelSource(reason: unknown): Promise<void> {
    return (this.#reader ?? this.#parts.source).cancel(reason);
  }

  #end(ending: StreamEnd): Promise<void> | undefined {
    this.#leave();
    return this.#parts.report.end(ending);
  }

  #leave(): void {
    const { active, signal } = this.#parts;
    active.unwatch(this);
    unwatchAbort(signal, this);
    // It may have the body's error, whose stack may lead to the response that was being read.
    collected.unregister(this);
  }
}

/**
 * Clients take an `AbortError` of a body for the app's own abort, and end their stream as if it were
 * complete; a `TypeError` is what `fetch` has for a body that breaks.
 */
function bodyError(failure: Error | undefined): Error | undefined {
  return failure?.name === "AbortError" ? new TypeError(failure.message) : failure;
}
