import type { Answer, AnswerCollector } from "../../providers/provider.ts";
import type { ChunkRestorer } from "../../providers/restore/chunk-restorer.ts";
import type { RestoredStream, StreamCodec } from "./restoration.ts";

/**
 * A stream with originals in its chunks. It is collected twice: as the app is shown it, by `codec`,
 * and as the provider sent it, by `observed`.
 */
export function restoredStream<Chunk>(
  codec: StreamCodec<Chunk>,
  observed: Pick<StreamCodec<Chunk>, "collectAnswer">,
  restorer: ChunkRestorer<Chunk>,
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

/** A collector that fails when it is asked, and not in the middle of a stream. */
class SafeCollector<Chunk> {
  readonly #collector: AnswerCollector<Chunk> | undefined;
  #failure: { readonly error: unknown } | undefined = undefined;

  constructor(collect: () => AnswerCollector<Chunk>) {
    try {
      this.#collector = collect();
    } catch (error) {
      this.#failure = { error };
    }
  }

  push(chunk: Chunk): void {
    if (this.#failure !== undefined) return;
    try {
      this.#collector?.push(chunk);
    } catch (error) {
      this.#failure = { error };
    }
  }

  /** @throws what the collector threw. */
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

/**
 * Hands on what the provider's iterator gives, restored. What is held back when it ends or breaks
 * comes out first; its own end or error follows with the next call.
 */
class RestoredIterator<Chunk> implements AsyncIterator<Chunk, unknown, unknown> {
  readonly #source: AsyncIterator<Chunk, unknown, unknown>;
  readonly #restorer: ChunkRestorer<Chunk>;
  readonly #onChunk: (chunk: Chunk) => void;
  /** Chunks that came out of one, in order. */
  #ready: Chunk[] = [];
  /** How the source ended, for whoever asks once everything is handed out. */
  #end: { readonly result: Result<Chunk> } | { readonly error: unknown } | undefined = undefined;

  constructor(
    source: AsyncIterator<Chunk, unknown, unknown>,
    restorer: ChunkRestorer<Chunk>,
    onChunk: (chunk: Chunk) => void,
  ) {
    this.#source = source;
    this.#restorer = restorer;
    this.#onChunk = onChunk;
  }

  async next(): Promise<Result<Chunk>> {
    for (;;) {
      // By its length: a chunk may be undefined.
      if (this.#ready.length > 0) return { done: false, value: this.#ready.shift() as Chunk };
      if (this.#end !== undefined) return this.#takeEnd(this.#end);
      await this.#pull();
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
    // A text of which all is held back: a chunk that is nothing else would say nothing.
    this.#ready.push(...(chunk === "" ? restored : restored.filter((each) => each !== "")));
  }

  /** Undefined where it fails at a chunk: that is worth more than its originals, and goes on as it is. */
  #restored(work: () => readonly Chunk[]): readonly Chunk[] | undefined {
    try {
      return work();
    } catch {
      return undefined;
    }
  }

  #close(end: { readonly result: Result<Chunk> } | { readonly error: unknown }): void {
    this.#end = end;
    this.#ready.push(...(this.#restored(() => this.#restorer.end()) ?? []));
  }

  /** Told once; what comes after is the source's own affair. */
  #takeEnd(end: { readonly result: Result<Chunk> } | { readonly error: unknown }): Result<Chunk> {
    this.#end = undefined;
    if ("error" in end) throw end.error;
    return end.result;
  }
}
