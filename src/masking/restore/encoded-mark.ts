import type { Encoding } from "./encode.ts";

/** The first character of each encoding. */
export const ENCODINGS: ReadonlyMap<string, Encoding> = new Map([
  ["%", "uri"],
  ["&", "html"],
  ["\\", "json"],
]);

/** Named entities of HTML, in upper case because placeholders are compared in it. */
const NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ["<", ["&LT;"]],
  [">", ["&GT;"]],
  ["&", ["&AMP;"]],
  ["[", ["&LBRACK;", "&LSQB;"]],
  ["]", ["&RBRACK;", "&RSQB;"]],
  ["{", ["&LBRACE;", "&LCUB;"]],
  ["}", ["&RBRACE;", "&RCUB;"]],
]);

/** The encoded spellings of an ASCII character, in upper case. */
export function spellingsOf(mark: string, encoding: Encoding): readonly string[] {
  const code = mark.charCodeAt(0);
  const hex = code.toString(16).toUpperCase().padStart(2, "0");
  if (code > 127) return [];
  if (encoding === "uri") return [`%${hex}`];
  if (encoding === "json") return [`\\U00${hex}`];
  return [`&#${code};`, `&#X${hex};`, ...(NAMES.get(mark) ?? [])];
}

/** Encoded ASCII characters, in any of the encodings. */
const ENCODED = /%[2-7][\da-f]|\\u00[2-7][\da-f]|&(?:#\d{2,3}|#x[\da-f]{2}|[a-z]{2,6});/gi;

/** The text with its encoded characters decoded; undefined if it does not contain `opening`. */
export function decoded(text: string, opening: EncodedOpening): string | undefined {
  if (!opening(text)) return undefined;
  return text.replace(ENCODED, (spelling) => MARKS.get(spelling.toUpperCase()) ?? spelling);
}

/** The character of each spelling, for all of printable ASCII. */
const MARKS: ReadonlyMap<string, string> = new Map(
  Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).flatMap((mark) =>
    [...ENCODINGS.values()].flatMap((encoding) =>
      spellingsOf(mark, encoding).map((spelling) => [spelling, mark] as const),
    ),
  ),
);

/** Whether a text contains a certain character in encoded form. */
export type EncodedOpening = (text: string) => boolean;

/**
 * Finds `mark` in encoded form, case-insensitive. Most texts contain none of the two-character
 * beginnings, and `indexOf` finds those several times faster than an expression does.
 */
export function encodedOpening(mark: string): EncodedOpening {
  const spellings = [...ENCODINGS.values()].flatMap((encoding) => spellingsOf(mark, encoding));
  const capitals = spellings.map((spelling) => spelling.slice(0, 2));
  const beginnings = [...new Set([...capitals, ...capitals.map((two) => two.toLowerCase())])];
  const alternatives = spellings.map((spelling) => spelling.replace("\\", "\\\\"));
  const pattern = new RegExp(alternatives.join("|"), "i");
  return (text) => beginnings.some((two) => text.indexOf(two) >= 0) && pattern.test(text);
}
