import { compiled } from "../../pattern/compiled.ts";
import { endsIn, groupsBehind, isBehind, lookingBack } from "../../pattern/looking-back.ts";
import { codeAt, isWord } from "../../text/chars.ts";
import { withBreaks } from "../../text/escaped-breaks.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { alternativesOf } from "../../text/word-tables.ts";
import type { Cell } from "../tables/columns.ts";
import { BREAK, LINE_END, LINE_START } from "./lines.ts";
import { FIRST_CJK } from "./name.ts";
import { AND, USER_NOUN } from "./user-nouns.ts";
import { wordEnd } from "./value-end.ts";

/**
 * Values that sentences and statements give to a name without an assignment: before the name, or a
 * few words after it.
 */

/** A user name after `login`, and the separator before the password: `: bob / `. */
const LOGIN_NAME = new RegExp(
  [
    // After an operator or a verb; or a common one, before a slash or a colon.
    String.raw`(?:[ \t]?[:=][ \t]?|[ \t](?:are|is|as|with|sind|->|→|-)[ \t]|[ \t](?=(?:admin|administrator|root|guest)[/:]))` +
      String.raw`[\w.@+-]{2,64}(?: ?[/|] ?|:(?!\d))`,
    // After what it logs in to.
    String.raw`(?: [A-Za-z0-9.-]{1,20}){0,2}: ?[\w.@+-]{2,64} [/|–-] `,
    // Alone, if it looks like one.
    String.raw` (?=[\w.@+-]{0,64}[\d_.@])[\w.@+-]{2,64} \/ `,
  ].join("|"),
  "y",
);
const USER = lookingBack(
  new RegExp(
    String.raw`(?:^|[^A-Za-z]|\\n)(?:${USER_NOUN})[ :=]{1,3}[\w.@+^!#\u007f-]{2,64}[,;]?` +
      `(?: |${BREAK}){1,4}(?:(?:${AND}|le|la|das|the|mot de) ){0,4}`,
    "i",
  ),
);
/** The same in CJK languages, which have no spaces between words. */
const USER_OF_CJK = lookingBack(
  /(?:用户名?|账号|帐号|账户|帳號|アカウント|ユーザー(?:名|ID)?|아이디|사용자|계정)[ :はは은는이]{0,3}[\w.@+-]{2,40}[ ,;、]{1,3}/,
);

const LOOSE_WORDS = /(?:[ \t]{1,2}(?:[^\s\x21-\x40\x5b-\x60\x7b-\x7f]{1,20}|\d)){1,3}[ \t]{1,2}/y;

/** The word after a name and a few plain words: `password for the wifi …`. */
export function wordAfterWords(
  text: ScannedText,
  nameEnd: number,
): { readonly start: number; readonly end: number } | undefined {
  if (codeAt(text, nameEnd) !== 32) return undefined;
  LOOSE_WORDS.lastIndex = nameEnd;
  if (!LOOSE_WORDS.test(text.view)) return undefined;
  const start = LOOSE_WORDS.lastIndex;
  return { start, end: wordEnd(text, start) };
}

/**
 * A value, its quote, and what calls it so up to the name: `… as the `, and ` be a good `, which asks
 * about it: `Is … a good password?`, `Would … be a safe password?`.
 */
const BEFORE_NAME = lookingBack(
  // Looking back, a reference refers to what was read to its right.
  new RegExp(
    `(?:${alternativesOf({
      stated:
        "(?:^|[\\s\"'])\\2([^\\s\"'`]{7,255}[^\\s\"'`,])([\"'`]?)" +
        "(,? (?:[a-z']{1,8} ){0,3}(?:(?:as|als|com[eo]|comme|for|is|was|that's|=) (?:[a-z]{1,12} ){0,3}|" +
        "\\((?:(?=the|my|our)(?:[a-z]{1,12} ){1,3})?))",
      asked:
        "(?:^|[^a-z])(?:is|would|was) \\5([^\\s\"'`]{8,64})([\"'`]?)( (?:be )?an? (?:[a-z]{3,12} ){1,3})",
    })})`,
    "i",
  ),
);

const LITERAL_BEFORE = compiled(
  new RegExp(
    [
      String.raw`(?:val(?:ue)?|data|content)["'\`]?\s{0,2}[:=]\s{0,2}(["'])([^"'\n]{8,512})\1` +
        String.raw`(?:[ ,}]{1,3}|\s{1,3}WHERE |, ?["']?\w{2,16}["']?: ?\w{1,8}, ?)` +
        String.raw`["']?\w{2,24}["']?\s{0,2}[:=]\s{0,2}["']$`,
      String.raw`\((["'])([^"'\n]{8,512})\3, ?[a-zA-Z]{2,24}: ?["']$`,
    ].join("|"),
    "i",
  ),
);

