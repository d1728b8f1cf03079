import { type ParseArgsConfig, parseArgs } from "node:util";
import { UsageError } from "./command.ts";

/**
 * The arguments of `command` as `parseArgs` of Node.js reads them.
 *
 * @throws UsageError with the words of Node.js, and where the command is explained.
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
