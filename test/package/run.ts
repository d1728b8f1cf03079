import { execFile } from "node:child_process";
import { promisify } from "node:util";

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  /** Added to this process's own environment. */
  readonly env?: Readonly<Record<string, string>>;
}

const TIMEOUT_MS = 240_000;

/** Runs a program to its end. Output and exit code are returned, not thrown. */
export async function run(
  program: string,
  args: readonly string[],
  { cwd, env }: RunOptions,
): Promise<Ran> {
  const options = { cwd, env: { ...process.env, ...env }, timeout: TIMEOUT_MS, maxBuffer: 2 ** 26 };
  try {
    const { stdout, stderr } = await promisify(execFile)(program, [...args], options);
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
    const exitCode = typeof code === "number" ? code : 1;
    return { code: exitCode, stdout: stdout ?? "", stderr: stderr ?? String(error) };
  }
}

/** The same, but anything except success throws an error with the output. */
export async function runWell(
  program: string,
  args: readonly string[],
  options: RunOptions,
): Promise<Ran> {
  const ran = await run(program, args, options);
  if (ran.code === 0) return ran;
  throw new Error(
    `${program} ${args.join(" ")} ended with ${ran.code}\n${ran.stdout}\n${ran.stderr}`,
  );
}
