import type { Detector, Gates } from "./detector.ts";
import { DIGIT } from "./text/chars.ts";

/** A literal of one detector. */
export interface Literal {
  readonly text: string;
  /** Where in the literal the three code units stand that it is looked up by. */
  readonly mark: number;
  readonly ignoreCase: boolean;
  /** Index of the detector it wakes. */
  readonly detector: number;
}

// Three code units, five bits of each: enough to tell literals apart, blind to case.
const HASH_BITS = 5;
const HASH_MASK = (1 << (3 * HASH_BITS)) - 1;

/** Letters from the most to the least frequent in English text. */
const FREQUENCY = "etaoinshrdlcumwfgypbvkjxqz";

/** The hash of three code units, given the hash of those before and the new one. */
export function rollHash(hash: number, code: number): number {
  return ((hash << HASH_BITS) ^ (code & 31)) & HASH_MASK;
}

/** Where the gates of a set of detectors are looked up. Built once per set. */
export interface GateTable {
  /** One bit per hash: whether a literal is looked up by three code units of this hash. */
  readonly marks: Uint32Array;
  /** Index into `buckets` by hash. */
  readonly bucketOf: Uint16Array;
  readonly buckets: readonly (readonly Literal[])[];
  /** Non-zero for code units that are looked at: `DIGIT`, or 1 + index into `charDetectors`. */
  readonly kinds: Uint8Array;
  readonly charDetectors: readonly (readonly number[])[];
  /** Detectors without a gate: they look at the whole text once. */
  readonly wholeDetectors: readonly number[];
  readonly runDetectors: readonly number[];
  readonly mixedDetectors: readonly number[];
}

export function buildGateTable(detectors: readonly Detector[]): GateTable {
  const literalsOf = literalsByHash(detectors);
  const marks = new Uint32Array((HASH_MASK + 1) / 32);
  const bucketOf = new Uint16Array(HASH_MASK + 1);
  const buckets: (readonly Literal[])[] = [[]];
  for (const [hash, literals] of literalsOf) {
    marks[hash >> 5] = (marks[hash >> 5] ?? 0) | (1 << (hash & 31));
    bucketOf[hash] = buckets.length;
    buckets.push(literals);
  }
  const kinds = new Uint8Array(65_536);
  for (let code = 48; code <= 57; code++) kinds[code] = DIGIT;
  const charDetectors: (readonly number[])[] = [[]];
  for (const [code, indexes] of detectorsByChar(detectors)) {
    charDetectors.push(indexes);
    kinds[code] = charDetectors.length;
  }
  return {
    marks,
    bucketOf,
    buckets,
    kinds,
    charDetectors,
    wholeDetectors: indexesWhere(detectors, isGateless),
    runDetectors: indexesWhere(detectors, ({ digits }) => digits === "run"),
    mixedDetectors: indexesWhere(detectors, ({ digits }) => digits === "mixed"),
  };
}

/**
 * The first index from `from` on at which something may wake: the last of three code units that
 * mark a literal, a gate character or the first digit of a group. `view.length` when there is
 * none. This loop sees every code unit of every text, and nothing else does.
 */
export function nextGate(view: string, from: number, table: GateTable): number {
  const { marks, kinds } = table;
  const length = view.length;
  let hash = 0;
  for (let i = from < 2 ? 0 : from - 2; i < from; i++) hash = rollHash(hash, view.charCodeAt(i));
  let previous = from > 0 ? (kinds[view.charCodeAt(from - 1)] as number) : 0;
  for (let at = from; at < length; at++) {
    const code = view.charCodeAt(at);
    hash = ((hash << HASH_BITS) ^ (code & 31)) & HASH_MASK;
    if ((((marks[hash >> 5] as number) >>> (hash & 31)) & 1) !== 0) return at;
    const kind = kinds[code] as number;
    if (kind !== 0 && (kind !== DIGIT || previous !== DIGIT)) return at;
    previous = kind;
  }
  return length;
}

/** Literals whose marks may end at `at`. */
export function literalsAt(view: string, at: number, table: GateTable): readonly Literal[] {
  return table.buckets[at < 2 ? 0 : (table.bucketOf[hashOf(view, at - 2)] as number)] as Literal[];
}

/** Whether `literal` stands at `at`. */
export function isLiteralAt(view: string, at: number, literal: Literal): boolean {
  if (!literal.ignoreCase) return view.startsWith(literal.text, at);
  const lower = literal.text;
  if (at + lower.length > view.length) return false;
  for (let i = 0; i < lower.length; i++) {
    let code = view.charCodeAt(at + i);
    if (code >= 65 && code <= 90) code += 32;
    if (code !== lower.charCodeAt(i)) return false;
  }
  return true;
}

function hashOf(text: string, at: number): number {
  let hash = 0;
  for (let i = at; i < at + 3; i++) hash = rollHash(hash, text.charCodeAt(i));
  return hash;
}

/** Where the three code units begin that ordinary text has least often. */
function rarestMark(text: string): number {
  let best = 0;
  let bestRarity = -1;
  for (let at = 0; at + 3 <= text.length; at++) {
    const rarity = rarityOf(text, at) + rarityOf(text, at + 1) + rarityOf(text, at + 2);
    if (rarity > bestRarity) {
      best = at;
      bestRarity = rarity;
    }
  }
  return best;
}

/** How rare the code units are that share five bits with the one at `index`. */
function rarityOf(text: string, index: number): number {
  const bits = text.charCodeAt(index) & 31;
  // A space shares them with no letter, but is the most frequent of all.
  if (bits === 0) return text.charCodeAt(index) === 32 ? 0 : FREQUENCY.length;
  const rank = FREQUENCY.indexOf(String.fromCharCode(96 + bits));
  return rank < 0 ? FREQUENCY.length : rank;
}

function literalsByHash(detectors: readonly Detector[]): Map<number, Literal[]> {
  const byHash = new Map<number, Literal[]>();
  detectors.forEach(({ gates }, detector) => {
    const ignoreCase = gates.ignoreCase ?? false;
    for (const literal of gates.literals ?? []) {
      const text = ignoreCase ? literal.toLowerCase() : literal;
      const mark = rarestMark(text);
      const hash = hashOf(text, mark);
      byHash.set(hash, [...(byHash.get(hash) ?? []), { text, mark, ignoreCase, detector }]);
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
