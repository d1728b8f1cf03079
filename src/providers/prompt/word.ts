/** What a type may be, what a label in an object, and what an error may name: a word, no prose. */
const WORD = /^[\w.:/-]{1,64}$/;

/** Whether `value` is a word of a format. */
export function isWord(value: unknown): value is string {
  return typeof value === "string" && WORD.test(value);
}
