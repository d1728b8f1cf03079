import { isJumbled, looksRandom } from "../../checks/disorder.ts";
import { entropy, isSample } from "../../checks/randomness.ts";
import { endAt, matchAt, skip } from "../../pattern/sticky.ts";
import { type Detector, type Emit, type Hit, SHAPED } from "../../scan/detector.ts";
import { codeAt, isLetterAt, startsToken } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { alternativesOf } from "../../text/word-tables.ts";
import { isMember, VARIABLE as VARIABLE_NAME } from "../assigned/name/program-names.ts";
import { isDeclared } from "../assigned/value/in-code.ts";
import { isLocation } from "../assigned/value/no-secret.ts";
import { MARK } from "./given-row.ts";
import { isGiven } from "./given-value.ts";

/** Longest credential that fits in a header. */
const MAX_CREDENTIAL = 4_096;
/** How much of the end of a credential is scanned again for names of headers. */
const LEFT_TO_LOOK_AT = 256;
/** How far before its option `curl` may be. */
const COMMAND_REACH = 400;

const CREDENTIAL = new Uint8Array(65_536);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/=:@") {
  CREDENTIAL[char.charCodeAt(0)] = 1;
}

/** Credentials after `Bearer`, `Basic` and `Authorization:`. */
export const authorization: Detector = {
  type: "SECRET",
  name: "authorization",
  kind: "secret",
  source: "RFC 9110 11.4, RFC 6750 2.1, RFC 7617 2",
  check: "entropy, letters and digits; or a base64 pair",
  context: "after `Bearer`, `Basic`, `Authorization:`",
  gates: {
    literals: [
      "bearer ",
      "basic ",
      "authorization",
      "authorization:",
      'authorization": "',
      "apikey:",
      "api-token:",
      "x-api-key:",
    ],
    ignoreCase: true,
  },
  find({ text, at, end }: Hit, emit: Emit): number {
    if (isLetterAt(text, end - 1)) {
      // Not in `preauthorization`.
      if (!isLetterAt(text, at - 1) || codeAt(text, at) < LOWER_A) quotedAfter(text, end, emit);
      // The longer literals begin here as well.
      return 0;
    }
    if (!startsToken(text, at)) return end;
    const isHeader = codeAt(text, end - 1) !== 32;
    let start = joinedEnd(text, end);
    while (start - end < 4 && codeAt(text, start) === 32) start++;
    let stop = credentialEnd(text, start);
    if (isHeader && isScheme(text, start, stop)) {
      start = stop + 1;
      stop = credentialEnd(text, start);
    }
    const value = text.slice(start, stop);
    if (isHeader && codeAt(text, stop) === 32 && value.length < 12) return end;
    if (isHeader && isDeclared(text, at, { start, end: stop })) return end;
    if (isCredential(value, text.slice(at, end).toLowerCase().startsWith("basic")))
      emit(start, stop, SHAPED);
    // Each name of a header within a credential reads the rest of it again, so most of a long one
    // is skipped.
    return Math.max(end, stop - LEFT_TO_LOOK_AT);
  },
};

/**
 * Between the name of the header and its quoted value: `"Authorization", "…"`, `.AUTHORIZATION = "…"`,
 * `"name": "Authorization", "value": "…"`.
 */
const TO_QUOTED = new RegExp(
  `(?:${MARK})?\\]?(?:${alternativesOf({
    "in records of requests": String.raw`,\s{0,24}${MARK}value${MARK}\s{0,2}:\s{0,2}`,
    "in code and settings": String.raw`\s{0,4}(?:=>|[=:,])\s{0,8}|[ \t]{1,4}`,
  })})(?:${MARK}|\`)`,
  "iy",
);
/** What a quoted value ends with: its quote, or the escape before it. */
const ENDS_QUOTED: ReadonlySet<string> = new Set(['"', "'", "`", "\\"]);
/** Minimum length of a credential after any scheme. */
const FEWEST_BEHIND_SCHEME = 16;

