import { changes, isJumbled } from "../../checks/disorder.ts";

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
