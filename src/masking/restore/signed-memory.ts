import { createHash, type Hash, randomBytes } from "node:crypto";
import { hiddenField } from "../../base/hidden-field.ts";

/**
 * Texts per half; when one half is full, the older half is dropped. A digest takes about 128 bytes
 * including its place in a set (V8, 64 bits), so both halves take 2 MiB. A long conversation has
 * some hundred.
 */
const MOST_OF_A_HALF = 8_192;

/** The texts under one signature at one place. */
export interface SignedTexts {
  /** Remembers a text of an answer, before anything was restored in it. */
  learn(text: string): void;
  /** Whether exactly this text was learned. A text that is asked for is kept longer. */
  knows(text: string): boolean;
}

/**
 * Remembers what providers have signed in their answers to masked calls. Such a text is their own:
 * they saw placeholders only, so sending it back reveals nothing to them. No text is stored, only
 * digests that begin with random bytes of this process, so that nobody can test guesses against
 * them or make one text pass for another.
 */
export class SignedMemory {
  /** 64 bytes are one block of SHA-256, so the stored state cannot be reversed. */
  readonly #digests = createHash("sha256").update(randomBytes(64));
  readonly #mostOfAHalf: number;
  #recent = new Set<string>();
  #earlier: ReadonlySet<string> = new Set();

  /** `mostOfAHalf`: number of texts, see `MOST_OF_A_HALF`. */
  constructor(mostOfAHalf = MOST_OF_A_HALF) {
    this.#mostOfAHalf = mostOfAHalf;
  }

  /**
   * The texts signed with this signature by the provider at `place`. The signature is hashed once,
   * for any number of texts.
   */
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

/** Hashes code units: in UTF-8, all lone surrogates would become the same character. */
function feed(hash: Hash, text: string): Hash {
  return hash.update(text, "utf16le");
}

const memories = hiddenField<SignedMemory>();

/** The memory of a client and its children, which share `services`. */
export function signedMemoryOf(services: object): SignedMemory {
  const known = memories.get(services);
  if (known !== undefined) return known;
  const memory = new SignedMemory();
  memories.set(services, memory);
  return memory;
}
