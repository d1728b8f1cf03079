/** Odd, so that multiplication loses no bits. */
const BASE = 0x01000193;

/** The hash of `text`, continuing from the hash `before`. */
export function hashOf(text: string, before = 0): number {
  let hash = before;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash, BASE) + text.charCodeAt(at);
  return hash | 0;
}

/**
 * The hash of any substring in constant time (R. M. Karp, M. O. Rabin, 1987): what {@link hashOf}
 * returns for it.
 */
export class StretchHashes {
  /** By position: the hash of everything before it. */
  readonly #before: Int32Array;
  /** By length: the factor of a unit that is followed by that many others. */
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
