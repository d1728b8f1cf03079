import type { Command } from "./command.ts";

/** An entry of the command table. A command is loaded when it runs. */
export interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** The command table. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  dev: {
    summary: "run a local data plane to develop against",
    load: async () => (await import("./dev.ts")).dev,
  },
  doctor: {
    summary: "check whether guarded calls would work from here",
    load: async () => (await import("./doctor.ts")).doctor,
  },
  mask: {
    summary: "show what masking would hide in a text",
    load: async () => (await import("./mask.ts")).mask,
  },
  outbox: {
    summary: "look into a durable outbox, send rejected events again",
    load: async () => (await import("./outbox.ts")).outbox,
  },
  tail: {
    summary: "follow the lifecycles of a local data plane",
    load: async () => (await import("./tail.ts")).tail,
  },
};

/** The help of the program itself. */
export function overview(): string {
  const rows = Object.entries(COMMANDS).map(
    ([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`,
  );
  return [
    "Usage: guarded-model-client COMMAND [options]",
    "",
    "Commands:",
    ...rows,
    "",
    "Options:",
    "  --help     this text, or the command's own after a command",
    "  --version  the version",
    "",
    "Exit codes: 0 done, 1 failed, 2 wrong arguments. NO_COLOR, FORCE_COLOR work.",
  ].join("\n");
}

/** The error for a name that is not in the table. */
export function unknownCommand(name: string): string {
  const known = Object.keys(COMMANDS).join(", ");
  return `Unknown command ${JSON.stringify(name)}. Commands: ${known}. See guarded-model-client --help.`;
}
