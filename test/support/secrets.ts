import { inspect } from "node:util";

/** An original that must not show up anywhere but in the guard's input. */
export const ORIGINAL = "jane.doe@example.com";

/** Everything a careless log would print of a value. */
function everythingOf(value: unknown): string {
  const shown = [inspect(value, { depth: 12, showHidden: false }), String(value)];
  if (value instanceof Error) shown.push(value.stack ?? "", everythingOf(value.cause));
  try {
    shown.push(JSON.stringify(value) ?? "");
  } catch {
    // What cannot be written as JSON cannot leak as JSON.
  }
  return shown.join("\n");
}

/** Which of the secrets a value shows when it is printed. */
export function leaksOf(value: unknown, ...secrets: readonly string[]): string[] {
  const shown = everythingOf(value);
  return secrets.filter((secret) => shown.includes(secret));
}
