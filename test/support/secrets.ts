import { inspect } from "node:util";

/** An original value that must appear nowhere but in the guard's input. */
export const ORIGINAL = "jane.doe@example.com";

/** Everything that careless logging would print of a value. */
function everythingOf(value: unknown): string {
  const shown = [inspect(value, { depth: 12, showHidden: false }), String(value)];
  if (value instanceof Error) shown.push(value.stack ?? "", everythingOf(value.cause));
  try {
    shown.push(JSON.stringify(value) ?? "");
  } catch {
    // What is not JSON cannot leak as JSON.
  }
  return shown.join("\n");
}

/** The secrets that appear when a value is printed. */
export function leaksOf(value: unknown, ...secrets: readonly string[]): string[] {
  const shown = everythingOf(value);
  return secrets.filter((secret) => shown.includes(secret));
}
