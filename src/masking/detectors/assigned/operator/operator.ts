import { endsIn, lookingBack } from "../../../pattern/looking-back.ts";
import { matchAt, skip } from "../../../pattern/sticky.ts";
import { OPAQUE } from "../../../scan/context.ts";
import { codeAt, isLineEndAt } from "../../../text/chars.ts";
import { withBreaks } from "../../../text/escaped-breaks.ts";
import { LINE_END, LINE_START } from "../../../text/lines.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import type { Stretch } from "../../../text/stretch.ts";
import type { Assignment, BehindName } from "../assignment.ts";
import { FIRST_CJK, isVendor } from "../name/name.ts";
import { isEnvironmentName, isExpression } from "../name/program-names.ts";
import { longEnd } from "../value/long-value.ts";
import { noiseEnd } from "../value/noise.ts";
import { MAX_VALUE } from "../value/value.ts";
import { behindName } from "./behind-name.ts";
import { BRACED, BRACKETED, OPENER } from "./openers.ts";
import { cornerOf, quotedEnd } from "./quoted-end.ts";
import { mayBeginScheme, mayOpen } from "./value-beginnings.ts";
import { asciiEnd, isInWord, literalEnd, wordEnd } from "./value-end.ts";

/** The span of a value, and the operator before it, if there is one. */
interface Unquoted extends Stretch {
  readonly symbol: string | undefined;
}

const SCHEME = /(?:Bearer|Basic|Token|Api-?Key|Api-Token|SSWS|Digest|Negotiate|bot)[ =:]{1,2}/iy;

/** Finds the value that is assigned to a name. */
export function assignmentAfter(text: ScannedText, name: Stretch): Assignment | undefined {
  const behind = behindName(text, name.end);
  if (behind === undefined) return undefined;
  if (behind.call !== undefined && !takesValue(text, name)) return undefined;
  const from = name.end + behind.size;
  if (behind.openTag !== undefined) return element(text, from, behind);
  const closing = closingOf(text, from);
  const opened = closing === "" ? from : OPENER.lastIndex;
  const start = maskedEnd(text, schemeEnd(text, opened));
  const isPart = behind.formPart !== undefined && isOfForm(text, name);
  let end =
    closing === ""
      ? unquotedEnd(text, isPart ? undefined : name, start)
      : quotedEnd(text, start, closing);
  const isShort = end >= 0 && end - start <= MAX_VALUE;
  const farEnd = isShort ? -1 : longEnd(text, start, closing);
  const isLong = farEnd >= 0;
  if (isLong) end = farEnd;
  else if (closing !== "" && end > start) end = maskedStart(text, start, end);
  if (closing === "" && !isLong) end = beforeParameter(text, { start, end }, behind.symbol);
  if (isForeign(text, name, behind) && !isLong) end = Math.min(end, asciiEnd(text, start));
  if (end < 0) return undefined;
  const isLabelled = behind.formPart !== undefined && !isPart;
  if (isLabelled && !isLabel(text, name.start, end)) return undefined;
  const isQuoted = closing !== "";
  if (!isQuoted && isOfCode(text, name, { start, end, symbol: behind.symbol })) return undefined;
  const isHeader = start > opened;
  return { start, end, isQuoted, isHeader, isLabelled, isElement: false, isLong, behind };
}

/** What closes the value at `from`, empty without quotes. `OPENER` stops after the quote. */
function closingOf(text: ScannedText, from: number): string {
  const corner = cornerOf(text, from);
  if (corner !== "") {
    OPENER.lastIndex = from + corner.length;
    return corner;
  }
  if (!mayOpen(text, from)) return "";
  if (codeAt(text, from) === 123) {
    BRACED.lastIndex = from;
    OPENER.lastIndex = from + 1;
    return BRACED.test(text.view) ? "}" : "";
  }
  OPENER.lastIndex = from;
  return OPENER.exec(text.view)?.[1] ?? bracketAt(text, from);
}

