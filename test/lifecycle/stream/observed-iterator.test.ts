import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import type { ActiveCalls, OpenStream } from "../../../src/lifecycle/active-calls.ts";
import { lifecycleOf } from "../../../src/lifecycle/lifecycle-of.ts";
import {
  ObservedIterator,
  type ObservedParts,
} from "../../../src/lifecycle/stream/observed-iterator.ts";
import { StreamReport } from "../../../src/lifecycle/stream/stream-report.ts";
import { executeCodec } from "../../../src/providers/execute.ts";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";
import type { AnswerCollector } from "../../../src/providers/provider.ts";
import {
  buildGate,
  type GateSetup,
  hold,
  Sweeps,
  settle,
  type TestGate,
} from "../../support/stands/gate.ts";
import { approveStream, PROMPT, readAll, ScriptedSource } from "../model-calls.ts";

describe("an observed SDK iterator", () => {
  it("returns the SDK's own result objects, and reports once at its end", async () => {
    const results = [
      { done: false, value: "Pa" },
      { done: false, value: "ris" },
      { done: true, value: "the end" },
    ];
    const left = [...results];
    const source = { next: async () => left.shift() as IteratorResult<string> };
    const { iterator, gate } = await observe(source);
    for (const result of results) expect(await iterator.next()).toBe(result);
    expectOne(gate, { output: "Paris", severity: "info", metadata: { outcome: "complete" } });
  });

  it("passes results through after its report, and reports no more", async () => {
    const source = new ScriptedSource(["Pa"]).end().give("after the end");
    const { iterator, gate } = await observe(source);
    expect(await readAll(iterator)).toEqual(["Pa"]);
    expect((await iterator.next()).value).toBe("after the end");
    expectOne(gate, { output: "Pa" });
  });

  it("stores its event before the app sees the end, with durable delivery", async () => {
    for (const end of ["done", "error", "return"] as const) {
      const stored = hold();
      const { iterator, gate } = await observe(
        end === "done" ? new ScriptedSource<string>().end() : new ScriptedSource().fail("no"),
        {},
        {
          delivery: {
            durable: true,
            store: (what) => (what === "event" ? stored.promise : settle()),
          },
        },
      );
      let seen = false;
      const ending = (end === "return" ? iterator.return() : iterator.next())
        .catch(() => undefined)
        .then(() => {
          seen = true;
        });
      await settle();
      expect(gate.delivery.submitted).toHaveLength(1);
      expect(seen).toBe(false);
      stored.resolve();
      await ending;
    }
  });

  it("fails with the SDK's own error, after reporting what had arrived", async () => {
    const failure = Object.assign(new Error(`near ${PROMPT}`), { status: 500 });
    const { iterator, gate } = await observe(new ScriptedSource(["Pa"]).fail(failure));
    await iterator.next();
    await expect(iterator.next()).rejects.toBe(failure);
    expectOne(gate, { output: "Pa", metadata: { outcome: "error", error: { status: 500 } } });
    expect(lifecycleOf(failure)?.clientEventId).toBe(gate.delivery.events[0]?.event_id);
  });

  it("fails in the same way if the SDK throws synchronously", async () => {
    const failure = new Error("at once");
    const { iterator, gate } = await observe({
      next: () => {
        throw failure;
      },
    });
    await expect(iterator.next()).rejects.toBe(failure);
    expectOne(gate, { metadata: { outcome: "error" } });
  });

  it("is cancelled by a break, which also closes the SDK's iterator", async () => {
    const source = new ScriptedSource(["Pa", "ris"]);
    const { iterator, gate } = await observe(source);
    for await (const _ of iterator) break;
    expect(source.calls).toEqual(["next", "return"]);
    expectOne(gate, { output: "Pa", severity: "warning", metadata: { outcome: "cancelled" } });
  });

  it("is complete if the finish reason arrived before the break", async () => {
    const last = { choices: [{ index: 0, delta: { content: "Paris" }, finish_reason: "stop" }] };
    const { iterator, gate } = await observe<unknown>(new ScriptedSource<unknown>([last]), {
      collector: openaiChatCodec.collectAnswer(),
    });
    for await (const _ of iterator) break;
    expectOne(gate, { output: "Paris", metadata: { outcome: "complete" } });
  });

  it("passes on the arguments of return and throw, even if the SDK has neither", async () => {
    const given: unknown[] = [];
    const own = {
      next: () => new Promise<never>(() => undefined),
      return: async (value?: unknown) => {
        given.push(value);
        return { done: true as const, value };
      },
      throw: async (error?: unknown) => {
        given.push(error);
        return { done: true as const, value: error };
      },
    };
    expect(await (await observe(own)).iterator.return("r")).toEqual({ done: true, value: "r" });
    const thrown = await observe(own);
    expect(await thrown.iterator.throw("t")).toEqual({ done: true, value: "t" });
    expectOne(thrown.gate, { metadata: { outcome: "cancelled" } });
    expect(given).toEqual(["r", "t"]);
    const bare = { next: own.next };
    expect(await (await observe(bare)).iterator.return("r")).toEqual({ done: true, value: "r" });
    await expect((await observe(bare)).iterator.throw("t")).rejects.toBe("t");
  });

  it("is cancelled when its request is aborted while nobody reads", async () => {
    const { gate, controller } = await observe(new ScriptedSource(["Pa"]));
    controller.abort();
    expectOne(gate, { output: "", metadata: { outcome: "cancelled" } });
  });

  it("leaves the result of a pending read to the SDK when the request is aborted", async () => {
    const quiet = new ScriptedSource<string>();
    const ending = await observe(quiet);
    const read = ending.iterator.next();
    ending.controller.abort();
    quiet.end();
    expect((await read).done).toBe(true);
    expectOne(ending.gate, { metadata: { outcome: "cancelled" } });

    const failing = await observe(new ScriptedSource<string>());
    const reason = new Error("the user went away");
    const second = failing.iterator.next();
    failing.controller.abort(reason);
    failing.source.fail(reason);
    await expect(second).rejects.toBe(reason);
    expectOne(failing.gate, { metadata: { outcome: "cancelled" } });
  });

  it("fails if the SDK does, although that aborts the SDK's own request", async () => {
    const { iterator, gate, controller, source } = await observe(new ScriptedSource<string>());
    const failure = new Error("the connection was lost");
    const read = iterator.next();
    controller.abort();
    source.fail(failure);
    await expect(read).rejects.toBe(failure);
    expectOne(gate, { severity: "error", metadata: { outcome: "error" } });
  });

  it("is not idle while the app waits for a chunk, however long", async () => {
    const open: OpenStream[] = [];
    const active = { watch: (stream: OpenStream) => void open.push(stream), unwatch: () => {} };
    const { iterator, source } = await observe(new ScriptedSource<string>(), {
      active: active as unknown as ActiveCalls,
    });
    expect(open.map(({ waiting }) => waiting)).toEqual([false]);
    const read = iterator.next();
    expect(open.map(({ waiting }) => waiting)).toEqual([true]);
    source.give("Pa");
    await read;
    expect(open.map(({ waiting }) => waiting)).toEqual([false]);
  });

  it("ends when its client closes, and aborts its request", async () => {
    const { iterator, gate, controller } = await observe(new ScriptedSource(["Pa"]));
    gate.services.active.abandonAll();
    expect(controller.signal.aborted).toBe(true);
    gate.services.active.abandonAll();
    await iterator.return();
    expectOne(gate, { metadata: { outcome: "cancelled" } });
  });

  it("leaves no listener on its request's signal, and is watched no more, however it ends", async () => {
    for (const end of ["done", "error", "return", "throw", "abandon"] as const) {
      const source = new ScriptedSource<string>();
      if (end === "error") source.fail(new Error("no"));
      else source.end();
      const sweeps = new Sweeps();
      const { iterator, controller, gate } = await observe(source, {}, { repeat: sweeps.repeat });
      expect(sweeps.running).toBe(true);
      if (end === "done" || end === "error") await iterator.next().catch(() => undefined);
      else if (end === "return") await iterator.return();
      else if (end === "throw") await iterator.throw(new Error("no")).catch(() => undefined);
      else gate.services.active.abandonAll();
      expect(getEventListeners(controller.signal, "abort")).toEqual([]);
      gate.services.active.restIfIdle();
      expect(sweeps.running).toBe(false);
    }
  });
});

