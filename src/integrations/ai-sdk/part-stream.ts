import type { GuardedStream } from "../../lifecycle/stream/guarded-stream.ts";

/**
 * The chunks of a stream, read one at a time and only on demand. Uses a reader, because not every
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

/** A guarded stream as the SDK expects it. Never reads ahead. */
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
