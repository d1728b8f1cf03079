import { codeAt } from "../../text/chars.ts";
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

/** How much is read behind a name before its value must have begun. */
const OPERATOR_REACH = 160;

const CLOSERS = String.raw`(?:\\{0,2}["'\`]|\]|\)|\*\*|__){0,3}`;
const TYPE = String.raw`(?:\[\])?(?:[ \t]{0,4}:?[ \t]{0,2}(?:&(?:'static )?str|string|String|str|char|bytes|any|SecretStr|Optional\[str\])(?:[ \t]?\|[ \t]?\w{1,12}){0,2}(?=[ \t]{0,4}=))?`;
const SYMBOL = String.raw`[ \t]{0,12}(?:::?:?=|:=|\?=|\.=|\+=|<-|={1,3}>?|!==?|->|→|=>|:|,|\|)[ \t]{0,12}(?:\r?\n[ \t]{0,24})?`;
const OPEN_TAG = String.raw`(?:[ \t]\w{1,20}="[^"<>\n]{0,40}"){0,2}>[ \t]{0,12}(?:\r?\n[ \t]{0,24})?`;
const VALUE_ATTRIBUTE = String.raw`[ \t]{1,4}(?:value|secret|secret_value|content)[ \t]{0,2}=[ \t]{0,2}(?=["'])`;
/** `is`, `: ` and their like in a sentence, with a few plain words before them. */
const SENTENCE = String.raw`(?: [A-Za-zÀ-ÿ'-]{1,20}){0,6}(?: (?:is|was|are|be|to|will be|ist|lautet|es|est|é|è|jest|är|er|luidt|это|=|:)[: ]|:)[ \t]{0,3}(?:\r?\n[ \t]{0,4})?`;
/** The default of a variable: `variable "token" {`, a line or two, `default =`. */
const DEFAULT = String.raw`[ \t]{0,4}\{[ \t]{0,8}\r?\n(?:[ \t]{0,12}\w{1,20}[ \t]{1,12}=[^\n]{1,80}\n){0,3}[ \t]{0,12}default[ \t]{0,12}=[ \t]{0,12}`;
const CHINESE = String.raw`[ \t]{0,2}(?:是|为|為|：|は|は、|이|은|는)[ \t]{0,2}`;

const BEHIND_NAME = new RegExp(
  `${CLOSERS}(?:(${OPEN_TAG})|(${VALUE_ATTRIBUTE})|(${TYPE}${SYMBOL}|${DEFAULT})|(${SENTENCE}|${CHINESE})|([ \\t]{1,4}(?:-{1,2}[ \\t]{1,2})?))`,
  "y",
);
const OPENER = /(?:new [A-Z]\w{1,20}\(|[rbuf@]|Buffer\.from\()?(\\{0,3}["'`])|["'`]?/y;
const SCHEME = /(?:Bearer|Basic|Token|Api-?Key|Api-Token|SSWS|Digest|Negotiate|bot)[ =:]{1,2}/iy;

/** Finds the value that is given to the name that ends at `nameEnd`. */
export function assignmentAfter(
  view: string,
  nameStart: number,
  nameEnd: number,
): Assignment | undefined {
  const window = view.slice(nameEnd, nameEnd + OPERATOR_REACH);
  BEHIND_NAME.lastIndex = 0;
  const behind = BEHIND_NAME.exec(window);
  if (behind === null) return undefined;
  const [all, openTag, , symbol, sentence, space] = behind;
  let start = nameEnd + all.length;
  const isOption = codeAt(view, nameStart - 1) === 45;
  if (openTag !== undefined) return element(view, start);
  const quote = quoteAt(view, start);
  start += quote.length;
  SCHEME.lastIndex = start;
  const scheme = SCHEME.exec(view);
  if (scheme !== null) start += scheme[0].length;
  const closing = quote.replace(/^[^"'`\\]+/, "");
  const end = closing === "" ? wordEnd(view, start) : quotedEnd(view, start, closing);
  // Behind a comma only a literal: f("TOKEN", "value"), not f(token, other=1).
  if (end < 0 || (closing === "" && symbol?.trim() === ",")) return undefined;
  const isHeader = scheme !== null;
  const isTight =
    symbol !== undefined &&
    /^[=:]/.test(symbol) &&
    /^[A-Z0-9_.-]{3,}$/.test(view.slice(nameStart, nameEnd));
  return {
    start,
    end,
    isQuoted: closing !== "",
    isText: sentence !== undefined || isOption || isHeader || isTight,
    isLoose: space !== undefined && !isOption && closing === "",
    isDirect: isDirect(symbol, view.slice(nameStart, nameEnd)),
    isElement: false,
  };
}

/** In tables `pass` is a result more often than a password. */
function isDirect(symbol: string | undefined, name: string): boolean {
  const sign = symbol?.replace(/[ \t]/g, "") ?? "";
  return sign === ":" || sign === "=" || (sign === "|" && name.toLowerCase() !== "pass");
}

/** `: bob / `: somebody's name, and a slash or a bar before the password. */
const LOGIN_NAME = /[ \t]?[:=][ \t]?[\w.@+-]{2,64} ?[/|] ?/y;
const USER =
  /(?:^|[^A-Za-z])(?:user|username|login|account|usr)[ :=]{1,3}[\w.@+\u007f-]{2,40}[,;]? $/i;

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

/** The quote that opens the value, escapes included, with what may stand before it. */
function quoteAt(view: string, at: number): string {
  OPENER.lastIndex = at;
  return OPENER.exec(view)?.[0] ?? "";
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
