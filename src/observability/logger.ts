import type { Logger } from "../types.ts";

/** Logs warnings and errors to `console`, and nothing else. */
export const consoleLogger: Logger = {
  warn: (message, details) => print("warn", message, details),
  error: (message, details) => print("error", message, details),
};

function print(level: "warn" | "error", message: string, details: object | undefined): void {
  const line = `guarded-model-client: ${message}`;
  if (details === undefined) console[level](line);
  else console[level](line, details);
}
