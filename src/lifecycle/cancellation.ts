/**
 * A signal of our own that follows the caller's and can be aborted beside it. Its listener on
 * the caller's signal is removed by `dispose`, because callers keep one signal for many calls.
 */
export class Cancellation {
  readonly #controller = new AbortController();
  readonly #parent: AbortSignal | undefined;
  readonly #follow: (() => void) | undefined;

  constructor(parent: AbortSignal | undefined) {
    this.#parent = parent;
    if (parent === undefined) return;
    if (parent.aborted) {
      this.#controller.abort(parent.reason);
      return;
    }
    this.#follow = () => this.#controller.abort(parent.reason);
    parent.addEventListener("abort", this.#follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get aborted(): boolean {
    return this.#controller.signal.aborted;
  }

  abort(reason?: unknown): void {
    this.#controller.abort(reason);
  }

  /**
   * `work`, unless the signal aborts first: then a rejection with its reason at once, whatever
   * `work` does later.
   */
  race<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.#controller;
    return new Promise<T>((resolve, reject) => {
      const stop = (): void => reject(signal.reason);
      if (signal.aborted) {
        work.catch(() => undefined);
        stop();
        return;
      }
      signal.addEventListener("abort", stop, { once: true });
      const settle = (): void => signal.removeEventListener("abort", stop);
      work.then(
        (value) => {
          settle();
          resolve(value);
        },
        (error: unknown) => {
          settle();
          reject(error);
        },
      );
    });
  }

  dispose(): void {
    if (this.#follow !== undefined) this.#parent?.removeEventListener("abort", this.#follow);
  }
}
