import { readArguments } from "./arguments.ts";
import { checkup, type Finding } from "./checkup.ts";
import type { Command } from "./command.ts";
import { type Colour, printable, type Terminal } from "./terminal.ts";

const HELP = `Usage: guarded-model-client doctor [options]

Goes the way of a guarded call with the configuration of this environment, but
for the model: guard, agent configuration, ingest, finalize. Says of each step
whether it works and what to look at where it does not. Exit code 1 when one
failed. The event it leaves has the model "guarded-model-client-doctor".

Reads GUARD_BASE_URL, GUARD_API_KEY and GUARD_SYSTEM_ID, and shows neither key
nor system.

Options:
  --guard-only  store no event: nothing but the guard and the configuration
  --help        this text`;

/** `guarded-model-client doctor`: whether guarded calls would work from here. */
export const doctor: Command = {
  help: HELP,
  async run(args, terminal) {
    let failures = 0;
    for await (const finding of checkup({ guardOnly: readOptions(args) })) {
      if (finding.verdict === "failed") failures += 1;
      terminal.print(findingLines(finding, terminal));
    }
    return failures === 0 ? 0 : 1;
  },
};

function readOptions(args: readonly string[]): boolean {
  const options = { "guard-only": { type: "boolean" } } as const;
  return readArguments("doctor", args, { options }).values["guard-only"] ?? false;
}

const COLOURS: Readonly<Record<Finding["verdict"], Colour>> = {
  ok: "good",
  odd: "odd",
  failed: "bad",
  skipped: "quiet",
};

/** Maximum length of a remark. */
const MAX_REMARK_LENGTH = 500;

function findingLines({ step, verdict, remark, hint }: Finding, terminal: Terminal): string {
  const told = terminal.paint(COLOURS[verdict], verdict.padEnd(7));
  const line = `${step.padEnd(13)}  ${told}  ${printable(remark, MAX_REMARK_LENGTH)}`;
  return hint === undefined ? line : `${line}\n${" ".repeat(24)}${hint}`;
}
