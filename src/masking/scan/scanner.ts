import {
  alnumRunEnd,
  alnumRunStart,
  codeAt,
  DIGIT,
  isLetterAt,
  startsToken,
} from "../text/chars.ts";
import { MAX_SIZE, NumberRun } from "../text/number-run.ts";
import { ScannedText } from "../text/scanned-text.ts";
import type { ContextRule } from "./context.ts";
import type { Detector, Emit, Hit, Strength } from "./detector.ts";
import {
  BETWEEN_HEX,
  besideMark,
  buildGateTable,
  type GateTable,
  type Literal,
} from "./gate-table.ts";
import {
  buildNumberGates,
  MAX_WORD,
  mayHold,
  type NumberGates,
  type RunGate,
} from "./number-gates.ts";
import { noteStops, Stops, WINDOW } from "./stops.ts";

/** A span found by a detector, before overlaps and context rules are resolved. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly strength: Strength;
  readonly context: ContextRule | undefined;
  readonly detector: Finder;
}

/**
 * A detector as used by the scan. Detectors have many object shapes, and V8 is slow to read from
 * objects of more than four; these all have the same.
 */
interface Finder {
  readonly type: string;
  readonly name: string;
  readonly owner: Detector;
  readonly find: Detector["find"];
}

function finderOf(owner: Detector): Finder {
  return { type: owner.type, name: owner.name, owner, find: owner.find };
}

/**
 * Reads a text once and calls the detectors whose gates it contains. Its tables are built once per
 * set of detectors, and the memory of a scan is reused.
 */
export class Scanner {
  readonly #finders: readonly Finder[];
  readonly #table: GateTable;
  readonly #numbers: NumberGates;
  #idle: Scan | undefined;

  constructor(detectors: readonly Detector[]) {
    this.#finders = detectors.map(finderOf);
    this.#table = buildGateTable(detectors);
    this.#numbers = buildNumberGates(detectors);
  }

  /** Starts scanning a text. Close the scan afterwards so that its memory can be reused. */
  open(view: string): Scan {
    // A user's detector may itself mask something: a scan in progress is never shared.
    const scan = this.#idle ?? new Scan(this.#finders, this.#table, this.#numbers);
    this.#idle = undefined;
    scan.read(view);
    return scan;
  }

  /** Ends a scan returned by `open`, which must not be used afterwards. */
  close(scan: Scan): void {
    scan.clear();
    this.#idle = scan;
  }
}

/**
 * Length of the word around the digits from `at` to `end`, in letters and digits; `MAX_WORD + 1` if
 * it is longer.
 */
function wordSize(text: ScannedText, at: number, end: number): number {
  const start = alnumRunStart(text, at, MAX_WORD);
  const size = alnumRunEnd(text, end, MAX_WORD) - start;
  return size <= MAX_WORD ? size : MAX_WORD + 1;
}

/** The scan of one text at a time. It can be repeated, also after parts of the text changed. */
export class Scan {
  /** The current text. Changed by `read`. */
  readonly text = new ScannedText();
  readonly #finders: readonly Finder[];
  readonly #table: GateTable;
  readonly #numbers: NumberGates;
  /** For each detector, the offset before which its gate is ignored. */
  readonly #busyUntil: Int32Array;
  readonly #hit = { view: "", text: this.text, at: 0, end: 0, run: new NumberRun() };
  readonly #stops = new Stops();
  /** Offset before which digits are ignored. */
  #digitsUntil = 0;
  #found: Candidate[] = [];
  #current: Finder | undefined;

  constructor(finders: readonly Finder[], table: GateTable, numbers: NumberGates) {
    this.#finders = finders;
    this.#table = table;
    this.#numbers = numbers;
    this.#busyUntil = new Int32Array(finders.length);
  }

  /** Sets another text, or the same one after parts of it were overwritten. */
  read(view: string): void {
    this.#hit.view = view;
    this.text.read(view);
  }

  /** Whether any detector looks for a number of one group with that many digits. */
  looksFor(digits: number): boolean {
    return this.#numbers.single[Math.min(digits, MAX_SIZE)]?.length !== 0;
  }

  /** Removes the text and what was found in it. */
  clear(): void {
    this.#hit.view = "";
    this.text.clear();
    this.#found = [];
  }

