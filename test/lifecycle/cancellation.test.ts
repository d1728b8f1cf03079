import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { joinForClient, joinSignals } from "../../src/base/join-signals.ts";
import { Cancellation } from "../../src/lifecycle/cancellation.ts";
import { Deferred } from "../../src/lifecycle/deferred.ts";
import { collectGarbageThoroughly, Freed } from "../support/processes/collect-garbage.ts";
import { hold, settle } from "../support/stands/gate.ts";

describe("a cancellation", () => {
  it("follows the caller's signal, including its reason", () => {
    const controller = new AbortController();
    const cancellation = new Cancellation(controller.signal);
    expect(cancellation.aborted).toBe(false);
    controller.abort("enough");
    expect(cancellation.aborted).toBe(true);
    expect(cancellation.signal.reason).toBe("enough");
  });

  it("starts aborted if the caller's signal is aborted", () => {
    const cancellation = new Cancellation(AbortSignal.abort("enough"));
    expect(cancellation.signal.reason).toBe("enough");
  });

  it("can be aborted without aborting the caller's signal", () => {
    const controller = new AbortController();
    const cancellation = new Cancellation(controller.signal);
    cancellation.abort("ours");
    expect(cancellation.signal.reason).toBe("ours");
    expect(controller.signal.aborted).toBe(false);
  });

  it("removes its listener when disposed of, even twice", () => {
    const controller = new AbortController();
    const cancellation = new Cancellation(controller.signal);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
    cancellation.dispose();
    cancellation.dispose();
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    controller.abort();
    expect(cancellation.aborted).toBe(false);
  });

  it("shares one listener with all others on the same signal", () => {
    const controller = new AbortController();
    const many = Array.from({ length: 20 }, () => new Cancellation(controller.signal));
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
    many[3]?.dispose();
    controller.abort();
    expect(many.filter((each) => each.aborted)).toHaveLength(19);
  });
});

describe("work raced against a cancellation", () => {
  it("settles with its own result when it is not cancelled", async () => {
    const cancellation = new Cancellation(undefined);
    const failure = new Error("no");
    expect(await cancellation.race(Promise.resolve("done"))).toBe("done");
    await expect(cancellation.race(Promise.reject(failure))).rejects.toBe(failure);
    expect(getEventListeners(cancellation.signal, "abort")).toEqual([]);
  });

  it("rejects with the reason at once, and ignores how the work ends later", async () => {
    const cancellation = new Cancellation(undefined);
    const work = hold<string>();
    const raced = cancellation.race(work.promise);
    cancellation.abort("enough");
    await expect(raced).rejects.toBe("enough");
    work.reject(new Error("later"));
    await settle();
  });

  it("rejects at once when already cancelled, and swallows the work's own failure", async () => {
    const cancellation = new Cancellation(AbortSignal.abort("enough"));
    await expect(cancellation.race(Promise.reject(new Error("no")))).rejects.toBe("enough");
    await settle();
  });
});

describe("joining two signals", () => {
  it("creates no new signal if one is enough", () => {
    const { signal } = new AbortController();
    expect(joinSignals(undefined, undefined)).toBeUndefined();
    expect(joinSignals(null, undefined)).toBeUndefined();
    expect(joinSignals(signal, null)).toBe(signal);
    expect(joinSignals(undefined, signal)).toBe(signal);
    expect(joinSignals(signal, signal)).toBe(signal);
  });

  it("aborts when either aborts", () => {
    for (const at of [0, 1]) {
      const controllers = [new AbortController(), new AbortController()];
      const joined = joinSignals(controllers[0]?.signal, controllers[1]?.signal);
      controllers[at]?.abort("enough");
      expect(joined?.reason).toBe("enough");
    }
  });

  it("gives a client a signal of the call's own, so that its listeners are left on no other", () => {
    const controller = new AbortController();
    const joined = joinForClient(undefined, controller.signal);
    joined?.addEventListener("abort", () => undefined);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    expect(joinForClient(controller.signal, undefined)).toBe(controller.signal);
    expect(joinForClient(undefined, undefined)).toBeUndefined();
    controller.abort("enough");
    expect(joined?.reason).toBe("enough");
    expect(joinForClient(undefined, controller.signal)?.reason).toBe("enough");
  });

  it("leaves nothing in memory of a call whose client left a listener, however long one lives", async () => {
    const app = new AbortController();
    const freed = new Freed();
    const call = (): void => {
      const joined = joinSignals(app.signal, new AbortController().signal) as AbortSignal;
      joined.addEventListener("abort", () => undefined);
      freed.watch(joined);
    };
    for (let count = 0; count < 20; count += 1) call();
    expect(await freed.countUpTo(20)).toBe(20);
    expect(getEventListeners(app.signal, "abort")).toEqual([]);
  });

  it("aborts at the end of a timeout signal that nothing else references", async () => {
    const joined = joinSignals(AbortSignal.timeout(500), new AbortController().signal);
    joined?.addEventListener("abort", () => undefined);
    await collectGarbageThoroughly();
    await expect.poll(() => joined?.aborted, { timeout: 10_000 }).toBe(true);
  });
});

describe("a deferred value", () => {
  it("has the same promise before and after it settles", async () => {
    const settled = new Deferred<string>();
    const early = settled.promise();
    settled.resolve("first");
    settled.resolve("second");
    expect(settled.promise()).toBe(early);
    expect(await early).toBe("first");
  });

  it("can be requested after it has settled, even with undefined", async () => {
    const settled = new Deferred<string | undefined>();
    settled.resolve(undefined);
    settled.resolve("too late");
    expect(await settled.promise()).toBeUndefined();
  });
});
