import { getEventListeners } from "node:events";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { lifecycleOf } from "../../../src/lifecycle/lifecycle-of.ts";
import { runStream } from "../../../src/lifecycle/stream/run-stream.ts";
import { executeCodec } from "../../../src/providers/execute.ts";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";
import type { ProviderCodec } from "../../../src/providers/provider.ts";
import { stopwatch } from "../../support/processes/stopwatch.ts";
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
  PROMPT,
  readAll,
  readBy,
  ScriptedSource,
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

describe("a stream that the app stops", () => {
  it("is cancelled by a break, which ends the provider's request and its source", async () => {
    const gate = buildGate();
    const source = new ScriptedSource(["Pa", "ris", "!"]);
    let signal: AbortSignal | undefined;
    const stream = await streamModel(gate, (invocation) => {
      signal = invocation.signal;
      return source;
    });
    for await (const chunk of stream) {
      expect(chunk).toBe("Pa");
      break;
    }
    expect(signal?.aborted).toBe(true);
    expect(source.calls).toEqual(["next", "return"]);
    expectOne(gate, { severity: "warning", output: "Pa", metadata: { outcome: "cancelled" } });
    expect(await stream.result).toMatchObject({ output: "Pa", outcome: "cancelled" });
  });

  it("is complete if the finish reason arrived before the break", async () => {
    const gate = buildGate();
    const last = { choices: [{ index: 0, delta: { content: "Paris" }, finish_reason: "stop" }] };
    const stream = await streamChat(gate, async () => new ScriptedSource<unknown>([last]));
    for await (const _ of stream) break;
    expectOne(gate, {
      severity: "info",
      output: "Paris",
      metadata: { outcome: "complete", finish_reason: "stop" },
    });
  });

  it("waits in a break for the provider's cleanup", async () => {
    const gate = buildGate();
    const order: string[] = [];
    const stream = await streamModel(gate, async function* () {
      try {
        yield "Pa";
        yield "ris";
      } finally {
        await settle();
        order.push("cleaned up");
      }
    });
    for await (const _ of stream) break;
    order.push("went on");
    expect(order).toEqual(["cleaned up", "went on"]);
  });

  it("is cancelled by abort() at once, with the reason, and ends without an error", async () => {
    const gate = buildGate();
    let signal: AbortSignal | undefined;
    const stream = await streamModel(gate, (invocation) => {
      signal = invocation.signal;
      return new ScriptedSource(["Pa"]);
    });
    const read: string[] = [];
    const reading = (async () => {
      for await (const chunk of stream) read.push(chunk);
    })();
    await settle();
    stream.abort("enough");
    await reading;
    expect(read).toEqual(["Pa"]);
    expect(signal?.reason).toBe("enough");
    expectOne(gate, { output: "Pa", metadata: { outcome: "cancelled" } });
  });

  it("is cancelled when it goes out of scope", async () => {
    const gate = buildGate();
    const source = new ScriptedSource(["Pa"]);
    {
      await using stream = await streamModel(gate, () => source);
      expect(stream.clientEventId).toBe(gate.asks[0]?.clientEventId);
    }
    expect(source.calls).toEqual(["return"]);
    expectOne(gate, { output: "", metadata: { outcome: "cancelled" } });
  });

  it("ends pending reads when the stream is returned", async () => {
    const gate = buildGate();
    const stream = await streamModel(gate, () => new ScriptedSource<string>());
    const iterator = stream[Symbol.asyncIterator]();
    const reads = [iterator.next(), iterator.next()];
    await iterator.return?.();
    for (const read of reads) expect(await read).toEqual({ done: true, value: undefined });
    expectOne(gate, { metadata: { outcome: "cancelled" } });
  });

  it("ignores abort() after its end", async () => {
    const gate = buildGate();
    let signal: AbortSignal | undefined;
    const stream = await streamModel(gate, (invocation) => {
      signal = invocation.signal;
      return new ScriptedSource(["Paris"]).end();
    });
    await readAll(stream);
    stream.abort();
    await stream[Symbol.asyncDispose]();
    expect(signal?.aborted).toBe(false);
    expectOne(gate, { metadata: { outcome: "complete" } });
  });
});