describe("usage requested by this library alone", () => {
  const isUsage = (chunk: string): boolean => chunk.startsWith("usage");

  it("is removed from the stream, and the rest is passed on", async () => {
    const source = new ScriptedSource(["Pa", "usage 1", "ris", "usage 2"]).end();
    const { iterator } = await observe(source, {
      conceal: (chunk) => (isUsage(chunk) ? undefined : chunk),
    });
    expect(await readAll(iterator)).toEqual(["Pa", "ris"]);
  });

  it("is passed on if the codec fails to remove it", async () => {
    const { iterator } = await observe(new ScriptedSource(["Pa", "usage 1"]).end(), {
      conceal: () => {
        throw new Error("a bug of the codec");
      },
    });
    expect(await readAll(iterator)).toEqual(["Pa", "usage 1"]);
  });
});

async function observe<Chunk>(
  source: AsyncIterator<Chunk, unknown, unknown> | ScriptedSource<Chunk>,
  own: Partial<ObservedParts<Chunk>> & { readonly collector?: AnswerCollector<Chunk> } = {},
  setup: GateSetup = {},
) {
  const gate = buildGate(setup);
  const record = await approveStream(gate);
  const { collector = executeCodec<string, Chunk>(CODEC).collectAnswer(), ...parts } = own;
  const controller = new AbortController();
  const iterator = new ObservedIterator<Chunk>({
    source,
    report: new StreamReport({ gate, record, collector }),
    active: gate.services.active,
    conceal: undefined,
    controller,
    lifecycle: record.view,
    ...parts,
  });
  return { iterator, gate, controller, source: source as ScriptedSource<Chunk> };
}

const CODEC = { model: "model-a", stream: true };

function expectOne(gate: TestGate, event: object): void {
  expect(gate.delivery.events).toHaveLength(1);
  expect(gate.delivery.events[0]).toMatchObject(event);
}
