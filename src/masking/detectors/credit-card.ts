import { isUniform, LuhnSum } from "../checks/checksums.ts";
import type { ContextRule } from "../context.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit, VALIDATED } from "../detector.ts";
import { codeAt, isAlnumAt, isDigitAt, isLetterAt } from "../text/chars.ts";
import type { NumberRun } from "../text/number-run.ts";
import { rangeOf } from "./card-issuers.ts";

const MIN_DIGITS = 12;
const MAX_DIGITS = 19;

const COMMA = 44;
const COLON = 58;

const CARD_WORDS =
  /card|carte|karte|tarjeta|cart[aã]o|carta di|visa|master\s?card|amex|american express|maestro|diners|discover|jcb|union\s?pay|rupay|\bcc\b|\bpan\b|debit|credit|kredit|卡号|信用卡|カード|карт/;

const nearCardWords: ContextRule = ({ before, alone }) => alone || CARD_WORDS.test(before);
const nearCardWordsOnly: ContextRule = ({ before }) => CARD_WORDS.test(before);

/** Payment card numbers, in groups or not. */
export const creditCard: Detector = {
  type: "CREDIT_CARD",
  name: "credit-card",
  kind: "pii",
  source: "ISO/IEC 7812-1; network ranges in card-issuers.ts",
  check: "Luhn, range and length of the network, not all one digit",
  context: "outside known ranges only near words about cards; not timestamps, not decimals",
  gates: { digits: "run", least: 12 },
  find({ view, run }: Hit, emit: Emit): number {
    if (run.count === 1 && isTimestampAt(view, run)) return run.end;
    // Groups before this one belong to a card that was found already.
    let floor = 0;
    let left = run.digits;
    for (let first = 0; first < run.count && left >= MIN_DIGITS; first++) {
      const last = cardFrom({ view, run, first, floor }, emit);
      if (last >= first) {
        first = last;
        floor = last + 1;
      }
      left = run.digitsFrom(first + 1);
    }
    return run.end;
  },
};

/** Where a card is looked for: from group `first` on, not touching groups before `floor`. */
interface Place {
  readonly view: string;
  readonly run: NumberRun;
  readonly first: number;
  readonly floor: number;
}

/** Emits the longest card number that begins with group `first`; returns its last group, or -1. */
function cardFrom(place: Place, emit: Emit): number {
  const { view, run, first } = place;
  if (run.sizeOf(first) > MAX_DIGITS || !isClearBefore(view, run, first)) return -1;
  const sum = new LuhnSum();
  let found = -1;
  for (let last = first; last < run.count; last++) {
    if (last > first && !isCardGap(view, run, last)) break;
    if (sum.count + run.sizeOf(last) > MAX_DIGITS) break;
    for (let i = run.startOf(last); i < run.endOf(last); i++) sum.add(codeAt(view, i) - 48);
    if (sum.count >= MIN_DIGITS && sum.isValid() && isClearAfter(view, run, last)) found = last;
  }
  if (found < 0) return -1;
  const digits = view.slice(run.startOf(first), run.endOf(found)).replace(/\D/g, "");
  if (isUniform(digits)) return -1;
  report(place, { last: found, digits }, emit);
  return found;
}

function report(
  place: Place,
  { last, digits }: { readonly last: number; readonly digits: string },
  emit: Emit,
): void {
  const { run, first } = place;
  const range = rangeOf(digits);
  const start = run.startOf(first);
  const end = run.endOf(last);
  const isListed = last > first && isListGap(place.view, run.endOf(first));
  if (range === undefined || isListed || looksLikeTable(place, last)) {
    if (!isTimestamp(digits)) emit(start, end, CONTEXTUAL, nearCardWordsOnly);
  } else if (range === "likely") emit(start, end, VALIDATED);
  else emit(start, end, CONTEXTUAL, nearCardWords);
}

/** A single group that is a time in milliseconds: the most frequent of all long numbers. */
function isTimestampAt(view: string, run: NumberRun): boolean {
  const start = run.startOf(0);
  return run.digits === 13 && codeAt(view, start) === 49 && codeAt(view, start + 1) >= 52;
}

/** Milliseconds since 1970, from 2014 to 2033. */
function isTimestamp(digits: string): boolean {
  return digits.length === 13 && digits >= "14" && digits < "2";
}

/** Not the rest of a word, a decimal or a longer number. */
function isClearBefore(view: string, run: NumberRun, first: number): boolean {
  const start = run.startOf(first);
  if (isLetterAt(view, start - 1)) return false;
  const isFraction = codeAt(view, start - 1) === 46 && isDigitAt(view, start - 2);
  return !isFraction || run.sizeOf(first) <= 6;
}

function isClearAfter(view: string, run: NumberRun, last: number): boolean {
  const end = run.endOf(last);
  if (isAlnumAt(view, end)) return false;
  const isDecimal = codeAt(view, end) === 46 && isDigitAt(view, end + 1);
  return !isDecimal || run.sizeOf(last) <= 6;
}

/** Between the groups of one card: up to two of the same separator, or a line break. Near words also a comma. */
function isCardGap(view: string, run: NumberRun, group: number): boolean {
  const from = run.endOf(group - 1);
  const to = run.startOf(group);
  for (let i = from; i < to; i++) {
    if (" -.\n\r\t_/".includes(view.charAt(i))) continue;
    if (!isListGap(view, i) || !isCardGroup(run, group - 1) || !isCardGroup(run, group))
      return false;
  }
  // A dot joins groups of a card, but also a number and its decimals.
  const [before, after] = [run.sizeOf(group - 1), run.sizeOf(group)];
  // Nor are 1.2.840.113549 the groups of one.
  return (
    codeAt(view, from) !== 46 || (before <= 6 && after <= 6 && (before === 1) === (after === 1))
  );
}

/** A comma or a colon, which part the members of a list more often than the groups of a card. */
function isListGap(view: string, index: number): boolean {
  const code = codeAt(view, index);
  return code === COMMA || code === COLON;
}

function isCardGroup(run: NumberRun, group: number): boolean {
  const size = run.sizeOf(group);
  return size >= 4 && size <= 6;
}

/** Numbers that go on in the same way before or after are a table, or a longer number. */
function looksLikeTable({ view, run, first, floor }: Place, last: number): boolean {
  if (first === last) return false;
  const inside = gapBefore(view, run, first + 1);
  const goesOn =
    last + 1 < run.count &&
    run.sizeOf(last + 1) === run.sizeOf(last) &&
    (gapBefore(view, run, last + 1) === inside || inside.includes("\n"));
  const cameFrom =
    first > floor && run.sizeOf(first - 1) === run.sizeOf(first) && isCardGap(view, run, first);
  return goesOn || cameFrom;
}

function gapBefore(view: string, run: NumberRun, group: number): string {
  return view.slice(run.endOf(group - 1), run.startOf(group));
}
