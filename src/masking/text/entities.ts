/** Characters as HTML entities, by number or by name (HTML Standard 13.5). */

/** Spaces. Of the names of other characters, only those that values contain. */
const SPACES =
  "nbsp|ensp|emsp|emsp13|emsp14|thinsp|hairsp|numsp|puncsp|NonBreakingSpace|ThinSpace|MediumSpace|VeryThinSpace";

const NAMED: Readonly<Record<string, string>> = {
  commat: "@",
  period: ".",
  middot: ".",
  hyphen: "-",
  dash: "-",
  ndash: "-",
  mdash: "-",
  minus: "-",
  colon: ":",
  plus: "+",
  lowbar: "_",
  UnderBar: "_",
  num: "#",
  lpar: "(",
  rpar: ")",
  lsqb: "[",
  rsqb: "]",
  lbrack: "[",
  rbrack: "]",
  sol: "/",
  equals: "=",
  excl: "!",
  ast: "*",
  quot: '"',
  apos: "'",
  shy: "",
  zwnj: "",
  zwj: "",
  lrm: "",
  rlm: "",
  ZeroWidthSpace: "",
  NoBreak: "",
};

/**
 * Also in nested HTML. Without a semicolon, which browsers do not need either, only ASCII, and by
 * number.
 */
export const ENTITY = [
  String.raw`&(?:amp;){0,2}(?:#(?:[xX][\da-fA-F]{1,6}|\d{1,7});`,
  String.raw`|#(?:0{0,5}(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])(?!\d)|[xX]0{0,4}[2-7][\da-fA-F](?![\da-fA-F]))`,
  `|(?:${SPACES}|${Object.keys(NAMED).join("|")});)`,
].join("");

/** The number or the character that a match of `ENTITY` stands for. */
export function entity(written: string): number | string {
  const match = written.replaceAll("amp;", "");
  if (match.charAt(1) !== "#") return NAMED[match.slice(1, -1)] ?? " ";
  const isHex = (match.charCodeAt(2) | 32) === 120;
  return Number.parseInt(match.slice(isHex ? 3 : 2), isHex ? 16 : 10);
}
