import { isRepeated } from "../../checks/checksums.ts";
import type { Detector, Emit, Hit } from "../../scan/detector.ts";
import { codeAt } from "../../text/chars.ts";
import { type NumberRun, separatorBits } from "../../text/number-run.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { phoneInvited } from "./phone-context.ts";
import { isOfDump } from "./phone-dump.ts";
import {
  emitWithin,
  endsInBracket,
  extensionEnd,
  isClearAfter,
  isClearBefore,
  isSpelledOut,
  isSum,
  openingOf,
} from "./phone-edges.ts";
import { isDateAt, judgeInternational, judgeNational, type Verdict } from "./phone-format.ts";

const MIN_DIGITS = 6;
/** The shortest number after two zeros and its country code, with both. */
const MIN_WITH_CODE = 10;
/** E.164: at most 15 digits; two more for a trunk `(0)`. */
const MAX_DIGITS = 17;
/** Most digits in one group: an international number without separators. */
const MAX_GROUP = 15;
const GROUPS = Array.from({ length: MAX_GROUP }, (_, index) => index + 1);
/** Most digits of an international number without its plus: Brazil, China and Germany. */
const MAX_BARE = 13;
/** Most digits of a country code, a trunk `(0)` and an area code. */
const MAX_AREA = 7;
/** Fewest digits that an extension makes certain: an area code and a local number. */
const FEWEST_EXTENDED = 9;
/** Most groups in one number: `+33 1 42 68 53 00`, or one digit each. */
const MAX_GROUPS = 12;

const SPACE = 32;
const OPENING = 40;
const PLUS = 43;
const DASH = 45;

/**
 * Telephone numbers: international, North American, and national ones near a word for a telephone.
 */
export const phone: Detector = {
  type: "PHONE",
  name: "phone",
  kind: "pii",
  source: "ITU-T E.164, E.123; North American Numbering Plan",
  check: "country codes and lengths of the numbering plans; 8 to 15 digits",
  context:
    "bare national digits only near words such as tel, call, mobile; not dates, amounts, identifiers",
  gates: { digits: "run", least: MIN_DIGITS, sizes: GROUPS },
  find(hit: Hit, emit: Emit): number {
    const { text, run } = hit;
    const { count, lengths } = run;
    // A timestamp in milliseconds, or an identifier: too long for a number without its plus.
    if (count === 1 && run.digits > 12 && !mayBeInternational(text, run)) return run.end;
    let left = run.digits;
    for (let first = 0; first < count && left >= MIN_DIGITS; first++) {
      // A single group with more digits is a timestamp or an identifier.
      const last = (lengths[first] as number) > MAX_GROUP ? first : phoneFrom(hit, first, emit);
      for (; first < last; first++) left -= lengths[first] as number;
      left -= lengths[first] as number;
    }
    return run.end;
  },
};

function mayBeInternational(text: ScannedText, { starts, values, digits }: NumberRun): boolean {
  // `wa.me/5511987654321`; most others with as many digits are milliseconds, and begin with 1.
  if (digits === MAX_BARE && values[0] !== 1) return true;
  const before = codeAt(text, (starts[0] as number) - 1);
  // A plus or a bracket, possibly with a space after it, or two zeros.
  return before === PLUS || before === OPENING || before === SPACE || values[0] === 0;
}

/**
 * Emits the phone number that begins with group `first`. Returns the last group that was handled.
 */
