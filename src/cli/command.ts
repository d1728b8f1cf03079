import type { Terminal } from "./terminal.ts";

/** One command of the binary. */
export interface Command {
  /** Shown by `guarded-model-client COMMAND --help`, lines of at most 80 columns. */
  readonly help: string;
  /** Resolves to the process's exit code. Throws {@link UsageError} for wrong arguments. */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** Arguments that make no sense. The message goes to stderr and the exit code is 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}
