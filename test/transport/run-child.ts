import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";

/** How a child process ended. */
export interface ChildEnd {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
  /** Milliseconds from `marker` on its standard output, or from its start, to its end. */
  readonly lingeredMs: number;
}

/** The root of the sources, for imports in children. */
export const SOURCES = pathToFileURL(`${import.meta.dirname}/../../src/`).href;

/** Runs a module's text in a Node.js of its own. When it prints `marker`, the clock starts. */
export function runChild(script: string, marker = "ready"): Promise<ChildEnd> {
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  let since = performance.now();
  let seen = false;
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
    if (!seen && output.includes(marker)) {
      seen = true;
      since = performance.now();
    }
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    errors += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({ code, output, errors, lingeredMs: performance.now() - since }),
    );
  });
}
