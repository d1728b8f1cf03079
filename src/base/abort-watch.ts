import { hiddenField } from "./hidden-field.ts";

/**
 * One listener per signal, however many targets wait for it. Node.js warns on standard error about
 * the eleventh listener of a signal, and using one signal for many concurrent calls is normal.
 */

/** Called once when the watched signal aborts. Watches one signal at a time. Must not throw. */
export interface AbortTarget {
  onAbort(reason: unknown): void;
  /** The target's index in its watch, -1 initially. Written by the watch only. */
  watchSlot: number;
}

/**
 * All targets of one signal, and the signal's only listener. An array instead of a `Set`: a `Set`
 * with an addition and a deletion per call chains its discarded tables, and the garbage collector
 * then moves finished calls into the old generation.
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
 * Calls `target.onAbort` when `signal` aborts, but not if it has aborted already: check
 * `signal.aborted` first. Does nothing without a signal.
 */
export function watchAbort(signal: AbortSignal | undefined, target: AbortTarget): void {
  if (signal === undefined) return;
  let watch = watches.get(signal);
  if (watch === undefined) {
    watch = new Watch(signal);
    watches.set(signal, watch);
  }
  watch.add(target);
}

/** Undoes {@link watchAbort}. The listener is removed with the last target. */
export function unwatchAbort(signal: AbortSignal | undefined, target: AbortTarget): void {
  if (signal !== undefined) watches.get(signal)?.delete(target);
}
