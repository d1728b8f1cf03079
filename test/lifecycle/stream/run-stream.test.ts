import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { lifecycleOf } from "../../../src/lifecycle/lifecycle-of.ts";
import {
  allow,
  buildGate,
  deny,
  hold,
  rewrite,
  settle,
  type TestGate,
  unavailable,
} from "../../support/stands/gate.ts";
import {
  expectOne,
  PROMPT,
  readAll,
  ScriptedSource,
  storeEvents,
  streamChat,
  streamModel,
  TWO_MESSAGES,
} from "../model-calls.ts";

describe("a stream read to its end", () => {
  it("returns the provider's own chunk objects, and reports once", async () => {
    const gate = buildGate();
    const chunks = [{ delta: "Pa" }, { delta: "ris" }, { total: 9 }];
    const stream = await streamModel(gate, () => new ScriptedSource<Chunk>(chunks).end(), {
      readChunk: readDelta,
    });
    const read = await readAll(stream);
    for (const [at, chunk] of chunks.entries()) expect(read[at]).toBe(chunk);
    expect(gate.delivery.events).toHaveLength(1);
    expect(gate.delivery.events[0]).toMatchObject({
      event_id: stream.clientEventId,
      event_type: "complete",
      severity: "info",
      input: PROMPT,
      output: "Paris",
      usage: { total_tokens: 9 },
      metadata: { outcome: "complete" },
    });
    expect(await stream.result).toMatchObject({
      output: "Paris",
      usage: { total_tokens: 9 },
      outcome: "complete",
      clientEventId: stream.clientEventId,
      coverage: { complete: true },
    });
    expect(await (await stream.result).delivery).toMatchObject({ status: "delivered" });
    expect(lifecycleOf(stream)?.clientEventId).toBe(stream.clientEventId);
  });

  it("has its decision before the first chunk and in the result", async () => {
    const gate = buildGate({ guard: () => allow({ reason: "fine" }) });
    const stream = await streamModel(gate, () => new ScriptedSource(["Paris"]).end());
    expect(stream.decision).toMatchObject({ allowed: true, reason: "fine", source: "guard" });
    await readAll(stream);
    expect((await stream.result).decision).toBe(stream.decision);
  });

  it("records the times of the first chunk and of the end", async () => {
    const gate = buildGate();
    const source = new ScriptedSource<string>();
    const stream = await streamModel(gate, () => source);
    const reading = readAll(stream);
    gate.clock.pass(30);
    source.give("Pa");
    await settle();
    gate.clock.pass(70);
    source.give("ris").end();
    await reading;
    expect(gate.delivery.events[0]).toMatchObject({
      timestamp: new Date(gate.clock.now()).toISOString(),
      latency: 100,
      metadata: { first_chunk_ms: 30, provider_ms: 100 },
    });
  });

  it("can be continued through its iterator after the first chunk was read", async () => {
    const gate = buildGate();
    const stream = await streamModel(gate, () => new ScriptedSource(["Pa", "r", "is"]).end());
    const iterator = stream[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: "Pa" });
    expect(await Readable.from(iterator as AsyncIterableIterator<string>).toArray()).toEqual([
      "r",
      "is",
    ]);
    expect(gate.delivery.events).toMatchObject([{ output: "Paris" }]);
  });

  it("stays ended when it is read again", async () => {
    const gate = buildGate();
    const stream = await streamModel(gate, () => new ScriptedSource(["Paris"]).end());
    expect(await readAll(stream)).toEqual(["Paris"]);
    expect(await readAll(stream)).toEqual([]);
    expect(gate.delivery.submitted).toHaveLength(1);
  });

  it("stores its event before the app sees the end, with durable delivery", async () => {
    const stored = hold();
    const gate = buildGate({ delivery: { durable: true, store: storeEvents(stored.promise) } });
    const stream = await streamModel(gate, () => new ScriptedSource(["Paris"]).end());
    let ended = false;
    const reading = readAll(stream).then(() => {
      ended = true;
    });
    await settle();
    expect(gate.delivery.submitted).toHaveLength(1);
    expect(ended).toBe(false);
    stored.resolve();
    await reading;
  });

  it("ends normally for the app even if storing the event fails", async () => {
    const gate = buildGate({
      delivery: { durable: true, store: storeEvents(Promise.reject(new Error("disk full"))) },
    });
    const stream = await streamModel(gate, () => new ScriptedSource(["Paris"]).end());
    expect(await readAll(stream)).toEqual(["Paris"]);
  });

  it("has its captured text limited, and the event states the full length", async () => {
    const gate = buildGate();
    const chunk = "x".repeat(10_000);
    const chunks = Array.from({ length: 50 }, () => chunk);
    const stream = await streamModel(gate, () => new ScriptedSource(chunks).end());
    expect(await readAll(stream)).toHaveLength(50);
    expect((await stream.result).output).toHaveLength(64_000);
    const [event] = gate.delivery.events;
    expect(event?.output).toHaveLength(32_000);
    expect(event?.metadata).toMatchObject({ truncated: { output: 500_000 } });
  });
});

