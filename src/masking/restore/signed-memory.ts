import { createHash, type Hash, randomBytes } from "node:crypto";
import { hiddenField } from "../../base/hidden-field.ts";

/**
 * Texts of one half, after which the other goes: a digest takes some 128 bytes with its place in a
 * set (V8, 64 bits), and both halves 2 MiB. A long conversation has some hundred.
 */
const MOST_OF_A_HALF = 8_192;

/** What stands under one signature at one place. */
export interface SignedTexts {
  /** Takes a text that came out of an answer, before anything was put into it. */
  learn(text: string): void;
  /** Whether it came so, letter for letter. What is asked for is kept longer. */
  knows(text: string): boolean;
}

/**
 * Remembers what providers have signed in their answers to calls that were masked. Such a text is
 * their own: they were shown placeholders only, so that sending it back tells them nothing. Of the
 * texts themselves nothing is kept. They go by digests that begin with random bytes of this
 * process, so that nobody can try guesses against them, or make one pass for another.
 */
export class SignedMemory {
  /** 64 bytes are one block of SHA-256: what is kept of them cannot be turned back. */
  readonly #digests = createHash("sha256").update(randomBytes(64));
  readonly #mostOfAHalf: number;
  #recent = new Set<string>();
  #earlier: ReadonlySet<string> = new Set();

  /** `mostOfAHalf`: texts, see `MOST_OF_A_HALF`. */
  constructor(mostOfAHalf = MOST_OF_A_HALF) {
    this.#mostOfAHalf = mostOfAHalf;
  }

  /** What was signed so by whoever is at `place`. The signature is read once, however many texts it stands beside. */
  under(place: string, signature: string): SignedTexts {
    const begun = this.#digests.copy();
    for (const each of [place, signature]) feed(begun, `${each.length}:${each}`);
    const digestOf = (text: string): string => feed(begun.copy(), text).digest("binary");
    return {
      learn: (text) => this.#keep(digestOf(text)),
      knows: (text) => this.#has(digestOf(text)),
    };
  }

  #has(digest: string): boolean {
    if (this.#recent.has(digest)) return true;
    if (!this.#earlier.has(digest)) return false;
    this.#keep(digest);
    return true;
  }

  #keep(digest: string): void {
    if (this.#recent.has(digest)) return;
    if (this.#recent.size >= this.#mostOfAHalf) {
      this.#earlier = this.#recent;
      this.#recent = new Set();
    }
    this.#recent.add(digest);
  }
}

/** By its code units: in UTF-8, lone surrogates would all be one character. */
function feed(hash: Hash, text: string): Hash {
  return hash.update(text, "utf16le");
}

const memories = hiddenField<SignedMemory>();

/** That of a client and its children, by what they share. */
export function signedMemoryOf(services: object): SignedMemory {
  const known = memories.get(services);
  if (known !== undefined) return known;
  const memory = new SignedMemory();
  memories.set(services, memory);
  return memory;
}
