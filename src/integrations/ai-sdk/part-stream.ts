import type { GuardedStream } from "../../lifecycle/stream/guarded-stream.ts";

/** Why the app cancels its stream. An iterator's `return` cannot pass that on to the model's. */
export interface Cancelling {
  reason?: unknown;
}

/**
 * The chunks of a stream, read one at a time and only on demand. Uses a reader, because not every
 * implementation of streams is iterable.
 */
export function readPieces(
  stream: ReadableStream<unknown>,
  cancelling: Cancelling,
): AsyncIterable<unknown> {
  return { [Symbol.asyncIterator]: () => new PartReader(stream.getReader(), cancelling) };
}

class PartReader implements AsyncIterator<unknown, undefined> {
  readonly #reader: ReadableStreamDefaultReader<unknown>;
  readonly #cancelling: Cancelling;

  constructor(reader: ReadableStreamDefaultReader<unknown>, cancelling: Cancelling) {
    this.#reader = reader;
    this.#cancelling = cancelling;
  }

  next(): Promise<IteratorResult<unknown, undefined>> {
    return this.#reader.read() as Promise<IteratorResult<unknown, undefined>>;
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    await this.#reader.cancel(this.#cancelling.reason);
    return { done: true, value: undefined };
  }
}

/** A guarded stream as the SDK expects it. Never reads ahead. */
export function streamOf(
  guarded: GuardedStream<unknown>,
  cancelling: Cancelling,
): ReadableStream<unknown> {
  const parts = guarded[Symbol.asyncIterator]();
  return new ReadableStream<unknown>(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel(reason) {
        cancelling.reason = reason;
        await parts.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
