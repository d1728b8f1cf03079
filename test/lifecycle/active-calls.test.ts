import { describe, expect, it, vi } from "vitest";
import { ActiveCalls, type OpenStream, type Repeat } from "../../src/lifecycle/active-calls.ts";
import { EMPTY_CONTEXT } from "../../src/lifecycle/context/context.ts";
import { LifecycleRecord } from "../../src/lifecycle/lifecycle.ts";
import { buildGate, hold, settle, type TestGate } from "../support/stands/gate.ts";
import { readAll, ScriptedSource, streamModel } from "./model-calls.ts";

const IDLE_MS = 300_000;
const SWEEP_MS = 30_000;

describe("a stream that the app has stopped reading", () => {
  it("is ended after five idle minutes, with its source and one cancelled event", async () => {
    const gate = sweptGate();
    const source = new ScriptedSource(["Pa", "ris"]);
    const stream = await streamModel(gate, () => source);
    await stream[Symbol.asyncIterator]().next();
    gate.sweepFor(IDLE_MS);
    expect(gate.delivery.submitted).toHaveLength(0);
    gate.sweepFor(SWEEP_MS);
    expect(gate.delivery.events).toHaveLength(1);
    expect(gate.delivery.events[0]).toMatchObject({
      output: "Pa",
      severity: "warning",
      metadata: { outcome: "cancelled" },
    });
    expect(source.calls).toEqual(["next", "return"]);
    // What has arrived must not look like the whole answer to a reader who comes back.
    await expect(readAll(stream)).rejects.toThrow("given up before its end");
  });

  it("stops the sweep timer when it ends, so that no timer wakes a frozen process", async () => {
    const repeats: { ended: boolean }[] = [];
    const active = new ActiveCalls({
      idleAfterMs: IDLE_MS,
      clock: { monotonic: () => 0 },
      repeat: () => {
        const repeat = { ended: false };
        repeats.push(repeat);
        return () => {
          repeat.ended = true;
        };
      },
    });
    const stream: OpenStream = { waiting: false, activity: 0, abandon: () => {}, node: undefined };
    active.watch(stream);
    active.restIfIdle();
    expect(repeats).toEqual([{ ended: false }]);
    active.unwatch(stream);
    active.restIfIdle();
    expect(repeats).toEqual([{ ended: true }]);
  });

  it("leaves no timer and no listener of the process when it ends", async () => {
    // All streams share one listener, and those of other tests may still be open.
    vi.resetModules();
    const fresh = await import("../../src/lifecycle/active-calls.ts");
    vi.useFakeTimers();
    try {
      const listeners = process.listenerCount("beforeExit");
      const active = new fresh.ActiveCalls({ idleAfterMs: IDLE_MS, clock: { monotonic: () => 0 } });
      const stream = { waiting: false, activity: 0, abandon: () => {}, node: undefined };
      active.watch(stream);
      expect(vi.getTimerCount()).toBe(1);
      expect(process.listenerCount("beforeExit")).toBe(listeners + 1);
      active.unwatch(stream);
      active.restIfIdle();
      expect(vi.getTimerCount()).toBe(0);
      expect(process.listenerCount("beforeExit")).toBe(listeners);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is ended when the process has nothing else to do", async () => {
    const gates = [buildGate(), buildGate()];
    for (const gate of gates) await streamModel(gate, () => new ScriptedSource(["Pa"]));
    process.emit("beforeExit", 0);
    process.emit("beforeExit", 0);
    for (const gate of gates) {
      expect(gate.delivery.events).toMatchObject([{ metadata: { outcome: "cancelled" } }]);
      expect(gate.delivery.events).toHaveLength(1);
    }
  });

  it("is ended after five idle minutes even if the app never started reading", async () => {
    const gate = sweptGate();
    const stream = await streamModel(gate, () => new ScriptedSource(["Pa"]));
    gate.sweepFor(IDLE_MS - SWEEP_MS);
    expect(gate.delivery.submitted).toHaveLength(0);
    gate.sweepFor(SWEEP_MS);
    expect(gate.delivery.events[0]?.metadata).toMatchObject({ outcome: "cancelled" });
    expect(await stream.result).toMatchObject({ output: "", outcome: "cancelled" });
  });

  it("does not include one whose provider is slow", async () => {
    const gate = sweptGate();
    const source = new ScriptedSource<string>();
    const stream = await streamModel(gate, () => source);
    const reading = readAll(stream);
    gate.sweepFor(10 * IDLE_MS);
    source.give("Paris").end();
    expect(await reading).toEqual(["Paris"]);
    expect(gate.delivery.events[0]?.metadata).toMatchObject({ outcome: "complete" });
  });

  it("does not include one whose provider has not answered yet", async () => {
    const gate = sweptGate();
    const answer = hold<AsyncIterable<string>>();
    const opening = streamModel(gate, () => answer.promise);
    await settle();
    gate.sweepFor(10 * IDLE_MS);
    answer.resolve(new ScriptedSource(["Paris"]).end());
    expect(await readAll(await opening)).toEqual(["Paris"]);
  });

  it("does not include one that is read slowly", async () => {
    const gate = sweptGate();
    const stream = await streamModel(gate, () => new ScriptedSource(["a", "b", "c"]).end());
    const iterator = stream[Symbol.asyncIterator]();
    for (let chunk = 0; chunk < 3; chunk += 1) {
      await iterator.next();
      gate.sweepFor(IDLE_MS - SWEEP_MS);
    }
    expect((await iterator.next()).done).toBe(true);
    expect(gate.delivery.events[0]?.metadata).toMatchObject({ outcome: "complete" });
  });
});

describe("the sweep for idle streams", () => {
  it("runs only while streams are open, and never after close", () => {
    const sweep = new ManualSweep();
    const active = new ActiveCalls({
      idleAfterMs: IDLE_MS,
      clock: { monotonic: () => 0 },
      repeat: sweep.repeat,
    });
    const stream = openStream(active);
    expect(sweep.running).toBe(false);
    active.watch(stream);
    expect(sweep.running).toBe(true);
    active.unwatch(stream);
    sweep.run();
    expect(sweep.running).toBe(false);
    active.watch(stream);
    expect(sweep.running).toBe(true);
    active.abandonAll();
    expect(sweep.running).toBe(false);
    active.watch(openStream(active));
    expect(sweep.running).toBe(false);
  });

  it("does not keep the process alive", () => {
    const count = () =>
      process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = count();
    const active = new ActiveCalls({ idleAfterMs: IDLE_MS, clock: { monotonic: () => 0 } });
    active.watch(openStream(active));
    expect(count()).toBe(before);
    active.abandonAll();
  });
});

describe("the end of a client", () => {
  it("ends every open stream once, and every stream that opens later", async () => {
    const active = new ActiveCalls({ idleAfterMs: IDLE_MS, clock: { monotonic: () => 0 } });
    const [one, other] = [openStream(active), openStream(active)];
    active.watch(one);
    active.watch(other);
    active.abandonAll();
    active.abandonAll();
    expect([one.abandoned, other.abandoned]).toEqual([1, 1]);
    const late = openStream(active);
    active.watch(late);
    await settle();
    expect(late.abandoned).toBe(1);
  });

  it("refuses new calls when close begins, and calls in progress only at its end", () => {
    const active = new ActiveCalls({ idleAfterMs: IDLE_MS, clock: { monotonic: () => 0 } });
    active.assertOpen();
    active.refuseNew();
    expect(() => active.assertOpen()).toThrow(/closed/);
    active.assertRunning();
    active.abandonAll();
    expect(() => active.assertRunning()).toThrow(/closed/);
  });
});

describe("waiting for active calls", () => {
  it("covers the calls in progress, not those that begin later", async () => {
    const active = new ActiveCalls({ idleAfterMs: IDLE_MS, clock: { monotonic: () => 0 } });
    const early = lifecycle();
    active.add(early);
    const { ended, delivered } = active.underWay();
    active.add(lifecycle());
    const order: string[] = [];
    void ended.then(() => order.push("ended"));
    void delivered.then(() => order.push("delivered"));
    early.outcome.resolve("complete");
    await settle();
    expect(order).toEqual(["ended"]);
    early.delivery.resolve(undefined);
    await settle();
    expect(order).toEqual(["ended", "delivered"]);
  });

  it("ends at once when no call is in progress", async () => {
    const active = new ActiveCalls({ idleAfterMs: IDLE_MS, clock: { monotonic: () => 0 } });
    const record = lifecycle();
    active.add(record);
    active.remove(record);
    active.remove(record);
    expect(await active.underWay().delivered).toEqual([]);
  });
});

function lifecycle(): LifecycleRecord {
  return new LifecycleRecord({
    clientEventId: "0d6e5a4c-2a4f-4f5e-9d3c-1a2b3c4d5e6f",
    idGivenByCaller: false,
    parentClientEventId: undefined,
    operation: "execute",
    model: "model-a",
    context: EMPTY_CONTEXT,
    at: 0,
  });
}

function openStream(active: ActiveCalls): OpenStream & { abandoned: number } {
  return {
    waiting: false,
    activity: 0,
    abandoned: 0,
    abandon() {
      this.abandoned += 1;
      active.unwatch(this);
    },
  };
}

/** A sweep that a test runs by hand. */
class ManualSweep {
  #task: (() => void) | undefined;

  readonly repeat: Repeat = (task, intervalMs) => {
    expect(intervalMs).toBe(SWEEP_MS);
    this.#task = task;
    return () => {
      this.#task = undefined;
    };
  };

  get running(): boolean {
    return this.#task !== undefined;
  }

  run(): void {
    this.#task?.();
  }
}

function sweptGate(): TestGate & { sweepFor(ms: number): void } {
  const sweep = new ManualSweep();
  const gate = buildGate({ idleAfterMs: IDLE_MS, repeat: sweep.repeat });
  return {
    ...gate,
    /** Advances the clock by `ms` milliseconds, including the sweeps in that time. */
    sweepFor(ms) {
      for (let passed = 0; passed < ms; passed += SWEEP_MS) {
        gate.clock.pass(SWEEP_MS);
        sweep.run();
      }
    },
  };
}
