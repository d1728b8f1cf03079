import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { Observer } from "../../src/index.ts";
import { callModel } from "../lifecycle/model-calls.ts";
import { buildGate, deny } from "../support/stands/gate.ts";

const steps: string[] = [];
const told: string[] = [];
afterEach(() => {
  steps.length = 0;
  told.length = 0;
});

const gateOf = (...observers: readonly Observer[]) =>
  buildGate({ observers, logger: { warn: (message) => told.push(message) } });

const withinOnly = (within: NonNullable<Observer["within"]>): Observer => ({ within });

const provider = (answer: () => string | Promise<string> = () => "Paris") => {
  let calls = 0;
  const execute = () => {
    calls += 1;
    return answer();
  };
  return { execute, calls: () => calls };
};

describe("an observer's `within`", () => {
  it("runs around the guard request and the provider call", async () => {
    const gate = gateOf({
      within(call, step, run) {
        steps.push(`${step} of ${call.operation} begins`);
        run();
        steps.push(`${step} began`);
      },
    });
    const { execute } = provider(() => {
      steps.push("called");
      return "Paris";
    });
    expect((await callModel(gate, execute)).output).toBe("Paris");
    expect(steps).toEqual([
      "guard of execute begins",
      "guard began",
      "provider of execute begins",
      "called",
      "provider began",
    ]);
  });

  it("runs around that of earlier observers", async () => {
    const named = (name: string) =>
      withinOnly((_call, step, run) => {
        steps.push(`${name} ${step}`);
        run();
      });
    await callModel(gateOf(named("inner"), {}, named("outer")), () => "Paris");
    expect(steps).toEqual(["outer guard", "inner guard", "outer provider", "inner provider"]);
  });

  const later: (() => void)[] = [];
  it.each<readonly [string, NonNullable<Observer["within"]>, number]>([
    ["forgets to take the step", () => undefined, 0],
    [
      "throws before it",
      () => {
        throw new Error("before");
      },
      1,
    ],
    [
      "throws after it",
      (_call, _step, run) => {
        run();
        throw new Error("after");
      },
      1,
    ],
    [
      "takes it twice",
      (_call, _step, run) => {
        run();
        run();
      },
      0,
    ],
    ["takes it later, too late", (_call, _step, run) => void later.push(run), 0],
    [
      "is asynchronous and fails",
      async (_call, _step, run) => {
        await sleep(1);
        run();
        throw new Error("later");
      },
      0,
    ],
  ])("changes nothing if it %s", async (_what, within, complaints) => {
    const { execute, calls } = provider();
    const gate = gateOf(withinOnly(within), withinOnly(within));
    expect((await callModel(gate, execute)).output).toBe("Paris");
    for (const run of later.splice(0)) run();
    await sleep(5);
    expect([gate.asks.length, calls()]).toEqual([1, 1]);
    expect(told).toHaveLength(complaints);
  });

  it("passes on what a provider throws, synchronously or later, unchanged", async () => {
    const error = new RangeError("the provider's own");
    const through = withinOnly((_call, _step, run) => run());
    const throwing = () => {
      throw error;
    };
    for (const fail of [throwing, () => Promise.reject(error)]) {
      await expect(callModel(gateOf(through), fail)).rejects.toBe(error);
    }
    expect(told).toEqual([]);
  });

  it("cannot call a provider that was not approved", async () => {
    const kept: (() => void)[] = [];
    const { execute, calls } = provider();
    const within: Observer["within"] = (_call, _step, run) => void kept.push(run);
    const gate = buildGate({ observers: [{ within }], guard: () => deny("no") });
    await expect(callModel(gate, execute)).rejects.toThrow();
    for (const run of kept) run();
    await sleep(5);
    expect([kept.length, calls()]).toEqual([1, 0]);
  });
});
