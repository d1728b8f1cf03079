import { isUniform } from "../checks/checksums.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit, SHAPED } from "../detector.ts";
import { codeAt, isAlnumAt, isDigitAt, isLetterAt, isWordAt } from "../text/chars.ts";
import type { NumberRun } from "../text/number-run.ts";
import { phoneInvited } from "./phone-context.ts";
import { isDateAt, judgeInternational, judgeNational, type Verdict } from "./phone-format.ts";

const MIN_DIGITS = 6;
/** E.164: at most 15 digits; two more for a trunk `(0)`. */
const MAX_DIGITS = 17;
/** Most digits in one group: an international number without separators. */
const MAX_GROUP = 15;
/** Most groups in one number: `+33 1 42 68 53 00`, or one digit each. */
const MAX_GROUPS = 12;

const PLUS = 43;
const OPENING = 40;

/** Telephone numbers: international, North American, and national ones near a word that says so. */
export const phone: Detector = {
  type: "PHONE",
  name: "phone",
  kind: "pii",
  source: "ITU-T E.164, E.123; North American Numbering Plan",
  check: "country codes and lengths of the numbering plans; 8 to 15 digits",
  context:
    "bare national digits only near words such as tel, call, mobile; not dates, amounts, identifiers",
  gates: { digits: "run" },
  find(hit: Hit, emit: Emit): number {
    const { view, run } = hit;
    // A time in milliseconds, or an identifier: too long for a number without its plus.
    if (run.count === 1 && run.digits > 12 && !mayBeInternational(view, run)) return run.end;
    for (let first = 0; first < run.count; first++) {
      if (run.digitsFrom(first) < MIN_DIGITS) break;
      // A single group of more digits is a time or an identifier.
      if (run.sizeOf(first) > MAX_GROUP) continue;
      const last = phoneFrom(hit, first, emit);
      if (last > first) first = last;
    }
    return run.end;
  },
};

function mayBeInternational(view: string, run: NumberRun): boolean {
  const start = run.startOf(0);
  const before = codeAt(view, start - 1);
  // A plus or a bracket, perhaps with a space behind it; or two zeros.
  return before === PLUS || before === OPENING || before === 32 || codeAt(view, start) === 48;
}

/** Emits the phone number that begins with group `first`. Returns the last group that is done with. */
function phoneFrom(hit: Hit, first: number, emit: Emit): number {
  const { view, run } = hit;
  const firstDigit = run.startOf(first);
  const start = openingOf(view, firstDigit);
  if (!isClearBefore(view, start, firstDigit)) return first;
  const isInternational = start < firstDigit && view.slice(start, firstDigit).includes("+");
  if (isInternational && isSum(view, start)) return first;
  if (!isInternational && isDateAt(view, run, first)) return first + 2;

  const spaced = spacedDigitsEnd(view, run, first);
  if (spaced > first) return spacedPhone(hit, { first, last: spaced, start }, emit);

  let found = -1;
  let foundVerdict: Verdict;
  let digits = "";
  const limit = Math.min(run.count, first + MAX_GROUPS);
  for (let last = first; last < limit; last++) {
    if (last > first && !isPhoneGap(view, run.endOf(last - 1), run.startOf(last))) break;
    if (digits.length + run.sizeOf(last) > MAX_DIGITS) break;
    digits += view.slice(run.startOf(last), run.endOf(last));
    if (digits.length < MIN_DIGITS || !isClearAfter(view, start, run.endOf(last))) continue;
    if (first === last && digits.length > 12 && !isInternational && !digits.startsWith("00"))
      continue;
    const verdict = isInternational
      ? judgeInternational(digits)
      : judgeNational({ view, run, first, last, digits });
    // The longest number counts, unless it needs more help than a shorter one.
    if (verdict === undefined || (foundVerdict === "certain" && verdict !== "certain")) continue;
    found = last;
    foundVerdict = verdict;
  }
  if (foundVerdict === undefined) return first;
  const end = extensionEnd(view, run.endOf(found));
  if (foundVerdict === "certain") emit(start, end, SHAPED);
  else emit(start, end, CONTEXTUAL, foundVerdict);
  return found;
}

/** The last of the single digits that begin with group `first`; `first` when they are too few. */
function spacedDigitsEnd(view: string, run: NumberRun, first: number): number {
  let last = first;
  while (
    last + 1 < run.count &&
    run.sizeOf(last) === 1 &&
    run.sizeOf(last + 1) === 1 &&
    isPhoneGap(view, run.endOf(last), run.startOf(last + 1))
  ) {
    last++;
  }
  return last - first >= 4 ? last : first;
}

