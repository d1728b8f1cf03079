import type { ContextRule } from "./context.ts";
import type { Detector, Emit, Hit, Strength } from "./detector.ts";
import { DIGIT, isLetterAt } from "./text/chars.ts";
import { NumberRun } from "./text/number-run.ts";

/** A span that a detector found, before overlaps and context are settled. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly strength: Strength;
  readonly context: ContextRule | undefined;
  readonly detector: Detector;
}

/** A literal of one detector. */
interface Literal {
  readonly text: string;
  readonly ignoreCase: boolean;
  readonly detector: number;
}

/** Fewest digits that any detector of digit runs looks at. */
const MIN_RUN_DIGITS = 6;

// The last three code units, five bits of each: enough to tell literals apart, blind to case.
const HASH_BITS = 5;
const HASH_MASK = (1 << (3 * HASH_BITS)) - 1;

function hashOf(literal: string): number {
  let hash = 0;
  for (let i = 0; i < 3; i++)
    hash = ((hash << HASH_BITS) ^ (literal.charCodeAt(i) & 31)) & HASH_MASK;
  return hash;
}

/**
 * Reads a text once and wakes the detectors whose gates it meets. The tables are built once per
 * set of detectors; a scan keeps its state to itself, so one scanner serves any number of texts.
 */
export class Scanner {
  readonly #detectors: readonly Detector[];
  readonly #literals: (readonly Literal[])[] = [[]];
  /** Index into `#literals` by the hash of three code units; 0 where no literal begins so. */
  readonly #byHash = new Uint16Array(HASH_MASK + 1);
  readonly #byChar: (readonly number[])[] = [[]];
  /** 1 for digits, 1 + index into `#byChar` for gate characters, 0 for all others. */
  readonly #kindOf = new Uint8Array(65_536);
  readonly #runDetectors: readonly number[];
  readonly #mixedDetectors: readonly number[];

  constructor(detectors: readonly Detector[]) {
    this.#detectors = detectors;
    this.#runDetectors = indexesWhere(detectors, (gate) => gate.digits === "run");
    this.#mixedDetectors = indexesWhere(detectors, (gate) => gate.digits === "mixed");
    for (let code = 48; code <= 57; code++) this.#kindOf[code] = DIGIT;
    this.#indexLiterals();
    this.#indexChars();
  }

  /** All candidates in `view`, in no particular order. */
  scan(view: string): Candidate[] {
    const found: Candidate[] = [];
    const detectors = this.#detectors;
    const busyUntil = new Int32Array(detectors.length);
    const run = new NumberRun();
    const hit = { view, at: 0, end: 0, run };
    let current: Detector | undefined;
    const emit: Emit = (start, end, strength, context) => {
      if (current !== undefined && end > start) {
        found.push({ start, end, strength, context, detector: current });
      }
    };
    const wake = (index: number, at: number, end: number): void => {
      if (at < (busyUntil[index] ?? 0)) return;
      current = detectors[index];
      hit.at = at;
      hit.end = end;
      if (current !== undefined) busyUntil[index] = current.find(hit as Hit, emit);
    };

    const byHash = this.#byHash;
    const kindOf = this.#kindOf;
    const length = view.length;
    let hash = 0;
    let digitsUntil = 0;
    for (let at = 0; at < length; at++) {
      const code = view.charCodeAt(at);
      hash = ((hash << HASH_BITS) ^ (code & 31)) & HASH_MASK;
      const bucket = byHash[hash] as number;
      if (bucket !== 0 && at >= 2) this.#wakeLiterals(view, at - 2, bucket, wake);
      const kind = kindOf[code] as number;
      if (kind === 0) continue;
      if (kind === DIGIT) {
        if (at >= digitsUntil) digitsUntil = this.#wakeDigits(view, at, run, wake);
      } else {
        for (const index of this.#byChar[kind - 1] as readonly number[]) wake(index, at, at + 1);
      }
    }
    return found;
  }

  #wakeLiterals(view: string, at: number, bucket: number, wake: Wake): void {
    for (const literal of this.#literals[bucket] as readonly Literal[]) {
      const { text } = literal;
      const isThere = literal.ignoreCase ? matchesLower(view, at, text) : view.startsWith(text, at);
      if (isThere) wake(literal.detector, at, at + text.length);
    }
  }

  /** Returns where the next group of digits has to be looked at. */
  #wakeDigits(view: string, at: number, run: NumberRun, wake: Wake): number {
    run.read(view, at);
    const end = run.endOf(0);
    if (isLetterAt(view, at - 1) || isLetterAt(view, end)) {
      for (const index of this.#mixedDetectors) wake(index, at, end);
    }
    if (run.digits < MIN_RUN_DIGITS) return end;
    for (const index of this.#runDetectors) wake(index, at, run.end);
    // Later groups of the run may still touch letters; only those are looked at again.
    return run.count === 1 ? end : this.#mixedInside(view, run, wake);
  }

  #mixedInside(view: string, run: NumberRun, wake: Wake): number {
    for (let group = 1; group < run.count; group++) {
      const start = run.startOf(group);
      const end = run.endOf(group);
      if (!isLetterAt(view, end)) continue;
      for (const index of this.#mixedDetectors) wake(index, start, end);
    }
    return run.end;
  }

  #indexLiterals(): void {
    const buckets = new Map<number, Literal[]>();
    this.#detectors.forEach((detector, index) => {
      const ignoreCase = detector.gates.ignoreCase ?? false;
      for (const text of detector.gates.literals ?? []) {
        const hash = hashOf(text);
        const bucket = buckets.get(hash) ?? [];
        bucket.push({ text: ignoreCase ? text.toLowerCase() : text, ignoreCase, detector: index });
        buckets.set(hash, bucket);
      }
    });
    for (const [hash, bucket] of buckets) {
      this.#byHash[hash] = this.#literals.length;
      this.#literals.push(bucket);
    }
  }

  #indexChars(): void {
    const byChar = new Map<number, number[]>();
    this.#detectors.forEach((detector, index) => {
      for (const char of detector.gates.chars ?? "") {
        const code = char.charCodeAt(0);
        byChar.set(code, [...(byChar.get(code) ?? []), index]);
      }
    });
    for (const [code, indexes] of byChar) {
      this.#byChar.push(indexes);
      this.#kindOf[code] = this.#byChar.length;
    }
  }
}

type Wake = (detector: number, at: number, end: number) => void;

function indexesWhere(
  detectors: readonly Detector[],
  test: (gates: Detector["gates"]) => boolean,
): number[] {
  return detectors.flatMap((detector, index) => (test(detector.gates) ? [index] : []));
}

/** Whether `view` has `lower` at `at`, whatever its case. `lower` is in lower case. */
function matchesLower(view: string, at: number, lower: string): boolean {
  if (at + lower.length > view.length) return false;
  for (let i = 0; i < lower.length; i++) {
    let code = view.charCodeAt(at + i);
    if (code >= 65 && code <= 90) code += 32;
    if (code !== lower.charCodeAt(i)) return false;
  }
  return true;
}
