import { encoded, escaped, JSON_LAYERS } from "../../masking/restore/encode.ts";
import type { AnyVault } from "../../masking/vault.ts";
import { LongestValue } from "./longest-value.ts";
import { hashOf, StretchHashes } from "./stretch-hashes.ts";
import { isWithinWord } from "./word-at.ts";

/** Shortest value that is searched for without any context, in UTF-16 units. */
const LEAST = 6;
/** Shortest one that is searched for where it may have been restored: a PIN. */
const LEAST_RESTORED = 4;
/** Longest one: a multi-line private key. */
const MOST = 8_192;
/** Length of the prefixes that values are indexed by. */
const HEAD = 4;

/** Bits by which each code unit shifts the hash of those before it: the fifth one drops out. */
const SHIFT = 3;
const LAST_HASH = 2 ** (SHIFT * HEAD) - 1;

/**
 * Values of one length, their placeholders and their hashes: most texts that share a value's prefix
 * continue differently.
 */
interface SameLength {
  readonly placeholders: Map<string, string>;
  readonly hashes: Set<number>;
}

/** Values with a common prefix, by length. */
type ByLength = Map<number, SameLength>;

/**
 * Up to this many units are compared directly; a hash of the text would need a pass over all of it.
 */
const FEW_UNITS = 256;

/** Up to this many different lengths are tried one by one. */
const FEW_LENGTHS = 32;

/** Values and their placeholders, by prefix. */
interface Values {
  readonly alike: Map<string, ByLength>;
  /** An index for prefixes shared by values of many lengths; rebuilt when a value is added. */
  readonly longest: Map<string, LongestValue>;
  /**
   * By hash of a prefix: 1 if a value has it. Nearly all positions of a text are ruled out by this.
   */
  readonly beginnings: Uint8Array;
}

/**
 * Finds the values of a vault anywhere. A password is recognized by the words before it; repeated
 * without them, in an answer or a tool call, it is still the same password.
 */