/** Judges digits written one by one as a whole: `0 1 7 1 2 3 4 5 6 7`. */
function spacedPhone(
  { view, run }: Hit,
  { first, last, start }: { first: number; last: number; start: number },
  emit: Emit,
): number {
  const size = last - first + 1;
  const end = run.endOf(last);
  if (size < MIN_DIGITS || size > MAX_DIGITS || !isClearAfter(view, start, end)) return last;
  const digits = view.slice(run.startOf(first), end).replace(/\D/g, "");
  const isInternational = view.slice(start, run.startOf(first)).includes("+");
  const isCertain = isInternational && judgeInternational(digits) === "certain";
  if (isCertain) emit(start, end, SHAPED);
  else if (!isUniform(digits)) emit(start, end, CONTEXTUAL, phoneInvited);
  return last;
}

/** Takes `+`, `(`, `+(`, `(+` and `+ ` in front of the first digit along. */
function openingOf(view: string, firstDigit: number): number {
  const before = codeAt(view, firstDigit - 1);
  const beyond = codeAt(view, firstDigit - 2);
  if (before === 32 && beyond === PLUS) return firstDigit - 2;
  if (before !== PLUS && before !== OPENING) return firstDigit;
  const isPair = (beyond === PLUS || beyond === OPENING) && beyond !== before;
  return isPair ? firstDigit - 2 : firstDigit - 1;
}

/** `0 s + 539114308 ns`, `(a) + 4915…`: a sum, and not a plus before a country code. */
function isSum(view: string, start: number): boolean {
  if (codeAt(view, start) !== PLUS || codeAt(view, start + 1) !== 32) return false;
  const before = view.slice(Math.max(0, start - 4), start);
  return /(?:[\d)\]] ?|[\d)] [a-z] )$/.test(before);
}

/** `$ # % €`: an amount or an identifier. */
const AMOUNT_SIGNS = [36, 35, 37, 0x20ac];
/** `. -` */
const JOINTS = [46, 45];
const COMMA = 44;
const SLASH = 47;

function isClearBefore(view: string, start: number, firstDigit: number): boolean {
  if (start < firstDigit) {
    return codeAt(view, start) === OPENING || !isAlnumAt(view, start - 1);
  }
  if (isWordAt(view, start - 1)) return false;
  const before = codeAt(view, start - 1);
  if (AMOUNT_SIGNS.includes(before)) return false;
  // The rest of a decimal, a version, an identifier or an amount.
  if (before === COMMA) return !isDigitAt(view, start - 2);
  return !(JOINTS.includes(before) && isAlnumAt(view, start - 2));
}

/** What follows must not make it part of something longer; an extension or a label may follow. */
function isClearAfter(view: string, start: number, end: number): boolean {
  if (end >= view.length) return true;
  if (isLetterAt(view, end)) return /^(?:x|ext)\.?\d/i.test(view.slice(end, end + 6));
  const after = view.charAt(end);
  if (after === "%" || after === "_" || after === "@") return false;
  if (after === ":") return !isDigitAt(view, end + 1);
  if (after !== "-" && after !== "." && after !== "/") return true;
  if (!isLetterAt(view, end + 1)) return true;
  // Between two slashes it is part of a path.
  if (after === "/") return codeAt(view, start - 1) !== SLASH;
  return /^-(?:office|fax|mobile|cell|home|work)/i.test(view.slice(end, end + 7));
}

const IN_GAP = " -./()\t_";

/** Between two groups: brackets, a dash, a dot, a slash; at most two of the same; no line break. */
function isPhoneGap(view: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    if (!IN_GAP.includes(view.charAt(i))) return false;
    if (i > from && view.charAt(i) !== " " && view.charAt(i) === view.charAt(i - 1)) return false;
  }
  // " / " and " - " part two numbers more often than they join one.
  if (to - from < 3) return true;
  const gap = view.slice(from, to);
  return [") (", " - ", " . "].includes(gap) || (gap === " / " && isAreaCode(view, from));
}

/** `0711 / 12 34 56`: an area code, and not the end of another number. */
function isAreaCode(view: string, end: number): boolean {
  let start = end;
  while (end - start < 6 && isDigitAt(view, start - 1)) start--;
  return codeAt(view, start) === 48 && end - start < 6 && !"-./ ".includes(view.charAt(start - 2));
}

/** Takes an extension along: `x123`, `ext. 123`, `#123`. */
function extensionEnd(view: string, end: number): number {
  const after = codeAt(view, end) | 32;
  // Space, x, e or #
  if (after !== 32 && after !== 120 && after !== 101 && after !== 35) return end;
  const match = /^ ?(?:x|ext\.?|extension|#)[ :]?\d{1,6}(?![A-Za-z0-9])/i.exec(
    view.slice(end, end + 20),
  );
  return match === null ? end : end + match[0].length;
}
