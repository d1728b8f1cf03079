import { endsIn, lookingBack } from "../../../pattern/looking-back.ts";
import { isAt } from "../../../pattern/sticky.ts";
import { CONTEXTUAL, type Emit } from "../../../scan/detector.ts";
import { codeAt } from "../../../text/chars.ts";
import { withBreaks } from "../../../text/escaped-breaks.ts";
import { BREAK, LINE_END, LINE_START } from "../../../text/lines.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import type { Stretch } from "../../../text/stretch.ts";
import { wordList } from "../../../text/word-tables.ts";
import { looksPersonal } from "../../given/given-value.ts";
import { type Grade, gradeOf, wordsOf } from "../name/name.ts";
import { looksTyped } from "../value/chosen.ts";
import { isSecretValue } from "../value/value.ts";

/** Values on lines of their own below a name, as YAML, Markdown and mails list them. */

/**
 * What follows the name: the rest of its line, and a bullet, a number or an indentation on the next
 * one. A round bullet is a dot in the text that detectors read.
 */
const HEAD = new RegExp(
  String.raw`["'\`*]{0,3}(?: \([^()\n]{1,30}\))?[ \t]{0,4}:["'*]{0,2}[ \t]{0,4}${BREAK}{1,2}(?=[ \t]{0,24}(?:[-*.]|\d{1,2}[.)]) |[ \t]{1,24}["'\w])`,
  "y",
);
/** Only a few words precede the name on its line: values of one list are not names of another. */
const BEGINS_LINE = lookingBack(
  new RegExp(String.raw`${LINE_START}[ \t#>*-]{0,24}["'\`*]{0,3}(?:[\w.]{1,20}[ -]){0,3}`),
);
const LINE_REACH = 96;
/**
 * A value with its bullet or number, its own label, or both. A line break may be escaped, so no
 * value has a backslash.
 */
const LABEL = String.raw`([\w@][\w@./() -]{0,38})["'*]{0,3}[ \t]?:["'*]{0,2}[ \t]{1,8}`;
const ITEM = new RegExp(
  String.raw`[ \t]{0,24}(?:(?:[-*.]|\d{1,2}[.)])[ \t]{1,4}(?:["'*]{0,3}${LABEL})?|(?<=[ \t])["']?${LABEL})` +
    String.raw`(\\{0,7}["'\`]|)([^\s"'\`\\]{5,511}[^\s"'\`\\,;])\3[,;]?` +
    String.raw`(?:[ \t]{1,4}[#(-][^\n\\]{0,80}|[ \t]{0,4})(?:${LINE_END})`,
  "y",
);
/** What the label of an entry says if it is not the name of what is logged in to. */
const NO_OWNER = new RegExp(
  `(?:^|[\\s_.-])(?:${wordList(`
    id ids name hash digest fingerprint md5 sha\\d{0,3} urls? path file user username login email
    host version created updated expires type kind role scope ref from namespace external
    environment
  `).join("|")})$`,
  "i",
);
/** Most values per list. */
const MOST = 100;

/** Reports the values below the name that ends its line: `passwords:`, `API keys:`. */
export function reportListed(
  text: ScannedText,
  name: Stretch,
  { grade, emit }: { readonly grade: Grade; readonly emit: Emit },
): void {
  if (grade === "bare" || !mayHead(text, name.end)) return;
  if (!isAt(HEAD, text.view, name.end)) return;
  const before = withBreaks(text.before(name.start, LINE_REACH));
  if (!endsIn(before, BEGINS_LINE)) return;
  const isPlural = /s$/i.test(text.slice(name.start, name.end));
  ITEM.lastIndex = HEAD.lastIndex;
  for (let i = 0; i < MOST; i++) {
    const match = ITEM.exec(text.view);
    if (match === null) return;
    const [all, first, second, quote = "", value = ""] = match;
    // Entries of other mappings may be digests as well; they are judged by their own names.
    if (second !== undefined && grade !== "password") continue;
    if (!isOwner(first ?? second) || !isListedSecret(value, { grade, isPlural })) continue;
    const start = match.index + all.lastIndexOf(quote + value) + quote.length;
    emit(start, start + value.length, CONTEXTUAL);
  }
}

/** Whether a colon, a quote, emphasis or a remark follows: most names in texts have none of these. */
function mayHead(text: ScannedText, end: number): boolean {
  const next = codeAt(text, end);
  return MAY_FOLLOW.has(next === SPACE ? codeAt(text, end + 1) : next);
}

const SPACE = 32;
/** Colon, bracket, quotes, asterisk. */
const MAY_FOLLOW: ReadonlySet<number> = new Set([58, 40, 34, 39, 42, 96]);

/** A label that names a secret or an identifier is judged with its own value. */
function isOwner(label: string | undefined): boolean {
  return label === undefined || !(NO_OWNER.test(label) || gradeOf(wordsOf(label)) !== undefined);
}

/**
 * What looks random; below a plural also what a person chose. Below a singular, `password:`, that
 * could be the rules of a validator, `- min8`, unless it has punctuation inside.
 */
function isListedSecret(
  value: string,
  { grade, isPlural }: { readonly grade: Grade; readonly isPlural: boolean },
): boolean {
  if (isSecretValue(value, { grade: "weak", isQuoted: true, isText: true })) return true;
  return grade === "password" && (isPlural ? looksPersonal(value) : looksTyped(value));
}
