import { type ParseArgsConfig, parseArgs } from "node:util";
import { UsageError } from "./command.ts";

/**
 * Parses the arguments of `command` with `parseArgs` of Node.js.
 *
 * @throws UsageError with the message of Node.js, and where to find help.
 */
export function readArguments<Config extends Omit<ParseArgsConfig, "args">>(
  command: string,
  args: readonly string[],
  config: Config,
) {
  try {
    return parseArgs({ ...config, args: [...args] });
  } catch (error) {
    const complaint = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${complaint}\nSee guarded-model-client ${command} --help.`);
  }
}
