import { codeAt } from "../../text/chars.ts";
import { behindName } from "./behind-name.ts";
import { FIRST_CJK } from "./name.ts";
import { MAX_VALUE } from "./value.ts";

/** Where the value of a name stands, and how it is written. */
export interface Assignment {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
  /** Not in quotes, but not code either: environment files, options, headers, sentences. */
  readonly isText: boolean;
  /** Nothing but a space between name and value. */
  readonly isLoose: boolean;
  /** A single colon, equals sign or bar between name and value, and on the same line. */
  readonly isDirect: boolean;
  /** The content of an XML element. */
  readonly isElement: boolean;
}

const OPENER =
  /(?:new [A-Z]\w{1,20}\(|[rbuf@N]|Buffer\.from\(|string\(\d{1,4}\) |"(?=\\))?("""|'''|``|\\{0,7}["'`])/y;
/** A variable of an environment: nothing in a sentence is written like this. */
const ENVIRONMENT_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const SCHEME = /(?:Bearer|Basic|Token|Api-?Key|Api-Token|SSWS|Digest|Negotiate|bot)[ =:]{1,2}/iy;

/** Finds the value that is given to the name that ends at `nameEnd`. */
export function assignmentAfter(
  view: string,
  nameStart: number,
  nameEnd: number,
): Assignment | undefined {
  const behind = behindName(view, nameEnd);
  if (behind === undefined) return undefined;
  const { openTag, symbol, sentence, space } = behind;
  const isForeign = sentence !== undefined && sentence.charCodeAt(sentence.length - 1) >= FIRST_CJK;
  const name = view.slice(nameStart, nameEnd);
  if (behind.call !== undefined && !takesValue(view, nameStart, name)) return undefined;
  const isPart = view.startsWith('name="', nameStart - 6);
  let start = nameEnd + behind.size;
  const isOption = codeAt(view, nameStart - 1) === 45;
  if (openTag !== undefined) return element(view, start);
  OPENER.lastIndex = start;
  const opener = OPENER.exec(view);
  const closing = opener?.[1] ?? "";
  start += opener?.[0].length ?? 0;
  SCHEME.lastIndex = start;
  const scheme = SCHEME.exec(view);
  if (scheme !== null) start += scheme[0].length;
  let end = closing === "" ? wordEnd(view, start) : quotedEnd(view, start, closing);
  if (isForeign) end = Math.min(end, asciiEnd(view, start));
  if (end < 0) return undefined;
  const isLabel = behind.formPart !== undefined && !isPart;
  if (isLabel && !(isLabelled(view, nameStart) && isLineEnd(view, end))) return undefined;
  // Behind a comma only a literal, or a line of two cells: f("TOKEN", "value"), not f(token, other=1).
  if (closing === "" && symbol?.trim() === "," && !isLine(view, nameStart, end)) return undefined;
  if (closing === "" && symbol !== undefined && /[|?]{2}/.test(symbol)) return undefined;
  const isHeader = scheme !== null;
  const isEnvironment = ENVIRONMENT_NAME.test(name);
  const isTight = symbol !== undefined && /^[=:]/.test(symbol) && /^[A-Z0-9_.-]{3,}$/.test(name);
  return {
    start,
    end,
    isQuoted: closing !== "",
    isText:
      sentence !== undefined ||
      isOption ||
      isHeader ||
      isTight ||
      (isEnvironment && space !== undefined),
    isLoose: isLabel || (space !== undefined && !isOption && closing === "" && !isEnvironment),
    isDirect: isDirect(symbol, name),
    isElement: false,
  };
}

/** `setToken(`, `withPassword(`, `.password(`, `SecretStr(`: calls that are given the value. */
function takesValue(view: string, nameStart: number, name: string): boolean {
  const method = name.slice(name.lastIndexOf(".") + 1);
  if (
    /^(?:set|with|use)_?[A-Z_]|^SecretStr$|^PASSWORD$|^k(?:api|auth|app|client|secret)/i.test(
      method,
    )
  )
    return true;
  if (isType(view, nameStart, method)) return true;
  // retrieve("cus_…"), getCommit("8d3a…"): what is looked up is an identifier.
  if (
    /^(?:get|fetch|find|retrieve|list|delete|remove|update|cancel|query|lookup|show|open)/.test(
      method,
    )
  )
    return false;
  const isMember = method.length < name.length || codeAt(view, nameStart - 1) === 46;
  return isMember && /^[a-z]{2,12}(?:[A-Z][a-z]{2,8}){0,2}$/.test(method);
}

/** `new MailerClient("…")`, `mailer.Client("…")`: a type, and the value it is made with. */
function isType(view: string, nameStart: number, method: string): boolean {
  const isNew = view.startsWith("new ", nameStart - 4) || method.length > 6;
  return isNew && /^[A-Z]\w{1,40}$/.test(method) && !/(?:Error|Exception)$/.test(method);
}

/** Whether what lies between is the whole of its line. */
function isLine(view: string, start: number, end: number): boolean {
  return (
    (start === 0 || codeAt(view, start - 1) === 10) &&
    !view.slice(start, end).includes("\n") &&
    isLineEnd(view, end)
  );
}

function isLineEnd(view: string, end: number): boolean {
  return end === view.length || codeAt(view, end) === 10 || codeAt(view, end) === 13;
}

/** Whether nothing but a few words stands before the name on its line. */
function isLabelled(view: string, nameStart: number): boolean {
  return /(?:^|\n)[ \t#*>-]{0,6}(?:[A-Za-z]{1,16} ){0,3}$/.test(
    view.slice(Math.max(0, nameStart - 48), nameStart),
  );
}

/** In tables `pass` is a result more often than a password. */
function isDirect(symbol: string | undefined, name: string): boolean {
  const sign = symbol?.replace(/[ \t]/g, "") ?? "";
  return sign === ":" || sign === "=" || (sign === "|" && name.toLowerCase() !== "pass");
}

/** `: bob / `: somebody's name, and a slash or a bar before the password. */
const LOGIN_NAME =
  /(?:[ \t]?[:=][ \t]?|[ \t](?:are|is|with|sind)[ \t])[\w.@+-]{2,64}(?: ?[/|] ?|:(?!\d))/y;
const USER =
  /(?:^|[^A-Za-z])(?:user|username|login|account|usr)[ :=]{1,3}[\w.@+\u007f-]{2,40}[,;]? $/i;

const LOOSE_WORDS = /(?:[ \t]{1,2}(?:[^\s\x21-\x40\x5b-\x60\x7b-\x7f]{1,20}|\d)){1,3}[ \t]{1,2}/y;

/** The word that follows a name after a few plain words: `password for the wifi …`. */
export function wordAfterWords(
  view: string,
  nameEnd: number,
): { readonly start: number; readonly end: number } | undefined {
  if (codeAt(view, nameEnd) !== 32) return undefined;
  LOOSE_WORDS.lastIndex = nameEnd;
  const match = LOOSE_WORDS.exec(view);
  if (match === null) return undefined;
  const start = nameEnd + match[0].length;
  return { start, end: wordEnd(view, start) };
}

/** The end of that, which most sentences lack: a short look spares them the long one. */
const SAYS_BEFORE = /(?:(?:as|for|is|was|that's|=) | \((?=the|my|our))(?:[a-z]{1,12} ){0,3}$/i;
const SAYS_REACH = 48;

const BEFORE_NAME =
  /(?:^|[\s"'])(["'`]?)([^\s"'`]{8,64})\1,? (?:(?:as|for|is|was|that is|that's|=) |\((?=the|my|our))(?:[a-z]{1,12} ){0,3}$/i;

const LITERAL_BEFORE =
  /(?:val(?:ue)?|data|content)["'`]?\s{0,2}[:=]\s{0,2}(["'])([^"'\n]{8,512})\1(?:[ ,}]{1,3}|\s{1,3}WHERE )["']?\w{2,24}["']?\s{0,2}[:=]\s{0,2}["']$|\((["'])([^"'\n]{8,512})\3, ?[a-zA-Z]{2,24}: ?["']$/i;

/**
 * The literal that is given before it is said what for: `value = '…' WHERE name = 'token'`,
 * `setValue("…", forHTTPHeaderField: "X-Api-Key")`.
 */
export function literalBefore(
  view: string,
  nameStart: number,
): { readonly start: number; readonly end: number } | undefined {
  // Only what is quoted behind an equals sign or a colon is worth the look.
  const quote = codeAt(view, nameStart - 1);
  if (quote !== 34 && quote !== 39) return undefined;
  let at = nameStart - 2;
  while (nameStart - at < 4 && codeAt(view, at) === 32) at--;
  if (codeAt(view, at) !== 61 && codeAt(view, at) !== 58) return undefined;
  const window = view.slice(Math.max(0, nameStart - 600), nameStart);
  const match = LITERAL_BEFORE.exec(window);
  const value = match?.[2] ?? match?.[4];
  if (match === null || value === undefined) return undefined;
  const start = nameStart - window.length + match.index + match[0].indexOf(value);
  return { start, end: start + value.length };
}

/** What is called by the name behind it: `use … as the password`. */
export function wordBefore(
  view: string,
  nameStart: number,
): { readonly start: number; readonly end: number } | undefined {
  if (codeAt(view, nameStart - 1) !== 32) return undefined;
  if (!SAYS_BEFORE.test(view.slice(Math.max(0, nameStart - SAYS_REACH), nameStart)))
    return undefined;
  const from = Math.max(0, nameStart - 120);
  const match = BEFORE_NAME.exec(view.slice(from, nameStart));
  if (match === null) return undefined;
  const start = from + match.index + match[0].indexOf(match[2] ?? "");
  return { start, end: start + (match[2] ?? "").length };
}

/** The password that follows `login` and somebody's name. */
export function passwordAfterLogin(
  view: string,
  nameEnd: number,
): { readonly start: number; readonly end: number } | undefined {
  LOGIN_NAME.lastIndex = nameEnd;
  const match = LOGIN_NAME.exec(view);
  if (match === null) return undefined;
  const start = nameEnd + match[0].length;
  return { start, end: wordEnd(view, start) };
}

/** Whether a user's name stands before what begins at `start`: `user bob pass …`. */
export function isAfterUser(view: string, start: number): boolean {
  return USER.test(view.slice(Math.max(0, start - 60), start));
}

/** Where a quoted value ends; -1 when the quote does not close on its line. */
function quotedEnd(view: string, start: number, closing: string): number {
  const window = view.slice(start, start + MAX_VALUE + closing.length);
  const at = window.indexOf(closing);
  const line = window.search(/[\r\n]/);
  return at < 0 || (line >= 0 && line < at) ? -1 : start + at;
}

/** Where a value without quotes ends. */
function wordEnd(view: string, start: number): number {
  const window = view.slice(start, start + MAX_VALUE + 1);
  const stop = window.search(/[\s"'`,;<>|\\&\u007f，。；、]|[)}\]](?![\w!@#$%^*-])/);
  let end = start + (stop < 0 ? window.length : stop);
  while (end > start && ".,:;?)]}*".includes(view.charAt(end - 1))) end--;
  return end;
}

/** Where the characters end that a keyboard types without a method: a sentence may go on behind. */
function asciiEnd(view: string, start: number): number {
  let end = start;
  while (end - start <= MAX_VALUE && codeAt(view, end) > 32 && codeAt(view, end) < 127) end++;
  return end;
}

/** The content of an element, up to its closing tag. */
function element(view: string, start: number): Assignment | undefined {
  const window = view.slice(start, start + MAX_VALUE + 1);
  const close = window.indexOf("<");
  if (close < 0) return undefined;
  const content = window.slice(0, close).trimEnd();
  return {
    start,
    end: start + content.length,
    isQuoted: false,
    isText: true,
    isLoose: false,
    isDirect: false,
    isElement: true,
  };
}
