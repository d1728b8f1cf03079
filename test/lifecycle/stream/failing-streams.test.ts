import { describe, expect, it } from "vitest";
import { lifecycleOf } from "../../../src/lifecycle/lifecycle-of.ts";
import { runStream } from "../../../src/lifecycle/stream/run-stream.ts";
import { executeCodec } from "../../../src/providers/execute.ts";
import type { ProviderCodec } from "../../../src/providers/provider.ts";
import { buildGate, hold, settle } from "../../support/stands/gate.ts";
import {
  expectOne,
  PROMPT,
  readAll,
  ScriptedSource,
  storeEvents,
  streamModel,
} from "../model-calls.ts";

describe("a stream that fails", () => {
  it("passes on what arrived and then the provider's own error", async () => {
    const gate = buildGate();
    const failure = Object.assign(new Error(`broken near: ${PROMPT}`), { status: 502 });
    const stream = await streamModel(gate, () => new ScriptedSource(["Pa"]).fail(failure));
    const read: string[] = [];
    const reading = (async () => {
      for await (const chunk of stream) read.push(chunk);
    })();
    await expect(reading).rejects.toBe(failure);
    expect(read).toEqual(["Pa"]);
    expectOne(gate, {
      event_type: "error",
      severity: "error",
      output: "Pa",
      metadata: { outcome: "error", error: { name: "Error", status: 502 } },
    });
    expect(JSON.stringify(gate.delivery.events[0]?.metadata)).not.toContain(PROMPT);
    await expect(stream.result).rejects.toBe(failure);
    expect(lifecycleOf(failure)?.clientEventId).toBe(stream.clientEventId);
  });

  it("has a result with the outcome error if the provider reported a failure in it", async () => {
    const gate = buildGate();
    const told = executeCodec<string, string>({ model: "model-a", stream: true });
    const stream = await runStream(gate, {
      codec: {
        ...told,
        collectAnswer: () => ({
          push: () => undefined,
          answer: () => ({ output: "Pa", failed: true }),
        }),
      },
      request: PROMPT,
      context: gate.call({}),
      takesUsageRequest: false,
      invoke: async () => new ScriptedSource(["Pa"]).end(),
    });
    expect(await readAll(stream)).toEqual(["Pa"]);
    expect(await stream.result).toMatchObject({ output: "Pa", outcome: "error" });
    expectOne(gate, { event_type: "error", severity: "error", metadata: { outcome: "error" } });
  });

  it("stores its event before the app sees the error, with durable delivery", async () => {
    const stored = hold();
    const gate = buildGate({ delivery: { durable: true, store: storeEvents(stored.promise) } });
    const failure = new Error("broken");
    const stream = await streamModel(gate, () => new ScriptedSource<string>().fail(failure));
    let seen: unknown;
    const reading = readAll(stream).catch((error: unknown) => {
      seen = error;
    });
    await settle();
    expect(seen).toBeUndefined();
    stored.resolve();
    await reading;
    expect(seen).toBe(failure);
  });

  it("causes no unhandled rejection if its result is not used", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    try {
      const gate = buildGate();
      const failing = await streamModel(gate, () => new ScriptedSource().fail(new Error("no")));
      await readAll(failing).catch(() => undefined);
      const opening = streamModel(gate, () => Promise.reject(new Error("no")));
      await opening.catch(() => undefined);
      await settle();
      await settle();
    } finally {
      process.off("unhandledRejection", note);
    }
    expect(unhandled).toEqual([]);
  });

  it("rejects if the iterator throws synchronously", async () => {
    const gate = buildGate();
    const failure = new Error("thrown at once");
    const throwing: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          throw failure;
        },
      }),
    };
    const stream = await streamModel(gate, () => throwing);
    await expect(readAll(stream)).rejects.toBe(failure);
    expectOne(gate, { metadata: { outcome: "error" } });
  });

  it.each([undefined, null])(
    "fails rather than hangs if the iterator returns %s",
    async (answer) => {
      const gate = buildGate();
      const broken: AsyncIterable<string> = {
        [Symbol.asyncIterator]: () => ({ next: async () => answer as never }),
      };
      const stream = await streamModel(gate, () => broken);
      await expect(readAll(stream)).rejects.toBeInstanceOf(TypeError);
      expectOne(gate, { metadata: { outcome: "error" } });
    },
  );

  it("reads an iterator that returns no promises, as for await does", async () => {
    const gate = buildGate();
    const left = ["Pa", "ris"];
    const immediate: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          const value = left.shift();
          return (value === undefined ? { done: true, value } : { done: false, value }) as never;
        },
      }),
    };
    expect(await readAll(await streamModel(gate, () => immediate))).toEqual(["Pa", "ris"]);
    expectOne(gate, { output: "Paris", metadata: { outcome: "complete" } });
  });

  it("fails before its first chunk like a call: one event, the provider's own error", async () => {
    const gate = buildGate();
    const failure = Object.assign(new Error("overloaded"), { status: 529 });
    const opening = streamModel(gate, () => Promise.reject(failure));
    await expect(opening).rejects.toBe(failure);
    expectOne(gate, { output: "", metadata: { outcome: "error", error: { status: 529 } } });
  });

  it.each(["Paris", undefined, null, 7, ["Paris"], { text: "Paris" }])(
    "rejects with a ConfigurationError if execute returns no stream: %j",
    async (answer) => {
      const gate = buildGate();
      const opening = streamModel(gate, () => answer as never);
      await expect(opening).rejects.toMatchObject({
        name: "ConfigurationError",
        code: "configuration",
        message: expect.stringMatching(/execute.*async iterable|async iterable.*execute/),
      });
      await expect(opening).rejects.not.toThrow("Paris");
      expectOne(gate, { metadata: { outcome: "error", error: { code: "configuration" } } });
    },
  );
});