describe("usage requested by this library alone", () => {
  const usageChunk = { choices: [], usage: { prompt_tokens: 5, completion_tokens: 1 } };
  const textChunk = { choices: [{ index: 0, delta: { content: "Paris" } }], usage: null };

  it("is in the event, and the app does not see its chunk", async () => {
    const gate = buildGate({ rules: { captureStreamUsage: "always" } });
    const sent: unknown[] = [];
    const stream = await streamChat(gate, async ({ request }) => {
      sent.push(request);
      return new ScriptedSource<unknown>([textChunk, usageChunk]).end();
    });
    const { usage: _, ...visible } = textChunk;
    expect(await readAll(stream)).toEqual([visible]);
    expect(sent).toEqual([
      { ...TWO_MESSAGES, stream: true, stream_options: { include_usage: true } },
    ]);
    expectOne(gate, { usage: { prompt_tokens: 5, completion_tokens: 1 } });
  });

  it('is not requested from unknown hosts, nor with "never"', async () => {
    for (const captureStreamUsage of ["auto", "never"] as const) {
      const gate = buildGate({ rules: { captureStreamUsage } });
      const sent: unknown[] = [];
      const stream = await streamChat(gate, async ({ request }) => {
        sent.push(request);
        return new ScriptedSource<unknown>([usageChunk]).end();
      });
      expect(await readAll(stream)).toEqual([usageChunk]);
      expect(sent).toEqual([{ ...TWO_MESSAGES, stream: true }]);
    }
  });

  it("is passed on if the codec fails to remove it", async () => {
    const gate = buildGate({ rules: { captureStreamUsage: "always" } });
    const stream = await streamChat(
      gate,
      async () => new ScriptedSource<unknown>([textChunk, usageChunk]).end(),
      {
        ask: (request) => request,
        conceal: () => {
          throw new Error("a bug of the codec");
        },
      },
    );
    expect(await readAll(stream)).toEqual([textChunk, usageChunk]);
  });

  it("is not captured if the codec fails to request it", async () => {
    const gate = buildGate({ rules: { captureStreamUsage: "always" } });
    const stream = await streamChat(gate, async () => new ScriptedSource<unknown>([1]).end(), {
      ask: () => {
        throw new Error("a bug of the codec");
      },
      conceal: () => undefined,
    });
    expect(await readAll(stream)).toEqual([1]);
  });
});

describe("a guarded stream", () => {
  it("does not reach the provider if it is denied or the guard is unavailable", async () => {
    const refusals: [TestGate, string][] = [
      [buildGate({ guard: () => deny("no") }), "guard_denied"],
      [buildGate({ guard: () => unavailable("unreachable") }), "guard_unavailable"],
    ];
    for (const [gate, code] of refusals) {
      const opening = streamModel(gate, () => {
        throw new Error("the provider was called");
      });
      await expect(opening).rejects.toMatchObject({ code });
      expect(gate.delivery.submitted).toEqual([]);
      expect(gate.delivery.placesKept).toBe(0);
    }
  });

  it("is requested with the guard's rewrite", async () => {
    const gate = buildGate({ guard: () => rewrite("in other words") });
    const sent: string[] = [];
    const stream = await streamModel(gate, ({ request }) => {
      sent.push(request);
      return new ScriptedSource(["Paris"]).end();
    });
    await readAll(stream);
    expect(sent).toEqual(["in other words"]);
    expectOne(gate, { input: "in other words" });
  });
});

describe("the guard of a stream", () => {
  it("is asked before the provider is called", async () => {
    const verdict = hold<ReturnType<typeof allow>>();
    const gate = buildGate({ guard: () => verdict.promise });
    let called = false;
    const opening = streamModel(gate, () => {
      called = true;
      return new ScriptedSource<string>().end();
    });
    await settle();
    expect(called).toBe(false);
    verdict.resolve(allow());
    await readAll(await opening);
    expect(called).toBe(true);
  });
});

interface Chunk {
  readonly delta?: string;
  readonly total?: number;
}

function readDelta(chunk: Chunk) {
  return chunk.total === undefined
    ? { text: chunk.delta }
    : { usage: { total_tokens: chunk.total } };
}
