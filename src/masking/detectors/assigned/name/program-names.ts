import { changes, isJumbled } from "../../../checks/disorder.ts";
import { codeAt } from "../../../text/chars.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import type { Stretch } from "../../../text/stretch.ts";

/**
 * Names of algorithms, encodings and types: `sha256Hash`, `Base64String`. Short ones also end
 * words: `Natasha88`.
 */
export const TECHNICAL = new RegExp(
  "(?:sha[-_]?(?:1|224|256|384|512)(?!\\d)|" +
    "(?:aes|rsa|utf|ripemd|bigint|base|float|double|bcrypt|argon|pbkdf|hmac|oauth|http|ipv|linux|" +
    "unix|nginx|firefox|(?<![a-z])(?:sha|md|des|u?int|x|ed|es|hs|rs|iso|win|vec|web))[-_]?\\d)",
  "i",
);
/**
 * Words that variables and functions are named after; `monkey` and `sunset` end with two of them.
 */
export const VARIABLE =
  /pass(?!at|ion)|pwd|secret|token|hash|user|value|string|param|field|input|var|arg|get|(?<!sun)set|item|name|data|temp|test|(?<!mon|hoc|tur|don|joc)key/i;
/** What programs count: `pass: iteration12`, `pass: shadow2048`. */
export const COUNTED = new RegExp(
  "^(?:iteration|iter|step|round|phase|stage|epoch|batch|attempt|loop|cycle|level|" +
    "filter|shader|shadow|render|layer|chapter|version|line|page|block|node|index|count|size|" +
    "seed|vertex|figure|build|run|scene|sample)_?\\d+$",
  "i",
);

/** Whether variables, algorithms or counted things may have this name. */
export function isNamedSo(value: string): boolean {
  return VARIABLE.test(value) || TECHNICAL.test(value) || COUNTED.test(value);
}

/** A package under another name (package.json, "dependencies"): `npm:auth0@^4`. */
export const ALIASED_PACKAGE = String.raw`^npm:(?:@[\w.-]{1,60}\/)?[\w.-]{1,60}@[\^~]?\d[\w.+-]{0,40}$`;

/** Names joined by dots, as members are. */
export const MEMBER = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/;

/** `session.oauth2.token`: names joined by dots, none of them random. */
export function isMember(value: string): boolean {
  if (!MEMBER.test(value) || changes(value) >= 4) return false;
  return !value.split(".").some((piece) => piece.length >= 8 && isJumbled(piece));
}

/** An environment variable; nothing in a sentence is written like this. */
export const ENVIRONMENT_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

/** Whether a name is one. Most names begin with a small letter, and need no slice of the text. */
export function isEnvironmentName(text: ScannedText, { start, end }: Stretch): boolean {
  const first = codeAt(text, start);
  return first >= 65 && first <= 90 && ENVIRONMENT_NAME.test(text.slice(start, end));
}

/** `!0`, `!!n[2]`, as bundlers write code. */
const NEGATION = /^!{1,2}(?:[01](?!\w)|[A-Za-z_$]{1,3}[[.(])/;
const OPERATOR = /&&|\|\||\?\?|[!=]==/;
/** `(a&&b)`, `a??!0`: without spaces. */
const OPERATION = /[\w)\]](?:&&|\|\||\?\?|[!=]==)[\w!("'`[{$]/;

/** Whether what is in the place of a value is an expression without spaces. */
export function isExpression(value: string): boolean {
  // Few values have an operator, and V8 sees that much sooner than that none is between operands.
  return NEGATION.test(value) || (OPERATOR.test(value) && OPERATION.test(value));
}
