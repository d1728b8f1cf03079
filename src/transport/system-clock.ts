import type { Clock } from "../types.ts";

/** The clocks of the process. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
