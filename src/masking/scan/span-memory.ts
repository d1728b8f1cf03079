import { createHash, randomBytes } from "node:crypto";
import type { Finding } from "./find-spans.ts";

/**
 * Minimum length of a remembered text, in UTF-16 units: scanning a shorter one takes about five
 * microseconds, a digest one.
 */
export const LEAST_REMEMBERED = 128;

/**
 * Maximum size of all finds together, in bytes. Enough for some 10,000 texts, of a hundred
 * conversations.
 */
const MOST_BYTES = 2 * 1024 * 1024;
/**
 * Estimated size of a text, including its digest and map entries, and of each find in it (V8, 64
 * bits).
 */
const TEXT_BYTES = 192;
const FIND_BYTES = 64;

/** A remembered find. Callers must not modify it. */
export type Found = readonly Finding[];

/**
 * Remembers what was found in texts that are sent repeatedly: the system prompt with each call, a
 * conversation with each turn. The text itself is not kept. It is identified by a digest that
 * cannot be made to collide, since a collision would let the secrets of another text through. The
 * digest has a random prefix per process, so that nobody can test guesses against it.
 *
 * Each text is digested every time, which takes a tenth of the time of a scan, but scanned only the
 * first time: most of what is sent to a model is sent again with the next turn.
 */
export class SpanMemory {
  /** By digest: the current generation of finds, and the previous one. */
  recent = new Map<string, Found>();
  earlier: ReadonlyMap<string, Found> = new Map();
  readonly #mostBytes: number;
  /** 64 bytes are one block of SHA-256: the hash state kept of them cannot be inverted. */
  readonly #digests = createHash("sha256").update(randomBytes(64));
  #bytes = 0;

  /** `mostBytes`: for all finds together, as counted by `TEXT_BYTES` and `FIND_BYTES`. */
  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** Returns what `scan` finds in `text`, or found in it before. */
  recall(text: string, scan: (text: string) => Found): Found {
    // In UTF-8, lone surrogates would all be the same character.
    if (text.length < LEAST_REMEMBERED || !text.isWellFormed()) return scan(text);
    const digest = this.#digests.copy().update(text, "utf8").digest("binary");
    const known = this.recent.get(digest);
    if (known !== undefined) return known;
    const found = this.earlier.get(digest) ?? scan(text);
    this.#keep(digest, found);
    return found;
  }

  /** Two generations: when one reaches half of the limit, the other is dropped. */
  #keep(digest: string, found: Found): void {
    const bytes = TEXT_BYTES + FIND_BYTES * found.length;
    const half = this.#mostBytes / 2;
    if (bytes > half) return;
    if (this.#bytes + bytes > half) {
      this.earlier = this.recent;
      this.recent = new Map();
      this.#bytes = 0;
    }
    this.recent.set(digest, found.slice());
    this.#bytes += bytes;
  }
}
