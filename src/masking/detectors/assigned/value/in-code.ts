import { looksRandom } from "../../../checks/disorder.ts";
import { isBehind, lookingBack } from "../../../pattern/looking-back.ts";
import { codeAt } from "../../../text/chars.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import type { Stretch } from "../../../text/stretch.ts";
import type { Assignment } from "../assignment.ts";
import { wordsOf } from "../name/name.ts";

/** Code in the place of a value: the next name of a list, a type of a union, the call of a function. */

/** The first argument of a function that reads a member by its name: `getattr(creds, "_key2")`. */
const READS_MEMBER = /(?:get|has|set|del)attr\($/;
/** A list of accounts, which is no name: `"file:///etc/passwd", "…"`, `"etc/passwd", "…"`. */
const ACCOUNTS = /^(?:\/etc\/|\Wetc\/passwd)/;

/** The end of a list of parameters, and what the function returns: `kind: "password"): ResultV2`. */
const RETURNS = /^["']?\) ?:/;
/** What that begins with. */
const MAY_RETURN = [41, 34, 39];
const TYPE = /^[A-Z][a-z]+(?:[A-Z]\w*)?$/;

/** The name of the function, and its other parameters. */
const PARAMETERS = /\w\([^()\n]{0,160}$/;
const PARAMETERS_REACH = 164;

function isReturned(text: ScannedText, name: Stretch, { start, end }: Stretch): boolean {
  return (
    MAY_RETURN.includes(codeAt(text, name.end)) &&
    RETURNS.test(text.after(name.end, 4)) &&
    TYPE.test(text.slice(start, end)) &&
    PARAMETERS.test(text.before(name.start, PARAMETERS_REACH))
  );
}

/** Before the name of a type; in a sentence, people `type password = …` or `type Password = …`. */
const DECLARES = /(?:^|[;\n{}] {0,8}|\b(?:export|declare) )type $/;
const DECLARES_REACH = 16;
const TYPE_NAME = /^[A-Z]\w{0,60}$/;
/** No name of a type that is as short looks random for certain. */
const SHORTEST_RANDOM = 24;

/** Whether the value is a type, and the name another name for it. */
function isAlias(text: ScannedText, name: Stretch, { start, end }: Stretch): boolean {
  const value = text.slice(start, end);
  return (
    DECLARES.test(text.before(name.start, DECLARES_REACH)) &&
    TYPE_NAME.test(text.slice(name.start, name.end)) &&
    TYPE_NAME.test(value) &&
    !(value.length >= SHORTEST_RANDOM && looksRandom(value))
  );
}

/** Whether code follows the name instead of a value. */
export function isOfProgram(text: ScannedText, name: Stretch, assignment: Assignment): boolean {
  const { start, end, isQuoted, behind } = assignment;
  const { symbol = "" } = behind;
  if (isReturned(text, name, { start, end })) return true;
  // def verify(token):
  if (text.view.startsWith("):", name.end) && /\n[ \t]{2,24}$/.test(symbol)) return true;
  const sign = symbol.trim();
  // export type LinkedInNode = LinkedInV1Node;
  if (sign === "=" && !isQuoted && isAlias(text, name, { start, end })) return true;
  if (sign === ":" && !isQuoted && isDeclared(text, name.start, { start, end })) return true;
  if (sign === "|") return isOther(text, name, { start, end });
  if (sign === "," && isQuoted)
    return (
      READS_MEMBER.test(text.before(name.start, 8)) ||
      ACCOUNTS.test(text.slice(Math.max(0, name.start - 5), name.end)) ||
      isOther(text, name, { start, end })
    );
  return isClass(text.slice(start, end)) || (!isQuoted && isCall(text, { start, end }, symbol));
}

/**
 * A class in its module, `oauth2client.client.OAuth2Credentials`. Of two words and a number, one is a
 * password: `blue.Horse12`.
 */
const CLASS =
  /^[a-z_]\w{0,40}(?:(?:\.\w{1,40}){1,4}\.[A-Z]\w{0,60}|\.[A-Z][A-Za-z\d]{0,40}[a-z\d][A-Z]\w{0,30})$/;
const WORD_BORDER = /[._]|(?<=[a-z\d])(?=[A-Z])/;
/** A word, one with a number in it, a version, an abbreviation or a number. */
const WORD =
  /^(?:[a-z]{0,12}[aeiouy][a-z]{0,16}\d{0,2}|[a-z]{1,8}[aeiouy][a-z]{0,8}\d[a-z]{2,12}|v\d{1,2}(?:(?:alpha|beta)\d{1,2})?|[a-z]{1,3}\d{0,2}|\d{1,2}|)$/;
/** Least letters in each word on average; random text has fewer. */
const LEAST_LETTERS = 4;

function isClass(value: string): boolean {
  if (!value.includes(".") || !CLASS.test(value)) return false;
  const words = value.split(WORD_BORDER).map((word) => word.toLowerCase());
  const letters = value.replace(/[^A-Za-z]/g, "").length;
  return letters >= LEAST_LETTERS * words.length && words.every((word) => WORD.test(word));
}

/** Whether the value is another name of the same kind: `Ed448PrivateKey|Ed448PublicKey`. */
function isOther(text: ScannedText, name: Stretch, value: Stretch): boolean {
  const one = wordsOf(text.slice(name.start, name.end));
  const other = wordsOf(text.slice(value.start, value.end));
  if (one.join("") === other.join("") || isVariant(one, other)) return true;
  if (one.length < 2 || other.length < 2 || !other.every(isWordOfName)) return false;
  return one.at(-1) === other.at(-1) || isSameStem(one[0] ?? "", other[0] ?? "");
}

/** One with a longer number is a password again: `"password", "password-tulip47"`. */
const MORE = /^(?:[a-z]{1,24}|\d{1,2})$/i;

/** `"password", "password_2"`: the same name, and more words or a number. */
function isVariant(one: readonly string[], other: readonly string[]): boolean {
  return (
    other.length > one.length &&
    one.every((word, i) => word === other[i]) &&
    other.slice(one.length).every((word) => MORE.test(word))
  );
}

/** A word, perhaps with a number behind it, a version or a number. */
function isWordOfName(word: string): boolean {
  return /^(?:[a-z]{1,24}\d{0,5}|v\d(?:alpha|beta)\d|\d{1,2})$/i.test(word);
}

const SHORTEST_STEM = 3;

function isSameStem(one: string, other: string): boolean {
  return one === other && one.length >= SHORTEST_STEM && /^[a-z]/.test(one);
}

/** A function, by its name or as a member, and its first argument: `utf8_to_utf16(v`, `Os::Get(`. */
const CALL = /^[A-Za-z_$][\w$]{0,60}(?:(?:\.|::|->)[A-Za-z_$][\w$]{0,60}){0,6}\([\w$.*&]{0,60}$/;
const CLOSING = 41;
const COMMA = 44;

/** Whether the value is the beginning of a call, and its brackets close or an assignment is code. */
function isCall(text: ScannedText, { start, end }: Stretch, symbol: string): boolean {
  const value = text.slice(start, end);
  const size = value.indexOf("(");
  if (size < 0 || !CALL.test(value) || looksRandom(value.slice(0, size))) return false;
  const next = codeAt(text, end);
  return next === CLOSING || next === COMMA || (value.endsWith("(") && /^ :?= $/.test(symbol));
}

/** A remark, or the beginning of a declaration, and the member behind it. */
const MEMBER = lookingBack(
  /(?:\*\/|\b(?:interface|class) [^{}\n]{1,120}\{)\s{1,60}(?:readonly )?[\w$]{0,60}/,
);
/** Words and sizes, one of which is of types only: `SensitiveString2048`. */
const MEMBER_TYPE =
  /^(?=.*(?:[Ss]tring|Str(?![a-z])|Text|Type|Max|Min|Length|Number|Blob|Value))_{0,2}[A-Za-z][a-z]{1,16}(?:\d{0,5}[A-Z][a-z]{1,16}){1,6}\d{0,5}$/;
const SEMICOLON = 59;

/**
 * Whether a value is the type of a member that begins before `nameStart`, as TypeScript declares it:
 * no setting that ends with a semicolon has a remark of such a form above it.
 */
export function isDeclared(text: ScannedText, nameStart: number, { start, end }: Stretch): boolean {
  return (
    codeAt(text, end) === SEMICOLON &&
    MEMBER_TYPE.test(text.slice(start, end)) &&
    isBehind(text, nameStart, MEMBER)
  );
}
