import { mayEndWithDone } from "../providers/done-mark.ts";
import type { AnyCodec } from "../providers/provider.ts";
import type { BodyRestorer } from "../providers/restorer.ts";
import { SseConcealer } from "../providers/sse-concealer.ts";
import type { BodyWatch } from "./body-watch.ts";

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
  const pull = (controller: Controller): Promise<void> => body.pull(controller);
  const cancel = (reason: unknown): Promise<void> => passing.watch.stopReading(reason);
  if (!body.ofBytes) return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  return new ReadableStream({ type: "bytes", pull, cancel }, { highWaterMark: 0 });
}

type Controller = ReadableStreamDefaultController<Uint8Array> | ReadableByteStreamController;

class PassingBody {
  /** Whether what is handed on is taken out of its buffer, which then is nobody's any more. */
  readonly ofBytes: boolean;
  readonly #passing: Passing;
  readonly #filter: BodyRestorer | undefined;
  readonly #tellsItsEnd: boolean;
  /** Why the body broke, for the read after the one that gets what was held back. */
  #broken: { readonly error: unknown } | undefined = undefined;

  constructor(passing: Passing) {
    this.#passing = passing;
    this.#filter = filterOf(passing);
    this.#tellsItsEnd = passing.watch.tellsItsEnd;
    this.ofBytes = passing.watch.isByteStream;
  }

  async pull(controller: Controller): Promise<void> {
    if (this.#broken !== undefined) {
      controller.error(this.#broken.error);
      return;
    }
    const { watch } = this.#passing;
    try {
      for (;;) {
        const { done, value } = await watch.read();
        if (done) return await this.#finish(controller);
        // Clients stop reading where a body says it ends, so that is looked at before they see it.
        const looksFirst = this.#tellsItsEnd || mayEndWithDone(value);
        const stored = looksFirst ? watch.collectFirst(value) : undefined;
        if (stored !== undefined) await stored;
        const visible = this.#filter === undefined ? value : this.#filter.push(value);
        if (visible.length > 0) this.#enqueue(controller, visible);
        if (!looksFirst) watch.collect(value);
        if (visible.length > 0) return;
      }
    } catch (error) {
      await this.#fail(controller, error);
    }
  }

  async #finish(controller: Controller): Promise<void> {
    const rest = this.#filter?.end();
    if (rest !== undefined && rest.length > 0) this.#enqueue(controller, rest);
    const stored = this.#passing.watch.finish();
    if (stored !== undefined) await stored;
    close(controller);
  }

  async #fail(controller: Controller, error: unknown): Promise<void> {
    await this.#passing.watch.fail(error);
    const rest = restOf(this.#passing.restorer);
    if (rest === undefined) {
      controller.error(error);
      return;
    }
    // An error would take what is enqueued with it, were it told in the same breath.
    this.#enqueue(controller, rest);
    this.#broken = { error };
  }

  #enqueue(controller: Controller, bytes: Uint8Array): void {
    controller.enqueue(this.ofBytes ? new Uint8Array(bytes) : (bytes as Uint8Array<ArrayBuffer>));
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
