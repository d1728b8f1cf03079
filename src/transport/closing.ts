import { type AbortTarget, unwatchAbort, watchAbort } from "../base/abort-watch.ts";

/**
 * Waits that end when their client closes. Each has its own controller: Node.js 20 keeps the
 * signals that `AbortSignal.any` derives from a signal as long as that signal, here the client's
 * lifetime.
 */
export class Closing {
  readonly #waits = new Set<AbortController>();
  #closed: { readonly reason: unknown } | undefined = undefined;

  /**
   * Runs `wait` with a signal that aborts with `signal`, or with the reason given to {@link close}.
   */
  async within<T>(
    signal: AbortSignal | undefined,
    wait: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    const target: AbortTarget = {
      watchSlot: -1,
      onAbort: (reason) => controller.abort(reason),
    };
    if (signal?.aborted) controller.abort(signal.reason);
    else if (this.#closed !== undefined) controller.abort(this.#closed.reason);
    else watchAbort(signal, target);
    this.#waits.add(controller);
    try {
      return await wait(controller.signal);
    } finally {
      this.#waits.delete(controller);
      unwatchAbort(signal, target);
    }
  }

  /** Whether a wait ended because of {@link close}. */
  ended(reason: unknown): boolean {
    return this.#closed !== undefined && this.#closed.reason === reason;
  }

  /** Ends all waits, including later ones. */
  close(reason: unknown): void {
    this.#closed ??= { reason };
    for (const controller of this.#waits) controller.abort(reason);
  }
}
