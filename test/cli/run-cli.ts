import { type ChildProcess, spawn } from "node:child_process";
import { afterEach } from "vitest";

const MAIN = new URL("../../src/cli/main.ts", import.meta.url).pathname;

/** A command at work, or at its end. */
export interface RunningCli {
  readonly child: ChildProcess;
  /** Everything printed so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves with the first match in stdout; rejects when the process ends without one. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Exit code, or the signal's name. */
  readonly ended: Promise<number | string>;
}

const running = new Set<ChildProcess>();

afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});

/** Runs the binary from its sources, as a child process that does not outlive the test. */
export function runCli(
  args: readonly string[],
  env: Record<string, string> = {},
  input?: string,
): RunningCli {
  const child = spawn(process.execPath, ["--import", "tsx", MAIN, ...args], {
    env: { ...process.env, ...env },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  running.add(child);
  child.stdin?.end(input);
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
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
      child.stdout?.on("data", look);
      void ended.then(() => reject(new Error(`Ended without ${pattern}: ${stdout}${stderr}`)));
      look();
    });
  return { child, stdout: () => stdout, stderr: () => stderr, printed, ended };
}
