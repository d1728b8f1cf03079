import { fileURLToPath } from "node:url";
import { plainSource } from "../../support/processes/plain-sources.ts";
import { type RunningProgram, runProgram } from "../../support/processes/run-program.ts";
import { leftByTest } from "../../support/runner/leftovers.ts";

/** Runs the binary from its sources, as a child process that does not outlive the test. */
export function runCli(
  args: readonly string[],
  env: Record<string, string> = {},
  input?: string | { readonly path: string },
): RunningProgram {
  const main = fileURLToPath(plainSource("src/cli/main.ts"));
  const stdin = typeof input === "object" ? { inputPath: input.path } : { input };
  // The environment of the test run may ask for colours; the tests expect plain text.
  const { FORCE_COLOR: _, ...surroundings } = process.env;
  const cli = runProgram([main, ...args], { env: { ...surroundings, ...env }, ...stdin });
  leftByTest.add(() => cli.child.kill("SIGKILL"));
  return cli;
}
