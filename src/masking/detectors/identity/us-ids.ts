import type { ContextRule } from "../../scan/context.ts";
import {
  CONTEXTUAL,
  type Detector,
  type Emit,
  type Gates,
  type Hit,
  SHAPED,
} from "../../scan/detector.ts";
import { codeAt, endsToken, isAlnumAt, startsToken } from "../../text/chars.ts";
import { type NumberRun, numberOf, separatorBits } from "../../text/number-run.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

const DASH = 45;

// Names of fields join words: `customer_ssn`, `employeeSSN`, `tax_id`.
const SSN_WORDS =
  /(?<![a-z])(?:[a-z]{0,12}(?:er|or|ee|nt|ed|co|ry|use|son|new|old|full|tax|us))?ssn|social|\bsoc\.? ?sec|\bss ?#|\bss no|tax[ _-]?(?:payer|id)|\btin\b|w-?9|w-?2|s\.s\.n|\bref\*(?:sy|tj)\*|\bnm1\*[^~\n]{1,80}\*34\*/;
const ITIN_WORDS = /(?<![a-z])itin|tax[ _-]?(?:payer|id)|\btin\b|\birs\b|individual tax/;

/** Words about Social Security before a number, or directly after it. */
export const nearSsn: ContextRule = ({ before, after }) =>
  SSN_WORDS.test(before) || /^.{0,12}\bssn\b/.test(after);
const nearItin: ContextRule = ({ before }) => ITIN_WORDS.test(before);

/** Nine digits in one group, as single digits, or in groups of three, two and four. */
const NINE_DIGITS: Gates = { digits: "run", least: 9, sizes: [1, 9], together: [2, 3, 4] };

/**
 * Social Security numbers: 3-2-4 digits. Areas 000, 666 and 900 up, group 00 and serial 0000 were
 * never issued; two numbers became public in advertisements.
 */
export const usSsn: Detector = {
  type: "US_SSN",
  name: "us-ssn",
  kind: "pii",
  source: "SSA, POMS RM 10201.035",
  check: "valid area, group and serial numbers",
  context: "without dashes only near words such as SSN",
  gates: NINE_DIGITS,
  find: (hit, emit) => threeTwoFour(hit, emit, SSN),
};

/**
 * Individual taxpayer identification numbers: as above, with area 9xx and specific group ranges.
 */
export const usItin: Detector = {
  type: "US_ITIN",
  name: "us-itin",
  kind: "pii",
  source: "IRS, Internal Revenue Manual 3.21.263",
  check: "issued ranges",
  context: "without dashes only near words such as ITIN",
  gates: NINE_DIGITS,
  find: (hit, emit) => threeTwoFour(hit, emit, ITIN),
};

/** Whether nine digits are a number that can have been issued. */
export function isSsn(number: number): boolean {
  const area = Math.floor(number / 1_000_000);
  if (area === 0 || area === 666 || area >= 900) return false;
  if (groupIn(number) === 0 || number % 10_000 === 0 || number % ALL_ONES === 0) return false;
  return number !== 78_051_120 && number !== 219_099_999 && number !== 123_456_789;
}

function isItin(number: number): boolean {
  const group = groupIn(number);
  const isIssued = (group >= 50 && group <= 65) || (group >= 70 && group <= 99);
  return number >= 900_000_000 && isIssued && group !== 89 && group !== 93;
}

/** The fourth and fifth of nine digits. */
function groupIn(number: number): number {
  return Math.floor(number / 10_000) % 100;
}

/** Nine identical digits are a multiple of this. */
const ALL_ONES = 111_111_111;

/** What distinguishes kinds of numbers with the same format. */
interface Rules {
  readonly isValid: (number: number) => boolean;
  readonly context: ContextRule;
  /**
   * The same for groups of 3, 2 and 4 digits, which need no context if they are the whole message.
   */
  readonly contextOrAlone: ContextRule;
}

const SSN: Rules = { isValid: isSsn, context: nearSsn, contextOrAlone: orAlone(nearSsn) };
const ITIN: Rules = { isValid: isItin, context: nearItin, contextOrAlone: orAlone(nearItin) };

function orAlone(context: ContextRule): ContextRule {
  return (around) => around.alone || context(around);
}

function threeTwoFour({ text, run }: Hit, emit: Emit, rules: Rules): number {
  const { count, starts, ends, values, offsets } = run;
  for (let first = 0; first < count; first++) {
    // Cheap check first: most groups have no such size.
    const groups = groupsOfNine(run, first);
    if (groups === 0 || !rules.isValid(numberOf(values, offsets[first] as number, 9))) continue;
    const start = starts[first] as number;
    const end = ends[first + groups - 1] as number;
    if (!isClear(text, start, end) || (groups === 3 && isListed(run, first))) continue;
    const separator = groups === 3 ? separatorIn(run, first) : 0;
    if (separator === DASHES) emit(start, end, SHAPED);
    else emit(start, end, CONTEXTUAL, separator === SPACES ? rules.contextOrAlone : rules.context);
  }
  return run.end;
}

/**
 * The number of groups from `first` on that make up nine digits: one, 3-2-4, or nine single digits.
 * 0 if they do not.
 */
function groupsOfNine({ lengths }: NumberRun, first: number): number {
  const size = lengths[first];
  if (size === 9) return 1;
  if (size === 3) return lengths[first + 1] === 2 && lengths[first + 2] === 4 ? 3 : 0;
  if (size !== 1 || (first > 0 && lengths[first - 1] === 1)) return 0;
  let count = 1;
  while (lengths[first + count] === 1) count++;
  return count === 9 ? count : 0;
}

/** `SSN-`, `ssn_`, `ITIN`: the name, without a space behind it. */
const JOINED = /(?:^|[^a-z])(?:ssn|itin)[-_#]?$/i;

/** Not part of a word, and not joined to something else by a dash. */
function isClear(text: ScannedText, start: number, end: number): boolean {
  if (!endsToken(text, end) || isJoined(text, end, end + 1)) return false;
  if (startsToken(text, start) && !isJoined(text, start - 1, start - 2)) return true;
  return JOINED.test(text.before(start, 6));
}

function isJoined(text: ScannedText, dash: number, beyond: number): boolean {
  return codeAt(text, dash) === DASH && isAlnumAt(text, beyond);
}

const SPACES = separatorBits(" ");
const DASHES = separatorBits("-");
/** 1,234: thousands; 12:34: times. */
const IN_LIST = separatorBits(",:()");

/** Whether the three groups from `first` on are more likely a list. */
function isListed({ gaps }: NumberRun, first: number): boolean {
  return (((gaps[first + 1] as number) | (gaps[first + 2] as number)) & IN_LIST) !== 0;
}

/** The separator in both gaps of three groups, if it is one character and the same; else 0. */
function separatorIn({ starts, ends, gaps }: NumberRun, first: number): number {
  const width = (starts[first + 1] as number) - (ends[first] as number);
  const other = (starts[first + 2] as number) - (ends[first + 1] as number);
  const gap = gaps[first + 1] as number;
  return width === 1 && other === 1 && gap === gaps[first + 2] ? gap : 0;
}
