import { isLuhn, isRepeated } from "../../checks/checksums.ts";
import { compiled } from "../../pattern/compiled.ts";
import type { ContextRule } from "../../scan/context.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit, VALIDATED } from "../../scan/detector.ts";
import { codeAt } from "../../text/chars.ts";
import { type NumberRun, numberOf, separatorBits } from "../../text/number-run.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { isClearAfter, isClearBefore, isOfDrawing, MIN_DIGITS } from "./card-edges.ts";
import { PREFIX_DIGITS, rangeOf } from "./card-issuers.ts";
import { isAmongHex, isScale } from "./other-numbers.ts";

const MAX_DIGITS = 19;

const DOT = 46;
const DOTS = separatorBits(".");
/** `.28-.2` are two decimals. */
const DASH_AND_DOT = separatorBits("-.");
const LINE_BREAKS = separatorBits("\n");
const SLASHES = separatorBits("/");
/** Separators between the groups of a card. */
const IN_CARD = separatorBits(" -.\n\r\t_/");
/** Separators between the fields of a line. */
const FIELDS = separatorBits("\t,");
/** A comma or a colon separates the members of a list more often than the groups of a card. */
const IN_LIST = separatorBits(",:");

const CARD_WORDS = compiled(
  /card|carte|karte|tarjeta|cart[aã]o|carta di|visa|amex|american express|maestro|diners|discover|jcb|union\s?pay|rupay|\bcc\b|\bpan\b|debit|credit|kredit|卡号|信用卡|カード|карт/,
);

const nearCardWords: ContextRule = ({ before, alone }) => alone || CARD_WORDS.test(before);
const nearCardWordsOnly: ContextRule = ({ before }) => CARD_WORDS.test(before);

/** Payment card numbers, in groups or not. */
export const creditCard: Detector = {
  type: "CREDIT_CARD",
  name: "credit-card",
  kind: "pii",
  source: "ISO/IEC 7812-1; network ranges in card-issuers.ts",
  check: "Luhn, the network's ranges and lengths, not a single repeated digit",
  context: "outside known ranges only near words about cards; not timestamps, not decimals",
  gates: { digits: "run", least: 12 },
  find(hit: Hit, emit: Emit): number {
    const { text, run } = hit;
    const { count, lengths } = run;
    if (count === 1 && isTimestamp(run, 0, run.digits)) return run.end;
    // Groups before this one belong to a card that has already been found.
    let floor = 0;
    let left = run.digits;
    for (let first = 0; first < count && left >= MIN_DIGITS; first++) {
      const last = lastOfCard(text, run, first);
      const isReported = last >= first && report({ text, run, first, last, floor }, emit);
      // If this is no card, part of it may be one: the cents of an amount, followed by a card.
      const isOver = isReported || (last >= first && isInGroups(run, first, last));
      for (; isOver && first < last; first++) left -= lengths[first] as number;
      left -= lengths[first] as number;
      if (isReported) floor = last + 1;
    }
    return run.end;
  },
};

/**
 * The last group of the longest card number that begins with group `first`, preferably one of a
 * known network; -1 if there is none.
 */
function lastOfCard(text: ScannedText, run: NumberRun, first: number): number {
  const { lengths, values, offsets, count } = run;
  if ((lengths[first] as number) > MAX_DIGITS || !isClearBefore(text, run, first)) return -1;
  const from = offsets[first] as number;
  const isOnLine = ((run.gaps[first + 1] as number) & LINE_BREAKS) === 0;
  const isGrouped = isCardGroup(lengths[first] as number) && isOnLine;
  let found = -1;
  let foundSize = 0;
  let size = 0;
  for (let last = first; last < count; last++) {
    if (last > first && !isCardGap(text, run, last)) break;
    const mayEnd = isGrouped && found > first && sureness(values, from, foundSize) > 0;
    if (mayEnd && !isSameGap(run, last, first + 1)) break;
    if (last > first + 1 && isFieldBetween(run, first, last)) break;
    size += lengths[last] as number;
    if (size > MAX_DIGITS) break;
    if (size < MIN_DIGITS || !isLuhn(values, from, size) || !isClearAfter(text, run, last))
      continue;
    // One number in ten that follows a card makes a longer number with a valid checksum, but no
    // network has it.
    const isLess = sureness(values, from, size) < sureness(values, from, foundSize);
    if (isGrouped && found >= 0 && isLess) continue;
    found = last;
    foundSize = size;
  }
  if (found < 0 || isOfDrawing(text, run.starts[first] as number, run.ends[found] as number))
    return -1;
  return isRepeated(values, from, run.digitsIn(first, found)) ? -1 : found;
}

