import { type ChildProcess, spawn } from "node:child_process";

/** A program at work, or at its end, as a process of its own. */
export interface RunningProgram {
  readonly child: ChildProcess;
  /** Everything printed so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves with the first match in stdout; rejects when the process ends without one. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Exit code, or the signal's name. */
  readonly ended: Promise<number | string>;
}

/** How a program is run. */
export interface ProgramOptions {
  /** All of its surroundings. */
  readonly env: NodeJS.ProcessEnv;
  /** What it reads from its standard input; by default there is none. */
  readonly input?: string | undefined;
}

/** Runs Node.js with these arguments. */
export function runProgram(
  args: readonly string[],
  { env, input }: ProgramOptions,
): RunningProgram {
  const child = spawn(process.execPath, args, {
    env,
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  child.stdin?.end(input);
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  const ended = new Promise<number | string>((resolve) => {
    child.once("close", (code, signal) => resolve(code ?? signal ?? ""));
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
