import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";

/** A running or ended program in a process of its own. */
export interface RunningProgram {
  readonly child: ChildProcess;
  /** Everything printed so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves with the first match in stdout; rejects if the process ends without one. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** The same for stderr. */
  complained(pattern: RegExp): Promise<RegExpExecArray>;
  /** Exit code, or the name of the signal. */
  readonly ended: Promise<number | string>;
}

/** How a program is run. */
export interface ProgramOptions {
  /** The complete environment. */
  readonly env: NodeJS.ProcessEnv;
  /** Its standard input. Default: none. */
  readonly input?: string | undefined;
  /** A file for its standard input, like `<` in a shell. */
  readonly inputPath?: string | undefined;
}

/** Runs Node.js with these arguments. */
export function runProgram(
  args: readonly string[],
  { env, input, inputPath }: ProgramOptions,
): RunningProgram {
  const file = inputPath === undefined ? undefined : openSync(inputPath, "r");
  const child = spawn(process.execPath, args, {
    env,
    stdio: [file ?? (input === undefined ? "ignore" : "pipe"), "pipe", "pipe"],
  });
  if (file !== undefined) closeSync(file);
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
  const appears = (pattern: RegExp, text: () => string): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const match = pattern.exec(text());
        if (match !== null) resolve(match);
      };
      child.stdout?.on("data", look);
      child.stderr?.on("data", look);
      void ended.then(() => reject(new Error(`Ended without ${pattern}: ${stdout}${stderr}`)));
      look();
    });
  const outputs = { stdout: () => stdout, stderr: () => stderr };
  return {
    ...{ child, ended, ...outputs },
    printed: (pattern) => appears(pattern, outputs.stdout),
    complained: (pattern) => appears(pattern, outputs.stderr),
  };
}