/**
 * Certainty that the number at `from` belongs to a network, by its range and number of digits: 2,
 * 1, or 0 for none.
 */
function sureness(values: Uint8Array, from: number, size: number): number {
  const range = rangeOf(numberOf(values, from, PREFIX_DIGITS), size);
  return range === undefined ? 0 : range === "likely" ? 2 : 1;
}

/** A card number from group `first` to `last`. Groups before `floor` belong to other cards. */
interface Card {
  readonly text: ScannedText;
  readonly run: NumberRun;
  readonly first: number;
  readonly last: number;
  readonly floor: number;
}

/**
 * Returns whether the number stands by itself. If not, as in a table, it is reported only near card
 * words.
 */
function report(card: Card, emit: Emit): boolean {
  const { run, first, last } = card;
  const size = run.digitsIn(first, last);
  const prefix = numberOf(run.values, run.offsets[first] as number, PREFIX_DIGITS);
  const range = rangeOf(prefix, size);
  const start = run.starts[first] as number;
  const end = run.ends[last] as number;
  const isListed = last > first && ((run.gaps[first + 1] as number) & IN_LIST) !== 0;
  // Numbers of a program: near `"Cc"`, range(127136, 127231).
  if (range === undefined && isListed) return false;
  if (range === undefined || isListed || looksLikeTable(card) || !isInGroups(run, first, last)) {
    if (!isTimestamp(run, first, size)) emit(start, end, CONTEXTUAL, nearCardWordsOnly);
    return false;
  }
  if (range === "likely") emit(start, end, VALIDATED);
  else emit(start, end, CONTEXTUAL, nearCardWords);
  return true;
}

/** Milliseconds since 1970, from 2014 to 2033: the most frequent long numbers. */
function isTimestamp({ values, offsets }: NumberRun, first: number, size: number): boolean {
  const from = offsets[first] as number;
  return size === 13 && values[from] === 1 && (values[from + 1] as number) >= 4;
}

/**
 * Whether the gap may be inside a card: up to two of the same separator, or a line break. Near card
 * words also a comma.
 */
function isCardGap(text: ScannedText, run: NumberRun, group: number): boolean {
  const { lengths, ends } = run;
  const gap = run.gaps[group] as number;
  const before = lengths[group - 1] as number;
  const after = lengths[group] as number;
  if ((gap & ~IN_CARD) !== 0) {
    if ((gap & ~(IN_CARD | IN_LIST)) !== 0) return false;
    const isOneByOne = before === 1 && after === 1;
    if (!isOneByOne && !(isCardGroup(before) && isCardGroup(after))) return false;
  }
  if (gap === DASH_AND_DOT) return false;
  // A dot can join the groups of a card, but also a number and its decimals, and the parts of
  // 1.2.840.113549.
  if ((gap & DOTS) === 0 || codeAt(text, ends[group - 1] as number) !== DOT) return true;
  return before <= 6 && after <= 6 && (before === 1) === (after === 1);
}

function isCardGroup(size: number): boolean {
  return size >= 4 && size <= 6;
}

/** Group sizes of cards in which all groups but the last have the same size. */
const GROUP_SIZES = [1, 2, 4, 8];

/**
 * The usual groups of cards: 4-4-4-4 and shorter or longer variants, 4-6-5, 6-13, single digits.
 */
