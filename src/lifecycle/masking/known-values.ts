import { encoded, escaped, JSON_LAYERS } from "../../masking/restore/encode.ts";
import type { AnyVault } from "../../masking/vault.ts";
import { ValueIndex } from "./value-index.ts";

/** Shortest value that is searched for without any context, in UTF-16 units. */
const LEAST = 6;
/** Shortest one that is searched for where it may have been restored: a PIN. */
const LEAST_RESTORED = 4;
/** Longest one: a multi-line private key. */
const MOST = 8_192;

/**
 * Finds the values of a vault anywhere. A password is recognized by the words before it; repeated
 * without them, in an answer or a tool call, it is still the same password.
 */
export class KnownValues {
  readonly #vault: AnyVault | undefined;
  readonly #plain = new ValueIndex();
  readonly #escaped = new ValueIndex();
  /** Percent-encoded values, by themselves in links. */
  readonly #linked = new Map<string, string>();
  /** Too short to be searched for in any text. */
  readonly #short = new ValueIndex();
  /** Keeps its position when the vault grows, so that each value is indexed once. */
  #placeholders: Iterator<string> | undefined;
  #size = 0;

  /** Custom maskers may have no vault; then nothing is known. */
  constructor(vault: AnyVault | undefined) {
    this.#vault = vault;
  }

  /**
   * Replaces values that occur in their JSON-escaped form, and values given in JSON-escaped form
   * that occur unescaped; also encoded ones that are a whole part of a link. A masker would take
   * them for other values.
   */
  hideEscaped(text: string): string {
    this.#learn();
    return this.#escaped.hide(this.#hideLinked(text));
  }

  #hideLinked(text: string): string {
    if (this.#linked.size === 0 || !text.includes("%")) return text;
    return text.replace(LINK_PART, (part) => {
      let end = part.length;
      while (ENDS_SENTENCE.has(part.charAt(end - 1))) end -= 1;
      const placeholder = this.#linked.get(part.slice(0, end));
      return placeholder === undefined ? part : placeholder + part.slice(end);
    });
  }

  /** Replaces all remaining values in `text` with placeholders. */
  hide(text: string): string {
    this.#learn();
    return this.#escaped.hide(this.#plain.hide(text));
  }

  /**
   * Replaces values that are too short for `hide`, such as a PIN. For texts in which they may have
   * been restored: there, they are hardly anything else.
   */
  hideShort(text: string): string {
    this.#learn();
    return this.#short.hide(text);
  }

  #learn(): void {
    const vault = this.#vault;
    if (vault === undefined) return;
    this.#placeholders ??= vault.placeholders();
    // Never advanced to its end, because an exhausted iterator does not see later additions.
    for (; this.#size < vault.size; this.#size += 1) {
      const { value: placeholder } = this.#placeholders.next();
      const letters = vault.originalOf(placeholder) ?? "";
      // A vault of an earlier version of this package has no `saidBy`.
      const said = vault.saidBy?.(placeholder) ?? letters;
      if (said === letters) this.#learnAsIs(said, placeholder);
      else this.#learnRespelled(letters, said, placeholder);
      if (isTelling(said)) this.#learnEncoded(said, placeholder);
    }
  }

  #learnAsIs(value: string, placeholder: string): void {
    if (isShort(value)) this.#short.add(value, placeholder);
    if (!isTelling(value)) return;
    this.#plain.add(value, placeholder);
    for (const spelling of asJson(value)) this.#escaped.add(spelling, placeholder);
  }

  /** A value that the text spelled differently from what it says, such as one in JSON. */
  #learnRespelled(letters: string, said: string, placeholder: string): void {
    this.#learnOther(letters, placeholder);
    this.#learnOther(said, placeholder);
    if (!isTelling(said)) return;
    for (const spelling of asJson(said)) this.#learnOther(spelling, placeholder);
  }

  #learnEncoded(said: string, placeholder: string): void {
    for (const encoding of ["uri", "html"] as const) {
      const spelling = encoded(said, encoding);
      if (spelling === said || this.#plain.has(spelling)) continue;
      const hidden = encodedPlaceholder(placeholder, encoding);
      // HTML keeps backslashes, which JSON around it escapes.
      for (const each of [spelling, ...asJson(spelling)]) this.#plain.add(each, hidden);
      if (encoding === "uri") this.#linked.set(spelling, hidden);
    }
  }

  /** Another spelling of a value, unless that spelling is a value itself. */
  #learnOther(spelling: string, placeholder: string): void {
    if (!isTelling(spelling) || this.#plain.has(spelling)) return;
    this.#escaped.add(spelling, placeholder);
  }
}

/** A part of a link between delimiters (RFC 3986, 2.2), or of the text around it. */
const LINK_PART = /[^\s"<>`'()[\]{}|\\:/?#&=,;]+/g;
const ENDS_SENTENCE: ReadonlySet<string> = new Set([".", "!"]);

/** The JSON-escaped forms that restoring may produce, also escaped several times. */
function asJson(value: string): readonly string[] {
  const spellings: string[] = [];
  let spelling = value;
  for (let layer = 0; layer < JSON_LAYERS; layer += 1) {
    const before = spelling;
    spelling = escaped(spelling);
    if (spelling === before) break;
    spellings.push(spelling);
  }
  return spellings;
}

/**
 * A placeholder that restoring will encode again: it does so for placeholders with ASCII brackets.
 */
function encodedPlaceholder(placeholder: string, encoding: "uri" | "html"): string {
  if (/[^ -~]/.test(placeholder)) return placeholder;
  if (encoding === "uri") return encodeURIComponent(placeholder);
  return placeholder.replace(/[^\w-]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** Whether a text is distinctive enough to be that value and not an ordinary word. */
function isTelling(value: string): boolean {
  if (value.length < LEAST || value.length > MOST) return false;
  return /[^\p{L}]/u.test(value) || value.length >= 16;
}

/** Whether a text is no word, but too short to be distinctive. */
function isShort(value: string): boolean {
  return value.length >= LEAST_RESTORED && value.length < LEAST && /[^\p{L}]/u.test(value);
}
