import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

/** An example at work, or at its end, as a process of its own. */
export interface RunningExample {
  readonly child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Resolves with the first match in stdout; rejects when the process ends without one. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Exit code, or the signal's name. */
  readonly ended: Promise<number | string>;
}

const running = new Set<ChildProcess>();

afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});

/** How an example is run. */
export interface ExampleOptions {
  readonly env?: Record<string, string>;
  /** Command-line arguments. */
  readonly args?: readonly string[];
}

/**
 * Runs a file of the examples with tsx, as a user would. Of the surroundings it gets the path
 * alone and what `env` says: no colours, keys or addresses of whoever runs the tests.
 */
export function runExample(
  path: string,
  { env = {}, args = [] }: ExampleOptions = {},
): RunningExample {
  const file = fileURLToPath(new URL(`../../examples/${path}`, import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", file, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  const ended = new Promise<number | string>((resolve) => {
    child.once("close", (code, signal) => {
      running.delete(child);
      resolve(code ?? signal ?? "");
    });
  });
  const printed = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const match = pattern.exec(stdout);
        if (match !== null) resolve(match);
      };
      child.stdout.on("data", look);
      void ended.then(() => reject(new Error(`Ended without ${pattern}: ${stdout}${stderr}`)));
      look();
    });
  return { child, stdout: () => stdout, stderr: () => stderr, printed, ended };
}
