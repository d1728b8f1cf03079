import { AsyncLocalStorage } from "node:async_hooks";

/** A process of the simulated machine. What it does to the disk ends with it. */
export interface SimulatedProcess {
  readonly pid: number;
  readonly host: string;
  isDead: boolean;
}

/** Whose code it is that runs. */
export const processes: AsyncLocalStorage<SimulatedProcess> = new AsyncLocalStorage();
