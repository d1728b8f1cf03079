import { MAX_SIZE, type NumberRun, separatorBits, sizeBit } from "../text/number-run.ts";
import type { Detector, Gates } from "./detector.ts";

/**
 * Maximum length of a word, in letters and digits, that is counted exactly. No value that is one
 * word is longer.
 */
export const MAX_WORD = 64;

/** Default minimum number of digits in a run. */
const LEAST_DIGITS = 6;

/** More digits than any run has. V8 stores it as a small integer. */
const MANY = 2 ** 30;

/** What the gate of one detector requires of a run. Group sizes and separators are bit sets. */
export interface RunGate {
  readonly detector: number;
  readonly least: number;
  readonly most: number;
  readonly groups: number;
  readonly sizes: number;
  readonly together: number;
  readonly separators: number;
}

/**
 * What the gate of one detector requires of a word with digits: its length in letters and digits.
 */
interface WordGate {
  readonly detector: number;
  readonly fewest: number;
  readonly most: number;
}

/** Detectors triggered by digits. Built once per set of detectors. */
export interface NumberGates {
  /** Runs with fewer digits trigger nothing. */
  readonly least: number;
  /**
   * Detectors by number of digits in a run of one group, the usual case; the last entry is for
   * `MAX_SIZE` and more.
   */
  readonly single: readonly (readonly number[])[];
  /** Gates checked for runs of several groups. */
  readonly several: readonly RunGate[];
  /** Detectors by length of a word with digits; the last entry is for all beyond `MAX_WORD`. */
  readonly mixed: readonly (readonly number[])[];
}

/** The gates of all detectors triggered by numbers, with their indexes in `detectors`. */
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

/** Whether a run of several groups meets the requirements of a gate. */
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
    // No group has zero digits, so this bit is never set.
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
