import { atOnce } from "../../base/at-once.ts";
import type { Answer, AnswerCollector } from "../../providers/provider.ts";
import type { ChunkRestorer } from "../../providers/restore/chunk-restorer.ts";
import type { RestoredStream, StreamCodec } from "./restoration.ts";

type Restorer<Chunk> = Pick<ChunkRestorer<Chunk>, "push" | "end">;

/**
 * A stream with restored chunks. It is collected twice: as shown to the app, by `codec`, and as
 * sent by the provider, by `observed`.
 */
export function restoredStream<Chunk>(
  codec: StreamCodec<Chunk>,
  observed: Pick<StreamCodec<Chunk>, "collectAnswer">,
  restorer: Restorer<Chunk>,
): RestoredStream<Chunk> {
  const received = new SafeCollector(() => observed.collectAnswer());
  const shown = new SafeCollector(() => codec.collectAnswer());
  return {
    over: (source) => new RestoredIterator(source, restorer, (chunk) => received.push(chunk)),
    collector: {
      push: (chunk) => shown.push(chunk),
      answer: () => received.answer(),
    },
    shownOutput: () => shown.output(),
  };
}

/** A collector whose errors are thrown by `answer`, not in the middle of a stream. */
class SafeCollector<Chunk> {
  readonly #collector: AnswerCollector<Chunk> | undefined;
  #failure: { readonly error: unknown } | undefined = undefined;

  constructor(collect: () => AnswerCollector<Chunk>) {
    try {
      this.#collector = atOnce(collect());
    } catch (error) {
      this.#failure = { error };
    }
  }

  push(chunk: Chunk): void {
    if (this.#failure !== undefined) return;
    try {
      atOnce<unknown>(this.#collector?.push(chunk));
    } catch (error) {
      this.#failure = { error };
    }
  }

  /** @throws the collector's error. */
  answer(): Answer {
    if (this.#failure !== undefined) throw this.#failure.error;
    return this.#collector?.answer() ?? { output: "" };
  }

  output(): string {
    try {
      return this.answer().output;
    } catch {
      return "";
    }
  }
}

type Result<Chunk> = IteratorResult<Chunk, unknown>;

/** How a source ended. */
type End<Chunk> = { readonly result: Result<Chunk> } | { readonly error: unknown };

/**
 * Returns the provider's chunks, restored. Held-back text is returned first when the source ends or
 * fails; its end or error follows with the next call.
 */
class RestoredIterator<Chunk> implements AsyncIterator<Chunk, unknown, unknown> {
  readonly #source: AsyncIterator<Chunk, unknown, unknown>;
  readonly #restorer: Restorer<Chunk>;
  readonly #onChunk: (chunk: Chunk) => void;
  /** Restored chunks that have not been returned yet. */
  #ready: Chunk[] = [];
  /** Number of reads whose result is not known yet, and the last of them. */
  #pending = 0;
  #last: Promise<unknown> = Promise.resolve();
  /** How the source ended; returned after the last chunk. */
  #end: End<Chunk> | undefined = undefined;

  constructor(
    source: AsyncIterator<Chunk, unknown, unknown>,
    restorer: Restorer<Chunk>,
    onChunk: (chunk: Chunk) => void,
  ) {
    this.#source = source;
    this.#restorer = restorer;
    this.#onChunk = onChunk;
  }

  /** One read after the other: while a chunk is held back, a later read must not overtake. */
  next(): Promise<Result<Chunk>> {
    const read = (): Promise<Result<Chunk>> => this.#read();
    this.#pending += 1;
    const result = this.#pending === 1 ? read() : this.#last.then(read, read);
    this.#last = result;
    return result;
  }

  async #read(): Promise<Result<Chunk>> {
    try {
      for (;;) {
        // Checked by length, because a chunk may be undefined.
        if (this.#ready.length > 0) return { done: false, value: this.#ready.shift() as Chunk };
        if (this.#end !== undefined) return this.#takeEnd(this.#end);
        await this.#pull();
      }
    } finally {
      this.#pending -= 1;
    }
  }

  async return(value?: unknown): Promise<Result<Chunk>> {
    this.#ready = [];
    return (await this.#source.return?.(value)) ?? { done: true, value };
  }

  throw(error?: unknown): Promise<Result<Chunk>> {
    this.#ready = [];
    return this.#source.throw?.(error) ?? Promise.reject(error);
  }

  async #pull(): Promise<void> {
    try {
      const result = await this.#source.next();
      if (result.done) this.#close({ result });
      else this.#take(result.value);
    } catch (error) {
      this.#close({ error });
    }
  }

  #take(chunk: Chunk): void {
    this.#onChunk(chunk);
    const restored = this.#restored(() => this.#restorer.push(chunk)) ?? [chunk];
    // A text chunk that is held back completely is dropped, because an empty one says nothing.
    this.#ready.push(...(chunk === "" ? restored : restored.filter((each) => each !== "")));
  }

  /** Undefined if restoring fails: the chunk is then passed on unchanged. */
  #restored(work: () => readonly Chunk[]): readonly Chunk[] | undefined {
    try {
      return work();
    } catch {
      return undefined;
    }
  }

  #close(end: End<Chunk>): void {
    this.#end = end;
    this.#ready.push(...(this.#restored(() => this.#restorer.end()) ?? []));
  }

  /** Returns the end once; later calls go to the source. */
  #takeEnd(end: End<Chunk>): Result<Chunk> {
    this.#end = undefined;
    if ("error" in end) throw end.error;
    return end.result;
  }
}