/** A credential after a scheme in the quoted value of the header, which it ends. */
function quotedAfter(text: ScannedText, from: number, emit: Emit): void {
  const scheme = endAt(TO_QUOTED, text.view, from);
  if (scheme < 0) return;
  const start = credentialEnd(text, scheme) + 1;
  if (!isScheme(text, scheme, start - 1)) return;
  const stop = credentialEnd(text, start);
  const value = text.slice(start, stop);
  if (value.length < FEWEST_BEHIND_SCHEME || !ENDS_QUOTED.has(text.view.charAt(stop))) return;
  // Whatever is authorized may be in quotes behind the word, too: `"Role ROLE_LEVEL_2_USERS"`.
  if (isCredential(value, false) && looksRandom(value)) emit(start, stop, SHAPED);
}

const LOWER_A = 97;

/** Between the literals of a scheme and of its credential: `"Bearer " + "…"`. */
const JOINT = /["'`] ?[+.] ?["'`]/y;

/** Where the literal begins that is joined to the one that ends at `end`; `end` without one. */
function joinedEnd(text: ScannedText, end: number): number {
  return skip(JOINT, text.view, end);
}

/**
 * The scheme before the credential, registered or not: `Key`, `ApiKey`, `Klaviyo-API-Key`,
 * `AWS4-HMAC-SHA256`.
 */
const SCHEME = /^(?:[A-Za-z][A-Za-z-]{1,23}|[A-Z][A-Z0-9]{1,11}(?:-[A-Z0-9]{2,12}){1,3})$/;

function isScheme(text: ScannedText, start: number, stop: number): boolean {
  return codeAt(text, stop) === 32 && SCHEME.test(text.slice(start, stop));
}

function credentialEnd(text: ScannedText, from: number): number {
  const limit = Math.min(text.length, from + MAX_CREDENTIAL);
  let end = from;
  while (end < limit && CREDENTIAL[codeAt(text, end)] === 1) end++;
  while (end > from && ".:".includes(text.view.charAt(end - 1))) end--;
  return end;
}

function isCredential(value: string, isBasic: boolean): boolean {
  if (value.length < 10 || isSample(value) || entropy(value) < 2.8) return false;
  if (isMember(value) || isVariable(value)) return false;
  if (isLocation(value) && !looksRandom(value)) return false;
  if (isBasic && isEncodedPair(value)) return true;
  // Basic UDP-Litev4, Basic 1.11-devsnap20051101: base64 has no dashes and dots, and few pairs are
  // so short.
  if (isBasic && (/^\d{1,3}\.\d/.test(value) || (value.length < 20 && value.includes("-"))))
    return false;
  return /\d/.test(value) && /[A-Za-z]/.test(value);
}

/** `apiKey: mailerKey2`: in code, a property instead of a header. */
function isVariable(value: string): boolean {
  return /^[A-Za-z_$]+\d{1,2}$/.test(value) && VARIABLE_NAME.test(value) && !isJumbled(value);
}

/** `user:password` in base64. */
function isEncodedPair(value: string): boolean {
  if (!/^[A-Za-z0-9+/_-]{8,1024}={0,2}$/.test(value)) return false;
  return /^[\x20-\x7e]{1,256}:[\x20-\x7e]{1,512}$/.test(
    Buffer.from(value, "base64").toString("latin1"),
  );
}

/** What follows a string of a shell that has a quote within it: `'…'\''…'`. */
const MORE = String.raw`(?:\\''[^'\n]{0,128}'){0,4}`;
/** A user name and a password with a colon between them, in quotes or not. */
const PAIR = new RegExp(
  String.raw`\s{0,3}(?:=\s?)?(${alternativesOf({
    "in escaped quotes": String.raw`(?<slashes>\\{1,3})"[^"\\\n]{3,256}\k<slashes>"`,
    "in double quotes": String.raw`"(?:[^"\\\n]|\\.){3,256}"(?::"[^"\n]{1,128}")?|"[^"\n]{3,256}"`,
    "in single quotes": `'[^'\\n]{3,256}'${MORE}`,
    "one of the two": String.raw`:[^\s"'\\]{16,512}(?=[\s"'\\]|$)|[^\s"'\\:]{16,512}:(?=\s|$)`,
    "without quotes, or with some around the password": `[^\\s"'\\\\]{1,64}:(?:${[
      String.raw`"(?:[^"\\\n]|\\.){1,128}"|"[^"\n]{1,128}"`,
      `'[^'\\n]{1,128}'${MORE}`,
      String.raw`(?:[^\s"'\\]|\\[^\s\w"'\\]){1,128}`,
    ].join("|")})`,
  })})`,
  "y",
);

