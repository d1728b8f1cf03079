import { createHash, randomBytes } from "node:crypto";
import type { Finding } from "./find-spans.ts";

/** Shortest text that is remembered, in UTF-16 units: to scan less takes some five microseconds, a digest one. */
export const LEAST_REMEMBERED = 128;

/** Bytes that all finds together may take. Room for some 10,000 texts, of a hundred conversations. */
const MOST_BYTES = 2 * 1024 * 1024;
/** What a text takes, its digest and the places in the maps included, and each find in it (V8, 64 bits). */
const TEXT_BYTES = 192;
const FIND_BYTES = 64;

/** A find as it is kept: whoever gets it must not change it. */
export type Found = readonly Finding[];

/**
 * Remembers where something was found in texts that come again: the system prompt with each call,
 * a conversation with each turn. Of a text itself nothing is kept. It goes by a digest which cannot
 * be made to collide, since that would let another text's secrets through, and which nobody can try
 * guesses against who does not know the random beginning of all that this process digests.
 *
 * Each text is digested when it comes, which takes a tenth of what its scan does, and is scanned the
 * first time only: most of what is said to a model is said again with the next turn.
 */
export class SpanMemory {
  /** By digest: what was found or asked for last, and what before that. */
  recent = new Map<string, Found>();
  earlier: ReadonlyMap<string, Found> = new Map();
  readonly #mostBytes: number;
  /** 64 bytes are one block of SHA-256: what is kept of them cannot be turned back. */
  readonly #digests = createHash("sha256").update(randomBytes(64));
  #bytes = 0;

  /** `mostBytes`: of all finds together, as counted in `TEXT_BYTES` and `FIND_BYTES`. */
  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** What `scan` finds in `text`, or found in it before. */
  recall(text: string, scan: (text: string) => Found): Found {
    // In UTF-8, lone surrogates would all be one character.
    if (text.length < LEAST_REMEMBERED || !text.isWellFormed()) return scan(text);
    const digest = this.#digests.copy().update(text, "utf8").digest("binary");
    const known = this.recent.get(digest);
    if (known !== undefined) return known;
    const found = this.earlier.get(digest) ?? scan(text);
    this.#keep(digest, found);
    return found;
  }

  /** Two generations: when one has taken half of the room, the other one goes. */
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
