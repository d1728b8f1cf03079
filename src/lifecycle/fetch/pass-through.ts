import type { AnyCodec } from "../../providers/provider.ts";
import type { BodyRestorer } from "../../providers/restore/restorer.ts";
import { bareErrorIn } from "../../providers/stream/bare-error.ts";
import { mayEndWithDone } from "../../providers/stream/done-mark.ts";
import { SseConcealer } from "../../providers/stream/sse-concealer.ts";
import type { BodyWatch, ReadResult } from "./body-watch.ts";

/** A body on its way through. */
export interface Passing {
  readonly watch: BodyWatch;
  /** Set when chunks that only we asked for must be taken out. */
  readonly conceal: AnyCodec | undefined;
  /** Set when the app gets originals for placeholders. The watch is shown what came. */
  readonly restorer: BodyRestorer | undefined;
  /** The response, kept alive by its stream: only one that nobody can read any more is collected. */
  readonly owner: Response;
}

/**
 * Bytes go to the reader first and are looked at afterwards. Nothing is read ahead. Like the bodies
 * of the runtime's own `fetch`, it can be read into buffers of the reader's; like those of a fetch
 * that cannot, it cannot.
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

/** Written without `async` where every chunk passes: each promise would cost as much as a chunk's reading. */
class PassingBody {
  /** Whether what is handed on is taken out of its buffer, which then is nobody's any more. */
  readonly ofBytes: boolean;
  readonly #passing: Passing;
  #filter: BodyRestorer | undefined;
  readonly #tellsItsEnd: boolean;
  readonly #hasEvents: boolean;
  #controller: Controller | undefined = undefined;
  /** Why the body broke, for the read after the one that gets what was held back. */
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
      // Clients stop reading where a body says it ends, so that is looked at before they see it.
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

  /** Reads on where nothing is left to hand on. */
  #handOn(bytes: Uint8Array, looksAfter: boolean): Promise<void> | undefined {
    const visible = this.#filter === undefined ? bytes : this.#filter.push(bytes);
    if (visible.length > 0) this.#enqueue(visible);
    if (looksAfter) this.#passing.watch.collect(bytes);
    return visible.length > 0 ? undefined : this.#read();
  }

  /**
   * From here on bytes go out as they came: an error that is no event is found by its client only
   * in a piece of its own.
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
    const rest = restOf(this.#passing.restorer);
    if (rest === undefined) {
      this.#controller?.error(error);
      return;
    }
    // An error would take what is enqueued with it, were it told in the same breath.
    this.#enqueue(rest);
    this.#broken = { error };
  };

  /** In a buffer of its own where it is taken away, for it is looked at afterwards. */
  #enqueue(bytes: Uint8Array): void {
    const own = this.ofBytes ? new Uint8Array(bytes) : (bytes as Uint8Array<ArrayBuffer>);
    this.#controller?.enqueue(own);
  }
}

/** A read into a reader's own buffer waits until it is answered too (WHATWG Streams, 4.8.3). */
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

/** What a body that breaks had held back, if anything. */
function restOf(restorer: BodyRestorer | undefined): Uint8Array | undefined {
  const rest = restorer?.end();
  return rest !== undefined && rest.length > 0 ? rest : undefined;
}
