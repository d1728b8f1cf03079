import { endsIn, groupsBehind, isBehind, lookingBack } from "../../../pattern/looking-back.ts";
import { endAt } from "../../../pattern/sticky.ts";
import { codeAt, isLineEndAt, isWord } from "../../../text/chars.ts";
import { withBreaks } from "../../../text/escaped-breaks.ts";
import { BREAK, LINE_END, LINE_START } from "../../../text/lines.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import type { Stretch } from "../../../text/stretch.ts";
import { alternativesOf } from "../../../text/word-tables.ts";
import { FIRST_CJK } from "../name/name.ts";
import { AND, USER_NOUN } from "../name/user-nouns.ts";
import { wordEnd } from "../operator/value-end.ts";
import { mayBeCalled } from "../operator/words-around.ts";
import { SPEAKER } from "./speakers.ts";

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
export function wordAfterWords(text: ScannedText, nameEnd: number): Stretch | undefined {
  if (codeAt(text, nameEnd) !== 32) return undefined;
  return wordFrom(text, endAt(LOOSE_WORDS, text.view, nameEnd));
}

/** The word from `start` on, where an expression ended that may have had no match. */
function wordFrom(text: ScannedText, start: number): Stretch | undefined {
  return start < 0 ? undefined : { start, end: wordEnd(text, start) };
}

/**
 * A value, its quote, and what calls it so up to the name: `… as the `, and ` be a good `, which asks
 * about it: `Is … a good password?`, `Would … be a safe password?`, `Is … still the password?`.
 */
export const BEFORE_NAME = lookingBack(
  // Looking back, a reference refers to what was read to its right.
  new RegExp(
    `(?:${alternativesOf({
      stated:
        "(?:^|[\\s\"'])\\2([^\\s\"'`]{7,255}[^\\s\"'`,])([\"'`]?)" +
        "(,? (?:[a-z']{1,8} ){0,3}(?:(?:as|als|com[eo]|comme|for|is|was|that's|=) (?:[a-z]{1,12} ){0,3}|" +
        "\\((?:(?=the|my|our)(?:[a-z]{1,12} ){1,3})?))",
      asked:
        "(?:^|[^a-z])(?:is|would|was) \\5([^\\s\"'`]{8,64})([\"'`]?)( (?:be )?an? (?:[a-z]{3,12} ){1,3}| still (?:the|my|your|our) (?:[a-z]{3,12} )?)",
    })})`,
    "i",
  ),
);

/**
 * A question that ends with the name, up to its answer: on the next line, `A: …`, `[10:47] bob:
 * it's …`, `15/01/2024, 10:16 - Bob: …`, or right after it, `It's …`. The group keeps V8 from
 * unrolling the loop.
 */
const ANSWER = new RegExp(
  [
    String.raw`(?: [\w'-]{1,16}){0,5} ?\?["']?`,
    String.raw`(?:[ \t]{0,2}${BREAK}| (?=(?:[Ii]t|[Tt]hat|[Dd]as)(?:'s| i?st? )|[A-Z][a-z]{1,15}: ))`,
    SPEAKER,
    "((?:u[hm]+|sure|yes|yeah|ok|it's|it is|is|es ist|[Dd]as ist|[Tt]hat(?:'s| is)|It's|It is|ist),? ){0,3}",
    String.raw`(?:\x60{3}\w{0,12}${BREAK}|["'\x60])?(?=\S)`,
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
export function wordOfAnswer(text: ScannedText, nameEnd: number): Stretch | undefined {
  if (!endsInQuestion(text, nameEnd)) return wordBelowQuestion(text, nameEnd);
  return wordFrom(text, endAt(ANSWER, text.view, nameEnd));
}

/** The answer below a name that is the whole question: `Q: password`, `A: …`. */
const LABELLED_ANSWER = new RegExp(
  String.raw`(?<=(?:^|\n|\\n)[ \t#*>-]{0,6}(?:Q|Question|F|Frage|P|Pregunta|Domanda|Pergunta)(?:\*\*)?[:.)](?:\*\*)? ?[^\n]{1,48})` +
    String.raw`[ \t]{0,2}${BREAK}[ \t#*>-]{0,6}(?:A|Answer|Antwort|R|Réponse|Respuesta|Risposta|Resposta)(?:\*\*)?[:.)](?:\*\*)? ?["'\x60]?(?=\S)`,
  "y",
);

function wordBelowQuestion(text: ScannedText, nameEnd: number): Stretch | undefined {
  if (!mayEndLine(text, nameEnd)) return undefined;
  return wordFrom(text, endAt(LABELLED_ANSWER, text.view, nameEnd));
}

/** Checked first: the expression would look back from every name. */
function mayEndLine(text: ScannedText, from: number): boolean {
  let at = from;
  while (at < from + 2 && " \t".includes(text.view.charAt(at))) at++;
  return isLineEndAt(text, at) || text.view.charAt(at) === "\\";
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
export function lineBelow(text: ScannedText, name: Stretch): Stretch | undefined {
  if (!":?*\r\n\\".includes(text.view.charAt(name.end))) return undefined;
  const start = endAt(BELOW, text.view, name.end);
  if (start < 0) return undefined;
  const before = text.before(name.start, LINE_REACH);
  if (!endsIn(withBreaks(before), IS_LINE)) return undefined;
  const end = wordEnd(text, start);
  return IS_LINE_END.test(text.after(end, 12)) ? { start, end } : undefined;
}

/** How far before the name its line is read. */
const LINE_REACH = 48;
/** Before the name, its line has only markup for emphasis or a heading, and a few words. */
const IS_LINE = lookingBack(new RegExp(`${LINE_START}[#*> ]{0,5}(?:[A-Za-z]{1,12} ){0,3}`));
const IS_LINE_END = new RegExp(String.raw`^[.!]?[ \t]{0,2}${LINE_END}`);

/** The value before the name that calls it so: `use … as the password`. */
export function wordBefore(text: ScannedText, nameStart: number): Stretch | undefined {
  if (!mayBeCalled(text, nameStart)) return undefined;
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
export function passwordAfterLogin(text: ScannedText, nameEnd: number): Stretch | undefined {
  return wordFrom(text, endAt(LOGIN_NAME, text.view, nameEnd));
}

/** Whether a user name precedes `start`: `user bob pass …`. */
export function isAfterUser(text: ScannedText, start: number): boolean {
  return isBehind(text, start, codeAt(text, start) >= FIRST_CJK ? USER_OF_CJK : USER);
}