describe("a stream that telemetry cannot read", () => {
  it("has its content withheld in the event if its chunks have no known format", async () => {
    const gate = buildGate();
    const chunks = [Buffer.from("Pa"), { text: "ris" }];
    const stream = await streamModel(gate, async function* () {
      yield* chunks;
    });
    expect(await readAll(stream)).toEqual(chunks);
    expect((await stream.result).output).toBe("");
    expect(gate.delivery.events).toMatchObject([
      { output: "[withheld]", metadata: { withheld: "answer_unreadable", outcome: "complete" } },
    ]);
  });

  it("reaches the app unchanged if readChunk throws, with the content withheld", async () => {
    const gate = buildGate();
    const stream = await streamModel(gate, () => new ScriptedSource([{ a: 1 }, { a: 2 }]).end(), {
      readChunk: () => {
        throw new Error("cannot read this");
      },
    });
    expect(await readAll(stream)).toEqual([{ a: 1 }, { a: 2 }]);
    expectOne(gate, { output: "[withheld]", metadata: { withheld: "answer_unreadable" } });
  });

  it.each(["collectAnswer", "answer"] as const)(
    "reaches the app unchanged if the codec's %s throws",
    async (where) => {
      const gate = buildGate();
      const fail = (): never => {
        throw new Error("a bug of the codec");
      };
      const codec: ProviderCodec<string, string, string> = {
        ...executeCodec({ model: "model-a", stream: true }),
        collectAnswer:
          where === "collectAnswer" ? fail : () => ({ push: () => undefined, answer: fail }),
      };
      const stream = await runStream(gate, {
        codec,
        request: PROMPT,
        context: gate.call(),
        takesUsageRequest: false,
        invoke: async () => new ScriptedSource(["Paris"]).end(),
      });
      expect(await readAll(stream)).toEqual(["Paris"]);
      expectOne(gate, { output: "[withheld]", metadata: { outcome: "complete" } });
    },
  );
});
