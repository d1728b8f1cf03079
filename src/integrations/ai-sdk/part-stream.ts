import type { GuardedStream } from "../../lifecycle/stream/guarded-stream.ts";

/**
 * A stream's parts, one at a time and only when asked for. By a reader, because not every
 * implementation of streams is iterable.
 */
export function readPieces(stream: ReadableStream<unknown>): AsyncIterable<unknown> {
  return { [Symbol.asyncIterator]: () => new PartReader(stream.getReader()) };
}

class PartReader implements AsyncIterator<unknown, undefined> {
  readonly #reader: ReadableStreamDefaultReader<unknown>;

  constructor(reader: ReadableStreamDefaultReader<unknown>) {
    this.#reader = reader;
  }

  next(): Promise<IteratorResult<unknown, undefined>> {
    return this.#reader.read() as Promise<IteratorResult<unknown, undefined>>;
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    await this.#reader.cancel();
    return { done: true, value: undefined };
  }
}

/** The parts of a guarded stream as the SDK takes them. Nothing is read ahead. */
export function streamOf(guarded: GuardedStream<unknown>): ReadableStream<unknown> {
  const parts = guarded[Symbol.asyncIterator]();
  return new ReadableStream<unknown>(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await parts.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
