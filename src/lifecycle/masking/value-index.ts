import { LongestValue } from "./longest-value.ts";
import { hashOf, StretchHashes } from "./stretch-hashes.ts";
import { isWithinWord } from "./word-at.ts";

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

/** Replaces values wherever they occur in a text as words of their own; the longest one wins. */
export class ValueIndex {
  /** Undefined while it is empty. */
  #values: Values | undefined = undefined;

  add(value: string, placeholder: string): void {
    this.#values ??= {
      alike: new Map(),
      longest: new Map(),
      beginnings: new Uint8Array(LAST_HASH + 1),
    };
    const { alike, longest, beginnings } = this.#values;
    const head = value.slice(0, HEAD);
    const beginAlike: ByLength = alike.get(head) ?? new Map();
    const same = beginAlike.get(value.length) ?? { placeholders: new Map(), hashes: new Set() };
    same.placeholders.set(value, placeholder);
    same.hashes.add(hashOf(value));
    beginAlike.set(value.length, same);
    alike.set(head, beginAlike);
    longest.delete(head);
    let hash = 0;
    for (let at = 0; at < HEAD; at += 1) hash = roll(hash, head.charCodeAt(at));
    beginnings[hash] = 1;
  }

  has(value: string): boolean {
    const same = this.#values?.alike.get(value.slice(0, HEAD))?.get(value.length);
    return same?.placeholders.has(value) ?? false;
  }

  /** The text with placeholders in place of all values. */
  hide(text: string): string {
    return this.#values === undefined ? text : hide(text, this.#values);
  }
}

/** The hash of the last four code units, after adding one. */
function roll(hash: number, code: number): number {
  return ((hash << SHIFT) ^ code) & LAST_HASH;
}

function hide(text: string, values: Values): string {
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
