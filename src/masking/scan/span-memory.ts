import { createHash, randomBytes } from "node:crypto";
import type { Finding } from "./find-spans.ts";

/** Shortest text that is remembered, in UTF-16 units: to scan less takes some six microseconds, a digest two. */
export const LEAST_REMEMBERED = 128;

/** Bytes that all finds together may take. Room for some 10,000 texts, of a hundred conversations. */
const MOST_BYTES = 2 * 1024 * 1024;
/** What a text takes, its digest and the places in the maps included, and each find in it (V8, 64 bits). */
const TEXT_BYTES = 192;
const FIND_BYTES = 64;

/** Code units at each end of a text, and between them, that tell at a glance whether it may have come before. */
const SAMPLES = 8;
/** Bits that a glance at a text may set, as a power of two: 64 kB. */
const MARK_BITS = 19;
/** Texts after which all marks are wiped: with more of them, too many new texts would look known. */
const MOST_MARKED = 2 ** 15;

/** A find as it is kept: whoever gets it must not change it. */
export type Found = readonly Finding[];

/**
 * Remembers where something was found in texts that come again: the system prompt with each call,
 * a conversation with each turn. Of a text itself nothing is kept. It goes by a digest which cannot
 * be made to collide, since that would let another text's secrets through, and which nobody can try
 * guesses against who does not know the random beginning of all that this process digests.
 *
 * A text that comes once leaves two bits, and costs a glance: it is digested when it comes again,
 * and not scanned any more from the third time on.
 */
export class SpanMemory {
  /** By digest: what was found or asked for last, and what before that. */
  recent = new Map<string, Found>();
  earlier: ReadonlyMap<string, Found> = new Map();
  readonly marks = new Uint32Array(2 ** MARK_BITS / 32);
  readonly #mostBytes: number;
  /** 64 bytes are one block of SHA-256: what is kept of them cannot be turned back. */
  readonly #digests = createHash("sha256").update(randomBytes(64));
  #bytes = 0;
  #marked = 0;

  /** `mostBytes`: of all finds together, as counted in `TEXT_BYTES` and `FIND_BYTES`. */
  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** What `scan` finds in `text`, or found in it before. */
  recall(text: string, scan: (text: string) => Found): Found {
    if (text.length < LEAST_REMEMBERED || !this.#mayHaveCome(text)) return scan(text);
    // In UTF-8, lone surrogates would all be one character.
    if (!text.isWellFormed()) return scan(text);
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

  /** Whether a text may have come before, by two bits that it set then. Sets them where it has not. */
  #mayHaveCome(text: string): boolean {
    const one = glanceAt(text);
    const other = Math.imul(one ^ (one >>> 16), 0x85ebca6b);
    if (this.#isMarked(one) && this.#isMarked(other)) return true;
    if (++this.#marked > MOST_MARKED) {
      this.marks.fill(0);
      this.#marked = 1;
    }
    this.#mark(one);
    this.#mark(other);
    return false;
  }

  #isMarked(glance: number): boolean {
    const bit = glance >>> (32 - MARK_BITS);
    return (((this.marks[bit >>> 5] as number) >>> (bit & 31)) & 1) === 1;
  }

  #mark(glance: number): void {
    const bit = glance >>> (32 - MARK_BITS);
    this.marks[bit >>> 5] = (this.marks[bit >>> 5] as number) | (1 << (bit & 31));
  }
}

/**
 * A number from a text's length, its ends, where texts of one template differ most often, and
 * samples of what lies between.
 */
function glanceAt(text: string): number {
  const { length } = text;
  let mix = mixed(text, length, { from: 0, to: SAMPLES, step: 1 });
  mix = mixed(text, mix, { from: length - SAMPLES, to: length, step: 1 });
  const step = Math.ceil(length / SAMPLES);
  return mixed(text, mix, { from: step, to: length, step });
}

function mixed(
  text: string,
  before: number,
  { from, to, step }: { readonly from: number; readonly to: number; readonly step: number },
): number {
  let mix = before;
  for (let at = from; at < to; at += step) {
    mix = Math.imul(mix ^ text.charCodeAt(at), 0x9e3779b1);
    mix ^= mix >>> 15;
  }
  return mix;
}
