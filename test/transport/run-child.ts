import { runScript } from "../support/processes/run-script.ts";

/** How a child process ended. */
export interface ChildEnd {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
  /** Milliseconds from `marker` on its standard output, or from its start, to its end. */
  readonly lingeredMs: number;
}

/**
 * Runs a module's source in a Node.js process of its own. The clock starts when it prints `marker`.
 */
export async function runChild(text: string, marker = "ready"): Promise<ChildEnd> {
  const script = runScript(text);
  let since = performance.now();
  const startClock = (): void => {
    since = performance.now();
  };
  script.printed(marker).then(startClock, () => undefined);
  const { code, output, errors } = await script.ended;
  return { code, output, errors, lingeredMs: performance.now() - since };
}
