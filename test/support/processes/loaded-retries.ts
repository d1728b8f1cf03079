import { Deadline } from "../../../src/transport/deadline.ts";
import { retryAfterFailure } from "../../../src/transport/retry.ts";
import { RetryBudget } from "../../../src/transport/retry-budget.ts";
import { systemClock } from "../../../src/transport/system-clock.ts";

/**
 * What the first retry of a process loads, loaded. The runner brings it from another process, whose
 * time no stopwatch takes off: in tests that bound a retry, it is there before them.
 */
export async function loadRetries(): Promise<void> {
  await retryAfterFailure({ again: true, result: undefined }, succeed, {
    deadline: new Deadline(systemClock, 60_000),
    budget: new RetryBudget(),
    signal: undefined,
    sleep: async () => undefined,
    random: () => 0,
  });
}

async function succeed() {
  return { again: false, result: undefined } as const;
}
