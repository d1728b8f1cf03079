import { hiddenField } from "../base/hidden-field.ts";

/**
 * One listener per signal, however many wait on it. Node warns on standard error about the
 * eleventh listener of a signal, and one signal for many calls at once is ordinary use.
 */

/** Told once when the signal it watches aborts. Watches one signal at a time. Must not throw. */
export interface AbortTarget {
  onAbort(reason: unknown): void;
  /** Where the watch keeps it; -1 in the beginning. Nobody else touches it. */
  watchSlot: number;
}

/**
 * All who wait on one signal; itself the signal's one listener. An array and not a `Set`: a
 * `Set` that is added to and deleted from with every call strings its discarded tables
 * together, and the garbage collector then carries finished calls into the old generation.
 */
class Watch {
  readonly #signal: AbortSignal;
  #targets: AbortTarget[] = [];

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(target: AbortTarget): void {
    if (this.#targets.length === 0) this.#signal.addEventListener("abort", this);
    target.watchSlot = this.#targets.length;
    this.#targets.push(target);
  }

  delete(target: AbortTarget): void {
    if (this.#targets[target.watchSlot] !== target) return;
    const last = this.#targets.pop();
    if (last !== undefined && last !== target) {
      this.#targets[target.watchSlot] = last;
      last.watchSlot = target.watchSlot;
    }
    target.watchSlot = -1;
    if (this.#targets.length === 0) this.#signal.removeEventListener("abort", this);
  }

  handleEvent(): void {
    const targets = this.#targets;
    this.#targets = [];
    this.#signal.removeEventListener("abort", this);
    for (const target of targets) {
      target.watchSlot = -1;
      target.onAbort(this.#signal.reason);
    }
  }
}

const watches = hiddenField<Watch>();

/**
 * Calls `target.onAbort` when `signal` aborts. A signal that has aborted already calls nobody:
 * ask `signal.aborted` first.
 */
export function watchAbort(signal: AbortSignal, target: AbortTarget): void {
  let watch = watches.get(signal);
  if (watch === undefined) {
    watch = new Watch(signal);
    watches.set(signal, watch);
  }
  watch.add(target);
}

/** Ends {@link watchAbort}. The last to leave removes the listener. */
export function unwatchAbort(signal: AbortSignal, target: AbortTarget): void {
  watches.get(signal)?.delete(target);
}