/** What closes the bracketed literal at `from`. `OPENER` stops after the bracket. */
function bracketAt(text: ScannedText, from: number): string {
  const [, one, raw, signs, level] = matchAt(BRACKETED, text.view, from) ?? [];
  OPENER.lastIndex = BRACKETED.lastIndex;
  if (signs !== undefined) return `"${signs}`;
  if (level !== undefined) return `]${level}]`;
  return raw === undefined ? (CLOSING[one ?? ""] ?? "") : ')"';
}

const CLOSING: Readonly<Record<string, string>> = {
  "(": ")",
  "{": "}",
  "[": "]",
  "<": ">",
  "|": "|",
};

function schemeEnd(text: ScannedText, from: number): number {
  if (!mayBeginScheme(text, from)) return from;
  return skip(SCHEME, text.view, from);
}

/** The end of masked text at the start of a value, if a word is attached to it. */
function maskedEnd(text: ScannedText, from: number): number {
  let end = from;
  while (codeAt(text, end) === MASKED) end++;
  return isInWord(text, end) ? end : from;
}

/** `end`, or the start of masked text within the value that is attached to the word before it. */
function maskedStart(text: ScannedText, start: number, end: number): number {
  const size = text.slice(start, end).indexOf(OPAQUE);
  const at = start + size;
  // In `\n[EMAIL_1]`, the `n` belongs to the escape.
  return size > 0 && isInWord(text, at - 1) && isInWord(text, at - 2) ? at : end;
}

const MASKED = OPAQUE.charCodeAt(0);

/** The end of an unquoted value. Punctuation at the end of its literal or line may belong to it. */
function unquotedEnd(text: ScannedText, name: Stretch | undefined, start: number): number {
  const word = wordEnd(text, start);
  const isLiteral = name !== undefined && isEnvironmentName(text, name);
  const end = noiseEnd(text, { start, end: word, isLiteral, name });
  if (end > word || end === start) return end;
  if (name === undefined) return literalEnd(text, end, 10);
  const before = codeAt(text, name.start - 1);
  const isQuote = before === 34 || before === 39;
  if (isQuote) return literalEnd(text, end, before);
  const isTight = start === name.end + 1 && codeAt(text, name.end) === 61;
  if (!isTight || !isLiteral) return end;
  const isEntry =
    before === 10 || name.start === 0 || text.view.startsWith("export ", name.start - 7);
  return isEntry ? literalEnd(text, end, 10) : end;
}

/** The operator after a name in a URL within a URL, and the parameter separator there. */
const ENCODED_SIGN = /%(?:25){0,2}3[Dd]$/;
const NEXT_PARAMETER = /%(?:25){0,2}2[36]/;

/** The end of a value, or where the next parameter begins if the operator is percent-encoded. */
function beforeParameter(text: ScannedText, { start, end }: Stretch, symbol = ""): number {
  if (!ENCODED_SIGN.test(symbol)) return end;
  const size = text.slice(start, end).search(NEXT_PARAMETER);
  return size < 0 ? end : start + size;
}

/** Whether a name belongs to a form part, whose value is the line below. */
function isOfForm(text: ScannedText, name: Stretch): boolean {
  return text.view.startsWith('name="', name.start - 6);
}

/** Whether name or separator end in Chinese, Japanese or Korean, where no space follows a value. */
function isForeign(text: ScannedText, name: Stretch, { sentence = "" }: BehindName): boolean {
  if (codeAt(text, name.end - 1) >= FIRST_CJK) return true;
  const between = sentence.trimEnd();
  return between !== "" && between.charCodeAt(between.length - 1) >= FIRST_CJK;
}

/** Operators after which only a literal is a value. */
const OF_CODE = /\|\||\?\?|[!=]==/;

/**
 * Whether the value is code. After a comma, only a literal is a value, or a line of two cells:
 * f("TOKEN", "value"), not f(token, other=1). Environment variables have no code.
 */
function isOfCode(text: ScannedText, name: Stretch, { start, end, symbol }: Unquoted): boolean {
  if (symbol === undefined) return false;
  if (symbol.trim() === ",") return !isLine(text, name.start, end);
  if (OF_CODE.test(symbol)) return true;
  return isExpression(text.slice(start, end)) && !isEnvironmentName(text, name);
}

