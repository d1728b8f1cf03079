import { describe, expect, it } from "vitest";
import { buildGate } from "../../support/stands/gate.ts";
import { expectOne, readBy, ScriptedSource, streamModel } from "../model-calls.ts";

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
