import { isUniform } from "../checks/checksums.ts";
import type { ContextRule } from "../context.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit, SHAPED } from "../detector.ts";
import { codeAt, isAlnumAt, isWordAt } from "../text/chars.ts";
import type { NumberRun } from "../text/number-run.ts";

const DASH = 45;

const SSN_WORDS = /\bssn|social|\bsoc\.? ?sec|\bss ?#|\bss no|tax ?payer|\btin\b|w-?9|w-?2|s\.s\.n/;
const ITIN_WORDS = /\bitin|tax ?payer|tax id|\btin\b|\birs\b|individual tax/;

const nearSsn: ContextRule = ({ before, after }) =>
  SSN_WORDS.test(before) || /^.{0,12}\bssn\b/.test(after);
const nearItin: ContextRule = ({ before }) => ITIN_WORDS.test(before);

/**
 * Social security numbers: 3-2-4 digits. Areas 000, 666 and 900 up, group 00 and serial 0000 were
 * never issued; two numbers became public in advertisements.
 */
export const usSsn: Detector = {
  type: "US_SSN",
  name: "us-ssn",
  kind: "pii",
  source: "SSA, POMS RM 10201.035",
  check: "areas, groups and serials that were issued",
  context: "without dashes only near words such as SSN",
  gates: { digits: "run", least: 9, sizes: [1, 3, 9] },
  find: (hit, emit) => threeTwoFour(hit, emit, SSN),
};

/** Individual taxpayer numbers: as above, area 9xx and a group range of their own. */
export const usItin: Detector = {
  type: "US_ITIN",
  name: "us-itin",
  kind: "pii",
  source: "IRS, Internal Revenue Manual 3.21.263",
  check: "ranges that were issued",
  context: "without dashes only near words such as ITIN",
  gates: { digits: "run", least: 9, sizes: [1, 3, 9] },
  find: (hit, emit) => threeTwoFour(hit, emit, ITIN),
};

function isSsn(digits: string): boolean {
  const area = digits.slice(0, 3);
  if (area === "000" || area === "666" || area >= "900") return false;
  if (digits.slice(3, 5) === "00" || digits.endsWith("0000")) return false;
  return !isUniform(digits) && !["078051120", "219099999", "123456789"].includes(digits);
}

function isItin(digits: string): boolean {
  const group = Number(digits.slice(3, 5));
  const isIssued = (group >= 50 && group <= 65) || (group >= 70 && group <= 99);
  return digits.startsWith("9") && isIssued && group !== 89 && group !== 93;
}

/** What tells one kind of number from another that is written alike. */
interface Rules {
  readonly isValid: (digits: string) => boolean;
  readonly context: ContextRule;
}

const SSN: Rules = { isValid: isSsn, context: nearSsn };
const ITIN: Rules = { isValid: isItin, context: nearItin };

function threeTwoFour({ view, run }: Hit, emit: Emit, { isValid, context }: Rules): number {
  for (let group = 0; group < run.count; group++) {
    // Most groups are of no such size: that is asked before anything else.
    if (groupsOfNine(run, group) === 0) continue;
    const span = spanAt(view, run, group);
    if (span === undefined || !isValid(span.digits)) continue;
    if (span.separator === "-") emit(span.start, span.end, SHAPED);
    else
      emit(span.start, span.end, CONTEXTUAL, span.separator === " " ? orAlone(context) : context);
  }
  return run.end;
}

/** Groups of 3, 2 and 4 digits are enough where they are the whole message. */
function orAlone(context: ContextRule): ContextRule {
  return (around) => around.alone || context(around);
}

interface Nine {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
  readonly separator: string;
}

/** Nine digits that begin with group `first`, which may be such: bare, or 3-2-4 with short gaps between. */
function spanAt(view: string, run: NumberRun, first: number): Nine | undefined {
  const count = groupsOfNine(run, first);
  const start = run.startOf(first);
  if (isWordAt(view, start - 1) || isJoined(view, start - 1, start - 2)) return undefined;
  const end = run.endOf(first + count - 1);
  if (isWordAt(view, end) || isJoined(view, end, end + 1)) return undefined;
  if (count !== 3)
    return { start, end, digits: view.slice(start, end).replace(/\D/g, ""), separator: "" };
  const separator = view.slice(run.endOf(first), run.startOf(first + 1));
  const other = view.slice(run.endOf(first + 1), run.startOf(first + 2));
  // 1,234: thousands; 12:34: times.
  if (/[,:()]/.test(separator + other)) return undefined;
  const digits = view.slice(start, end).replace(/\D/g, "");
  return { start, end, digits, separator: separator === other ? separator : "" };
}

/** How many groups from `first` on make up nine digits: one, 3-2-4, or each digit by itself. */
function groupsOfNine(run: NumberRun, first: number): number {
  const size = run.sizeOf(first);
  if (size === 9) return 1;
  if (size === 3) return run.sizeOf(first + 1) === 2 && run.sizeOf(first + 2) === 4 ? 3 : 0;
  if (size !== 1 || run.sizeOf(first - 1) === 1) return 0;
  let count = 1;
  while (run.sizeOf(first + count) === 1) count++;
  return count === 9 ? count : 0;
}

/** A dash that joins the number to something else makes it part of a longer one. */
function isJoined(view: string, dash: number, beyond: number): boolean {
  return codeAt(view, dash) === DASH && isAlnumAt(view, beyond);
}
