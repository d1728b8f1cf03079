import { MAX_SIZE, type NumberRun, separatorBits, sizeBit } from "../text/number-run.ts";
import type { Detector, Gates } from "./detector.ts";

/** Longest word, in letters and digits, that is told from longer ones. No value that is one is longer. */
export const MAX_WORD = 64;

/** Fewest digits in a run that wakes anything, unless a detector says otherwise. */
const LEAST_DIGITS = 6;

/** More digits than any run has. An integer that V8 keeps as one. */
const MANY = 2 ** 30;

/** What the gate of one detector asks of a run: sizes of groups and separators are bits. */
export interface RunGate {
  readonly detector: number;
  readonly least: number;
  readonly most: number;
  readonly groups: number;
  readonly sizes: number;
  readonly together: number;
  readonly separators: number;
}

/** What the gate of one detector asks of a word with digits in it: so many letters and digits. */
interface WordGate {
  readonly detector: number;
  readonly fewest: number;
  readonly most: number;
}

/** Whom digits wake. Built once per set of detectors. */
export interface NumberGates {
  /** Runs of fewer digits wake nobody. */
  readonly least: number;
  /** Detectors by the digits of a run of one group, as most are; the last for `MAX_SIZE` and more. */
  readonly single: readonly (readonly number[])[];
  /** What runs of several groups are measured with. */
  readonly several: readonly RunGate[];
  /** Detectors by the size of a word with digits in it; the last for all beyond `MAX_WORD`. */
  readonly mixed: readonly (readonly number[])[];
}

/** The gates of all detectors that numbers wake, by their places among them. */
export function buildNumberGates(detectors: readonly Detector[]): NumberGates {
  const gates = detectors.flatMap((one, index) =>
    one.gates.digits === "run" ? [runGate(one.gates, index)] : [],
  );
  const wordGates = detectors.flatMap((one, index) =>
    one.gates.digits === "mixed" ? [wordGate(one.gates, index)] : [],
  );
  return {
    least: Math.min(...gates.map(({ least }) => least)),
    single: Array.from({ length: MAX_SIZE + 1 }, (_, size) => wokenBySize(gates, size)),
    several: gates,
    mixed: Array.from({ length: MAX_WORD + 2 }, (_, size) => wokenByWord(wordGates, size)),
  };
}

/** Whether a run of several groups has what a gate asks for. */
export function mayHold(run: NumberRun, gate: RunGate): boolean {
  return (
    run.digits >= gate.least &&
    run.digits <= gate.most &&
    run.count >= gate.groups &&
    ((run.sizes & gate.sizes) !== 0 || (run.sizes & gate.together) === gate.together) &&
    (run.separators & gate.separators) === gate.separators
  );
}

function runGate(
  { least, most, groups, sizes, together, separator }: Gates,
  detector: number,
): RunGate {
  const isAnySize = sizes === undefined && together === undefined;
  return {
    detector,
    least: least ?? LEAST_DIGITS,
    most: most ?? MANY,
    groups: groups ?? 1,
    sizes: isAnySize ? -1 : sizeBits(sizes ?? []),
    // No group has no digits: that bit is never set.
    together: together === undefined ? sizeBit(0) : sizeBits(together),
    separators: separatorBits(separator ?? ""),
  };
}

function wordGate({ word: [fewest, most] = [0, MANY] }: Gates, detector: number): WordGate {
  return { detector, fewest, most };
}

function sizeBits(sizes: readonly number[]): number {
  return sizes.reduce((bits, size) => bits | sizeBit(size), 0);
}

function wokenBySize(gates: readonly RunGate[], size: number): number[] {
  const woken = gates.filter(
    ({ least, most, groups, sizes, separators }) =>
      (size >= least || size === MAX_SIZE) &&
      size <= most &&
      groups === 1 &&
      (sizes & sizeBit(size)) !== 0 &&
      separators === 0,
  );
  return woken.map(({ detector }) => detector);
}

function wokenByWord(gates: readonly WordGate[], size: number): number[] {
  const woken = gates.filter(({ fewest, most }) => size >= fewest && size <= most);
  return woken.map(({ detector }) => detector);
}
