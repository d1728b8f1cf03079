import { AsyncLocalStorage } from "node:async_hooks";

/** A process of the simulated machine. Its disk operations end with it. */
export interface SimulatedProcess {
  readonly pid: number;
  readonly host: string;
  isDead: boolean;
}

/** The process that the current code belongs to. */
export const processes: AsyncLocalStorage<SimulatedProcess> = new AsyncLocalStorage();
