/** A single word: a type, a label, or a name that may appear in errors; not free text. */
const WORD = /^[\w.:/-]{1,64}$/;

/** Whether `value` is a single word. */
export function isWord(value: unknown): value is string {
  return typeof value === "string" && WORD.test(value);
}
