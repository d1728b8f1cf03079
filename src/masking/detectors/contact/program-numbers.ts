import type { Hit } from "../../scan/detector.ts";
import { type NumberRun, numberOf, separatorBits } from "../../text/number-run.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

/** Limits and ranges of programs and texts, which have as many digits as telephone numbers. */

const SPACES = separatorBits(" ");
const DASHES = separatorBits("-");

/** Smallest exponent of a power of two with as many digits as a local number. */
const LEAST_POWER = 20;

/** `1048576`, `1 - 4294967295`: limits in programs, including one or two below the power. */
function isPowerOfTwo({ values, offsets, lengths }: NumberRun, group: number): boolean {
  const size = lengths[group] as number;
  if (size < 7) return false;
  const value = numberOf(values, offsets[group] as number, size);
  const power = Math.round(Math.log2(value));
  const below = 2 ** power - value;
  return power >= LEAST_POWER && below >= 0 && below <= 2;
}

/** `(1 - 65535 sec)`: a range up to a power of two that fewer bits hold, or to one below it. */
function isUpToLimit({ values, offsets, lengths }: NumberRun, first: number): boolean {
  const [from, to] = [offsets[first] as number, offsets[first + 1] as number];
  if (lengths[first] !== 1 || (values[from] as number) > 1 || lengths[first + 1] !== 5)
    return false;
  return LIMITS.includes(numberOf(values, to, 5));
}

const LIMITS = [32_767, 32_768, 65_534, 65_535, 65_536];

/** A limit, a range, a standard, a release or a postal code, by its form and by the word before it. */
export function isOfAnotherKind(hit: Hit, first: number, last: number): boolean {
  return (
    isPowerOfTwo(hit.run, last) ||
    (last === first + 1 && isUpToLimit(hit.run, first)) ||
    isFromTo(hit, first, last) ||
    isStandard(hit, first, last) ||
    isOfOffice(hit, first, last) ||
    isPostalCode(hit, first, last)
  );
}

/** A number as tables of science, dictionaries and lists of vendors have many. */
export function mayBeOfTable(run: NumberRun, first: number, last: number): boolean {
  return isOfMany(run, last) || isOfZeros(run, first, last);
}

/** Fewer may be the telephones of several people. */
const MANY = 6;

/** `106032 116727 112724 …`: one of many numbers of the same size, as tables of science have. */
function isOfMany({ starts, ends, lengths, gaps }: NumberRun, group: number): boolean {
  const size = lengths[group] as number;
  if (size < 6 || size > 8) return false;
  const isNext = (other: number) =>
    lengths[other] === size &&
    gaps[other] === SPACES &&
    starts[other] === (ends[other - 1] as number) + 1;
  let from = group;
  while (from > 0 && group - from < MANY && lengths[from - 1] === size && isNext(from)) from--;
  let to = group;
  while (to - from < MANY && isNext(to + 1)) to++;
  return to - from + 1 >= MANY;
}

/** `001664`, `00 01 02`: two zeros that no country's code can follow. */
function isOfZeros(run: NumberRun, first: number, last: number): boolean {
  const { values, offsets, lengths } = run;
  const from = offsets[first] as number;
  if (values[from] !== 0 || values[from + 1] !== 0) return false;
  const isThird = values[from + 2] === 0 && (lengths[first] as number) > 5;
  return isThird || run.digitsIn(first, last) < SHORTEST_ABROAD;
}

/** Two zeros, a country code and a local number. */
const SHORTEST_ABROAD = 9;

/** `POSIX (1003.1-2008)`: a standard, its part and its year. */
function isStandard({ text, run }: Hit, first: number, last: number): boolean {
  if (last !== first + 2 || run.lengths[first + 1] !== 1 || run.lengths[last] !== 4) return false;
  return STANDARD.test(text.slice(run.starts[first] as number, run.ends[last] as number));
}

const STANDARD = /^[1-9]\d{2,4}\.\d-(?:19|20)\d\d$/;

/** `300 - 8640000`: a range that ends with a round number. */
export function isRange({ text, run }: Hit, first: number, last: number): boolean {
  if (last !== first + 1 || run.starts[last] !== (run.ends[first] as number) + 3) return false;
  const end = run.ends[last] as number;
  return text.slice(end - 2, end) === "00";
}

/**
 * `codes from 400-499`, `messages from 1000-1199`, `(1993–1998)`: two numbers of the same size, or
 * two years, the lower first.
 */
function isFromTo({ text, run }: Hit, first: number, last: number): boolean {
  const { starts, ends, lengths, gaps } = run;
  if (last !== first + 1 || gaps[last] !== DASHES || lengths[first] !== lengths[last]) return false;
  const start = starts[first] as number;
  const low = text.slice(start, ends[first]);
  const high = text.slice(starts[last] as number, ends[last] as number);
  const areYears =
    YEAR.test(low) &&
    YEAR.test(high) &&
    (text.view.endsWith("(", start) || Number(high) === Number(low) + 1);
  return low < high && (areYears || text.view.endsWith("from ", start));
}

const YEAR = /^(?:19|20)\d\d$/;

/** `01310-100`, `01310100`: a postal code of Brazil. In Turkey, the word is a mobile phone. */
function isPostalCode({ text, run }: Hit, first: number, last: number): boolean {
  const start = run.starts[first] as number;
  const code = text.slice(start, run.ends[last] as number);
  return POSTAL_CODE.test(code) && BEHIND_CEP.test(text.before(start, 8));
}

const POSTAL_CODE = /^(?:\d{5}-\d{3}|0\d{7})$/;
const BEHIND_CEP = /(?<![a-z])cep[ :.]{1,3}$/i;

/** `Office 97/2000`, `office 2010/2013`, `Chrome/62.0.3202.84 Mobile`: releases, not an office's telephone. */
function isOfOffice({ text, run }: Hit, first: number, last: number): boolean {
  const start = run.starts[first] as number;
  const release = text.slice(start, run.ends[last] as number);
  if (BUILD.test(release)) return !isLabelled(text, start);
  return RELEASES.test(release) && BEHIND_OFFICE.test(text.before(start, 8));
}

const BUILD = /^(?:1\d\.0\.\d{4,5}|\d{1,3}\.0\.(?:\d|\d{3,5})\.\d{1,5})$/;
const RELEASES = /^(?:9\d|365|20[012]\d)\/20[012]\d$/;
const BEHIND_OFFICE = /(?<![a-z])office $/i;

/** `12345.678`, `-88.103184`: a number and its decimals, unless a label says otherwise. */
export function isWithDecimals({ text, run }: Hit, first: number, last: number): boolean {
  const { starts, lengths } = run;
  const start = starts[first] as number;
  const isShort = (lengths[first] as number) > 3 && (lengths[last] as number) < 4;
  if (!isShort && !NEGATIVE.test(text.before(start, 2))) return false;
  return !isLabelled(text, start);
}

const NEGATIVE = /(?:^|[\s,;([])-$/;

/** Directly behind the label of a telephone. Browsers and tables have `Mobile` without a colon. */
function isLabelled(text: ScannedText, start: number): boolean {
  return LABELLED.test(text.before(start, 16));
}

const LABELLED =
  /(?<![a-z])(?:(?:tel(?:e(?:fono?|foon|phone))?|phone|fax|fon)\.?:?|(?:mob(?:ile?)?|handy|cell)[.:]) ?-?$/i;
