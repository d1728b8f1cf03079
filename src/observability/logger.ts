import type { Logger } from "../types.ts";

/** Warnings and errors to `console`, which is where a person looks first; nothing chattier. */
export const consoleLogger: Logger = {
  warn: (message, details) => print("warn", message, details),
  error: (message, details) => print("error", message, details),
};

function print(level: "warn" | "error", message: string, details: object | undefined): void {
  const line = `guarded-model-client: ${message}`;
  if (details === undefined) console[level](line);
  else console[level](line, details);
}