function phoneFrom(hit: Hit, first: number, emit: Emit): number {
  const { text, run } = hit;
  const { starts, ends, lengths } = run;
  const firstDigit = starts[first] as number;
  const start = openingOf(text, firstDigit);
  if (!isClearBefore(text, start, firstDigit) || isOfDump(text, run, first)) return first;
  const isInternational =
    start < firstDigit && (codeAt(text, start) === PLUS || codeAt(text, firstDigit - 1) === PLUS);
  if (isInternational && isSum(text, start)) return first;
  if (!isInternational && isDateAt(text, run, first)) return first + 2;
  // A page or a chapter before a date.
  if (!isInternational && (lengths[first] as number) < 3 && isDateAt(text, run, first + 1)) {
    return first + 3;
  }
  if (lengths[first] === 1 && lengths[first + 1] === 1) {
    const last = spacedDigitsEnd(text, run, first);
    if (last > first) return spacedPhone(hit, { first, last, start, isInternational }, emit);
  }
  if (isDictated(run, first)) {
    const end = ends[first + 2] as number;
    if (isClearAfter(text, start, end)) emitWithin({ text, start, end }, emit, phoneInvited);
    return first + 2;
  }
  let found = -1;
  let foundVerdict: Verdict;
  const limit = Math.min(run.count, first + MAX_GROUPS);
  for (let last = first; last < limit; last++) {
    if (last > first && !isPhoneGap(text, run, last)) {
      if (!isInternational || !endsArea(text, run, { first, last })) break;
    }
    if (last > first && beginsWithZeros(run, first) && beginsAgain(run, first, last)) break;
    const size = run.digitsIn(first, last);
    if (size > MAX_DIGITS) break;
    if (size < MIN_DIGITS || !isClearAfter(text, start, ends[last] as number)) continue;
    if (first === last && size > MAX_BARE && !isInternational && !beginsWithZeros(run, first)) {
      continue;
    }
    const verdict = isInternational
      ? judgeInternational(run, first, last)
      : judgeNational(hit, first, last);
    // The longest number wins, unless it needs more context than a shorter one.
    if (verdict === undefined || (foundVerdict === "certain" && verdict !== "certain")) continue;
    if (last > first && endsInBracket(text, firstDigit, ends[last] as number)) continue;
    found = last;
    foundVerdict = verdict;
  }
  if (foundVerdict === undefined) return first;
  if (foundVerdict !== "certain" && !isInternational && isBehindNumber(hit, first, found)) {
    return first;
  }
  const end = extensionEnd(text, ends[found] as number);
  const number = { text, start, end };
  if (foundVerdict === "certain" && !isInternational && goesOn(text, run, found)) {
    emitWithin(number, emit, phoneInvited);
    return found;
  }
  const isExtended = isSpelledOut(text, ends[found] as number, end);
  if (foundVerdict === "certain") emitWithin(number, emit);
  else if (isExtended && run.digitsIn(first, found) >= FEWEST_EXTENDED) emitWithin(number, emit);
  else emitWithin(number, emit, foundVerdict);
  return found;
}

/**
 * `10:11:12 (415) 555-0132`, `TX 78701 (512) 555-0173`, `2. 213-555-0100`: what precedes a number
 * that is certain is not part of it.
 */
function isBehindNumber(hit: Hit, first: number, found: number): boolean {
  const { text, run } = hit;
  const last = Math.max(found, americanEnd(run, first + 1));
  if (last < first + 3 || ((run.gaps[first + 1] as number) & SPACES) === 0) return false;
  for (let group = found + 1; group <= last; group++) {
    if (!isPhoneGap(text, run, group)) return false;
  }
  // 3704 0044 0532: in a row of groups, two zeros are not a prefix.
  if (run.values[run.offsets[first + 1] as number] === 0) return false;
  const firstDigit = run.starts[first + 1] as number;
  const start = openingOf(text, firstDigit);
  return (
    isClearBefore(text, start, firstDigit) &&
    isClearAfter(text, start, run.ends[last] as number) &&
    judgeNational(hit, first + 1, last) === "certain"
  );
}

/**
 * The last group of an American number that begins with group `first`, judged by group sizes; -1 if
 * it is none.
 */
function americanEnd({ lengths }: NumberRun, first: number): number {
  const area = lengths[first] === 1 ? first + 1 : first;
  const isAmerican = lengths[area] === 3 && lengths[area + 1] === 3 && lengths[area + 2] === 4;
  return isAmerican ? area + 2 : -1;
}

/** `302-5550147-6688213`: one more dash, and more digits after it than an extension has. */
function goesOn(text: ScannedText, { starts, ends, lengths }: NumberRun, last: number): boolean {
  const end = ends[last] as number;
  return (
    (lengths[last + 1] ?? 0) > 5 &&
    codeAt(text, end) === DASH &&
    (starts[last + 1] as number) === end + 1
  );
}

function beginsWithZeros({ values, offsets }: NumberRun, first: number): boolean {
  const from = offsets[first] as number;
  return values[from] === 0 && values[from + 1] === 0;
}

/**
 * `0049 30 901820 - 0049 30 901821`: a country code that comes again begins another number, unless
 * too little follows.
 */
function beginsAgain(run: NumberRun, first: number, other: number): boolean {
  const { values, offsets, lengths } = run;
  const [at, there] = [offsets[first] as number, offsets[other] as number];
  const size = lengths[first] as number;
  if (lengths[other] !== size || run.digitsIn(other, run.count - 1) < MIN_WITH_CODE) return false;
  for (let digit = 0; digit < size; digit++) {
    if (values[at + digit] !== values[there + digit]) return false;
  }
  return true;
}