/** Calls with the value: `setToken(`, `.password(`, `SecretStr(`, `mailgun(`, `getMailgun(`. */
function takesValue(text: ScannedText, { start, end }: Stretch): boolean {
  const name = text.slice(start, end);
  const method = name.slice(name.lastIndexOf(".") + 1);
  if (
    /^(?:set|with|use)_?[A-Z_]|^SecretStr$|^PASSWORD$|^k(?:api|auth|app|client|secret)/i.test(
      method,
    )
  )
    return true;
  if (isType(text, start, method)) return true;
  if (isVendor(method.toLowerCase())) return true;
  // retrieve("cus_…"), getCommit("8d3a…"): lookups take an identifier.
  if (
    /^(?:get|fetch|find|retrieve|list|delete|remove|update|cancel|query|lookup|show|open)/.test(
      method,
    )
  )
    return false;
  const isMember = method.length < name.length || codeAt(text, start - 1) === 46;
  return isMember && /^[a-z]{2,12}(?:[A-Z][a-z]{2,8}|_[a-z]{2,8}){0,2}$/.test(method);
}

/** `new MailerClient("…")`, `mailer.Client("…")`: a type that is created with the value. */
function isType(text: ScannedText, nameStart: number, method: string): boolean {
  const isNew = text.view.startsWith("new ", nameStart - 4) || method.length >= 6;
  return isNew && /^[A-Z]\w{1,40}$/.test(method) && !/(?:Error|Exception)$/.test(method);
}

/** Whether the span is a whole line. */
function isLine(text: ScannedText, start: number, end: number): boolean {
  return (
    (start === 0 || codeAt(text, start - 1) === 10) &&
    !text.slice(start, end).includes("\n") &&
    isLastCell(text, end)
  );
}

/** `name,value,` is a line of cells as well, with an empty last cell. */
function isLastCell(text: ScannedText, end: number): boolean {
  return isLineEndAt(text, codeAt(text, end) === 44 ? end + 1 : end);
}

/** Whether only a few words precede the name on its line, and nothing follows the value. */
function isLabel(text: ScannedText, nameStart: number, end: number): boolean {
  return (
    IS_LINE_END.test(text.after(end, 12)) && endsIn(withBreaks(text.before(nameStart, 64)), IS_LINE)
  );
}

const IS_LINE = lookingBack(
  new RegExp(String.raw`${LINE_START}[ \t#*>-]{0,6}(?:[A-Za-z][A-Za-z-]{0,15} ){0,3}`),
);
const IS_LINE_END = new RegExp(`^${LINE_END}`);

/** Opens text in which XML parses no markup (Extensible Markup Language 1.0, 2.7). */
const CDATA = "<![CDATA[";

/** The content of an element, up to its closing tag. */
function element(text: ScannedText, start: number, behind: BehindName): Assignment | undefined {
  const isMarked = text.view.startsWith(CDATA, start);
  const from = isMarked ? start + CDATA.length : start;
  const window = text.slice(from, from + MAX_VALUE + 1);
  const close = window.indexOf(isMarked ? "]]>" : "<");
  const isLong = close < 0;
  const end = isLong
    ? longEnd(text, from, isMarked ? "]]>" : "<")
    : maskedStart(text, from, from + window.slice(0, close).trimEnd().length);
  if (end < 0) return undefined;
  return {
    start: from,
    end,
    isQuoted: false,
    isHeader: false,
    isLabelled: false,
    isElement: true,
    isLong,
    behind,
  };
}

/** Calls that decode the literal after them. */
const DECODES =
  /(?:hex|decode\w{0,8}|Buffer\.from|unhexlify|HexString|hex2bin|hexToBytes)\(b?["'`]$/i;
const DECODES_REACH = 24;

/** `key = bytes.fromhex("…")`: the key itself, not its digest and not a key of a map. */
export function isDecoded(text: ScannedText, { start, isQuoted }: Assignment): boolean {
  return isQuoted && DECODES.test(text.before(start, DECODES_REACH));
}
