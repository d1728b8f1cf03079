import { isUniform, luhn } from "../checks/checksums.ts";
import type { ContextRule } from "../context.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit, VALIDATED } from "../detector.ts";
import { isAlnumAt, isDigitAt, isLetterAt } from "../text/chars.ts";
import type { NumberRun } from "../text/number-run.ts";
import { rangeOf } from "./card-issuers.ts";

const MIN_DIGITS = 12;
const MAX_DIGITS = 19;
/** First digits of all ranges in use. */
const BEGINS_CARD = "12345689";

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
  gates: { digits: "run" },
  find({ view, run }: Hit, emit: Emit): number {
    let left = run.digits;
    for (let first = 0; first < run.count && left >= MIN_DIGITS; first++) {
      left -= run.sizeOf(first);
      if (!BEGINS_CARD.includes(view.charAt(run.startOf(first)))) continue;
      const last = cardFrom(view, run, first, emit);
      if (last > first) {
        left -= run.digitsFrom(first + 1) - run.digitsFrom(last + 1);
        first = last;
      }
    }
    return run.end;
  },
};

/** Emits the longest card number that begins with group `first`; returns its last group, or -1. */
function cardFrom(view: string, run: NumberRun, first: number, emit: Emit): number {
  if (run.sizeOf(first) > MAX_DIGITS || !isClearBefore(view, run, first)) return -1;
  let digits = "";
  let found = -1;
  let range: "likely" | "possible" | undefined;
  for (let last = first; last < run.count; last++) {
    if (last > first && !isCardGap(view, run, last)) break;
    digits += view.slice(run.startOf(last), run.endOf(last));
    if (digits.length > MAX_DIGITS) break;
    if (digits.length < MIN_DIGITS || !isClearAfter(view, run, last)) continue;
    if (!luhn(digits) || isUniform(digits)) continue;
    const its = rangeOf(digits);
    if (its === undefined) continue;
    found = last;
    range = its;
  }
  if (found < 0) return -1;
  report(view, run, first, found, range, emit);
  return found;
}

function report(
  view: string,
  run: NumberRun,
  first: number,
  last: number,
  range: "likely" | "possible" | undefined,
  emit: Emit,
): void {
  const start = run.startOf(first);
  const end = run.endOf(last);
  if (looksLikeTable(view, run, first, last)) emit(start, end, CONTEXTUAL, nearCardWordsOnly);
  else if (range === "likely") emit(start, end, VALIDATED);
  else emit(start, end, CONTEXTUAL, nearCardWords);
}

/** Not the rest of a word, a decimal or a longer number. */
function isClearBefore(view: string, run: NumberRun, first: number): boolean {
  const start = run.startOf(first);
  if (isLetterAt(view, start - 1)) return false;
  const isFraction = view.charCodeAt(start - 1) === 46 && isDigitAt(view, start - 2);
  return !isFraction || run.sizeOf(first) <= 6;
}

function isClearAfter(view: string, run: NumberRun, last: number): boolean {
  const end = run.endOf(last);
  if (isAlnumAt(view, end)) return false;
  const isDecimal = view.charCodeAt(end) === 46 && isDigitAt(view, end + 1);
  return !isDecimal || run.sizeOf(last) <= 6;
}

/** Between the groups of one card: up to two of the same separator, or a line break. */
function isCardGap(view: string, run: NumberRun, group: number): boolean {
  const from = run.endOf(group - 1);
  const to = run.startOf(group);
  for (let i = from; i < to; i++) {
    if (!" -.\n\r\t_/".includes(view.charAt(i))) return false;
  }
  // A dot joins groups of a card, but also a number and its decimals.
  return view.charCodeAt(from) !== 46 || (run.sizeOf(group - 1) <= 6 && run.sizeOf(group) <= 6);
}

/** Numbers that go on in the same way before or after are a table, or a longer number. */
function looksLikeTable(view: string, run: NumberRun, first: number, last: number): boolean {
  if (first === last) return false;
  const size = run.sizeOf(last);
  const goesOn =
    last + 1 < run.count && run.sizeOf(last + 1) === size && isCardGap(view, run, last + 1);
  const cameFrom =
    first > 0 && run.sizeOf(first - 1) === run.sizeOf(first) && isCardGap(view, run, first);
  return goesOn || cameFrom;
}
