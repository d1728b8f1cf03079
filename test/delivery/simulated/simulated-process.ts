import { AsyncLocalStorage } from "node:async_hooks";

/** A process of the simulated machine. Its disk operations end with it. */
export interface SimulatedProcess {
  readonly pid: number;
  readonly host: string;
  isDead: boolean;
  /** Set while it is frozen (SIGSTOP, a container's freezer, a suspended machine). */
  freeze: { readonly end: Promise<void>; readonly thaw: () => void } | undefined;
  /** How many times it was frozen. */
  freezes: number;
}

/** The process that the current code belongs to. */
export const processes: AsyncLocalStorage<SimulatedProcess> = new AsyncLocalStorage();

export function newProcess(pid: number, host: string): SimulatedProcess {
  return { pid, host, isDead: false, freeze: undefined, freezes: 0 };
}

/** From here on, it gets no answers, and none of its timers fires. */
export function freeze(process: SimulatedProcess): void {
  if (process.freeze !== undefined) return;
  let thaw = (): void => undefined;
  const end = new Promise<void>((resolve) => {
    thaw = () => {
      process.freeze = undefined;
      resolve();
    };
  });
  process.freeze = { end, thaw };
  process.freezes += 1;
}

/** Resolves when the process runs. */
export async function thawed(process: SimulatedProcess | undefined): Promise<void> {
  while (process?.freeze !== undefined) await process.freeze.end;
}
