import type { ContextRule } from "./context.ts";
import type { Detector, Emit, Hit, Strength } from "./detector.ts";
import {
  BETWEEN_HEX,
  buildGateTable,
  type GateTable,
  isLiteralAt,
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
import { alnumRunEnd, alnumRunStart, DIGIT, isLetterAt } from "./text/chars.ts";
import { MAX_SIZE, NumberRun } from "./text/number-run.ts";

/** A span that a detector found, before overlaps and context are settled. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly strength: Strength;
  readonly context: ContextRule | undefined;
  readonly detector: Finder;
}

/**
 * A detector as the scan sees it. Detectors come in many shapes, and V8 is slow to read from
 * objects of more than four: these all have one.
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
 * Reads a text once and wakes the detectors whose gates it meets. Its tables are built once per
 * set of detectors, and so is the memory of a scan.
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

  /**
   * All candidates in `view`, in no particular order. With `from` and `to`, only those whose gates
   * lie between them.
   */
  scan(view: string, from = 0, to = view.length): Candidate[] {
    // A detector of the user's may mask something itself: a scan under way is never shared.
    const scan = this.#idle ?? new Scan(this.#finders, this.#table, this.#numbers);
    this.#idle = undefined;
    const found = scan.run(view, from, to);
    this.#idle = scan;
    return found;
  }
}

/** Letters and digits of the word around the digits from `at` to `end`, if it is not too long. */
function wordSize(view: string, at: number, end: number): number {
  const start = alnumRunStart(view, at, MAX_WORD);
  const size = alnumRunEnd(view, end, MAX_WORD) - start;
  return size <= MAX_WORD ? size : MAX_WORD + 1;
}

/** One pass over one text at a time. */
class Scan {
  readonly #finders: readonly Finder[];
  readonly #table: GateTable;
  readonly #numbers: NumberGates;
  /** For each detector, where its gate has to be looked at again. */
  readonly #busyUntil: Int32Array;
  readonly #hit = { view: "", at: 0, end: 0, run: new NumberRun() };
  readonly #stops = new Stops();
  /** Where digits have to be looked at again. */
  #digitsUntil = 0;
  #found: Candidate[] = [];
  #current: Finder | undefined;

  constructor(finders: readonly Finder[], table: GateTable, numbers: NumberGates) {
    this.#finders = finders;
    this.#table = table;
    this.#numbers = numbers;
    this.#busyUntil = new Int32Array(finders.length);
  }

  run(view: string, from: number, to: number): Candidate[] {
    this.#found = [];
    this.#busyUntil.fill(0);
    this.#digitsUntil = 0;
    this.#hit.view = view;
    this.#wakeAll(this.#table.wholeDetectors, 0, 0);
    for (let start = from; start < to; start += WINDOW) {
      this.#look(start, Math.min(to, start + WINDOW));
    }
    this.#hit.view = "";
    return this.#found;
  }

  /** Wakes whoever has a gate from `start` to `end`. */
  #look(start: number, end: number): void {
    const { buckets, charDetectors } = this.#table;
    const stops = this.#stops;
    const count = noteStops(this.#hit.view, { start, end }, { table: this.#table, stops });
    for (let i = 0; i < count; i++) {
      const at = stops.places[i] as number;
      const bucket = stops.buckets[i] as number;
      const kind = stops.kinds[i] as number;
      if (bucket !== 0) this.#wakeMarked(buckets[bucket - 1] as readonly Literal[], at);
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

  #wakeMarked(literals: readonly Literal[], at: number): void {
    const { view } = this.#hit;
    for (let i = 0; i < literals.length; i++) {
      const literal = literals[i] as Literal;
      const start = at - 2 - literal.mark;
      if (isLiteralAt(view, start, literal)) {
        this.#wake(literal.detector, start, start + literal.text.length);
      }
    }
  }

  /** Returns where digits have to be looked at again. */
  #wakeDigits(at: number): number {
    const { view, run } = this.#hit;
    const { least, single, several } = this.#numbers;
    run.read(view, at);
    const end = run.ends[0] as number;
    if (isLetterAt(view, at - 1) || isLetterAt(view, end)) this.#wakeMixed(at, end);
    if (run.digits < least) return end;
    if (run.count === 1) {
      this.#wakeAll(single[Math.min(run.digits, MAX_SIZE)] as readonly number[], at, end);
      return end;
    }
    for (let i = 0; i < several.length; i++) {
      const gate = several[i] as RunGate;
      if (mayHold(run, gate)) this.#wake(gate.detector, at, run.end);
    }
    // A later group of the run may touch a letter behind it.
    for (let group = 1; group < run.count; group++) {
      const after = run.ends[group] as number;
      if (isLetterAt(view, after)) this.#wakeMixed(run.starts[group] as number, after);
    }
    return run.end;
  }

  #wakeMixed(at: number, end: number): void {
    const size = wordSize(this.#hit.view, at, end);
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
