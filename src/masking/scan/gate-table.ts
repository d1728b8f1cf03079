import { DIGIT, isLetter } from "../text/chars.ts";
import { MARGIN, ScannedText } from "../text/scanned-text.ts";
import type { Detector, Gates } from "./detector.ts";
import { keyOfTriple, nextKey, rankOfTriple } from "./frequent-triples.ts";

/** A literal of one detector. */
export interface Literal {
  readonly text: string;
  /** Its position in the `letters` of the table, and its length in code units. */
  readonly from: number;
  readonly size: number;
  /** Offset in the literal of the three code units by which it is looked up. */
  readonly mark: number;
  readonly ignoreCase: boolean;
  /** Whether it counts only where a token may start. */
  readonly atStart: boolean;
  /** Index of the detector it triggers. */
  readonly detector: number;
}

/**
 * Number of hashes of three code units: five bits of the first two, which ignore case, and six of
 * the last. One bit per hash makes eight kilobytes, which stay in the L1 cache regardless of what
 * detectors do in between. A finer hash that does not fit is slower, although it stops less often.
 */
export const HASHES = 2 ** (5 + 5 + 6);
/**
 * Mask of the bits used of the following code unit: enough to distinguish most words, ignoring
 * case.
 */
export const FOLLOWER_MASK = 31;

/** Added to the kind of characters that count only between hexadecimal digits. */
export const BETWEEN_HEX = 128;

/**
 * Rarity of letters in English text, by position in the alphabet. All other characters have medium
 * rarity.
 */
const RARITY = new Uint8Array(32).fill(13);
for (const [rarity, letter] of [..."etaoinshrdlcumwfgypbvkjxqz"].entries()) {
  RARITY[letter.charCodeAt(0) & 31] = rarity;
}
/** Spaces are frequent, and share their place with rarer characters. */
RARITY[0] = 3;
/** Greater than the rank of any frequent triple. */
const UNRANKED = 1_000;

/** The rolling state of the last two code units, from the previous state and the new code unit. */
export function roll(earlier: number, code: number): number {
  return ((earlier << 5) | (code & 31)) & 1023;
}

/** The hash of three code units, from the state of the first two and the last one. */
export function hashOf(earlier: number, code: number): number {
  return (earlier << 6) | (code & 63);
}

/** Lookup tables for the gates of a set of detectors. Built once per set. */
export interface GateTable {
  /** One bit per hash: whether a literal is looked up by three code units with this hash. */
  readonly marks: Int32Array;
  /** By word of `marks`: the number of buckets of the words before it. */
  readonly bucketsBefore: Uint16Array;
  /** By bucket: one bit for each value of the five bits that may follow a mark. */
  readonly followers: Int32Array;
  /** By bucket: the index of its first literal; the last entry is their number. */
  readonly firsts: Uint16Array;
  /** Ordered by bucket. */
  readonly literals: readonly Literal[];
  /**
   * By literal, two words: what is beside its mark, as by `besideMark`, and which bits of it count.
   * Most literals that have only their mark in common with a text are told from it by these, and
   * need not be fetched from memory.
   */
  readonly beside: Int32Array;
  /**
   * All literals concatenated: V8 checks the representation of every single string at each access.
   */
  readonly letters: ScannedText;
  /**
   * Non-zero for code units to examine: `DIGIT`, or twice 1 + index into `charDetectors`, plus
   * `BETWEEN_HEX` for those examined only between hexadecimal digits.
   */
  readonly kinds: Uint8Array;
  readonly charDetectors: readonly (readonly number[])[];
  /** Detectors without a gate, called once per text. */
  readonly wholeDetectors: readonly number[];
}

/** The table for a set of detectors, identified by index. */
export function buildGateTable(detectors: readonly Detector[]): GateTable {
  const literals = literalsOf(detectors);
  const letters = new ScannedText();
  letters.read(literals.map(({ text }) => text).join(""));
  const { marks, firsts, ordered } = byHash(literals);
  const kinds = new Uint8Array(65_536);
  for (let code = 48; code <= 57; code++) kinds[code] = DIGIT;
  const charDetectors: (readonly number[])[] = [];
  for (const [code, indexes] of detectorsByChar(detectors)) {
    charDetectors.push(indexes);
    const isBetween = indexes.every((index) => detectors[index]?.gates.between === "hex");
    kinds[code] = 2 * charDetectors.length + (isBetween ? BETWEEN_HEX : 0);
  }
  return {
    marks,
    bucketsBefore: countedBefore(marks),
    followers: allFollowers(ordered, firsts),
    firsts,
    literals: ordered,
    beside: allBeside(ordered),
    letters,
    kinds,
    charDetectors,
    wholeDetectors: indexesWhere(detectors, isGateless),
  };
}

/** Number of set bits in the 32 bits of `word`. */
export function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function countedBefore(words: Int32Array): Uint16Array {
  const before = new Uint16Array(words.length);
  let bits = 0;
  for (let i = 0; i < words.length; i++) {
    before[i] = bits;
    bits += bitsIn(words[i] as number);
  }
  return before;
}

/** The bit in which the hashes of a mark differ if its last letter is a capital. */
const CASE = 32;

