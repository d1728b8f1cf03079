import { describe, expect, it } from "vitest";
import type { StreamResult } from "../../../src/lifecycle/stream/guarded-stream.ts";
import type { Lifecycle } from "../../../src/types.ts";
import {
  collectGarbage,
  collectGarbageThoroughly,
  Freed,
} from "../../support/processes/collect-garbage.ts";
import { buildGate, type TestGate } from "../../support/stands/gate.ts";
import { callModel, readAll, ScriptedSource, streamModel } from "../model-calls.ts";

describe("a stream that the app no longer references", () => {
  it("is cancelled with one event when it is garbage-collected unread", async () => {
    const gate = buildGate();
    const source = new ScriptedSource(["Pa"]);
    let signal: AbortSignal | undefined;
    await drop(gate, (provider) => {
      signal = provider;
      return source;
    });
    await collectGarbage(() => gate.delivery.submitted.length > 0);
    expect(signal?.aborted).toBe(true);
    expect(source.calls).toEqual(["return"]);
    expect(gate.delivery.events).toHaveLength(1);
    expect(gate.delivery.events[0]).toMatchObject({
      output: "",
      severity: "warning",
      metadata: { outcome: "cancelled" },
    });
  });

  it("is cancelled when its iterator is garbage-collected half read", async () => {
    const gate = buildGate();
    const source = new ScriptedSource(["Pa", "ris"]);
    await (async () => {
      const stream = await streamModel(gate, () => source);
      await stream[Symbol.asyncIterator]().next();
    })();
    await collectGarbage(() => gate.delivery.submitted.length > 0);
    expect(gate.delivery.events[0]).toMatchObject({
      output: "Pa",
      metadata: { outcome: "cancelled" },
    });
  });

  it("resolves the result that the app kept", async () => {
    const gate = buildGate();
    const kept = await keepResult(gate);
    await collectGarbage(() => gate.delivery.submitted.length > 0);
    expect(await kept.result).toMatchObject({ output: "", outcome: "cancelled" });
  });
});

describe("a stream that the app still references", () => {
  it("is not collected while only its iterator is referenced", async () => {
    const gate = buildGate();
    const source = new ScriptedSource(["Pa", "ris"]).end();
    const iterator = (await streamModel(gate, () => source))[Symbol.asyncIterator]();
    await collectGarbageThoroughly();
    expect(gate.delivery.submitted).toEqual([]);
    expect((await iterator.next()).value).toBe("Pa");
    await iterator.return?.();
  });

  it("is not collected while a read is pending", async () => {
    const gate = buildGate();
    const source = new ScriptedSource<string>();
    const reading = readOnce(gate, source);
    await collectGarbageThoroughly();
    expect(gate.delivery.submitted).toEqual([]);
    source.give("Paris");
    expect(await reading).toEqual({ done: false, value: "Paris" });
  });

  it("is not collected while a loop waits for the provider", async () => {
    const gate = buildGate();
    const source = new ScriptedSource<string>();
    const reading = readAllOf(gate, source);
    await collectGarbageThoroughly();
    source.give("Paris").end();
    expect(await reading).toEqual(["Paris"]);
    expect(gate.delivery.events[0]?.metadata).toMatchObject({ outcome: "complete" });
  });
});

describe("a stream that has failed", () => {
  it("leaves memory, though the stack of its error leads to who read it", async () => {
    const gate = buildGate();
    const freed = new Freed();
    for (let count = 0; count < 20; count += 1) await fail(gate, freed);
    expect(await freed.countUpTo(20)).toBe(20);
    expect(gate.delivery.submitted).toHaveLength(20);
  });
});

describe("a call or a stream whose event is delivered", () => {
  it("leaves memory with all that is known of it, while the client goes on", async () => {
    const gate = buildGate();
    const freed = new Freed();
    for (let count = 0; count < 10; count += 1) await complete(gate, freed);
    expect(await freed.countUpTo(20)).toBe(20);
    expect(gate.delivery.submitted).toHaveLength(20);
  });
});

// The stack of a test function may keep what it touches alive: all that must be collected is
// created in a function of its own.

async function drop(
  gate: TestGate,
  open: (signal: AbortSignal) => ScriptedSource<string>,
): Promise<void> {
  await streamModel(gate, ({ signal }) => open(signal));
}

async function keepResult(gate: TestGate): Promise<{ readonly result: Promise<StreamResult> }> {
  const { result } = await streamModel(gate, () => new ScriptedSource(["Pa"]));
  return { result };
}

async function readOnce(
  gate: TestGate,
  source: ScriptedSource<string>,
): Promise<IteratorResult<string>> {
  return (await streamModel(gate, () => source))[Symbol.asyncIterator]().next();
}

async function readAllOf(gate: TestGate, source: ScriptedSource<string>): Promise<string[]> {
  return readAll(await streamModel(gate, () => source));
}

/** A call and a stream. */
async function complete(gate: TestGate, freed: Freed): Promise<void> {
  const onLifecycle = (lifecycle: Lifecycle) => freed.watch(lifecycle);
  const { delivery } = await callModel(gate, () => "Paris", { onLifecycle });
  await delivery;
  const stream = await streamModel(gate, () => new ScriptedSource(["Paris"]).end(), {
    onLifecycle,
  });
  await readAll(stream);
  await (await stream.result).delivery;
}

async function fail(gate: TestGate, freed: Freed): Promise<void> {
  const stream = await streamModel(gate, async function* () {
    yield "Pa";
    throw new Error("broken");
  });
  freed.watch(stream);
  await readAll(stream).catch(() => undefined);
}
