import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { stopwatch } from "../../support/processes/stopwatch.ts";
import { buildGate, hold, Sweeps, settle, type TestGate } from "../../support/stands/gate.ts";
import { expectOne, readAll, ScriptedSource, streamChat, streamModel } from "../model-calls.ts";

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

  it.each([0, 1])("rejects the next read, once, if none of %i reads was pending", async (reads) => {
    const gate = buildGate();
    const controller = new AbortController();
    const stream = await streamModel(gate, () => new ScriptedSource(["Pa", "ris"]), {
      signal: controller.signal,
    });
    const iterator = stream[Symbol.asyncIterator]();
    for (let read = 0; read < reads; read += 1) await iterator.next();
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

  it.each([true, false])(
    "ignores errors of the provider's cleanup, and leaves none unhandled (while a chunk is awaited: %s)",
    async (isReading) => {
      const gate = buildGate();
      const source: AsyncIterable<string> = {
        [Symbol.asyncIterator]: () => ({
          next: () => new Promise(() => undefined),
          return: () => Promise.reject(new Error("the cleanup failed")),
        }),
      };
      const stream = await streamModel(gate, () => source);
      const reading = isReading ? readAll(stream) : undefined;
      await settle();
      stream.abort();
      // The test run fails for an unhandled rejection.
      await settle();
      expect(await reading).toEqual(isReading ? [] : undefined);
      expectOne(gate, { metadata: { outcome: "cancelled" } });
    },
  );

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

  it("leaves no listener on the signal, and is watched no more, however it ended", async () => {
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
      const sweeps = new Sweeps();
      const gate = buildGate({ repeat: sweeps.repeat });
      const { signal } = new AbortController();
      await ending(gate, signal);
      await settle();
      expect(getEventListeners(signal, "abort")).toEqual([]);
      gate.services.active.restIfIdle();
      expect(sweeps.running).toBe(false);
      expect(gate.delivery.submitted).toHaveLength(1);
    }
  });
});

describe("a stream that the app does not read", () => {
  it("ends when its client closes, with an error for a reader who comes back", async () => {
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
    await expect(readAll(stream)).rejects.toMatchObject({ code: "client_closed" });
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
