import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs } from "../../src/transport/backoff.ts";
import { Deadline } from "../../src/transport/deadline.ts";
import { type Attempt, type RetryLimits, retryAfterFailure } from "../../src/transport/retry.ts";
import { RetryBudget } from "../../src/transport/retry-budget.ts";
import { ManualTime, seededRandom } from "./manual-time.ts";

const FAILED = { again: true, result: "failed" } as const;

function limitsOf(time: ManualTime, changes: Partial<RetryLimits> = {}): RetryLimits {
  return {
    deadline: new Deadline(time, 5_000),
    budget: new RetryBudget(),
    signal: undefined,
    sleep: time.sleep,
    random: seededRandom(1),
    ...changes,
  };
}

describe("retrying", () => {
  it("waits less than 100 ms the first time, and then longer each time", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), (random) => {
        expect(backoffMs(0, () => random)).toBeLessThan(100);
        for (let retry = 0; retry < 40; retry += 1) {
          const wait = backoffMs(retry, () => random);
          expect(wait).toBeGreaterThanOrEqual(
            backoffMs(retry - 1 < 0 ? 0 : retry - 1, () => random),
          );
          expect(wait).toBeLessThanOrEqual(2_000);
        }
      }),
    );
  });

  it("waits for random times, so that callers who failed together do not retry together", () => {
    for (const retry of [0, 1, 5]) {
      const [soonest, latest] = [backoffMs(retry, () => 0), backoffMs(retry, () => 0.999)];
      expect(latest).toBeGreaterThan(soonest * 1.9);
    }
  });

  it("continues until an attempt succeeds", async () => {
    const time = new ManualTime();
    const outcomes: Attempt<string>[] = [FAILED, FAILED, { again: false, result: "good" }];
    const result = await retryAfterFailure<string>(
      FAILED,
      async () => outcomes.shift() ?? FAILED,
      limitsOf(time),
    );
    expect(result).toBe("good");
    expect(time.waits).toHaveLength(3);
  });

  it("waits longer before each retry, and pays back what those of a success cost", async () => {
    const time = new ManualTime();
    const budget = new RetryBudget(4);
    const retry = (outcomes: Attempt<string>[]) =>
      retryAfterFailure<string>(
        FAILED,
        async () => outcomes.shift() ?? FAILED,
        limitsOf(time, { budget }),
      );
    for (let call = 1; call <= 3; call += 1) {
      expect(await retry([FAILED, FAILED, { again: false, result: "good" }])).toBe("good");
      const waits = time.waits.slice(-3);
      expect(time.waits).toHaveLength(3 * call);
      expect(waits).toEqual(waits.toSorted((one, other) => one - other));
      expect(waits[2]).toBeGreaterThan(160);
    }
    // Nothing is paid back for a call that failed in the end.
    expect(await retry([])).toBe("failed");
    expect(await retry([{ again: false, result: "good" }])).toBe("failed");
  });

  it("ends with the last result when no further wait fits before the deadline", async () => {
    const time = new ManualTime();
    let attempts = 0;
    const result = await retryAfterFailure<string>(
      FAILED,
      async () => {
        attempts += 1;
        time.pass(40);
        return { again: true, result: `failed ${attempts}` };
      },
      limitsOf(time),
    );
    expect(result).toBe(`failed ${attempts}`);
    expect(attempts).toBeGreaterThanOrEqual(5);
    expect(time.monotonic()).toBeLessThanOrEqual(1_000 + 5_000 + 40);
  });

  it("respects Retry-After if it fits before the deadline, and ends at once if not", async () => {
    const time = new ManualTime();
    const good: Attempt<string> = { again: false, result: "good" };
    const asked = { again: true, result: "asked", retryAfterMs: 3_000 } as const;
    expect(await retryAfterFailure<string>(asked, async () => good, limitsOf(time))).toBe("good");
    expect(time.waits).toEqual([3_000]);
    const tooLong = { ...asked, retryAfterMs: 5_000 };
    expect(await retryAfterFailure<string>(tooLong, async () => good, limitsOf(time))).toBe(
      "asked",
    );
    expect(time.waits).toEqual([3_000]);
  });

  it("makes no attempt before its wait is over", async () => {
    let endWait: () => void = () => undefined;
    let beginWait: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      beginWait = resolve;
    });
    let attempts = 0;
    const retried = retryAfterFailure<string>(
      FAILED,
      async () => {
        attempts += 1;
        return { again: false, result: "good" };
      },
      limitsOf(new ManualTime(), {
        sleep: () =>
          new Promise((resolve) => {
            endWait = resolve;
            beginWait();
          }),
      }),
    );
    await waiting;
    // An attempt made without waiting would have happened after these turns.
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    expect(attempts).toBe(0);
    endWait();
    expect(await retried).toBe("good");
    expect(attempts).toBe(1);
  });

  it("makes no attempt without budget", async () => {
    const time = new ManualTime();
    const limits = limitsOf(time, { budget: new RetryBudget(0) });
    const result = await retryAfterFailure<string>(
      FAILED,
      () => Promise.reject(new Error("attempted")),
      limits,
    );
    expect(result).toBe("failed");
    expect(time.waits).toEqual([]);
  });

  it("rejects with the signal's own reason if it aborts during a wait", async () => {
    const controller = new AbortController();
    const time = new ManualTime();
    const limits = limitsOf(time, {
      signal: controller.signal,
      sleep: async (_ms, signal) => {
        controller.abort("enough");
        throw signal?.reason;
      },
    });
    const retried = retryAfterFailure<string>(FAILED, async () => FAILED, limits);
    await expect(retried).rejects.toBe("enough");
  });

  it.each(["enough", null, new TypeError("enough")])(
    "rejects with the signal's own reason if it aborts during an attempt, whatever that is: %s",
    async (reason) => {
      const controller = new AbortController();
      const { signal } = controller;
      const attempt = async (): Promise<Attempt<string>> => {
        controller.abort(reason);
        throw signal.reason;
      };
      const retried = retryAfterFailure(FAILED, attempt, limitsOf(new ManualTime(), { signal }));
      await expect(retried).rejects.toBe(reason);
    },
  );
});

