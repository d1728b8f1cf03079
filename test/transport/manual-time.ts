import type { Sleep } from "../../src/transport/sleep.ts";
import type { Clock } from "../../src/types.ts";

/** Time that advances only when a test waits or advances it. */
export class ManualTime implements Clock {
  readonly waits: number[] = [];
  #ms = 1_000;

  now = (): number => 1_700_000_000_000 + this.#ms;

  monotonic = (): number => this.#ms;

  pass(ms: number): void {
    this.#ms += ms;
  }

  readonly sleep: Sleep = async (ms, signal) => {
    if (signal?.aborted) throw signal.reason;
    this.waits.push(ms);
    this.pass(ms);
  };
}

/** Repeatable numbers in [0, 1) (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