function hashOfMark({ text, mark }: Literal): number {
  const earlier = roll(roll(0, text.charCodeAt(mark)), text.charCodeAt(mark + 1));
  return hashOf(earlier, text.charCodeAt(mark + 2));
}

/**
 * By bucket: the five bits that may follow the marks of its literals; all of them if a literal ends
 * there.
 */
function allFollowers(literals: readonly Literal[], firsts: Uint16Array): Int32Array {
  const followers = new Int32Array(firsts.length - 1);
  for (let bucket = 0; bucket < followers.length; bucket++) {
    let bits = 0;
    for (let i = firsts[bucket] as number; i < (firsts[bucket + 1] as number); i++) {
      const { text, mark } = literals[i] as Literal;
      bits |= mark + 3 < text.length ? 1 << (text.charCodeAt(mark + 3) & FOLLOWER_MASK) : -1;
    }
    followers[bucket] = bits;
  }
  return followers;
}

/** Where the code units beside a mark are, relative to its first one. */
const OFFSETS = [-2, -1, 3, 4];

/**
 * Five bits, which ignore case, of each of the two code units before and the two after a mark whose
 * last one is at `last`.
 */
export function besideMark({ codes }: ScannedText, last: number): number {
  const at = last + MARGIN;
  const before = (((codes[at - 4] as number) & 31) << 5) | ((codes[at - 3] as number) & 31);
  const after = (((codes[at + 1] as number) & 31) << 5) | ((codes[at + 2] as number) & 31);
  return (before << 10) | after;
}

/** What `besideMark` is for each literal, and the bits of it that are within the literal. */
function allBeside(literals: readonly Literal[]): Int32Array {
  const words = new Int32Array(2 * literals.length);
  for (let i = 0; i < literals.length; i++) {
    const { text, mark } = literals[i] as Literal;
    for (let place = 0; place < OFFSETS.length; place++) {
      const index = mark + (OFFSETS[place] as number);
      const isWithin = index >= 0 && index < text.length;
      words[2 * i] = ((words[2 * i] as number) << 5) | (isWithin ? text.charCodeAt(index) & 31 : 0);
      words[2 * i + 1] = ((words[2 * i + 1] as number) << 5) | (isWithin ? 31 : 0);
    }
  }
  return words;
}

/**
 * Offset of the three code units that are rarest in ordinary text. A fourth should follow them,
 * which distinguishes most words with the same three.
 */
function rarestMark(text: string): number {
  let best = 0;
  let bestRarity = -1;
  let triple = keyOfTriple(text, 0);
  for (let next = 3; next === 3 || next < text.length; next++) {
    const rarity = rarityOf(triple);
    if (rarity > bestRarity) {
      best = next - 3;
      bestRarity = rarity;
    }
    triple = nextKey(triple, text.charCodeAt(next));
  }
  return best;
}

/** By the table of frequent triples; for all others by their letters. */
function rarityOf(triple: number): number {
  const rank = rankOfTriple(triple);
  if (rank > 0) return rank;
  const first = RARITY[triple >> 10] as number;
  const second = RARITY[(triple >> 5) & 31] as number;
  return UNRANKED + first + second + (RARITY[triple & 31] as number);
}

function literalsOf(detectors: readonly Detector[]): Literal[] {
  const literals: Literal[] = [];
  let from = 0;
  detectors.forEach(({ gates }, detector) => {
    const { ignoreCase = false, atStart = false } = gates;
    for (const literal of gates.literals ?? []) {
      const text = ignoreCase ? literal.toLowerCase() : literal;
      const size = text.length;
      const mark = rarestMark(text);
      literals.push({ text, from, size, mark, ignoreCase, atStart, detector });
      from += size;
    }
  });
  return literals;
}

/** The hashes that mark a literal, and the literals in ascending order of hashes. */
function byHash(
  literals: readonly Literal[],
): Pick<GateTable, "marks" | "firsts"> & { readonly ordered: readonly Literal[] } {
  // Hash and literal index in one number: numbers are sorted much faster than anything else.
  const many = literals.length;
  const pairs = new Float64Array(2 * many);
  let count = 0;
  for (let i = 0; i < many; i++) {
    const literal = literals[i] as Literal;
    const hash = hashOfMark(literal);
    pairs[count++] = hash * many + i;
    const mayBeCapital = literal.ignoreCase && isLetter(literal.text.charCodeAt(literal.mark + 2));
    if (mayBeCapital) pairs[count++] = (hash ^ CASE) * many + i;
  }
  const sorted = pairs.subarray(0, count).sort();
  const marks = new Int32Array(HASHES / 32);
  const firsts = new Uint16Array(count + 1);
  const ordered: Literal[] = [];
  let buckets = 0;
  let last = -1;
  for (let i = 0; i < count; i++) {
    const pair = sorted[i] as number;
    const hash = Math.floor(pair / many);
    ordered.push(literals[pair - hash * many] as Literal);
    if (hash === last) continue;
    last = hash;
    firsts[buckets++] = i;
    marks[hash >> 5] = (marks[hash >> 5] as number) | (1 << (hash & 31));
  }
  firsts[buckets] = count;
  return { marks, firsts: firsts.subarray(0, buckets + 1), ordered };
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
