import type { AnyCodec } from "../../providers/provider.ts";
import type { BodyRestorer } from "../../providers/restore/restorer.ts";
import { bareErrorIn } from "../../providers/stream/bare-error.ts";
import { mayEndWithDone } from "../../providers/stream/done-mark.ts";
import { SseConcealer } from "../../providers/stream/sse-concealer.ts";
import type { BodyWatch, ReadResult } from "./body-watch.ts";

/** A body to pass through. */
export interface Passing {
  readonly watch: BodyWatch;
  /** Set if chunks that only we requested must be removed. */
  readonly conceal: AnyCodec | undefined;
  /**
   * Set if placeholders are replaced by the original values. The watch sees the unrestored bytes.
   */
  readonly restorer: BodyRestorer | undefined;
  /**
   * The response. Its stream keeps it alive, so that it is collected only when nobody can read it
   * any more.
   */
  readonly owner: Response;
}

/**
 * Passes bytes to the reader first and observes them afterwards. Never reads ahead. Supports BYOB
 * readers exactly if the source does.
 */
export function passThrough(passing: Passing): ReadableStream<Uint8Array> {
  const body = new PassingBody(passing);
  const start = (controller: Controller): void => body.start(controller);
  const pull = (): Promise<void> => body.pull();
  const cancel = (reason: unknown): Promise<void> => passing.watch.stopReading(reason);
  if (!body.ofBytes) return new ReadableStream({ start, pull, cancel }, { highWaterMark: 0 });
  return new ReadableStream({ type: "bytes", start, pull, cancel }, { highWaterMark: 0 });
}

type Controller = ReadableStreamDefaultController<Uint8Array> | ReadableByteStreamController;

/**
 * No `async` functions on the path of a chunk: each promise would cost as much as reading the
 * chunk.
 */
class PassingBody {
  /** Whether enqueued chunks are transferred, which detaches their buffers. */
  readonly ofBytes: boolean;
  readonly #passing: Passing;
  #filter: BodyRestorer | undefined;
  readonly #tellsItsEnd: boolean;
  readonly #hasEvents: boolean;
  #controller: Controller | undefined = undefined;
  /** The error of the body, for the read after the one that gets the held-back bytes. */
  #broken: { readonly error: unknown } | undefined = undefined;

  constructor(passing: Passing) {
    this.#passing = passing;
    this.#filter = filterOf(passing);
    this.#tellsItsEnd = passing.watch.tellsItsEnd;
    this.#hasEvents = passing.watch.hasEvents;
    this.ofBytes = passing.watch.isByteStream;
  }

  start(controller: Controller): void {
    this.#controller = controller;
  }

  pull(): Promise<void> {
    if (this.#broken === undefined) return this.#read();
    this.#controller?.error(this.#broken.error);
    return Promise.resolve();
  }

  #read(): Promise<void> {
    try {
      return this.#passing.watch.read().then(this.#onRead, this.#onFailure);
    } catch (error) {
      return this.#onFailure(error);
    }
  }

  readonly #onRead = (result: ReadResult): Promise<void> | undefined => {
    const { watch } = this.#passing;
    try {
      watch.arrived(result);
      if (result.done) return this.#finish().catch(this.#onFailure);
      const { value } = result;
      // Clients stop reading at the end marker, so a chunk that may contain it is observed before
      // they see it.
      const isError = this.#hasEvents && bareErrorIn(value) !== undefined;
      if (!(this.#tellsItsEnd || isError || mayEndWithDone(value)))
        return this.#handOn(value, true);
      const stored = watch.collectFirst(value);
      if (isError) this.#release();
      if (stored === undefined) return this.#handOn(value, false);
      return stored.then(() => this.#handOn(value, false)).catch(this.#onFailure);
    } catch (error) {
      return this.#onFailure(error);
    }
  };

  /** Reads on if nothing is left to pass on. */
  #handOn(bytes: Uint8Array, looksAfter: boolean): Promise<void> | undefined {
    const visible = this.#filter === undefined ? bytes : this.#filter.push(bytes);
    if (visible.length > 0) this.#enqueue(visible);
    if (looksAfter) this.#passing.watch.collect(bytes);
    return visible.length > 0 ? undefined : this.#read();
  }

  /**
   * Passes bytes on unchanged from here: clients recognize an error outside of an event only in a
   * chunk of its own.
   */
  #release(): void {
    const rest = restOf(this.#filter);
    this.#filter = undefined;
    if (rest !== undefined) this.#enqueue(rest);
  }

  async #finish(): Promise<void> {
    const rest = this.#filter?.end();
    if (rest !== undefined && rest.length > 0) this.#enqueue(rest);
    const stored = this.#passing.watch.finish();
    if (stored !== undefined) await stored;
    if (this.#controller !== undefined) close(this.#controller);
  }

  readonly #onFailure = async (error: unknown): Promise<void> => {
    await this.#passing.watch.fail(error);
    const rest = restOf(this.#filter);
    if (rest === undefined) {
      this.#controller?.error(error);
      return;
    }
    // An error in the same step would discard the enqueued chunk.
    this.#enqueue(rest);
    this.#broken = { error };
  };

  /** Copied if enqueuing detaches the buffer, because the chunk is observed afterwards. */
  #enqueue(bytes: Uint8Array): void {
    const own = this.ofBytes ? new Uint8Array(bytes) : (bytes as Uint8Array<ArrayBuffer>);
    this.#controller?.enqueue(own);
  }
}

/** A pending BYOB read must also be answered (WHATWG Streams, 4.8.3). */
function close(controller: Controller): void {
  controller.close();
  if ("byobRequest" in controller) controller.byobRequest?.respond(0);
}

function filterOf({ conceal, restorer }: Passing): BodyRestorer | undefined {
  if (conceal === undefined) return restorer;
  const concealer = new SseConcealer(conceal);
  if (restorer === undefined) return concealer;
  return {
    push: (bytes) => restorer.push(concealer.push(bytes)),
    end: () => Buffer.concat([restorer.push(concealer.end()), restorer.end()]),
  };
}

/** The bytes that a failing body had held back, if any. */
function restOf(restorer: BodyRestorer | undefined): Uint8Array | undefined {
  const rest = restorer?.end();
  return rest !== undefined && rest.length > 0 ? rest : undefined;
}
