import { isRepeated } from "../../checks/checksums.ts";
import type { ContextRule } from "../../scan/context.ts";
import type { Hit } from "../../scan/detector.ts";
import { codeAt, isWordAt } from "../../text/chars.ts";
import { type NumberRun, numberOf, separatorBits } from "../../text/number-run.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import {
  phoneInPairs,
  phoneInvited,
  phoneInvitedOrListed,
  phoneLabelled,
  phoneNearby,
  phoneNearbyOrAlone,
  phoneOfPerson,
  phoneOfPersonOrLetter,
} from "./phone-context.ts";
import { endsCode, fitsAnyPlan, fitsPlan } from "./phone-countries.ts";
import { isInPairs } from "./phone-pairs.ts";
import { isOfAnotherKind, isRange, isWithDecimals, mayBeOfTable } from "./program-numbers.ts";

/** How certain the format alone is: certain, or only in a context that passes. */
export type Verdict = "certain" | ContextRule | undefined;

const SPACES = separatorBits(" \t\n\r");
const SLASHES = separatorBits("/");
const DOTS = separatorBits(".");
const DASHES = separatorBits("-");
/** A dash, a dot or a slash, which separate the groups of a date. */
const IN_DATE = separatorBits("-./");

/** Judges a number after `+` or `00`. */
export function judgeInternational(run: NumberRun, first: number, last: number): Verdict {
  const from = run.offsets[first] as number;
  const size = run.digitsIn(first, last);
  // +0049 30 901820. Decimals and coordinates also have zeros after their sign.
  const hasZeros = run.values[from] === 0 && run.values[from + 1] === 0 && isWithoutDots(run, size);
  const zeros = hasZeros ? 2 : 0;
  const isOfDigits = run.lengths[first] === 1 && run.lengths[last] === 1;
  if (!isOfDigits && isSigned(run, first, last)) return undefined;
  if (fitsPlan(run.values, from + zeros, size - zeros)) return "certain";
  return fitsAnyPlan(run.values, from + zeros, size - zeros) ? phoneNearbyOrAlone : undefined;
}

function isWithoutDots({ separators }: NumberRun, size: number): boolean {
  return size > 10 && (separators & DOTS) === 0;
}

/** A signed number or coordinate: +2.001, +35236450.6, +4734-05243. */
function isSigned(run: NumberRun, first: number, last: number): boolean {
  const { values, offsets, lengths, gaps } = run;
  const size = lengths[first] as number;
  const from = offsets[first] as number;
  // North American area codes begin with 2 or more: +10011010010 is binary.
  if (first === last) return values[from] === 1 && (values[from + 1] as number) < 2;
  if (!endsCode(values, from, size) || isDecimal(run, last)) return true;
  // ISO 6709: degrees, minutes and seconds; a longitude has one digit more.
  const isPlace = last === first + 1 && (size === 4 || size === 6) && lengths[last] === size + 1;
  return isPlace && gaps[last] === DASHES && (values[offsets[last] as number] as number) < 2;
}

/** One digit after a dot, at the end. */
function isDecimal({ lengths, gaps }: NumberRun, last: number): boolean {
  return lengths[last] === 1 && gaps[last] === DOTS;
}

/** Judges a number without `+`, from group `first` to `last`. */
export function judgeNational(hit: Hit, first: number, last: number): Verdict {
  const { values, offsets } = hit.run;
  const from = offsets[first] as number;
  const size = hit.run.digitsIn(first, last);
  const isBare = first === last;
  const leading = values[from] as number;
  if (isOfAnotherKind(hit, first, last)) return undefined;
  if (mayBeOfTable(hit.run, first, last)) return phoneLabelled;
  if (leading === 0 && beginsDecimal(hit.run, first, last)) return undefined;
  if (leading === 0 && values[from + 1] === 0 && size >= 10) {
    // 0.0436 is a decimal, and 0063 0043 a row of code points.
    if (isPrefixed(hit.run, first, last) && fitsPlan(values, from + 2, size - 2)) {
      return isBare || isOfDecimals(hit.run, first, last) ? phoneNearbyOrAlone : "certain";
    }
  }
  if (isDialledFromAmerica(hit.run, first, last)) return phoneNearbyOrAlone;
  if (isNorthAmerican(hit.run, first, last)) {
    // 129.8751055 would have an area code that begins with 1.
    const area = size === 11 ? from + 1 : from;
    const isCertain =
      beginsNorthAmerican(values, area) &&
      isPunctuated(hit, first, last) &&
      // 176-12345675 is an air waybill: no group ends within the code and the area.
      !(size === 11 && hit.run.lengths[first] === 3) &&
      !isSplitByDot(hit.run, first, last) &&
      !isRange(hit, first, last) &&
      !isParagraph(hit.run, first, last);
    return isCertain ? "certain" : phoneNearbyOrAlone;
  }
  // Longer than any national number; without separators, rather a timestamp or an identifier.
  if (size > 13 || isRepeated(values, from, size)) return undefined;
  // 5511987654321, as in messengers.
  if (isBare && size > 12) return fitsPlan(values, from, size) ? phoneInvited : undefined;
  if (!isBare && (isDecimal(hit.run, last) || isDottedQuad(hit, first, last))) return undefined;
  if (isFromDecimal(hit.run, first, last)) return undefined;
  if (leading > 0 && isSplitByDot(hit.run, first, last)) {
    return size > 6 && !isWithDecimals(hit, first, last) ? phoneInvited : undefined;
  }
  if (!isBare && isParenthesised(hit, first)) {
    if (isAreaInBrackets(hit, first, last)) return "certain";
    // (2019) 415-420 is a year and pages.
    const mayBeArea = leading === 0 || (hit.run.lengths[first] as number) < 4;
    if (size >= 10 && mayBeArea) return phoneNearbyOrAlone;
    return size >= 8 ? phoneNearby : phoneInvited;
  }
  if (isRussian(hit, first, last)) return "certain";
  if (leading === 0 && size >= 9) {
    if (isBare) return phoneNearbyOrAlone;
    if (isInPairs(hit.run, first, last)) return phoneInPairs;
    const hasAreaCode = (hit.run.lengths[first] as number) > 1 && values[from + 1] !== 0;
    return hasAreaCode ? phoneOfPersonOrLetter : phoneOfPerson;
  }
  if (size === 10) return leading >= 2 ? phoneNearbyOrAlone : phoneNearby;
  if (size === 11 || (size >= 9 && !isBare)) return phoneNearby;
  return size >= 8 ? phoneInvitedOrListed : phoneInvited;
}