export class KnownValues {
  readonly #vault: AnyVault | undefined;
  #plain: Values | undefined;
  #escaped: Values | undefined;
  /** Percent-encoded values, by themselves in links. */
  readonly #linked = new Map<string, string>();
  /** Too short to be searched for in any text. */
  #short: Values | undefined;
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
    return hide(this.#hideLinked(text), this.#escaped);
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
    return hide(hide(text, this.#plain), this.#escaped);
  }

  /**
   * Replaces values that are too short for `hide`, such as a PIN. For texts in which they may have
   * been restored: there, they are hardly anything else.
   */
  hideShort(text: string): string {
    this.#learn();
    return hide(text, this.#short);
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
      if (said !== letters) this.#learnOther(letters, placeholder);
      if (said !== letters) this.#learnOther(said, placeholder);
      else if (isTelling(said)) this.#plain = put(this.#plain, said, placeholder);
      else if (isShort(said)) this.#short = put(this.#short, said, placeholder);
      if (!isTelling(said)) continue;
      for (const spelling of asJson(said)) {
        if (said !== letters) this.#learnOther(spelling, placeholder);
        else this.#escaped = put(this.#escaped, spelling, placeholder);
      }
      for (const encoding of ["uri", "html"] as const) {
        const spelling = encoded(said, encoding);
        if (spelling === said || knows(this.#plain, spelling)) continue;
        const hidden = encodedPlaceholder(placeholder, encoding);
        // HTML keeps backslashes, which JSON around it escapes.
        for (const each of [spelling, ...asJson(spelling)]) {
          this.#plain = put(this.#plain, each, hidden);
        }
        if (encoding === "uri") this.#linked.set(spelling, hidden);
      }
    }
  }

  /** Another spelling of a value, unless that spelling is a value itself. */
  #learnOther(spelling: string, placeholder: string): void {
    if (!isTelling(spelling) || knows(this.#plain, spelling)) return;
    this.#escaped = put(this.#escaped, spelling, placeholder);
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

function put(known: Values | undefined, value: string, placeholder: string): Values {
  const values = known ?? {
    alike: new Map(),
    longest: new Map(),
    beginnings: new Uint8Array(LAST_HASH + 1),
  };
  const head = value.slice(0, HEAD);
  const alike: ByLength = values.alike.get(head) ?? new Map();
  const same = alike.get(value.length) ?? { placeholders: new Map(), hashes: new Set() };
  same.placeholders.set(value, placeholder);
  same.hashes.add(hashOf(value));
  alike.set(value.length, same);
  values.alike.set(head, alike);
  values.longest.delete(head);
  let hash = 0;
  for (let at = 0; at < HEAD; at += 1) hash = roll(hash, head.charCodeAt(at));
  values.beginnings[hash] = 1;
  return values;
}

function knows(known: Values | undefined, value: string): boolean {
  const same = known?.alike.get(value.slice(0, HEAD))?.get(value.length);
  return same?.placeholders.has(value) ?? false;
}

/** The hash of the last four code units, after adding one. */
function roll(hash: number, code: number): number {
  return ((hash << SHIFT) ^ code) & LAST_HASH;
}

function hide(text: string, values: Values | undefined): string {
  if (values === undefined) return text;
  const { alike, beginnings } = values;
  let hidden = "";
  let copied = 0;
  let hash = 0;
  let hashes: StretchHashes | undefined;
  for (let last = 0; last < text.length; last += 1) {
    hash = roll(hash, text.charCodeAt(last));
    if (beginnings[hash] === 0) continue;
    const at = last - HEAD + 1;
    if (at < copied || goesOnAt(text, at)) continue;
    const head = text.slice(at, last + 1);
    const beginAlike = alike.get(head);
    if (beginAlike === undefined) continue;
    hashes ??= unitsOf(beginAlike) > FEW_UNITS ? new StretchHashes(text) : undefined;
    const longest = longestOf(values, head, beginAlike);
    const found = longestAt(text, at, { alike: beginAlike, hashes, longest });
    if (found === undefined) continue;
    hidden += text.slice(copied, at) + found.placeholder;
    copied = at + found.length;
  }
  return copied === 0 ? text : hidden + text.slice(copied);
}

function unitsOf(alike: ByLength): number {
  let units = 0;
  for (const length of alike.keys()) units += length;
  return units;
}

function longestOf(values: Values, head: string, alike: ByLength): LongestValue | undefined {
  if (alike.size <= FEW_LENGTHS) return undefined;
  const known = values.longest.get(head);
  if (known !== undefined) return known;
  const texts = [...alike.values()].flatMap((same) => [...same.placeholders.keys()]);
  const longest = new LongestValue(texts);
  values.longest.set(head, longest);
  return longest;
}

/** The state of a search at one position. */
interface Sought {
  readonly alike: ByLength;
  readonly hashes: StretchHashes | undefined;
  readonly longest: LongestValue | undefined;
}

interface Found {
  readonly placeholder: string;
  readonly length: number;
}

function longestAt(text: string, at: number, sought: Sought): Found | undefined {
  const { alike, hashes } = sought;
  const known = hashes && sought.longest?.lengthAt(text, at, hashes);
  if (known === 0) return undefined;
  let longest = 0;
  let placeholder: string | undefined;
  for (const [length, same] of alike) {
    if (length < longest || at + length > text.length) continue;
    if (known !== undefined && known !== length) continue;
    if (hashes !== undefined && !same.hashes.has(hashes.at(at, length))) continue;
    if (isWithinWord(text, at + length)) continue;
    const found = same.placeholders.get(text.slice(at, at + length));
    if (found === undefined) continue;
    longest = length;
    placeholder = found;
  }
  return placeholder === undefined ? undefined : { placeholder, length: longest };
}

/** Whether a position is within a word. After an escape (`\n`, `%20`) a new word begins. */
function goesOnAt(text: string, at: number): boolean {
  if (!isWithinWord(text, at)) return false;
  return !ENDS_AS_ESCAPE.test(text.slice(Math.max(0, at - LONGEST_ESCAPE), at));
}

/** Escapes of JSON (RFC 8259, section 7) and of URLs (RFC 3986, section 2.1). */
const ENDS_AS_ESCAPE = /(?:\\(?:[bfnrt]|u[\da-f]{4})|%[\da-f]{2})$/i;
const LONGEST_ESCAPE = 6;
