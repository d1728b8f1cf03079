import { compiled } from "../../../pattern/compiled.ts";
import { isAt, matchAt } from "../../../pattern/sticky.ts";
import { codeAt, isLetterAt } from "../../../text/chars.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import type { BehindName } from "../assignment.ts";
import { DEFAULT, NEXT_KEY, PROPERTY, SYMBOL, TYPE } from "./between-in-code.ts";
import { CLOSERS, NEXT_ELEMENT, NEXT_RUN, OPEN_TAG, VALUE_ATTRIBUTE } from "./between-in-markup.ts";
import { CALL, CHINESE, FORM_PART, SENTENCE, SPACE } from "./between-in-sentence.ts";
import { mayBeSaid } from "./words-around.ts";

/**
 * Finds what separates a name from its value, in configuration, code, markup and sentences. Every
 * quantifier is bounded, and the alternatives of a repetition begin differently.
 */

/** What the value is for, in brackets: `API key (staging): …`. */
const REMARK = String.raw`(?: #?\d{1,2}(?=[:=] ))?(?: [([][A-Za-z][A-Za-z\u00c0-\u024f0-9 ,./#-]{0,30}[)\]](?=[ \t]?[:=]| is ))?`;

const IN_SENTENCE = compiled(new RegExp(SENTENCE, "y"));

const BEHIND_NAME = compiled(
  new RegExp(
    `${CLOSERS}${REMARK}(?:${[
      `(${NEXT_ELEMENT}|${NEXT_RUN}|(?!${VALUE_ATTRIBUTE})${OPEN_TAG})`,
      `(${VALUE_ATTRIBUTE}|${NEXT_KEY})`,
      `(${TYPE}${SYMBOL}|${PROPERTY}|${DEFAULT})`,
      `(${SENTENCE}|${CHINESE})`,
      `(${CALL})`,
      `(${FORM_PART})`,
      `(${SPACE})`,
    ].join("|")})`,
    "y",
  ),
);

/** What most names in sentences have behind them. */
const GAP_ALONE: BehindName = {
  size: 1,
  openTag: undefined,
  symbol: undefined,
  sentence: undefined,
  call: undefined,
  formPart: undefined,
  space: " ",
};

/** Reads what follows the name that ends at `nameEnd`. Undefined if no value can follow. */
export function behindName(text: ScannedText, nameEnd: number): BehindName | undefined {
  if (isInSentence(text, nameEnd)) return ofSentence(text, nameEnd);
  const match = matchAt(BEHIND_NAME, text.view, nameEnd);
  if (match === null) return undefined;
  return {
    size: match[0].length,
    openTag: match[1],
    symbol: match[3],
    sentence: match[4],
    call: match[5],
    formPart: match[6],
    space: match[7],
  };
}

const SPACE_SIGN = 32;
const COMMA = 44;
/** Longest word read before the one after it. */
const MAX_WORD = 24;

/**
 * Whether a word of a sentence follows: one with another word or a comma behind it, so that it is
 * neither an attribute nor a type nor a key, all of which have an operator. `by lazy {` has none.
 */
function isInSentence(text: ScannedText, nameEnd: number): boolean {
  if (codeAt(text, nameEnd) !== SPACE_SIGN) return false;
  const start = nameEnd + 1;
  let end = start;
  while (end - start <= MAX_WORD && isLetterAt(text, end)) end++;
  if (end === start || text.view.startsWith("by ", start)) return false;
  const next = codeAt(text, end);
  return next === COMMA || (next === SPACE_SIGN && isLetterAt(text, end + 1));
}

function ofSentence(text: ScannedText, nameEnd: number): BehindName {
  if (!mayBeSaid(text, nameEnd)) return GAP_ALONE;
  if (!isAt(IN_SENTENCE, text.view, nameEnd)) return GAP_ALONE;
  const sentence = text.slice(nameEnd, IN_SENTENCE.lastIndex);
  const { openTag, symbol, call, formPart } = GAP_ALONE;
  return { size: sentence.length, openTag, symbol, sentence, call, formPart, space: undefined };
}