/**
 * Whether two zeros can be the prefix of international numbers. They cannot if the second group
 * begins with two zeros as well, if all groups are of two digits, as bytes are, or if they are
 * groups of four with a leading zero, as code points are.
 */
function isPrefixed({ values, offsets, lengths }: NumberRun, first: number, last: number): boolean {
  const size = lengths[first] as number;
  let zeros = 0;
  let same = true;
  for (let group = first + 1; group <= last; group++) {
    const from = offsets[group] as number;
    if (values[from] === 0) zeros++;
    if (values[from] === 0 && values[from + 1] === 0 && group === first + 1) return false;
    if (lengths[group] !== size) same = false;
  }
  if (first < last && same && (size === 2 || (size === 4 && zeros > 0))) return false;
  return size === 2 || (size > 2 && endsCode(values, (offsets[first] as number) + 2, size - 2));
}

/** `011 44 20 7946 0958`: the international prefix of North America, in groups. */
function isDialledFromAmerica(run: NumberRun, first: number, last: number): boolean {
  const { values, offsets, lengths } = run;
  const from = offsets[first] as number;
  if (last === first || lengths[first] !== 3) return false;
  if (values[from] !== 0 || values[from + 1] !== 1 || values[from + 2] !== 1) return false;
  const size = run.digitsIn(first, last);
  return size > 11 && fitsPlan(values, from + 3, size - 3);
}

/** `0.761234  10`: one zero and a dot before more digits than an area code has. */
function beginsDecimal({ lengths, gaps }: NumberRun, first: number, last: number): boolean {
  if (first === last || lengths[first] !== 1) return false;
  return gaps[first + 1] === DOTS && (lengths[first + 1] as number) > 5;
}

/** Two groups with a dot between them, as a number and its decimals. */
function isSplitByDot({ gaps }: NumberRun, first: number, last: number): boolean {
  return last === first + 1 && gaps[last] === DOTS;
}

/** `0016 9.932 5.055 5`: spaces or dashes between parts with dots. */
function isOfDecimals({ gaps }: NumberRun, first: number, last: number): boolean {
  let others = 0;
  let isBehindDot = false;
  for (let group = first + 1; group <= last; group++) {
    if (gaps[group] !== DOTS) others++;
    else if (group < last && gaps[group + 1] !== DOTS) isBehindDot = true;
  }
  return isBehindDot && others > 1;
}

/** `252.227-7013`: paragraphs of contracts. */
function isParagraph({ gaps }: NumberRun, first: number, last: number): boolean {
  return gaps[first + 1] === DOTS && gaps[last] === DASHES;
}

/** `10.42.1.2`, `10.40.40.40`, but not `33.12.34.56` or `532.123.45.67`: no number in pairs begins with 1. */
function isDottedQuad({ text, run }: Hit, first: number, last: number): boolean {
  if (last !== first + 3) return false;
  let isPairs = (run.values[run.offsets[first] as number] as number) > 1;
  for (let group = first; group <= last; group++) {
    const size = run.lengths[group] as number;
    if (group > first && run.gaps[group] !== DOTS) return false;
    if (size > 3 || (size === 3 && (run.values[run.offsets[group] as number] as number) > 2)) {
      return false;
    }
    if (size !== 2) isPairs = false;
  }
  // After the command, it is an address all the same.
  const start = run.starts[first] as number;
  return !isPairs || /^ping $/i.test(text.before(start, 5));
}