/** A URL instead of a pair. */
const ADDRESS = /^(?:https?|ftps?|socks\w*|wss?):\/\//i;
/**
 * A shell variable: at the start of the user name or the password, or inside either. `$4` at the
 * end of a password is part of it.
 */
const VARIABLE = /(?:^|:)\$|\$[A-Za-z_{(]/;
/** Only what a variable consists of, in any language, or something that is computed. */
const OF_VARIABLE = /^\$[\w$.:>()[\]{}\\-]*$|\$[{(]/;
/** A placeholder. */
const TEMPLATE = /^\{\{[^{}]*\}\}$/;

/** What manuals write as a password, and as its user name. */
const PLAIN =
  /^(?:x+|y+|(?:your?|my|the)?[_-]?(?:pass(?:word|wd)?|pwd|secret|token|api[_-]?key)|\[.*\]|)$/i;
const NOBODY = /^(?:(?:your?|my|the)[_-]?)?(?:user[_-]?name|user[_-]?id|login|email)$/i;

/** In a JSON string, the `n` of a line break precedes it. */
const COMMAND = /(?:\b|\\[nrt])(?:curl|https?ie?|wget)\b/;

/** The pair after `curl -u` and `curl --user`. */
export const commandLinePassword: Detector = {
  type: "SECRET",
  name: "command-line-password",
  kind: "secret",
  source: "curl(1), wget(1)",
  check: "letters and digits, long enough",
  context: "after options of curl, wget, HTTPie",
  gates: {
    literals: ["-u ", "curl -u", "--user ", "-u'", '-u"', "-proxy-user "],
  },
  find({ text, at, end }: Hit, emit: Emit): number {
    const before = text.slice(Math.max(0, at - COMMAND_REACH), end);
    if (!COMMAND.test(before.slice(before.lastIndexOf("\n\n") + 1))) return end;
    const last = codeAt(text, end - 1);
    pairAfter(text, last === 34 || last === 39 ? end - 1 : end, emit);
    return end;
  },
};

function pairAfter(text: ScannedText, from: number, emit: Emit): void {
  const match = matchAt(PAIR, text.view, from);
  const pair = match?.[1];
  if (match === null || pair === undefined) return;
  const plain = pair.replace(/\\[^\s\w]|["']/g, "");
  const colon = plain.indexOf(":");
  if (colon < 0 || ADDRESS.test(plain)) return;
  const isTemplate = /\{[A-Za-z_ ]*\}|\[|\*\*/.test(plain) && !/[^\w${}[\]:.-]/.test(plain);
  const [user, secret] = [plain.slice(0, colon), plain.slice(colon + 1)];
  if (TEMPLATE.test(secret)) return;
  // Between apostrophes, shells read no variables.
  const isLiteral = pair.includes("'") && !OF_VARIABLE.test(secret) && isGiven(secret);
  if (/[<`\u007f]/.test(plain) || (VARIABLE.test(plain) && !isLiteral)) return;
  if ((isTemplate && plain.length < 64) || user === secret) return;
  if (PLAIN.test(secret) && (user.length < 8 || NOBODY.test(user))) return;
  // A user name whose password is prompted for is no secret, but services accept a token in its
  // place.
  if (secret === "" && plain === pair && !looksRandom(user)) return;
  if (isSample(plain) || plain.length < 8 || (!/\d/.test(plain) && plain.length < 12)) return;
  emit(match.index + match[0].length - pair.length, match.index + match[0].length, SHAPED);
}
