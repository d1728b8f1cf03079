/** An odd number, so that every unit of a stretch counts in all bits above its own. */
const BASE = 0x01000193;

/** A hash of all of `text`, behind what has the hash `before`. */
export function hashOf(text: string, before = 0): number {
  let hash = before;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash, BASE) + text.charCodeAt(at);
  return hash | 0;
}

/**
 * The hash of any stretch of a text in one step, whatever its length (M. O. Rabin, R. M. Karp, 1987).
 * Stretches that are equal have the same as {@link hashOf} gives.
 */
export class StretchHashes {
  /** By place: the hash of all before it. */
  readonly #before: Int32Array;
  /** By length: what a unit counts that as many follow. */
  readonly #powers: Int32Array;

  constructor(text: string) {
    this.#before = new Int32Array(text.length + 1);
    this.#powers = new Int32Array(text.length + 1);
    let hash = 0;
    let power = 1;
    for (let at = 0; at < text.length; at += 1) {
      this.#powers[at] = power;
      power = Math.imul(power, BASE);
      hash = Math.imul(hash, BASE) + text.charCodeAt(at);
      this.#before[at + 1] = hash;
    }
    this.#powers[text.length] = power;
  }

  at(start: number, length: number): number {
    const before = this.#before[start] as number;
    const all = this.#before[start + length] as number;
    return (all - Math.imul(before, this.#powers[length] as number)) | 0;
  }
}
