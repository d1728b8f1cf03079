import type { Admission } from "./admission.ts";

/**
 * The client's stream iterator, with its end reported: when an app stops reading, the client
 * releases the body, but neither closes it nor reports anything.
 */
export class ReadStream implements AsyncIterableIterator<unknown, unknown, unknown> {
  readonly #source: AsyncIterator<unknown, unknown, unknown>;
  readonly #response: Response;
  readonly #admission: Admission;

  constructor(parts: {
    readonly source: AsyncIterator<unknown, unknown, unknown>;
    readonly response: Response;
    readonly admission: Admission;
  }) {
    this.#source = parts.source;
    this.#response = parts.response;
    this.#admission = parts.admission;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<unknown, unknown>> {
    return this.#source.next().then(undefined, this.#onError);
  }

  async return(value?: unknown): Promise<IteratorResult<unknown, unknown>> {
    const result = (await this.#source.return?.(value)) ?? { done: true, value };
    await this.#close();
    return result;
  }

  readonly #onError = async (error: unknown): Promise<never> => {
    await this.#admission.fail(error);
    await this.#close();
    throw error;
  };

  /** Closing a body that has ended has no effect. */
  async #close(): Promise<void> {
    try {
      await this.#response.body?.cancel();
    } catch {
      // It failed by itself, and its reader has received the error.
    }
  }
}