/**
 * A literal before the name that it is for: `value = '…' WHERE name = 'token'`, `setValue("…",
 * forHTTPHeaderField: "X-Api-Key")`.
 */
export function literalBefore(
  text: ScannedText,
  nameStart: number,
): { readonly start: number; readonly end: number } | undefined {
  // Only quoted names after an equals sign or a colon, and piped values, are worth a closer look.
  const quote = codeAt(text, nameStart - 1);
  if (quote === 32) return memberBefore(text, nameStart) ?? pipedBefore(text, nameStart);
  if (quote !== 34 && quote !== 39) return undefined;
  let at = nameStart - 2;
  while (nameStart - at < 4 && codeAt(text, at) === 32) at--;
  if (codeAt(text, at) !== 61 && codeAt(text, at) !== 58) return undefined;
  const window = text.slice(Math.max(0, nameStart - 600), nameStart);
  const match = LITERAL_BEFORE.exec(window);
  const value = match?.[2] ?? match?.[4];
  if (match === null || value === undefined) return undefined;
  const start = nameStart - window.length + match.index + match[0].indexOf(value);
  return { start, end: start + value.length };
}

const NAME_KEY = "name: ";
/** The value of YAML's member before the one with the name. */
const MEMBER_BEFORE =
  /(?:^|[\s{])value: {0,4}(["']?)([^\s"',{}]{6,256})\1(?:,? {0,4}|\r?\n {1,40})name: $/;

/** `value: …` in the line before `name: DB_PASSWORD`, as in lists of variables. */
function memberBefore(text: ScannedText, nameStart: number): Cell | undefined {
  if (!text.view.startsWith(NAME_KEY, nameStart - NAME_KEY.length)) return undefined;
  const window = text.slice(Math.max(0, nameStart - 340), nameStart);
  const match = MEMBER_BEFORE.exec(window);
  const value = match?.[2];
  if (match === null || value === undefined) return undefined;
  const start = nameStart - window.length + match.index + match[0].indexOf(value, 7);
  return { start, end: start + value.length };
}

const PIPED_REACH = 200;
/** What `echo` or `printf` pipes into the command that stores it under the name. */
const PIPED = compiled(
  /^(?:echo|printf)(?: -[neE]{1,3})?(?: ["']?%s(?:\\n)?["']?)? (["']?)([^\s"'|<>]{6,128})\1 ?\| ?(?:[\w./:=-]{1,24} ){1,8}$/,
);

/**
 * The value piped into a command: `echo "…" | gh secret set NAME`, `printf … | docker secret create
 * name -`.
 */
function pipedBefore(text: ScannedText, nameStart: number): Cell | undefined {
  const from = Math.max(0, nameStart - PIPED_REACH);
  const window = text.slice(from, nameStart);
  const pipe = window.lastIndexOf("|");
  if (pipe < 0 || !/^\| ?[a-z]/.test(window.slice(pipe, pipe + 3))) return undefined;
  const print = Math.max(window.lastIndexOf("echo ", pipe), window.lastIndexOf("printf ", pipe));
  const match = print < 0 ? null : PIPED.exec(window.slice(print));
  const value = match?.[2];
  if (match === null || value === undefined) return undefined;
  const start = from + print + match[0].lastIndexOf(value, pipe - print);
  return { start, end: start + value.length };
}

/**
 * A question that ends with the name, up to its answer: on the next line, `A: …`, `[10:47] bob:
 * it's …`, or right after it, `It's …`. The group keeps V8 from unrolling the loop.
 */
const ANSWER = new RegExp(
  [
    String.raw`(?: [\w'-]{1,16}){0,5}\?["']?`,
    String.raw`(?:[ \t]{0,2}${BREAK}| (?=(?:[Ii]t|[Tt]hat|[Dd]as)(?:'s| i?st? )|[A-Z][a-z]{1,15}: ))`,
    // Who answers, and when.
    String.raw`(?:[[(]\d[\d:. ]{2,12}[\])] ?)?`,
    String.raw`(?:[\w .#*-]{1,24}[ \t]{1,3}\[?\d{1,2}:\d\d(?: ?[AaPp][Mm])?\]?[ \t]{0,2}${BREAK})?`,
    String.raw`(?:[\w #*]{1,20}: ?)?`,
    "((?:u[hm]+|sure|yes|yeah|ok|it's|it is|is|es ist|[Dd]as ist|[Tt]hat(?:'s| is)|It's|It is|ist),? ){0,3}",
    String.raw`["'\x60]?(?=\S)`,
  ].join(""),
  "y",
);
const QUESTION = 63;
/** From the name to the line below, if the name is alone on its line: `Password:`. */
const BELOW = new RegExp(
  String.raw`[:?]?(?:\*\*)?[ \t]{0,2}(?:${BREAK}[ \t]{0,8}){1,2}(?=\S)`,
  "y",
);

/** The word that answers a question for the name. */
export function wordOfAnswer(
  text: ScannedText,
  nameEnd: number,
): { readonly start: number; readonly end: number } | undefined {
  if (!endsInQuestion(text, nameEnd)) return undefined;
  ANSWER.lastIndex = nameEnd;
  if (!ANSWER.test(text.view)) return undefined;
  return { start: ANSWER.lastIndex, end: wordEnd(text, ANSWER.lastIndex) };
}

/** Longest rest of a question after the name. */
const QUESTION_REACH = 86;

/** Whether nothing but words is between the name and the next question mark. */
function endsInQuestion(text: ScannedText, nameEnd: number): boolean {
  let at = nameEnd;
  while (at - nameEnd < QUESTION_REACH && isInWords(text, at)) at++;
  return codeAt(text, at) === QUESTION;
}

/** A word character, an apostrophe, a dash or a space. */
function isInWords(text: ScannedText, index: number): boolean {
  const code = codeAt(text, index);
  return code === 32 || code === 39 || code === 45 || isWord(code);
}

/** The line below the name, if it is a single word. */
export function lineBelow(
  text: ScannedText,
  name: { readonly start: number; readonly end: number },
): { readonly start: number; readonly end: number } | undefined {
  if (!":?*\r\n\\".includes(text.view.charAt(name.end))) return undefined;
  BELOW.lastIndex = name.end;
  if (
    !BELOW.test(text.view) ||
    !endsIn(withBreaks(text.slice(Math.max(0, name.start - LINE_REACH), name.start)), IS_LINE)
  )
    return undefined;
  const start = BELOW.lastIndex;
  const end = wordEnd(text, start);
  return IS_LINE_END.test(text.slice(end, end + 12)) ? { start, end } : undefined;
}

/** How far before the name its line is read. */
const LINE_REACH = 48;
/** Before the name, its line has only markup for emphasis or a heading, and a few words. */
const IS_LINE = lookingBack(new RegExp(`${LINE_START}[#*> ]{0,5}(?:[A-Za-z]{1,12} ){0,3}`));
const IS_LINE_END = new RegExp(String.raw`^[.!]?[ \t]{0,2}${LINE_END}`);

/** The value before the name that calls it so: `use … as the password`. */
export function wordBefore(
  text: ScannedText,
  nameStart: number,
): { readonly start: number; readonly end: number } | undefined {
  const before = codeAt(text, nameStart - 1);
  if (before !== 32 && before !== 40) return undefined;
  const match = groupsBehind(text, nameStart, BEFORE_NAME);
  if (match === null) return undefined;
  const [, said = match[4] ?? "", quote = match[5] ?? "", calling = match[6] ?? ""] = match;
  const end = nameStart - calling.length - quote.length;
  return { start: end - said.length, end };
}

/**
 * The first of two labels for a user name and a password: `user/password: ada/…`, `login and
 * password: ada / …`.
 */
const FIRST_OF_PAIR = lookingBack(
  new RegExp(
    `(?:${USER_NOUN}|(?<![a-z])id|アカウント|아이디)(?: ?[/|&+] ?| (?:${AND}) )(?:mot de )?`,
    "i",
  ),
);

/** Whether the name at `start` is the second of two such labels. */
export function isSecondOfPair(text: ScannedText, start: number): boolean {
  if (!" /|&+".includes(text.view.charAt(start - 1))) return false;
  return isBehind(text, start, FIRST_OF_PAIR);
}

/** The password after `login` and a user name. */
export function passwordAfterLogin(
  text: ScannedText,
  nameEnd: number,
): { readonly start: number; readonly end: number } | undefined {
  LOGIN_NAME.lastIndex = nameEnd;
  const match = LOGIN_NAME.exec(text.view);
  if (match === null) return undefined;
  const start = nameEnd + match[0].length;
  return { start, end: wordEnd(text, start) };
}

/** Whether a user name precedes `start`: `user bob pass …`. */
export function isAfterUser(text: ScannedText, start: number): boolean {
  return isBehind(text, start, codeAt(text, start) >= FIRST_CJK ? USER_OF_CJK : USER);
}

/** The digits of a percent escape, which may itself be escaped. */
const ESCAPE_DIGITS = /(?:25){0,3}[\da-fA-F]{2}/y;

/**
 * The end of the escape digits at `start`, as in `%3Ftoken`, if within `limit`; otherwise `start`.
 */
export function behindPercent(text: ScannedText, start: number, limit: number): number {
  if (codeAt(text, start - 1) !== PERCENT) return start;
  ESCAPE_DIGITS.lastIndex = start;
  const isEscape = ESCAPE_DIGITS.test(text.view) && ESCAPE_DIGITS.lastIndex <= limit;
  return isEscape ? ESCAPE_DIGITS.lastIndex : start;
}

const PERCENT = 37;
