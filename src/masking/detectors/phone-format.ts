import { isUniform } from "../checks/checksums.ts";
import type { ContextRule } from "../context.ts";
import { codeAt } from "../text/chars.ts";
import type { NumberRun } from "../text/number-run.ts";
import { phoneInvited, phoneNearby, phoneNearbyOrAlone } from "./phone-context.ts";
import { planOf } from "./phone-countries.ts";

/** How sure the format alone makes it: certain, or only with words around it that pass. */
export type Verdict = "certain" | ContextRule | undefined;

/** Groups of a run that may make up a phone number. */
export interface Grouping {
  readonly view: string;
  readonly run: NumberRun;
  readonly first: number;
  readonly last: number;
  /** The digits of all groups together. */
  readonly digits: string;
}

/** After `+` or `00`: a code that is assigned, and as many digits as its plan has. */
export function judgeInternational(digits: string): Verdict {
  const plan = planOf(digits);
  if (plan === undefined || digits.length < 7) return undefined;
  const size = digits.length - plan.code.length;
  // Written with the trunk zero as well: +44 (0) 20 ...
  const hasTrunk = digits.charAt(plan.code.length) === "0";
  const fits = (length: number): boolean => length >= plan.fewest && length <= plan.most;
  return fits(size) || (hasTrunk && fits(size - 1)) ? "certain" : undefined;
}

/** A number without `+`. */
export function judgeNational(grouping: Grouping): Verdict {
  const { digits, run, first, last } = grouping;
  const size = digits.length;
  const isBare = first === last;
  // 0.0436 is a decimal, and 0063 0043 a row of code points.
  const isPrefixed =
    run.sizeOf(first) > 1 && digits.slice(run.sizeOf(first), run.sizeOf(first) + 2) !== "00";
  if (
    isPrefixed &&
    digits.startsWith("00") &&
    size >= 10 &&
    judgeInternational(digits.slice(2)) === "certain"
  ) {
    return isBare ? phoneNearbyOrAlone : "certain";
  }
  if (isNorthAmerican(grouping)) {
    // 129.8751055 would be an area that begins with 1.
    const plain = size === 11 ? digits.slice(1) : digits;
    const isCertain = isPunctuated(grouping) && /^[2-9]\d\d[2-9]/.test(plain);
    return isCertain ? "certain" : phoneNearbyOrAlone;
  }
  // Longer than any national number; without separators rather a time or an identifier.
  if (size > 13 || (isBare && size > 12) || isUniform(digits)) return undefined;
  if (isParenthesised(grouping)) return size >= 8 ? phoneNearby : phoneInvited;
  if (digits.startsWith("0") && size >= 9) return phoneNearbyOrAlone;
  if (size === 10) return digits >= "2" ? phoneNearbyOrAlone : phoneNearby;
  return size === 11 || (size >= 9 && !isBare) ? phoneNearby : phoneInvited;
}

/** 3-3-4, 3-7 or 10, with or without a leading 1. */
function isNorthAmerican({ run, first, last, digits }: Grouping): boolean {
  if (digits.length !== 10 && digits.length !== 11) return false;
  if (digits.length === 11 && !digits.startsWith("1")) return false;
  const hasCode = digits.length === 11;
  // The groups after a country code of its own.
  const area = hasCode && run.sizeOf(first) === 1 ? first + 1 : first;
  if (area === last) return /^1?[2-9]\d\d[2-9]/.test(digits);
  const hasArea = run.sizeOf(area) === 3 || (run.sizeOf(area) === 4 && hasCode);
  return hasArea && (last === area + 1 || (last === area + 2 && run.sizeOf(area + 1) === 3));
}

/** Dashes, dots or brackets between the groups, not just spaces. */
function isPunctuated(grouping: Grouping): boolean {
  const { view, run, first, last } = grouping;
  if (isParenthesised(grouping)) return true;
  for (let group = first; group < last; group++) {
    const gap = view.slice(run.endOf(group), run.startOf(group + 1));
    if (gap.trim() === "" || (gap.includes("/") && group > first)) return false;
  }
  return last > first;
}

function isParenthesised({ view, run, first, last }: Grouping): boolean {
  const opens = codeAt(view, run.startOf(first) - 1) === 40;
  return opens && last > first && codeAt(view, run.endOf(first)) === 41;
}

/** `2024-03-15`, `15.03.2024`, `12/31/99`: three groups from `first` on that are a date. */
export function isDateAt(view: string, run: NumberRun, first: number): boolean {
  const [a, b, c] = [run.sizeOf(first), run.sizeOf(first + 1), run.sizeOf(first + 2)];
  if (b > 2 || b === 0 || c === 0 || (a > 2 && a !== 4) || (a === 4 ? c > 2 : c !== 2 && c !== 4)) {
    return false;
  }
  const separator = codeAt(view, run.endOf(first));
  // A dash, a dot or a slash, twice the same, and nothing else between the groups.
  if (separator < 45 || separator > 47) return false;
  if (run.startOf(first + 1) - run.endOf(first) !== 1) return false;
  if (run.startOf(first + 2) - run.endOf(first + 1) !== 1) return false;
  if (codeAt(view, run.endOf(first + 1)) !== separator) return false;
  const start = view.slice(run.startOf(first), run.endOf(first));
  if (a === 4) return /^(?:19|20)/.test(start);
  // Two digits each, and more of the same behind them: not a date but a number in pairs.
  const goesOn = codeAt(view, run.endOf(first + 2)) === separator && run.sizeOf(first + 3) > 0;
  if (c === 2 && goesOn) return false;
  const day = Number(start);
  const month = Number(view.slice(run.startOf(first + 1), run.endOf(first + 1)));
  return day >= 1 && month >= 1 && day <= 31 && month <= 31 && Math.min(day, month) <= 12;
}