describe("the retry budget", () => {
  /** Calls of up to seven retries, each attempt failing with `faultRate`. */
  function simulate(options: {
    readonly calls: number;
    readonly faultRate: number;
    readonly seed: number;
  }): { requests: number; starved: number } {
    const { calls, faultRate, seed } = options;
    const random = seededRandom(seed);
    const budget = new RetryBudget();
    let requests = 0;
    let starved = 0;
    for (let call = 0; call < calls; call += 1) {
      let retries = 0;
      requests += 1;
      while (random() < faultRate && retries < 7) {
        if (!budget.take()) {
          starved += 1;
          retries = Number.NaN;
          break;
        }
        retries += 1;
        requests += 1;
      }
      if (retries === 0) budget.credit();
      else if (retries < 7) budget.repay(retries);
    }
    return { requests, starved };
  }

  it("limits a total outage to 1.1 requests per call in the long run", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1_000, max: 5_000 }), (seed, calls) => {
        expect(simulate({ calls, faultRate: 1, seed }).requests).toBeLessThanOrEqual(calls * 1.1);
      }),
      { numRuns: 50 },
    );
  });

  it("refuses no retry while three in ten requests fail, however long", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        expect(simulate({ calls: 20_000, faultRate: 0.3, seed }).starved).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it("never exceeds its capacity, so that a long quiet time allows no burst of retries", () => {
    const budget = new RetryBudget(3);
    for (let call = 0; call < 1_000; call += 1) budget.credit();
    budget.repay(50);
    expect([1, 2, 3, 4].map(() => budget.take())).toEqual([true, true, true, false]);
  });

  it("fills again after the service has recovered", () => {
    const budget = new RetryBudget(100);
    while (budget.take());
    for (let call = 0; call < 11; call += 1) budget.credit();
    expect(budget.take()).toBe(true);
  });
});
