/** A line break or a tab as escaped in JSON, at any depth. */
const ESCAPED_BREAK = /\\{1,8}([nrt])/g;

/**
 * The text with escaped line breaks and tabs as what they stand for, at the same offsets. For what
 * precedes or follows a value: there, the letter of such an escape looks like part of a word.
 */
export function withBreaks(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(ESCAPED_BREAK, (written, letter) =>
    (letter === "t" ? "\t" : "\n").padStart(written.length),
  );
}
