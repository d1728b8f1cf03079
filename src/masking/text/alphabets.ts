/**
 * Letters and their marks in all alphabets of the first 65,536 code points, to stand in brackets of
 * an expression without flags. With `\p{L}`, and with the flags `i` and `u` all the more, V8 takes 10
 * to 30 ms to compile an expression of a dozen such classes, for which the first text would wait.
 */
export const LETTERS = String.raw`A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02c1\u0300-\u037d\u037f-\u0386\u0388-\u0559\u0560-\u0588\u0591-\u05bd\u05c1-\u05f2\u0620-\u06d3\u06d5-\u0963\u0970-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\u30fa\u30fc-\ud7ff\uf900-\ufdff\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc`;

/** The same with digits, as they stand in a normalised text. */
export const ALPHANUMERIC = `0-9${LETTERS}`;

/** An expression for the words in `expression`, which has no escapes, in any mixture of cases. */
export function inAnyCase(expression: string): string {
  return expression.replace(/\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
