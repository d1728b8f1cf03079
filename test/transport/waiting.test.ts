import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { unwatchAbort, watchAbort } from "../../src/base/abort-watch.ts";
import { Closing } from "../../src/transport/closing.ts";
import { Deadline, MAX_TIMER_MS, timerDelayMs } from "../../src/transport/deadline.ts";
import { RetryBudget } from "../../src/transport/retry-budget.ts";
import { retryUntilClosed } from "../../src/transport/retry-until-closed.ts";
import { settleWithin } from "../../src/transport/settle-within.ts";
import { sleep } from "../../src/transport/sleep.ts";
import { ManualTime } from "./manual-time.ts";

const never = new Promise<never>(() => {});
const listeners = (signal: AbortSignal): number => getEventListeners(signal, "abort").length;
const timers = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

describe("a deadline", () => {
  it("gives each step the rest of the whole time", () => {
    const time = new ManualTime();
    const deadline = new Deadline(time, 500);
    time.pass(200);
    expect(deadline.remainingMs()).toBe(300);
    time.pass(400);
    expect(deadline.remainingMs()).toBe(-100);
  });

  it("is limited to a timer's maximum, so that it does not fire at once", () => {
    expect(timerDelayMs(2 ** 31)).toBe(MAX_TIMER_MS);
    expect(timerDelayMs(Number.POSITIVE_INFINITY)).toBe(MAX_TIMER_MS);
    expect(timerDelayMs(5)).toBe(5);
  });
});

describe("waiting for a promise with limits", () => {
  it("passes on how it settles, and leaves no timer and no listener", async () => {
    const before = timers();
    const { signal } = new AbortController();
    const limits = { timeoutMs: 60_000, signal };
    expect(await settleWithin(Promise.resolve(1), limits)).toBe(1);
    await expect(settleWithin(Promise.reject(new Error("own")), limits)).rejects.toThrow("own");
    expect(listeners(signal)).toBe(0);
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it("ends at the deadline and at an abort, and leaves no timer and no listener", async () => {
    const before = timers();
    const controller = new AbortController();
    const { signal } = controller;
    await expect(settleWithin(never, { timeoutMs: 20, signal })).rejects.toMatchObject({
      name: "TimeoutError",
    });
    const pending = settleWithin(never, { timeoutMs: 60_000, signal });
    controller.abort("stop");
    await expect(pending).rejects.toBe("stop");
    await expect(settleWithin(never, { timeoutMs: 60_000, signal })).rejects.toBe("stop");
    expect(listeners(signal)).toBe(0);
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it("ignores a promise that settles late, without an unhandled rejection", async () => {
    let fail: (reason: unknown) => void = () => {};
    const late = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    await expect(settleWithin(late, { timeoutMs: 5 })).rejects.toMatchObject({
      name: "TimeoutError",
    });
    fail(new Error("late"));
    await expect(
      settleWithin(Promise.reject(new Error("early")), {
        timeoutMs: 5,
        signal: AbortSignal.abort("gone"),
      }),
    ).rejects.toBe("gone");
    await new Promise((resolve) => setImmediate(resolve));
  });
});

describe("a sleep", () => {
  it("lasts its time and removes its listener", async () => {
    const { signal } = new AbortController();
    const started = performance.now();
    await sleep(30, signal);
    expect(performance.now() - started).toBeGreaterThan(28);
    expect(listeners(signal)).toBe(0);
  });

  it("ends with the signal's own reason when it aborts, and leaves no timer", async () => {
    const before = timers();
    const controller = new AbortController();
    const asleep = sleep(60_000, controller.signal);
    controller.abort("wake");
    await expect(asleep).rejects.toBe("wake");
    await expect(sleep(60_000, controller.signal)).rejects.toBe("wake");
    expect(listeners(controller.signal)).toBe(0);
    expect(timers()).toBeLessThanOrEqual(before);
  });
});

describe("a wait of a client that closes", () => {
  const wait = (signal: AbortSignal): Promise<void> => sleep(60_000, signal);

  it("ends with the reason of the close, and so does one that begins later", async () => {
    const closing = new Closing();
    const waits = [closing.within(undefined, wait), closing.within(undefined, wait)];
    closing.close("closed");
    closing.close("closed again");
    waits.push(closing.within(undefined, wait));
    for (const each of waits) await expect(each).rejects.toBe("closed");
    expect([closing.ended("closed"), closing.ended("closed again")]).toEqual([true, false]);
  });

  it("ends with the reason of the caller's signal, also one that has aborted before", async () => {
    const closing = new Closing();
    const controller = new AbortController();
    const waits = [closing.within(controller.signal, wait)];
    controller.abort("gone");
    waits.push(closing.within(controller.signal, wait));
    for (const each of waits) await expect(each).rejects.toBe("gone");
    expect(closing.ended("gone")).toBe(false);
  });

  it("ends with the reason of the caller's signal, also if the client closes at the same time", async () => {
    const time = new ManualTime();
    const closing = new Closing();
    const controller = new AbortController();
    const failed = { again: true, result: "failed" } as const;
    const retried = retryUntilClosed<unknown>(failed, async () => failed, {
      deadline: new Deadline(time, 5_000),
      budget: new RetryBudget(),
      signal: controller.signal,
      sleep,
      random: Math.random,
      closing,
      whenClosed: (reason) => ({ closed: reason }),
    });
    controller.abort("gone");
    closing.close("closed");
    await expect(retried).rejects.toBe("gone");
  });

  it("leaves nothing behind once it is over, however it ended", async () => {
    const closing = new Closing();
    const { signal } = new AbortController();
    const given: AbortSignal[] = [];
    const note = async (own: AbortSignal): Promise<number> => given.push(own);
    expect(await closing.within(signal, note)).toBe(1);
    const failing = async (own: AbortSignal): Promise<never> => {
      given.push(own);
      throw new Error("own");
    };
    await expect(closing.within(signal, failing)).rejects.toThrow("own");
    expect(listeners(signal)).toBe(0);
    closing.close("closed");
    expect(given.map(({ aborted }) => aborted)).toEqual([false, false]);
  });
});

describe("watching a signal", () => {
  it("uses one listener for many targets, and calls each of them once", () => {
    const controller = new AbortController();
    const told: number[] = [];
    const targets = Array.from({ length: 20 }, (_, n) => ({
      watchSlot: -1,
      onAbort: () => told.push(n),
    }));
    for (const target of targets) watchAbort(controller.signal, target);
    expect(listeners(controller.signal)).toBe(1);
    for (const target of targets.slice(0, 10)) unwatchAbort(controller.signal, target);
    for (const target of targets.slice(0, 10)) unwatchAbort(controller.signal, target);
    controller.abort();
    expect(told.toSorted((a, b) => a - b)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    expect(listeners(controller.signal)).toBe(0);
  });

  it("removes its listener with the last target, and can watch again", () => {
    const controller = new AbortController();
    const target = { watchSlot: -1, onAbort: () => {} };
    watchAbort(controller.signal, target);
    unwatchAbort(controller.signal, target);
    expect(listeners(controller.signal)).toBe(0);
    watchAbort(controller.signal, target);
    expect(listeners(controller.signal)).toBe(1);
    unwatchAbort(controller.signal, target);
  });
});
