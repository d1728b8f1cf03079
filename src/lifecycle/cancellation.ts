import { type AbortTarget, unwatchAbort, watchAbort } from "../base/abort-watch.ts";

/**
 * An abort signal that follows the caller's and can also be aborted here. `dispose` removes its
 * listener from the caller's signal, because callers use one signal for many calls.
 */
export class Cancellation implements AbortTarget {
  readonly #controller = new AbortController();
  readonly #parent: AbortSignal | undefined;
  watchSlot = -1;

  constructor(parent: AbortSignal | undefined) {
    this.#parent = parent;
    if (parent?.aborted) this.#controller.abort(parent.reason);
    else watchAbort(parent, this);
  }

  /** The caller's signal has aborted. */
  onAbort(reason: unknown): void {
    this.#controller.abort(reason);
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
   * Like `work`, but rejects with the signal's reason as soon as it aborts, whatever `work` does
   * later.
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
    unwatchAbort(this.#parent, this);
  }
}
