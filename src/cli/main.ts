#!/usr/bin/env node
import { SDK_VERSION } from "../version.ts";
import { UsageError } from "./command.ts";
import { COMMANDS, overview, unknownCommand } from "./commands.ts";
import { createTerminal, type Terminal } from "./terminal.ts";

/** Exit code for invalid arguments, as usual in shells. */
const USAGE_EXIT_CODE = 2;

async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === "--version" || name === "-v") return say(terminal, SDK_VERSION);
  if (name === "--help" || name === "-h" || name === "help") return say(terminal, overview());
  if (name === undefined) return complain(terminal, overview());
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry === undefined) return complain(terminal, unknownCommand(name));
  const command = await entry.load();
  if (rest.includes("--help") || rest.includes("-h")) return say(terminal, command.help);
  return command.run(rest, terminal);
}

function say(terminal: Terminal, text: string): number {
  terminal.print(text);
  return 0;
}

function complain(terminal: Terminal, text: string): number {
  terminal.complain(text);
  return USAGE_EXIT_CODE;
}

function failure(error: unknown, terminal: Terminal): number {
  terminal.complain(error instanceof Error ? error.message : String(error));
  return error instanceof UsageError ? USAGE_EXIT_CODE : 1;
}

const terminal = createTerminal(process);

// A reader of our output may stop early, as `head` does: we exit, and that is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  terminal.complain(`The output could not be written: ${error.message}`);
  process.exit(1);
});

// Complaints that nobody reads change no exit code.
process.stderr.on("error", () => undefined);

process.exitCode = await main(process.argv.slice(2), terminal).catch((error: unknown) =>
  failure(error, terminal),
);