/** The last of the single digits that begin with group `first`; `first` if they are too few. */
function spacedDigitsEnd(text: ScannedText, run: NumberRun, first: number): number {
  let last = first;
  // 1, 2, 3 is a list; 5 5 5, 8 6 7 is not.
  let sinceComma = 1;
  while (run.lengths[last + 1] === 1) {
    const isComma = sinceComma > 2 && run.gaps[last + 1] === COMMA_AND_SPACE;
    if (!isComma && !isPhoneGap(text, run, last + 1)) break;
    sinceComma = isComma ? 1 : sinceComma + 1;
    last++;
  }
  return last - first >= 4 ? last : first;
}

/** Digits written one by one. */
interface Spaced {
  readonly first: number;
  readonly last: number;
  readonly start: number;
  readonly isInternational: boolean;
}

/** Judges digits written one by one as a whole: `0 1 7 1 2 3 4 5 6 7`. */
function spacedPhone({ text, run }: Hit, spaced: Spaced, emit: Emit): number {
  const { first, last, start, isInternational } = spaced;
  const size = last - first + 1;
  const end = run.ends[last] as number;
  if (size < MIN_DIGITS || size > MAX_DIGITS || !isClearAfter(text, start, end)) return last;
  if (isInternational && judgeInternational(run, first, last) === "certain") {
    emitWithin({ text, start, end }, emit);
  } else if (!isRepeated(run.values, run.offsets[first] as number, size)) {
    emitWithin({ text, start, end }, emit, phoneInvited);
  }
  return last;
}

/** `415, 555, 0132`: an American number as speech is transcribed. */
function isDictated({ lengths, gaps }: NumberRun, first: number): boolean {
  if (lengths[first] !== 3 || lengths[first + 1] !== 3 || lengths[first + 2] !== 4) return false;
  return gaps[first + 1] === COMMA_AND_SPACE && gaps[first + 2] === COMMA_AND_SPACE;
}

/** What may separate two groups. */
const IN_PHONE = separatorBits(" -./()_");
const SPACES = separatorBits(" ");
const COMMA_AND_SPACE = separatorBits(", ");
/** `.28-.2` are two decimals. */
const DASH_AND_DOT = separatorBits("-.");

/**
 * Whether the separator before `group` can be within a number: brackets, a dash, a dot, a slash; at
 * most two of the same; no line break.
 */
function isPhoneGap(text: ScannedText, run: NumberRun, group: number): boolean {
  const { starts, ends, lengths, gaps } = run;
  const gap = gaps[group] as number;
  if ((gap & ~IN_PHONE) !== 0) return false;
  const from = ends[group - 1] as number;
  const width = (starts[group] as number) - from;
  if (width === 1 || gap === SPACES) return width < 3;
  // `0 .0026.4192` is of a drawing.
  if (lengths[group - 1] === 1 && text.view.startsWith(" .", from)) return width > 2;
  // The same character twice does not separate groups of one number.
  if (width === 2) return codeAt(text, from) !== codeAt(text, from + 1) && gap !== DASH_AND_DOT;
  // " / " and " - " separate two numbers more often than they join one.
  const between = text.after(from, width);
  return (
    [") (", " ) ", " - ", " . "].includes(between) || (between === " / " && isAreaCode(text, from))
  );
}

/** `+49 (0) 30 / 90 18 20`: what precedes the slash is too short for a number. */
function endsArea(
  text: ScannedText,
  run: NumberRun,
  { first, last }: { readonly first: number; readonly last: number },
): boolean {
  const between = text.slice(run.ends[last - 1] as number, run.starts[last] as number);
  return between === " / " && run.digitsIn(first, last - 1) <= MAX_AREA;
}

/** An area code, in groups or not, and not behind another number: `0711`, `0 62 21`. */
const AREA_CODE = /(?<!\d ?[-./ ].|\d)0(?=(?: ?\d){0,4}$)\d{0,4}(?: \d{2,3}){0,2}$/;
const LONGEST_AREA = 12;

/** `0711 / 12 34 56`, `Tel. 0 62 21 / 12 34 56`: an area code, not the end of another number. */
function isAreaCode(text: ScannedText, end: number): boolean {
  return AREA_CODE.test(text.before(end, LONGEST_AREA));
}
