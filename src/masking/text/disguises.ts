import { skip } from "../pattern/sticky.ts";
import { isAlnum } from "./chars.ts";
import { isMark } from "./composed.ts";
import {
  DIGIT_BLOCKS,
  ENCLOSED,
  eachDigit,
  eachDressed,
  eachLookAlike,
  enclosed,
  LOOK_ALIKES,
  MATHEMATICAL,
  mathematical,
} from "./dressed.ts";
import { ENTITY, entity } from "./entities.ts";

/**
 * Characters that people and pages put into values and that mean nothing to a detector, grouped by
 * their replacement. Sources: Unicode general categories Zs, Pd, Cf and Mn (UCD 15.1), and the block
 * Halfwidth and Fullwidth Forms. No alphabet that programs know puts the marks of other blocks than
 * the first on its letters.
 */
const INVISIBLE = [
  "\\u0000\\u007f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u1ab0-\\u1aff\\u1dc0-\\u1dff",
  "\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u20d0-\\u20f0\\u3164\\ufe00-\\ufe0f\\ufe20-\\ufe2f\\ufeff\\uffa0\\ufff9-\\ufffc",
].join("");
const SPACES = "\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u2800\\u3000";
const DASHES = "\\u2010-\\u2015\\u2043\\u2212\\ufe58\\ufe63";
const DOTS = "\\u00b7\\u066b\\u06d4\\u2022\\u2024\\u2027\\u2219\\u22c5\\u3002\\u30fb\\ufe52\\uff61";
/** Of Armenian and Hebrew, a letter, a ratio, and its compatibility forms. */
const COLONS = "\\u02d0\\u055d\\u0589\\u05c3\\u2236\\ua789\\ufe13\\ufe55";
const QUOTES = "\\u2018-\\u201f";
const FULL_WIDTH = "\\uff01-\\uff5e";
/** Small forms of signs, and the signs. */
const SMALL_SIGNS = "﹙﹚﹟﹡﹢﹦﹪﹫";
const SIGNS = "()#*+=%@";

/** Accents, strokes and rings that are put on the character before them; digits never have any. */
const MARKS = "\\u0300-\\u036f";
const MARKED_DIGIT = new RegExp(`[0-9][${MARKS}]`);
/** Those of them that strike or underline a text; no alphabet has them. */
const STROKES = "\\u0332\\u0333\\u0335-\\u0338";

/** The letters of a Korean syllable, in normalization form D. */
const SYLLABLE = "[\\u1100-\\u1112][\\u1161-\\u1175][\\u11a8-\\u11c2]?";

/**
 * Tags and further variation selectors, U+E0000 to U+E01EF, and signs that format shorthand and
 * music: invisible, a surrogate pair each.
 */
const TAGS = "\\udb40[\\udc00-\\uddef]|\\ud82f[\\udca0-\\udca3]|\\ud834[\\udd73-\\udd7a]";

/**
 * Separators and punctuation as percent escapes in URLs, once or repeatedly (RFC 3986 2.1). In
 * commands for the prompt of Windows, a caret keeps the sign from beginning a variable.
 */
const PERCENT = `%\\^?(?:${[
  String.raw`u00[2-7][\da-fA-F]`,
  "(?:25){0,2}(?:C2%A0|0[AD]|20|2[2BDEbde89]|3[Aa]|40|5[BDbd]|5[Ff])",
  // Any other ASCII character next to one like it.
  String.raw`(?:25){0,2}(?:2[\da-fA-F]|[3-6][\da-fA-F]|7[\da-eA-E])` +
    String.raw`(?:(?=%(?:25){0,2}[2-7][\da-fA-F])|(?<=%(?:25){0,2}[2-7][\da-fA-F]%(?:25){0,2}..))`,
].join("|")})`;
const DIGITS = DIGIT_BLOCKS.map((first) => `\\u${hex(first)}-\\u${hex(first + 9)}`).join("");
/**
 * ASCII as escaped in JSON, a line break right before a number, and the punctuation of names and
 * numbers as escaped in Markdown (CommonMark 2.4).
 */
