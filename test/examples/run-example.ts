import { fileURLToPath } from "node:url";
import { plainSource } from "../support/processes/plain-sources.ts";
import { type RunningProgram, runProgram } from "../support/processes/run-program.ts";
import { leftByFile } from "../support/runner/leftovers.ts";

/** How an example is run. */
export interface ExampleOptions {
  readonly env?: Record<string, string>;
  /** Command-line arguments. */
  readonly args?: readonly string[];
  /** Whether by tsx, as a user does it; by default without, which is sooner done. */
  readonly byTsx?: boolean;
}

/**
 * Runs a file of the examples. Of the surroundings it gets the path alone and what `env` says: no
 * colours, keys or addresses of whoever runs the tests.
 */
export function runExample(
  path: string,
  { env = {}, args = [], byTsx = false }: ExampleOptions = {},
): RunningProgram {
  const source = `examples/${path}`;
  const file = byTsx
    ? ["--import", "tsx", fileURLToPath(new URL(`../../${source}`, import.meta.url))]
    : [fileURLToPath(plainSource(source))];
  const example = runProgram([...file, ...args], { env: { PATH: process.env.PATH, ...env } });
  leftByFile.add(() => example.child.kill("SIGKILL"));
  return example;
}
