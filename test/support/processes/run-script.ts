import { spawn } from "node:child_process";
import { plainSource } from "./plain-sources.ts";

/** A running script in a Node.js process of its own. */
export interface RunningScript {
  /** Resolves when the script has printed `word`. */
  printed(word: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<ScriptEnd>;
}

/** How it ended. */
export interface ScriptEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

/** A source file in an import: `~/src/index.ts`. */
const SOURCE = /~\/([\w./-]+\.ts)/g;

/** Runs the text of a module; `import("~/src/...")` loads the sources. */
export function runScript(
  text: string,
  options: { readonly env?: Record<string, string>; readonly flags?: readonly string[] } = {},
): RunningScript {
  const script = text.replaceAll(SOURCE, (_, path: string) => plainSource(path).href);
  const flags = [...(options.flags ?? []), "--input-type=module", "-e", script];
  const child = spawn(process.execPath, flags, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...options.env },
    cwd: `${import.meta.dirname}/../../..`,
  });
  let output = "";
  let errors = "";
  const waiting = new Map<string, () => void>();
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
    for (const [word, tell] of waiting) if (output.includes(word)) tell();
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    errors += chunk;
  });
  const ended = new Promise<ScriptEnd>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal, output, errors }));
  });
  const printed = (word: string): Promise<void> =>
    new Promise((resolve, reject) => {
      if (output.includes(word)) resolve();
      waiting.set(word, resolve);
      ended.then(() => reject(new Error(`ended without "${word}": ${errors}`)), reject);
    });
  return { printed, kill: (signal) => void child.kill(signal), ended };
}
