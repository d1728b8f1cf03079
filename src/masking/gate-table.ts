import type { Detector, Gates } from "./detector.ts";
import { keyOfTriple, rankOfTriple } from "./frequent-triples.ts";
import { classOf, DIGIT, HEX_LETTER } from "./text/chars.ts";

/** A literal of one detector. */
export interface Literal {
  readonly text: string;
  /** Where in the literal the three code units stand that it is looked up by. */
  readonly mark: number;
  readonly ignoreCase: boolean;
  /** Index of the detector it wakes. */
  readonly detector: number;
}

/**
 * Of three code units: five bits of the first two, which are blind to case, and six of the last.
 * The bits of all hashes are eight kilobytes, which stay in a processor's first cache whatever the
 * detectors do in between; a finer hash whose bits do not is slower, though it stops less often.
 */
const LAST_BITS = 6;
const EARLIER_BITS = 5;
/** Bits of the code unit that follows: enough to tell most words apart, blind to case. */
const FOLLOWER_MASK = 31;
const HASHES = 1 << (2 * EARLIER_BITS + LAST_BITS);

/** Added to the kind of characters that count between hexadecimal digits only. */
export const BETWEEN_HEX = 128;

/** Letters from the most to the least frequent in English text. */
const FREQUENCY = "etaoinshrdlcumwfgypbvkjxqz";
/** More than the rank of any frequent triple. */
const UNRANKED = 1_000;

/** What is kept of the last two code units, given what was kept of those before and the new one. */
function roll(earlier: number, code: number): number {
  return ((earlier << EARLIER_BITS) | (code & 31)) & 1023;
}

/** The hash of three code units, given what is kept of the first two and the last one. */
function hashOf(earlier: number, code: number): number {
  return (earlier << LAST_BITS) | (code & 63);
}

/** Where the gates of a set of detectors are looked up. Built once per set. */
export interface GateTable {
  /** One bit per hash: whether a literal is looked up by three code units of this hash. */
  readonly marks: Int32Array;
  /** By word of `marks`: how many buckets those before it have. */
  readonly bucketsBefore: Uint16Array;
  /** By bucket: one bit for each five bits that may follow a mark. */
  readonly followers: Int32Array;
  readonly buckets: readonly (readonly Literal[])[];
  /**
   * Non-zero for code units that are looked at: `DIGIT`, or 1 + index into `charDetectors`, with
   * `BETWEEN_HEX` added for those that are looked at between hexadecimal digits only.
   */
  readonly kinds: Uint8Array;
  readonly charDetectors: readonly (readonly number[])[];
  /** Detectors without a gate: they look at the whole text once. */
  readonly wholeDetectors: readonly number[];
}

export function buildGateTable(detectors: readonly Detector[]): GateTable {
  const byHash = [...literalsByHash(detectors)].sort(([one], [other]) => one - other);
  const marks = new Int32Array(HASHES / 32);
  for (const [hash] of byHash) marks[hash >> 5] = (marks[hash >> 5] ?? 0) | (1 << (hash & 31));
  const buckets = byHash.map(([, literals]) => literals);
  const kinds = new Uint8Array(65_536);
  for (let code = 48; code <= 57; code++) kinds[code] = DIGIT;
  const charDetectors: (readonly number[])[] = [[]];
  for (const [code, indexes] of detectorsByChar(detectors)) {
    charDetectors.push(indexes);
    const isBetween = indexes.every((index) => detectors[index]?.gates.between === "hex");
    kinds[code] = charDetectors.length + (isBetween ? BETWEEN_HEX : 0);
  }
  return {
    marks,
    bucketsBefore: countedBefore(marks),
    followers: Int32Array.from(buckets, followersOf),
    buckets,
    kinds,
    charDetectors,
    wholeDetectors: indexesWhere(detectors, isGateless),
  };
}

/** Places of a window at which something may wake. Room for all of them: memory is never the bound. */
export interface Stops {
  /** Indexes into the window's code units, in order. */
  readonly places: Uint16Array;
  /** By stop: 1 + the bucket of the literals that may have their mark there; 0 for none. */
  readonly buckets: Uint16Array;
}

export function roomForStops(codeUnits: number): Stops {
  return { places: new Uint16Array(codeUnits), buckets: new Uint16Array(codeUnits) };
}

/**
 * Notes the places from `from` on, and before `to`, at which something may wake: the last of three
 * code units that mark a literal, a gate character or the first digit of a group. Returns how many.
 * Two code units before `from` and one behind `to` are looked at as well. This loop sees every code
 * unit of every text, and nothing else does: it calls nothing that V8 does not make part of it, and
 * goes through a whole window at once, so that it is compiled while it runs for the first time.
 */