  /**
   * Returns all candidates in the text, in no particular order. With `from` and `to`, only those
   * whose gates are between them.
   */
  find(from = 0, to = this.text.length): Candidate[] {
    this.#found = [];
    this.#busyUntil.fill(0);
    this.#digitsUntil = 0;
    const { wholeDetectors } = this.#table;
    if (wholeDetectors.length > 0) this.#wakeAll(wholeDetectors, 0, 0);
    for (let start = from; start < to; start += WINDOW) {
      this.#look(start, Math.min(to, start + WINDOW));
    }
    return this.#found;
  }

  /** Calls the detectors with a gate from `start` to `end`. */
  #look(start: number, end: number): void {
    const { charDetectors } = this.#table;
    const stops = this.#stops;
    const count = noteStops(this.text, { start, end }, { table: this.#table, stops });
    for (let i = 0; i < count; i++) {
      const at = stops.places[i] as number;
      const bucket = stops.buckets[i] as number;
      const kind = stops.kinds[i] as number;
      if (bucket !== 0) this.#wakeMarked(bucket - 1, at);
      if (kind === DIGIT) {
        if (at >= this.#digitsUntil) this.#digitsUntil = this.#wakeDigits(at);
      } else if (kind !== 0) {
        this.#wakeAll(
          charDetectors[((kind % BETWEEN_HEX) >> 1) - 1] as readonly number[],
          at,
          at + 1,
        );
      }
    }
  }

  /** Calls the detectors with a literal of `bucket` whose mark ends at `at`. */
  #wakeMarked(bucket: number, at: number): void {
    const { firsts, literals, beside } = this.#table;
    const actual = besideMark(this.text, at);
    const stop = firsts[bucket + 1] as number;
    for (let i = firsts[bucket] as number; i < stop; i++) {
      const different = actual ^ (beside[2 * i] as number);
      if ((different & (beside[2 * i + 1] as number)) !== 0) continue;
      const literal = literals[i] as Literal;
      const start = at - 2 - literal.mark;
      if (this.#stands(literal, start)) this.#wake(literal.detector, start, start + literal.size);
    }
  }

  /** Whether `literal` is at `at`, where it counts. */
  #stands({ from, size, ignoreCase, atStart }: Literal, at: number): boolean {
    const { text } = this;
    const { letters } = this.#table;
    if (at < 0 || at + size > text.length) return false;
    for (let i = 0; i < size; i++) {
      let code = codeAt(text, at + i);
      if (ignoreCase && code >= 65 && code <= 90) code += 32;
      if (code !== codeAt(letters, from + i)) return false;
    }
    return !atStart || startsToken(text, at);
  }

  /** Returns the offset before which digits need no further look. */
  #wakeDigits(at: number): number {
    const { text, run } = this.#hit;
    const { least, single, several } = this.#numbers;
    run.read(text, at);
    const end = run.ends[0] as number;
    if (isLetterAt(text, at - 1) || isLetterAt(text, end)) this.#wakeMixed(at, end);
    if (run.digits < least) return end;
    if (run.count === 1) {
      this.#wakeAll(single[Math.min(run.digits, MAX_SIZE)] as readonly number[], at, end);
      return end;
    }
    for (let i = 0; i < several.length; i++) {
      const gate = several[i] as RunGate;
      if (mayHold(run, gate)) this.#wake(gate.detector, at, run.end);
    }
    // A later group of the run may be followed by a letter.
    for (let group = 1; group < run.count; group++) {
      const after = run.ends[group] as number;
      if (isLetterAt(text, after)) this.#wakeMixed(run.starts[group] as number, after);
    }
    return run.end;
  }

  #wakeMixed(at: number, end: number): void {
    const size = wordSize(this.#hit.text, at, end);
    this.#wakeAll(this.#numbers.mixed[size] as readonly number[], at, end);
  }

  #wakeAll(indexes: readonly number[], at: number, end: number): void {
    for (let i = 0; i < indexes.length; i++) this.#wake(indexes[i] as number, at, end);
  }

  #wake(index: number, at: number, end: number): void {
    if (at < (this.#busyUntil[index] as number)) return;
    const finder = this.#finders[index] as Finder;
    this.#current = finder;
    this.#hit.at = at;
    this.#hit.end = end;
    this.#busyUntil[index] = finder.find.call(finder.owner, this.#hit as Hit, this.#emit);
  }

  // biome-ignore lint/complexity/useMaxParams: as `Emit`
  readonly #emit: Emit = (start, end, strength, context) => {
    if (end <= start) return;
    this.#found.push({ start, end, strength, context, detector: this.#current as Finder });
  };
}