const ESCAPE = String.raw`\\{1,4}(?:${[
  String.raw`(?<=[A-Za-z\d]\\{1,4})[_.-](?=[A-Za-z\d\\])`,
  String.raw`u00(?:0[\da-fA-F]|1[\dac-fAC-F]|[2-46][\da-fA-F]|5[\dabdefABDEF]|7[\da-eA-E]|[aA][0dD])|x[2-7][\da-fA-F]`,
  // Any letter beyond ASCII, as Python writes JSON unless it is told otherwise.
  String.raw`u(?:00[89a-fA-F]|0[1-9a-fA-F][\da-fA-F]|[1-9a-fA-F][\da-fA-F]{2})[\da-fA-F]`,
  String.raw`[ux]\{0{0,6}[2-7][\da-fA-F]\}|U000000[2-7][\da-fA-F]`,
  // In octal, next to one like it, or a separator within a word.
  String.raw`(?:0[4-7]|1[0-7])[0-7](?:(?=\\{1,4}[01][0-7]{2})|(?<=\\[01][0-7]{2}\\{1,4}...))`,
  // Not in a path of Windows, `C:\temp\100pages.example`.
  String.raw`(?<=[A-Za-z\d]\\{1,4})(?:040|05[3-6]|100|137)(?=[A-Za-z\d])(?<!(?<![A-Za-z])[A-Za-z]:\\[\w.~\\ -]{0,80})`,
  String.raw`[nrt](?=[+(\uff0b]{0,2}[\d\uff10-\uff19${DIGITS}])`,
].join("|")})`;

/** The beginning of a terminal's control sequence as sources, JSON, URLs and viewers write it. */
const WRITTEN = "(?:\\\\{1,4}(?:u001[bB]|x1[bB]|033|[eE]|u\\{1[bB]\\})|%1[bB]|\\^\\[)";
/** Parameters and final letter of a sequence: a color or a cursor position. */
const CONTROL = "[\\d;:?]{0,24}[A-Za-z]";
/**
 * Terminal sequences for colors and character sets (ECMA-48 5.4, ECMA-35 14.3): raw, escaped, or
 * pasted from a clipboard, which lost the beginning. A password may contain a backslash, `e` and a
 * bracket, so without a number only few letters are accepted.
 */
const COLOUR = `(?:${[
  `\\u001b(?:\\[${CONTROL}|[()][A-Z0-9])|\\u009b${CONTROL}`,
  String.raw`${WRITTEN}(?:(?:\[|%5[bB])(?:[\d;:?]{1,24}[A-Za-z]|[mKJH])|[()]B)`,
  String.raw`\[(?:\d{1,3}(?:;\d{1,3}){0,5}m(?!\])|m(?![\w\]-]))`,
].join("|")})`;
/** Line prefixes of mail, diffs and tools that show files. */
const LINE =
  "\\n(?:(?:> ){2,9}|>{1,9}(?: |(?=\\r?\\n))|\\+(?= (?![\\d(])|[\\t<\"'[{A-Za-z]|- )| {0,8}\\d{1,6}\u2192)";

/** What renderers write between parts of a text, and where a long word may be broken. */
const COMMENTS = ["<!-- -->", "<!---->", "<wbr"];
const COMMENT = "<(?:!--(?: --|--)|wbr ?\\/?)>";

/** ASCII as encoded in raw mail, and a soft line break (RFC 2045 6.7). */
const QUOTED_PRINTABLE = "=(?:\\r?\\n|[2-7][\\dA-F])";

/** The end of a color; occurs in every text with colors that lost their beginning. */
const COLOUR_ENDS = ["[0m", "[39m"];
/** A quote of JSON in a command that a browser copied for the prompt of Windows. */
const QUOTE_OF_CMD = '^\\^"';
/** Occurs in every text with such colors, comments, lines, or commands. */
const SHOWN = [...COLOUR_ENDS, ...COMMENTS, "\n>", "\n+", "\u2192", QUOTE_OF_CMD];

/** Whether a lone bracket may begin a color. Elsewhere it belongs to passwords and code. */
export function isColoured(text: string): boolean {
  return COLOUR_ENDS.some((mark) => text.includes(mark));
}

/**
 * Whether brackets and line breaks may begin a disguise; in other texts, they would be too many
 * candidates.
 */
export function isShown(text: string): boolean {
  return SHOWN.some((mark) => text.includes(mark));
}

/**
 * Whether marks are put on digits, which no language does. Then those on letters are a disguise
 * too.
 */
export function hasMarkedDigits(text: string): boolean {
  return MARKED_DIGIT.test(text);
}

/** Whether an equals sign may begin a disguise; elsewhere it is an equals sign. */
export function isRawMail(text: string): boolean {
  return text.includes("quoted-printable");
}

/** Whether carets escape the signs behind them, as in the prompt of Windows. */
export function isOfCmd(text: string): boolean {
  return text.includes(QUOTE_OF_CMD);
}

/** The end of the caret at `index` of such a text if it escapes a sign; otherwise `index`. */
export function caretEnd(text: string, index: number): number {
  const next = text.charCodeAt(index + 1);
  return next > 32 && !isAlnum(next) ? index + 1 : index;
}

/** What a disguise can begin with. V8 searches fastest for a single character class. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals write them
export const MAY_BE_DISGUISE = /[\0&%\\\u001b\u007f-\uffff]/g;
/** The same for texts where `isShown`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
export const MAY_BE_SHOWN = /[\0\n&%<[^\\\u001b\u007f-\uffff]/g;
/** The same for raw mail. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
export const MAY_BE_IN_MAIL = /[\0\n&%<[^=\\\u001b\u007f-\uffff]/g;

/** Disguises that are longer than one code unit or depend on their neighbors. */
const DISGUISE = new RegExp(
  `(?:${ENTITY}|${PERCENT}|${ESCAPE}|${COLOUR}|${LINE}|${QUOTED_PRINTABLE}|${COMMENT}|${MATHEMATICAL}|${ENCLOSED}|${TAGS}|${SYLLABLE}|[${STROKES}]|(?<=[\\d@.:+ -][${MARKS}]{0,3})[${MARKS}])`,
  "y",
);

function hex(code: number): string {
  return code.toString(16).padStart(4, "0");
}

const REPLACEMENT = buildReplacements();

function buildReplacements(): ReadonlyMap<number, string> {
  const map = new Map<number, string>();
  const put = (ranges: string, to: (code: number) => string): void => {
    for (const [, from, last] of ranges.matchAll(/\\u(\w{4})(?:-\\u(\w{4}))?/g)) {
      const first = Number.parseInt(from ?? "", 16);
      const end = last === undefined ? first : Number.parseInt(last, 16);
      for (let code = first; code <= end; code++) map.set(code, to(code));
    }
  };
  put(INVISIBLE, () => "");
  put(SPACES, () => " ");
  put(DASHES, () => "-");
  put(DOTS, () => ".");
  put(COLONS, () => ":");
  put(QUOTES, (code) => (code < 0x201c ? "'" : '"'));
  put(FULL_WIDTH, (code) => String.fromCharCode(code - 0xfee0));
  eachDigit((code, plain) => map.set(code, plain));
  eachDressed((code, plain) => map.set(code, plain));
  for (let i = 0; i < SIGNS.length; i++) map.set(SMALL_SIGNS.charCodeAt(i), SIGNS.charAt(i));
  eachLookAlike((code, plain) => map.set(code, plain));
  return map;
}

/** Whether a code unit is always a disguise, only if `DISGUISE` matches, or only within a word. */
const BEGINS = new Uint8Array(65_536);
const ALWAYS = 1;
const PERHAPS = 2;
const LOOKS_ALIKE = 3;
for (const code of REPLACEMENT.keys()) BEGINS[code] = ALWAYS;
for (let code = 0x1100; code <= 0x1112; code++) BEGINS[code] = PERHAPS;
for (let code = 0x300; code <= 0x36f; code++) BEGINS[code] ||= PERHAPS;
for (const one of `\n&%<[=^\\\u001b\u009b\ud82f\ud834\ud835\ud83c\udb40`)
  BEGINS[one.charCodeAt(0)] = PERHAPS;
for (const one of LOOK_ALIKES) BEGINS[one.charCodeAt(0)] = LOOKS_ALIKE;

/**
 * Exclusive end of the disguise that `code` begins at `index`; `index` if there is none. Most
 * disguises are a single character, and most non-ASCII letters are none: neither needs the
 * expression.
 */
export function disguiseEnd(text: string, index: number, code: number): number {
  const begins = BEGINS[code];
  if (begins === LOOKS_ALIKE) return isInLatinWord(text, index) ? index + 1 : index;
  if (begins !== PERHAPS) return index + (begins === ALWAYS ? 1 : 0);
  return skip(DISGUISE, text, index);
}

/** Most look-alikes in a row. */
const MOST_ALIKE = 6;

/**
 * Whether there is a Latin letter or a digit next to a look-alike, or to those around it: in a text
 * of their own alphabet they are themselves.
 */
function isInLatinWord(text: string, index: number): boolean {
  for (let step = -1; step <= 1; step += 2) {
    for (let i = 1; i <= MOST_ALIKE; i++) {
      const next = text.charCodeAt(index + i * step);
      if (isAlnum(next)) return true;
      if (BEGINS[next] !== LOOKS_ALIKE) break;
    }
  }
  return false;
}

/** What a match of `DISGUISE` stands for: one code unit, or none if it is invisible. */
export function undisguised(match: string): string {
  switch (match.charCodeAt(0)) {
    case 10:
      return "\n";
    case 38:
      return shownByEntity(entity(match));
    case 37:
      if (match.charCodeAt(1) === 49) return " ";
      return match.endsWith("A0") ? " " : plain(Number.parseInt(match.slice(-2), 16));
    case 92:
      return escapeSequence(match);
    case 0x1b:
    case 0x9b:
    case 91:
      return " ";
    case 94:
      return match.length === 1 ? "" : " ";
    case 61:
      return match.endsWith("\n") ? "" : plain(Number.parseInt(match.slice(1), 16));
    case 60:
    case 0xd82f:
    case 0xd834:
    case 0xdb40:
      return "";
    case 0xd83c:
      return enclosed(match.charCodeAt(1));
    case 0xd835:
      return mathematical(match.charCodeAt(1));
    default:
      if (match.length > 1) return match.normalize("NFC");
      return isMark(match.charCodeAt(0)) ? "" : plain(match.charCodeAt(0));
  }
}

function shownByEntity(value: number | string): string {
  if (typeof value === "string") return value;
  return value > 0xffff ? " " : plain(value);
}

function escapeSequence(match: string): string {
  if (/[[()]/.test(match)) return " ";
  if (match.endsWith("}")) return plain(Number.parseInt(match.slice(-3), 16));
  const kind = match.charAt(match.lastIndexOf("\\") + 1);
  if (kind === "_" || kind === "." || kind === "-") return kind;
  if (kind === "t") return "\t";
  if (kind === "0" || kind === "1") return plain(Number.parseInt(match.slice(-3), 8));
  if (kind === "u") return unescaped(Number.parseInt(match.slice(-4), 16));
  return kind === "n" || kind === "r" ? "\n" : plain(Number.parseInt(match.slice(-2), 16));
}

function plain(code: number): string {
  return REPLACEMENT.get(code) ?? String.fromCharCode(code);
}

/**
 * Look-alikes are letters of their own alphabet here, whose words are as likely as Latin ones.
 * Control characters end a value.
 */
function unescaped(code: number): string {
  if (code < 32) return code === 10 || code === 13 ? "\n" : " ";
  return BEGINS[code] === ALWAYS ? plain(code) : String.fromCharCode(code);
}