export function noteStops(
  codes: Uint16Array,
  { from, to }: { readonly from: number; readonly to: number },
  { table, stops }: { readonly table: GateTable; readonly stops: Stops },
): number {
  const { marks, kinds, bucketsBefore, followers } = table;
  const { places, buckets } = stops;
  let count = 0;
  let previous = codes[from - 1] as number;
  let earlier = roll(roll(0, codes[from - 2] as number), previous);
  previous = kinds[previous] as number;
  for (let at = from; at < to; at++) {
    const code = codes[at] as number;
    const hash = hashOf(earlier, code);
    earlier = roll(earlier, code);
    const word = marks[hash >> 5] as number;
    let bucket = 0;
    if (((word >>> (hash & 31)) & 1) !== 0) {
      const marked = bucketOf(hash, word, bucketsBefore);
      const follower = (codes[at + 1] as number) & FOLLOWER_MASK;
      if ((((followers[marked] as number) >>> follower) & 1) !== 0) bucket = marked + 1;
    }
    const kind = kinds[code] as number;
    if (
      bucket !== 0 ||
      (kind !== 0 &&
        (kind === DIGIT ? previous !== DIGIT : kind < BETWEEN_HEX || joinsHex(codes, at)))
    ) {
      places[count] = at;
      buckets[count] = bucket;
      count++;
    }
    previous = kind;
  }
  return count;
}

/** The bucket of a hash whose bit is in `word`: as many bits of `marks` come before it. */
function bucketOf(hash: number, word: number, bucketsBefore: Uint16Array): number {
  return (bucketsBefore[hash >> 5] as number) + bitsIn(word & ((1 << (hash & 31)) - 1));
}

function isHex(code: number): boolean {
  return (classOf(code) & (DIGIT | HEX_LETTER)) !== 0;
}

function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Whether the character at `at` stands between hexadecimal digits, or twice in a row. */
function joinsHex(codes: Uint16Array, at: number): boolean {
  const after = codes[at + 1] as number;
  return isHex(after) ? isHex(codes[at - 1] as number) : after === codes[at];
}

/** Whether `literal` stands at `at`. */
export function isLiteralAt(view: string, at: number, literal: Literal): boolean {
  const { text, ignoreCase } = literal;
  if (at < 0 || at + text.length > view.length) return false;
  for (let i = 0; i < text.length; i++) {
    let code = view.charCodeAt(at + i);
    if (ignoreCase && code >= 65 && code <= 90) code += 32;
    if (code !== text.charCodeAt(i)) return false;
  }
  return true;
}

function countedBefore(words: Int32Array): Uint16Array {
  let bits = 0;
  return Uint16Array.from(words, (word) => {
    const before = bits;
    bits += bitsIn(word);
    return before;
  });
}

/** The hashes of a mark: one, or two if its last letter may be a capital. */
function hashesOf(text: string, mark: number, ignoreCase: boolean): Set<number> {
  const earlier = roll(roll(0, text.charCodeAt(mark)), text.charCodeAt(mark + 1));
  const last = text.charAt(mark + 2);
  const forms = ignoreCase ? [last, last.toUpperCase()] : [last];
  return new Set(forms.map((form) => hashOf(earlier, form.charCodeAt(0))));
}

/** The five bits that follow the marks of `literals`; all of them where a literal ends there. */
function followersOf(literals: readonly Literal[]): number {
  let bits = 0;
  for (const { text, mark } of literals) {
    bits |= mark + 3 < text.length ? 1 << (text.charCodeAt(mark + 3) & FOLLOWER_MASK) : -1;
  }
  return bits;
}

/**
 * Where the three code units begin that ordinary text has least often. One more should follow
 * them, which tells most words apart that have the same three.
 */
function rarestMark(text: string): number {
  let best = 0;
  let bestRarity = -1;
  for (let at = 0; at + 3 < Math.max(text.length, 4); at++) {
    const rarity = rarityOf(keyOfTriple(text, at));
    if (rarity > bestRarity) {
      best = at;
      bestRarity = rarity;
    }
  }
  return best;
}

/** By the table of frequent triples, and for all others by their letters. */
function rarityOf(triple: number): number {
  const rank = rankOfTriple(triple);
  if (rank > 0) return rank;
  return (
    UNRANKED +
    letterRarity(triple >> 10) +
    letterRarity((triple >> 5) & 31) +
    letterRarity(triple & 31)
  );
}

/** How rare a letter is by itself; what is no letter counts as one of medium rarity. */
function letterRarity(letter: number): number {
  return letter === 0 ? 13 : FREQUENCY.indexOf(String.fromCharCode(96 + letter));
}

function literalsByHash(detectors: readonly Detector[]): Map<number, Literal[]> {
  const byHash = new Map<number, Literal[]>();
  detectors.forEach(({ gates }, detector) => {
    const ignoreCase = gates.ignoreCase ?? false;
    for (const literal of gates.literals ?? []) {
      const text = ignoreCase ? literal.toLowerCase() : literal;
      const mark = rarestMark(text);
      for (const hash of hashesOf(text, mark, ignoreCase)) {
        const same = byHash.get(hash);
        if (same === undefined) byHash.set(hash, [{ text, mark, ignoreCase, detector }]);
        else same.push({ text, mark, ignoreCase, detector });
      }
    }
  });
  return byHash;
}

function detectorsByChar(detectors: readonly Detector[]): Map<number, number[]> {
  const byChar = new Map<number, number[]>();
  detectors.forEach(({ gates }, detector) => {
    for (const char of gates.chars ?? "") {
      const code = char.charCodeAt(0);
      byChar.set(code, [...(byChar.get(code) ?? []), detector]);
    }
  });
  return byChar;
}

function isGateless({ literals, chars, digits }: Gates): boolean {
  return literals === undefined && chars === undefined && digits === undefined;
}

function indexesWhere(detectors: readonly Detector[], test: (gates: Gates) => boolean): number[] {
  return detectors.flatMap(({ gates }, index) => (test(gates) ? [index] : []));
}
