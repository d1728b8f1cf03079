import type { ContextRule } from "../context.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit, SHAPED } from "../detector.ts";
import { isAlnumAt, isDigitAt, isLetterAt, isWordAt } from "../text/chars.ts";
import type { NumberRun } from "../text/number-run.ts";
import { phoneInvited, phoneNearby, phoneNearbyOrAlone } from "./phone-context.ts";
import { planOf } from "./phone-countries.ts";

/** E.164: at most 15 digits; two more for a trunk `(0)`. */
const MAX_DIGITS = 17;
/** Most groups in one number: `+33 1 42 68 53 00`, or one digit each. */
const MAX_GROUPS = 12;

/** A number that may be a phone number: its digits, and the groups of the run it is made of. */
interface Attempt {
  readonly first: number;
  readonly last: number;
  readonly digits: string;
  /** Digits in each group. */
  readonly sizes: readonly number[];
  /** The separators between its groups, each gap as it is, joined by `|`. */
  readonly gaps: string;
  readonly isParenthesised: boolean;
}

/** What an attempt turned out to be. */
interface Verdict {
  readonly context: ContextRule | undefined;
}

/** Telephone numbers: international, North American, and national ones near a word that says so. */
export const phone: Detector = {
  type: "PHONE",
  name: "phone",
  kind: "pii",
  source: "ITU-T E.164, E.123; North American Numbering Plan",
  gates: { digits: "run" },
  find({ view, run }: Hit, emit: Emit): number {
    for (let first = 0; first < run.count; first++) {
      const last = phoneFrom(view, run, first, emit);
      if (last >= first) first = last;
    }
    return run.end;
  },
};

/** Emits the phone number that begins with group `first`; returns its last group, or -1. */
function phoneFrom(view: string, run: NumberRun, first: number, emit: Emit): number {
  const firstDigit = run.startOf(first);
  const start = openingOf(view, firstDigit);
  if (!isClearBefore(view, start, firstDigit)) return -1;
  const isInternational = view.slice(start, firstDigit).includes("+");
  let best: Attempt | undefined;
  let bestVerdict: Verdict | undefined;
  let digits = "";
  let gaps = "";
  const sizes: number[] = [];
  for (let last = first; last < run.count && last - first < MAX_GROUPS; last++) {
    if (last > first) {
      const gap = view.slice(run.endOf(last - 1), run.startOf(last));
      if (!isPhoneGap(gap)) break;
      gaps += `${gap}|`;
    }
    digits += view.slice(run.startOf(last), run.endOf(last));
    sizes.push(run.sizeOf(last));
    if (digits.length > MAX_DIGITS) break;
    if (digits.length < 6 || !isClearAfter(view, run, last)) continue;
    const isParenthesised = view.charCodeAt(firstDigit - 1) === 40 && gaps.startsWith(")");
    const attempt = { first, last, digits, sizes: [...sizes], gaps, isParenthesised };
    const verdict = isInternational ? international(digits) : judge(attempt);
    // The longest number counts, unless it needs more help than a shorter one.
    if (verdict !== undefined && !(bestVerdict?.context === undefined && best && verdict.context)) {
      best = attempt;
      bestVerdict = verdict;
    }
  }
  if (best === undefined || bestVerdict === undefined) return -1;
  const end = extensionEnd(view, run.endOf(best.last));
  emit(start, end, bestVerdict.context === undefined ? SHAPED : CONTEXTUAL, bestVerdict.context);
  return best.last;
}

/** Takes `+`, `(`, `+(` and `(+` in front of the first digit along. */
function openingOf(view: string, firstDigit: number): number {
  let start = firstDigit;
  while (firstDigit - start < 2 && "(+".includes(view.charAt(start - 1) || " ")) start--;
  if (view.charAt(firstDigit - 1) === " " && view.charAt(firstDigit - 2) === "+")
    return firstDigit - 2;
  return start;
}

function isClearBefore(view: string, start: number, firstDigit: number): boolean {
  const before = view.charAt(start - 1);
  if (start < firstDigit) return !isAlnumAt(view, start - 1) || view.charAt(start) === "(";
  if (isWordAt(view, start - 1) || before === "$" || before === "#" || before === "%") return false;
  // The rest of a decimal, a version, an identifier or an amount.
  return !((before === "." || before === "-" || before === ",") && isAlnumAt(view, start - 2));
}

