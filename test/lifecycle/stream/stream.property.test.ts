import { getEventListeners } from "node:events";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guardErrorOf } from "../../../src/guard-error-of.ts";
import { buildGate, hold, settle } from "../../support/stands/gate.ts";
import { ScriptedSource, streamModel } from "../model-calls.ts";

/** Steps that can happen to a stream, in any order. */
const STEPS = [
  "next",
  "next",
  "return",
  "abort",
  "signal",
  "abandon",
  "dispose",
  "give",
  "give",
  "end",
  "fail",
  "tick",
  "tick",
] as const;

const OUTCOMES = ["complete", "error", "cancelled"];

describe("a stream with any sequence of steps", () => {
  it("leaves exactly one event, settles every promise, and leaves no listener", async () => {
    const steps = fc.array(fc.constantFrom(...STEPS), { maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), fc.boolean(), async (script, durable, listens) => {
        await play({ script, durable, listens });
      }),
      { numRuns: 400 },
    );
  });
});

interface Play {
  readonly script: readonly (typeof STEPS)[number][];
  readonly durable: boolean;
  /** Whether the provider stops when its signal aborts. */
  readonly listens: boolean;
}

async function play({ script, durable, listens }: Play): Promise<void> {
  const stored = hold();
  const gate = buildGate({
    delivery: { durable, store: (what) => (what === "event" ? stored.promise : settle()) },
  });
  const controller = new AbortController();
  const source = new ScriptedSource<string>();
  const stream = await streamModel(
    gate,
    (call) => {
      if (listens) call.signal.addEventListener("abort", () => source.fail(call.signal.reason));
      return source;
    },
    { signal: controller.signal },
  );
  const iterator = stream[Symbol.asyncIterator]();
  const failure = new Error("the provider's own");
  const reads: Promise<Read>[] = [];
  const others: Promise<unknown>[] = [];
  let given = 0;
  const act: Record<(typeof STEPS)[number], () => unknown> = {
    next: () => reads.push(readOf(iterator.next())),
    return: () => others.push(Promise.resolve(iterator.return?.())),
    abort: () => stream.abort(),
    signal: () => controller.abort(new Error("the user went away")),
    abandon: () => gate.services.active.abandonAll(),
    dispose: () => others.push(Promise.resolve(stream[Symbol.asyncDispose]())),
    give: () => {
      source.give(`${given};`);
      given += 1;
    },
    end: () => source.end(),
    fail: () => source.fail(failure),
    tick: settle,
  };
  for (const step of script) await act[step]();
  await settle();
  // Ends the stream if no step has ended it.
  stream.abort();
  await settle();
  expect(gate.delivery.events).toHaveLength(1);
  stored.resolve();
  const result = stream.result.then(
    ({ outcome }) => outcome,
    () => "error",
  );
  const [outcome, ends] = await Promise.all([result, Promise.all(reads), Promise.all(others)]);

  const [event] = gate.delivery.events;
  expect(OUTCOMES).toContain(outcome);
  expect(event?.metadata?.outcome).toBe(outcome);
  expect(gate.delivery.placesKept).toBe(0);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  expect(await gate.services.active.underWay().delivered).toEqual([]);

  const chunks = ends.flatMap((end) => ("chunk" in end ? [end.chunk] : []));
  // In order, without repeats or gaps; the event holds at least what the app got.
  expect(chunks).toEqual(chunks.map((_, at) => `${at};`));
  expect(event?.output.startsWith(chunks.join(""))).toBe(true);
  // No chunk follows an end, and at most one read gets an error.
  const firstEnd = ends.findIndex((end) => !("chunk" in end));
  if (firstEnd >= 0) expect(ends.slice(firstEnd).some((end) => "chunk" in end)).toBe(false);
  expect(ends.filter((end) => "error" in end).length).toBeLessThanOrEqual(1);
  for (const end of ends) {
    if (!("error" in end)) continue;
    const closed = guardErrorOf(end.error)?.code === "client_closed";
    if (closed) expect(script).toContain("abandon");
    else expect([failure, controller.signal.reason]).toContain(end.error);
  }
  if (outcome === "complete") expect(script).toContain("end");
  if (outcome === "error") expect(script).toContain("fail");
}

type Read = { readonly chunk: string } | { readonly done: true } | { readonly error: unknown };

function readOf(next: Promise<IteratorResult<string>>): Promise<Read> {
  return next.then(
    (result): Read => (result.done ? { done: true } : { chunk: result.value }),
    (error: unknown): Read => ({ error }),
  );
}