/** `7.35-7.45`: from one number with decimals to another, of too few digits for a telephone. */
function isFromDecimal(run: NumberRun, first: number, last: number): boolean {
  const { gaps, lengths } = run;
  if (last !== first + 3 || lengths[first + 1] !== lengths[last]) return false;
  if (run.digitsIn(first, last) > 7) return false;
  return gaps[first + 1] === DOTS && gaps[first + 2] === DASHES && gaps[last] === DOTS;
}

/** Groups of 3-3-4, 3-7 or 10 digits, with or without a leading 1. */
function isNorthAmerican(run: NumberRun, first: number, last: number): boolean {
  const { values, offsets, lengths } = run;
  const from = offsets[first] as number;
  const size = run.digitsIn(first, last);
  const hasCode = size === 11;
  if (hasCode ? values[from] !== 1 : size !== 10) return false;
  // The groups after a separate country code.
  const area = hasCode && lengths[first] === 1 ? first + 1 : first;
  if (area === last) return beginsNorthAmerican(values, values[from] === 1 ? from + 1 : from);
  const hasArea = lengths[area] === 3 || (lengths[area] === 4 && hasCode && area === first);
  return hasArea && (last === area + 1 || (last === area + 2 && lengths[area + 1] === 3));
}

/** An area code and an exchange: neither begins with 0 or 1. */
function beginsNorthAmerican(digits: Uint8Array, from: number): boolean {
  return (digits[from] as number) >= 2 && (digits[from + 3] as number) >= 2;
}

/** Dashes, dots or brackets between the groups, not only spaces. */
function isPunctuated(hit: Hit, first: number, last: number): boolean {
  if (first === last || isParenthesised(hit, first)) return first < last;
  const { gaps } = hit.run;
  for (let group = first + 1; group <= last; group++) {
    const gap = gaps[group] as number;
    if ((gap & ~SPACES) === 0 || ((gap & SLASHES) !== 0 && group > first + 1)) return false;
  }
  return true;
}

function isParenthesised({ text, run }: Hit, first: number): boolean {
  return (
    codeAt(text, run.ends[first] as number) === 41 &&
    codeAt(text, (run.starts[first] as number) - 1) === 40
  );
}

/** `(11) 98765-4321` of Brazil: an area code without zeros, and nine digits that begin with 9. */
function isAreaInBrackets({ text, run }: Hit, first: number, last: number): boolean {
  const { values, offsets, lengths, starts } = run;
  const from = offsets[first] as number;
  if (last !== first + 2 || values[from] === 0 || values[from + 1] === 0) return false;
  if (isWordAt(text, (starts[first] as number) - 2) || values[from + 2] !== 9) return false;
  return lengths[first] === 2 && lengths[first + 1] === 5 && lengths[last] === 4;
}

/**
 * `8 (916) 123-45-67`, `8-916-123-45-67`: the trunk code, an area code, and seven digits with two
 * dashes.
 */
function isRussian(hit: Hit, first: number, last: number): boolean {
  const { lengths, values, offsets, gaps } = hit.run;
  const code = values[offsets[first] as number] as number;
  if (last !== first + 4 || (code !== 8 && code !== 7)) return false;
  if (lengths[first] !== 1 || lengths[first + 1] !== 3 || lengths[first + 2] !== 3) return false;
  if (lengths[first + 3] !== 2 || lengths[last] !== 2) return false;
  const isDashed = gaps[first + 3] === DASHES && gaps[last] === DASHES;
  // Area codes begin with 3, 4, 8 or 9.
  return isDashed && [3, 4, 8, 9].includes(values[(offsets[first] as number) + 1] as number);
}

/** `2024-03-15`, `15.03.2024`, `12/31/99`: whether three groups from `first` on are a date. */
export function isDateAt(text: ScannedText, run: NumberRun, first: number): boolean {
  const { lengths, gaps, values, offsets, ends, starts } = run;
  const a = lengths[first] as number;
  const b = lengths[first + 1] as number;
  const c = lengths[first + 2] as number;
  if (b > 2 || b === 0 || c === 0 || (a > 2 && a !== 4) || (a === 4 ? c > 2 : c !== 2 && c !== 4)) {
    return false;
  }
  // The same dash, dot or slash twice, and nothing else between the groups.
  const gap = gaps[first + 1] as number;
  if ((gap & IN_DATE) === 0 || gap !== gaps[first + 2]) return false;
  if ((starts[first + 1] as number) - (ends[first] as number) !== 1) return false;
  if ((starts[first + 2] as number) - (ends[first + 1] as number) !== 1) return false;
  const from = offsets[first] as number;
  if (a === 4) return [19, 20].includes(numberOf(values, from, 2));
  // Two digits each, followed by more of the same: not a date but a number in pairs.
  const separator = codeAt(text, ends[first] as number);
  const goesOn = lengths[first + 3] !== 0 && codeAt(text, ends[first + 2] as number) === separator;
  if (c === 2 && goesOn) return false;
  const day = numberOf(values, from, a);
  const month = numberOf(values, offsets[first + 1] as number, b);
  return day >= 1 && month >= 1 && day <= 31 && month <= 31 && Math.min(day, month) <= 12;
}
