/**
 * The line of a decision: its name, if it has one, and the first of `values` that can be written as
 * a word. Empty if there is none.
 */
export function decisionLine(name: unknown, values: readonly unknown[]): string {
  const decided = values.find(isPlain);
  if (decided === undefined) return "";
  return typeof name === "string" && name !== "" ? `${name}: ${decided}` : String(decided);
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
