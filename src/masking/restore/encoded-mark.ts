import type { Encoding } from "./encode.ts";

/** What everything that is encoded begins with. */
export const ENCODINGS: ReadonlyMap<string, Encoding> = new Map([
  ["%", "uri"],
  ["&", "html"],
  ["\\", "json"],
]);

/** Names of HTML, in capitals as placeholders are compared. */
const NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ["<", ["&LT;"]],
  [">", ["&GT;"]],
  ["&", ["&AMP;"]],
  ["[", ["&LBRACK;", "&LSQB;"]],
  ["]", ["&RBRACK;", "&RSQB;"]],
  ["{", ["&LBRACE;", "&LCUB;"]],
  ["}", ["&RBRACE;", "&RCUB;"]],
]);

/** The spellings of one mark of ASCII, in capitals. */
export function spellingsOf(mark: string, encoding: Encoding): readonly string[] {
  const code = mark.charCodeAt(0);
  const hex = code.toString(16).toUpperCase().padStart(2, "0");
  if (code > 127) return [];
  if (encoding === "uri") return [`%${hex}`];
  if (encoding === "json") return [`\\U00${hex}`];
  return [`&#${code};`, `&#X${hex};`, ...(NAMES.get(mark) ?? [])];
}

/** Encoded marks of ASCII, in any of the encodings. */
const ENCODED = /%[2-7][\da-f]|\\u00[2-7][\da-f]|&(?:#\d{2,3}|#x[\da-f]{2}|[a-z]{2,6});/gi;

/** A text with its marks as they are; for texts that have `opening`, undefined for others. */
export function decoded(text: string, opening: EncodedOpening): string | undefined {
  if (!opening(text)) return undefined;
  return text.replace(ENCODED, (spelling) => MARKS.get(spelling.toUpperCase()) ?? spelling);
}

/** Which mark each spelling is of: all of ASCII that is printed. */
const MARKS: ReadonlyMap<string, string> = new Map(
  Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).flatMap((mark) =>
    [...ENCODINGS.values()].flatMap((encoding) =>
      spellingsOf(mark, encoding).map((spelling) => [spelling, mark] as const),
    ),
  ),
);

/** Whether a text has a certain mark somewhere where it is encoded. */
export type EncodedOpening = (text: string) => boolean;

/**
 * Finds `mark` where it is encoded, in whatever case. Most texts have none of the two characters that
 * one begins with, which the processor finds several times faster than an expression does.
 */
export function encodedOpening(mark: string): EncodedOpening {
  const spellings = [...ENCODINGS.values()].flatMap((encoding) => spellingsOf(mark, encoding));
  const capitals = spellings.map((spelling) => spelling.slice(0, 2));
  const beginnings = [...new Set([...capitals, ...capitals.map((two) => two.toLowerCase())])];
  const alternatives = spellings.map((spelling) => spelling.replace("\\", "\\\\"));
  const pattern = new RegExp(alternatives.join("|"), "i");
  return (text) => beginnings.some((two) => text.indexOf(two) >= 0) && pattern.test(text);
}
