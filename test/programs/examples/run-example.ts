import { fileURLToPath } from "node:url";
import { plainSource } from "../../support/processes/plain-sources.ts";
import { type RunningProgram, runProgram } from "../../support/processes/run-program.ts";
import { leftByFile } from "../../support/runner/leftovers.ts";

/** How an example is run. */
export interface ExampleOptions {
  readonly env?: Record<string, string>;
  /** Command-line arguments. */
  readonly args?: readonly string[];
  /** Whether to run it with tsx, as users do. Default false, which is faster. */
  readonly byTsx?: boolean;
}

/**
 * Runs a file of the examples. Its environment is PATH and `env` only: no colours, keys or
 * addresses of the test run.
 */
export function runExample(
  path: string,
  { env = {}, args = [], byTsx = false }: ExampleOptions = {},
): RunningProgram {
  const source = `examples/${path}`;
  const file = byTsx
    ? ["--import", "tsx", fileURLToPath(new URL(`../../../${source}`, import.meta.url))]
    : [fileURLToPath(plainSource(source))];
  const example = runProgram([...file, ...args], { env: { PATH: process.env.PATH, ...env } });
  leftByFile.add(() => example.child.kill("SIGKILL"));
  return example;
}