/** What follows must not make it part of something longer; an extension (`x123`) may follow. */
function isClearAfter(view: string, run: NumberRun, last: number): boolean {
  const end = run.endOf(last);
  if (isLetterAt(view, end)) return /^(?:x|ext)\.?\d/i.test(view.slice(end, end + 6));
  const after = view.charAt(end);
  if (after === "%" || after === "_" || after === "@") return false;
  if (after === ":" && isDigitAt(view, end + 1)) return false;
  return (
    !((after === "-" || after === "." || after === "/") && isAlnumAt(view, end + 1)) ||
    /^-(?:office|fax|mobile|cell|home|work)/i.test(view.slice(end, end + 7)) ||
    isDigitAt(view, end + 1)
  );
}

const PHONE_GAPS = new Set([
  " ",
  "-",
  ".",
  "/",
  "(",
  ")",
  "  ",
  " (",
  ") ",
  ")-",
  "-(",
  " - ",
  "- ",
  " -",
  ") (",
  ")(",
  " .",
  "\t",
  "). ",
  ").",
  "_",
]);

function isPhoneGap(gap: string): boolean {
  return PHONE_GAPS.has(gap);
}

/** After `+` or `00`: a code that is assigned, and as many digits as its plan has. */
function international(digits: string): Verdict | undefined {
  const plan = planOf(digits);
  if (plan === undefined) return undefined;
  let national = digits.slice(plan.code.length);
  // Written with the trunk zero as well: +44 (0) 20 ...
  if (national.startsWith("0") && plan.code !== "39") national = national.slice(1);
  const isLong = national.length >= plan.fewest && national.length <= plan.most;
  return isLong && digits.length >= 7 ? { context: undefined } : undefined;
}

/** A number without `+`. */
function judge(attempt: Attempt): Verdict | undefined {
  const { digits, sizes, gaps } = attempt;
  if (isDate(attempt) || /^(\d)\1+$/.test(digits)) return undefined;
  if (digits.startsWith("00") && digits.length >= 10) {
    const isAbroad = international(digits.slice(2)) !== undefined;
    if (isAbroad) return { context: sizes.length > 1 ? undefined : phoneNearbyOrAlone };
  }
  if (isNorthAmerican(attempt)) {
    const isPlain = gaps === "" || / \|/.test(gaps.replace(/\) \|/, ""));
    if (!isPlain && isAssignedArea(digits)) return { context: undefined };
    return { context: phoneNearbyOrAlone };
  }
  if (digits.length < 6 || digits.length > 13) return undefined;
  if (attempt.isParenthesised) return { context: digits.length >= 8 ? phoneNearby : phoneInvited };
  if (digits.startsWith("0") && digits.length >= 9) return { context: phoneNearbyOrAlone };
  if (digits.length >= 10 && digits.length <= 11) {
    return { context: digits.length === 10 && digits > "2" ? phoneNearbyOrAlone : phoneNearby };
  }
  return { context: digits.length >= 9 && sizes.length > 1 ? phoneNearby : phoneInvited };
}

/** 3-3-4, with or without a leading 1. */
function isNorthAmerican({ digits, sizes }: Attempt): boolean {
  const shape = sizes.join("-");
  if (shape === "3-3-4" || shape === "3-7") return true;
  if (shape === "1-3-3-4" || shape === "1-10" || shape === "11") return digits.startsWith("1");
  return shape === "10" && /^[2-9]\d\d[2-9]/.test(digits);
}

/** Area codes and exchanges begin with 2 to 9 (NANPA). */
function isAssignedArea(digits: string): boolean {
  return /^1?[2-9]\d\d[2-9]\d{6}$/.test(digits);
}

/** `2024-03-15`, `15.03.2024`, `12/31/99`, and dates followed by something. */
function isDate({ sizes, digits, gaps }: Attempt): boolean {
  if (sizes.length < 3 || !/^([-./])\|\1\|/.test(gaps)) return false;
  const [a = 0, b = 0, c = 0] = sizes;
  if (a === 4 && b <= 2 && c <= 2) return /^(?:19|20)\d\d/.test(digits);
  if (a > 2 || b > 2 || (c !== 2 && c !== 4) || sizes.length > 3) return false;
  const first = Number(digits.slice(0, a));
  const second = Number(digits.slice(a, a + b));
  return first >= 1 && second >= 1 && first <= 31 && second <= 31 && (first <= 12 || second <= 12);
}

/** Takes an extension along: `x123`, `ext. 123`, `#123`. */
function extensionEnd(view: string, end: number): number {
  const match = /^ ?(?:x|ext\.?|extension|#)[ :]?\d{1,6}(?![A-Za-z0-9])/i.exec(
    view.slice(end, end + 20),
  );
  return match === null ? end : end + match[0].length;
}
