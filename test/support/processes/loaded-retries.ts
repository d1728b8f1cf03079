import { Deadline } from "../../../src/transport/deadline.ts";
import { retryAfterFailure } from "../../../src/transport/retry.ts";
import { RetryBudget } from "../../../src/transport/retry-budget.ts";
import { systemClock } from "../../../src/transport/system-clock.ts";

/**
 * Loads the modules of the first retry in advance. The test runner transforms them in another
 * process, whose time `stopwatch` does not subtract, so tests that limit the duration of a retry
 * load them first.
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