describe("a stream whose signal aborts", () => {
  it("rejects the pending read with the signal's own reason", async () => {
    const gate = buildGate();
    const controller = new AbortController();
    const stream = await streamModel(gate, () => new ScriptedSource(["Pa"]), {
      signal: controller.signal,
    });
    const reading = readAll(stream);
    await settle();
    const reason = new Error("the user went away");
    controller.abort(reason);
    await expect(reading).rejects.toBe(reason);
    expectOne(gate, { output: "Pa", metadata: { outcome: "cancelled" } });
    expect(await stream.result).toMatchObject({ output: "Pa", outcome: "cancelled" });
  });

  it("rejects the next read, once, if no read was pending", async () => {
    const gate = buildGate();
    const controller = new AbortController();
    const stream = await streamModel(gate, () => new ScriptedSource(["Pa"]), {
      signal: controller.signal,
    });
    controller.abort(new Error("the user went away"));
    await expect(readAll(stream)).rejects.toThrow("the user went away");
    expect(await readAll(stream)).toEqual([]);
    expectOne(gate, { metadata: { outcome: "cancelled" } });
  });

  it("does not reject after it was disposed of", async () => {
    const gate = buildGate();
    const controller = new AbortController();
    const stream = await streamModel(gate, () => new ScriptedSource(["Pa"]), {
      signal: controller.signal,
    });
    controller.abort(new Error("the user went away"));
    await stream[Symbol.asyncDispose]();
    expect(await readAll(stream)).toEqual([]);
    expectOne(gate, { metadata: { outcome: "cancelled" } });
  });

  it("ends the same way at any time while the provider's stream opens", async () => {
    for (let moment = 0; moment < 12; moment += 1) {
      const gate = buildGate();
      const controller = new AbortController();
      const reason = new Error("the user went away");
      const source = new ScriptedSource(["Pa"]);
      const abortLater = async (): Promise<void> => {
        for (let turn = 0; turn < moment; turn += 1) await undefined;
        controller.abort(reason);
      };
      const opening = streamModel(
        gate,
        () => {
          void abortLater();
          return source;
        },
        { signal: controller.signal },
      );
      const ended = opening.then(async (stream) => {
        await settle();
        return readAll(stream);
      });
      await expect(ended).rejects.toBe(reason);
      await settle();
      expect(source.calls).toEqual(["return"]);
      expectOne(gate, { output: "", metadata: { outcome: "cancelled" } });
    }
  });

  it("settles within 50 ms even if the provider ignores its signal", async () => {
    const gate = buildGate();
    const controller = new AbortController();
    const stubborn: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => undefined),
        return: () => new Promise(() => undefined),
      }),
    };
    const stream = await streamModel(gate, () => stubborn, { signal: controller.signal });
    const reading = readAll(stream).catch((error: unknown) => error);
    await settle();
    const waitedMs = stopwatch();
    controller.abort();
    expect(await reading).toBe(controller.signal.reason);
    await stream[Symbol.asyncDispose]();
    expect(waitedMs()).toBeLessThan(50);
    expectOne(gate, { metadata: { outcome: "cancelled" } });
  });

  it("ignores what the provider sends afterwards", async () => {
    const gate = buildGate();
    const controller = new AbortController();
    const source = new ScriptedSource<string>();
    const stream = await streamModel(gate, () => source, { signal: controller.signal });
    const reading = readAll(stream).catch((error: unknown) => error);
    await settle();
    controller.abort();
    source.give("too late").fail(new Error("and broken"));
    expect(await reading).toBe(controller.signal.reason);
    await settle();
    expectOne(gate, { output: "", metadata: { outcome: "cancelled" } });
  });

  it("leaves no listener on the signal, however it ended", async () => {
    const endings: ((gate: TestGate, signal: AbortSignal) => Promise<unknown>)[] = [
      async (gate, signal) =>
        readAll(await streamModel(gate, () => new ScriptedSource(["a"]).end(), { signal })),
      async (gate, signal) => {
        for await (const _ of await streamModel(gate, () => new ScriptedSource(["a"]), {
          signal,
        })) {
          break;
        }
      },
      async (gate, signal) =>
        readAll(
          await streamModel(gate, () => new ScriptedSource().fail(new Error("no")), { signal }),
        ).catch(() => undefined),
      async (gate, signal) =>
        (await streamModel(gate, () => new ScriptedSource(["a"]), { signal })).abort(),
      async (gate, signal) =>
        streamModel(gate, () => Promise.reject(new Error("no")), { signal }).catch(() => undefined),
      async (gate, signal) => {
        await streamModel(gate, () => new ScriptedSource(["a"]), { signal });
        gate.services.active.abandonAll();
      },
    ];
    for (const ending of endings) {
      const gate = buildGate();
      const { signal } = new AbortController();
      await ending(gate, signal);
      await settle();
      expect(getEventListeners(signal, "abort")).toEqual([]);
      expect(gate.delivery.submitted).toHaveLength(1);
    }
  });
});

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

