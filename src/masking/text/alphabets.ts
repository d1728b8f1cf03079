/**
 * Letters and combining marks of all alphabets in the first 65,536 code points, for character
 * classes without flags. With `\p{L}`, and even more with the flags `i` and `u`, V8 takes 10 to 30
 * ms to compile an expression with a dozen such classes, which would delay the first text.
 */
export const LETTERS: string = [
  String.raw`A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02c1`,
  String.raw`\u0300-\u037d\u037f-\u0386\u0388-\u0559\u0560-\u0588\u0591-\u05bd\u05c1-\u05f2`,
  String.raw`\u0620-\u06d3\u06d5-\u0963\u0970-\u1fff\u2c00-\u2dff`,
  String.raw`\u3005-\u3007\u3041-\u30fa\u30fc-\ud7ff`,
  String.raw`\uf900-\ufdff\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc`,
].join("");

/** The same with the digits of a normalized text. */
export const ALPHANUMERIC = `0-9${LETTERS}`;

/** A case-insensitive version of the words in `expression`, which contains no escapes. */
export function inAnyCase(expression: string): string {
  return expression.replace(/\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
