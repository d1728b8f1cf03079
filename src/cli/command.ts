import type { Terminal } from "./terminal.ts";

/** One command of the program. */
export interface Command {
  /** Shown by `guarded-model-client COMMAND --help`, lines of at most 80 columns. */
  readonly help: string;
  /** Resolves to the exit code. @throws {@link UsageError} for wrong arguments. */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** Invalid arguments. The message goes to stderr, and the exit code is 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}