describe("several concurrent reads", () => {
  it("get one chunk each, in the order of their requests", async () => {
    const gate = buildGate();
    const source = new ScriptedSource<string>();
    const stream = await streamModel(gate, () => source);
    const iterator = stream[Symbol.asyncIterator]();
    const reads = [iterator.next(), iterator.next(), iterator.next(), iterator.next()];
    source.give("a").give("b").give("c").end();
    expect((await Promise.all(reads)).map((result) => result.value)).toEqual([
      "a",
      "b",
      "c",
      undefined,
    ]);
    expectOne(gate, { output: "abc" });
  });

  it("keep that order with a read that starts while others are served", async () => {
    const gate = buildGate();
    const source = new ScriptedSource<string>();
    const stream = await streamModel(gate, () => source);
    const iterator = stream[Symbol.asyncIterator]();
    const order: string[] = [];
    const note = (who: string) => (result: IteratorResult<string>) => {
      order.push(`${who}:${result.value}`);
    };
    const first = iterator.next();
    const late = first.then(() => iterator.next()).then(note("late"));
    const others = [iterator.next().then(note("second")), iterator.next().then(note("third"))];
    source.give("a").give("b").give("c").give("d");
    await Promise.all([first, late, ...others]);
    expect(order).toEqual(["second:b", "third:c", "late:d"]);
    stream.abort();
  });

  it("lose no chunk if the app always keeps three of them going", async () => {
    const gate = buildGate();
    const source = new ScriptedSource<string>();
    const stream = await streamModel(gate, () => source);
    const iterator = stream[Symbol.asyncIterator]();
    const reading = readBy(3, iterator);
    for (const text of "abcdef") source.give(text);
    source.end();
    expect(await reading).toEqual([..."abcdef"]);
    expectOne(gate, { output: "abcdef" });
  });

  it("all end when the source fails, the first with the error", async () => {
    const gate = buildGate();
    const failure = new Error("broken");
    const source = new ScriptedSource<string>();
    const stream = await streamModel(gate, () => source);
    const iterator = stream[Symbol.asyncIterator]();
    const reads = [iterator.next(), iterator.next(), iterator.next()];
    source.fail(failure);
    const ends = await Promise.allSettled(reads);
    expect(ends[0]).toEqual({ status: "rejected", reason: failure });
    for (const end of ends.slice(1)) {
      expect(end).toEqual({ status: "fulfilled", value: { done: true, value: undefined } });
    }
    expectOne(gate, { metadata: { outcome: "error" } });
  });
});

describe("a stream that the app does not read", () => {
  it("ends when its client closes", async () => {
    const gate = buildGate();
    const source = new ScriptedSource(["Pa"]);
    let signal: AbortSignal | undefined;
    const stream = await streamModel(gate, (invocation) => {
      signal = invocation.signal;
      return source;
    });
    gate.services.active.abandonAll();
    await settle();
    expect(signal?.aborted).toBe(true);
    expect(source.calls).toEqual(["return"]);
    expect(await readAll(stream)).toEqual([]);
    expectOne(gate, { output: "", severity: "warning", metadata: { outcome: "cancelled" } });
  });

  it("rejects at once if its client closes before the provider returns the stream", async () => {
    const gate = buildGate();
    const answer = hold<AsyncIterable<string>>();
    const opening = streamModel(gate, () => answer.promise);
    await settle();
    gate.services.active.abandonAll();
    await expect(opening).rejects.toMatchObject({ code: "client_closed" });
    expectOne(gate, { metadata: { outcome: "cancelled" } });
    const late = new ScriptedSource(["too late"]);
    answer.resolve(late);
    await settle();
    expect(late.calls).toEqual(["return"]);
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

function storeEvents(stored: Promise<void>) {
  return (what: "note" | "event") => (what === "event" ? stored : Promise.resolve());
}

function expectOne(gate: TestGate, event: object): void {
  expect(gate.delivery.events).toHaveLength(1);
  expect(gate.delivery.events[0]).toMatchObject(event);
}

function streamChat(
  gate: TestGate,
  invoke: (invocation: { readonly request: object }) => Promise<AsyncIterable<unknown>>,
  streamUsage: ProviderCodec<object, unknown, unknown>["streamUsage"] = openaiChatCodec.streamUsage,
) {
  return runStream(gate, {
    codec: { ...openaiChatCodec, streamUsage },
    request: { ...TWO_MESSAGES, stream: true },
    context: gate.call(),
    takesUsageRequest: false,
    invoke,
  });
}

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