function isInGroups({ lengths, gaps }: NumberRun, first: number, last: number): boolean {
  const size = lengths[first] as number;
  const end = lengths[last] as number;
  if (last <= first + 2 && (lengths[first + 1] as number) >= 6 && (size === 4 || size === 6)) {
    return last === first + 1 || end === 4 || end === 5;
  }
  if (first < last && !GROUP_SIZES.includes(size)) return false;
  for (let group = first + 1; group < last; group++) {
    // Single digits may have the separators of groups of four, too: `4 1 1 1 - 1 1 1 1`.
    const isFourth = size === 1 && (group - first) % 4 === 0;
    if (lengths[group] !== size || (size < 4 && !isFourth && gaps[group] !== gaps[last]))
      return false;
  }
  return end <= size + (size < 4 ? 0 : 1);
}

/** Numbers that continue in the same way before or after are a table, or a longer number. */
function looksLikeTable(card: Card): boolean {
  const { text, run, first, last, floor } = card;
  if (first === last) return false;
  if (isRow(run, first, last) || isScale(run, first, last) || isAmongHex(card)) return true;
  if (isSplitBySlash(run, first, last)) return true;
  const { lengths, gaps } = run;
  const goesOn =
    lengths[last + 1] === lengths[last] &&
    (isSameGap(run, last + 1, first + 1) || ((gaps[first + 1] as number) & LINE_BREAKS) !== 0) &&
    !isLastCard(card, last + 1);
  const cameFrom =
    first > floor &&
    lengths[first - 1] === lengths[first] &&
    isCardGap(text, run, first) &&
    !isFieldBefore(run, first);
  return goesOn || cameFrom;
}

/** `2403 2438/2563/2438`, `2522//2522 1490//1490`: faces of a body, each of several numbers. */
function isSplitBySlash({ gaps }: NumberRun, first: number, last: number): boolean {
  let differences = 0;
  for (let group = first + 2; group <= last; group++)
    differences |= (gaps[group] as number) ^ (gaps[first + 1] as number);
  return (differences & SLASHES) !== 0;
}

/**
 * Whether the groups from `next` on are one more card in groups of the same sizes, and the last
 * groups of the run.
 */
function isLastCard({ text, run, first, last }: Card, next: number): boolean {
  if (((run.gaps[next + 1] as number) & LINE_BREAKS) !== 0) return false;
  const end = next + last - first;
  if (end !== run.count - 1 || lastOfCard(text, run, next) !== end) return false;
  const { values, offsets } = run;
  return (
    isInGroups(run, next, end) &&
    sureness(values, offsets[next] as number, run.digitsIn(next, end)) > 0
  );
}

/**
 * Whether one of two gaps separates fields and the other does not. Not for single digits, which may
 * be read out in groups.
 */
function isFieldBetween({ gaps, lengths }: NumberRun, first: number, last: number): boolean {
  if (!isCardGroup(lengths[first] as number)) return false;
  return (((gaps[first + 1] as number) ^ (gaps[last] as number)) & FIELDS) !== 0;
}

/**
 * Whether what precedes is another field of the line, by a separator that is not used within the
 * card.
 */
function isFieldBefore({ gaps }: NumberRun, first: number): boolean {
  return ((gaps[first] as number) & FIELDS) !== 0 && ((gaps[first + 1] as number) & FIELDS) === 0;
}

/** Groups of four digits with similar values: line numbers, code points, ports. */
function isRow({ values, offsets, lengths }: NumberRun, first: number, last: number): boolean {
  let least = 10_000;
  let most = 0;
  let before = 0;
  let rises = true;
  for (let group = first; group <= last; group++) {
    if (lengths[group] !== 4) return false;
    const number = numberOf(values, offsets[group] as number, 4);
    rises &&= number > before;
    before = number;
    least = Math.min(least, number);
    most = Math.max(most, number);
  }
  return most - least < (rises ? 1_000 : 128);
}

function isSameGap({ starts, ends, gaps }: NumberRun, one: number, other: number): boolean {
  const width = (starts[one] as number) - (ends[one - 1] as number);
  return (
    gaps[one] === gaps[other] && width === (starts[other] as number) - (ends[other - 1] as number)
  );
}
