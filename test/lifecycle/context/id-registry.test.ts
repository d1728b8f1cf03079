import { describe, expect, it } from "vitest";
import { contextOf } from "../../../src/lifecycle/context/call-context.ts";
import { EMPTY_CONTEXT, mergeContext } from "../../../src/lifecycle/context/context.ts";
import { IdRegistry } from "../../../src/lifecycle/context/id-registry.ts";
import { currentScope, runWithContext, type Scope } from "../../../src/lifecycle/context/scope.ts";
import { buildGate, type TestGate } from "../../support/stands/gate.ts";
import { callModel } from "../model-calls.ts";

const ID = "0d6e5a4c-2a4f-4f5e-9d3c-1a2b3c4d5e6f";
const NOWHERE: Scope = { contexts: [], enclosing: undefined };

describe("a lifecycle id", () => {
  it("is the caller's id once; the next call gets a new id and the first as its parent", () => {
    const book = numberedBook();
    const context = mergeContext(EMPTY_CONTEXT, { clientEventId: ID });
    expect(book.issue(context, NOWHERE)).toEqual({
      clientEventId: ID,
      idGivenByCaller: true,
      parentClientEventId: undefined,
    });
    expect(book.issue(context, NOWHERE)).toEqual({
      clientEventId: "fresh-1",
      idGivenByCaller: false,
      parentClientEventId: ID,
    });
  });

  it("is not issued again when a caller reuses it, whatever its case", () => {
    const book = numberedBook();
    book.issue(mergeContext(EMPTY_CONTEXT, { clientEventId: ID }), NOWHERE);
    const again = mergeContext(EMPTY_CONTEXT, { clientEventId: ID.toUpperCase() });
    expect(book.issue(again, NOWHERE)).toMatchObject({
      clientEventId: "fresh-1",
      parentClientEventId: ID.toUpperCase(),
    });
  });

  it("is not issued again when a caller passes an id that we generated", () => {
    const [first, second] = [ID, "b2b1c7a0-51a5-4d2f-8f57-6d8f0c1e2a3b"];
    const ids = [first, second];
    const book = new IdRegistry(() => ids.shift() ?? "none left");
    expect(book.issue(EMPTY_CONTEXT, NOWHERE).clientEventId).toBe(first);
    const reusing = mergeContext(EMPTY_CONTEXT, { clientEventId: first });
    expect(book.issue(reusing, NOWHERE)).toEqual({
      clientEventId: second,
      idGivenByCaller: false,
      parentClientEventId: first,
    });
  });

  it("is not issued again when a caller passes an older id that we generated", () => {
    const ids = [ID, "b2b1c7a0-51a5-4d2f-8f57-6d8f0c1e2a3b", "a third", "a fourth"];
    const book = new IdRegistry(() => ids.shift() ?? "none left");
    for (let n = 0; n < 3; n += 1) book.issue(EMPTY_CONTEXT, NOWHERE);
    const reusing = mergeContext(EMPTY_CONTEXT, { clientEventId: ID });
    expect(book.issue(reusing, NOWHERE)).toMatchObject({
      clientEventId: "a fourth",
      idGivenByCaller: false,
      parentClientEventId: ID,
    });
  });

  it("is remembered for thousands of calls, in bounded memory", () => {
    const book = numberedBook();
    const granted = (from: number, to: number) => {
      let count = 0;
      for (let n = from; n < to; n += 1) {
        if (book.issue(given(n), NOWHERE).idGivenByCaller) count += 1;
      }
      return count;
    };
    expect(granted(0, 27_500)).toBe(27_500);
    expect(granted(22_500, 27_500)).toBe(0);
    expect(book.issue(given(0), NOWHERE).idGivenByCaller).toBe(true);
  });

  it("is a scope's or a client's for one lifecycle only, however many ids were given since", () => {
    const book = numberedBook();
    const shared = given(0);
    expect(book.issue(shared, NOWHERE).idGivenByCaller).toBe(true);
    for (let n = 1; n <= 15_000; n += 1) book.issue(given(n), NOWHERE);
    expect(book.issue(shared, NOWHERE).idGivenByCaller).toBe(false);
  });

  it("has the id of the enclosing lifecycle as its parent", () => {
    const book = numberedBook();
    const scope: Scope = {
      contexts: [],
      enclosing: {
        gate: {},
        clientEventId: ID,
        lasts: true,
        approves: () => true,
        allowReferences: () => undefined,
        allowRenderings: () => undefined,
      },
    };
    expect(book.issue(EMPTY_CONTEXT, scope).parentClientEventId).toBe(ID);
    const own = mergeContext(EMPTY_CONTEXT, {
      clientEventId: "b2b1c7a0-51a5-4d2f-8f57-6d8f0c1e2a3b",
    });
    expect(book.issue(own, scope)).toMatchObject({
      idGivenByCaller: true,
      parentClientEventId: ID,
    });
  });
});

describe("an id given to a scope", () => {
  it("goes to the first lifecycle inside, even if calls run concurrently", async () => {
    const gate = buildGate();
    await withId(gate, async () => {
      const results = await Promise.all([1, 2, 3].map(() => scopedCall(gate)));
      const ids = results.map((result) => result.clientEventId);
      expect(ids[0]).toBe(ID);
      expect(new Set(ids).size).toBe(3);
    });
    const parents = gate.delivery.events.map((event) => event.metadata?.parent_client_event_id);
    expect(parents).toEqual([undefined, ID, ID]);
    expect(gate.delivery.submitted.map((record) => record.idGivenByCaller)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("stays available when a call brings its own", async () => {
    const gate = buildGate();
    const own = "b2b1c7a0-51a5-4d2f-8f57-6d8f0c1e2a3b";
    await withId(gate, async () => {
      expect((await scopedCall(gate, own)).clientEventId).toBe(own);
      expect((await scopedCall(gate)).clientEventId).toBe(ID);
    });
  });

  it("goes to the client's first lifecycle when given to a client", async () => {
    const gate = buildGate({ context: { clientEventId: ID } });
    expect((await callModel(gate, () => "Paris")).clientEventId).toBe(ID);
    expect((await callModel(gate, () => "Paris")).clientEventId).not.toBe(ID);
  });

  it("goes to the client's first lifecycle also in a scope that gives other things", async () => {
    const gate = buildGate({ context: { clientEventId: ID } });
    const scoped = { family: gate.services, context: { userId: "u" }, claim: undefined };
    const { clientEventId } = await runWithContext(scoped, () => scopedCall(gate));
    expect(clientEventId).toBe(ID);
    expect(gate.delivery.events).toMatchObject([{ user_id: "u" }]);
  });
});

function numberedBook(): IdRegistry {
  let issued = 0;
  return new IdRegistry(() => {
    issued += 1;
    return `fresh-${issued}`;
  });
}

/** The context of a call with the id of this number. */
function given(n: number) {
  const clientEventId = `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
  return mergeContext(EMPTY_CONTEXT, { clientEventId });
}

function withId<T>(gate: TestGate, work: () => T): T {
  const context = { clientEventId: ID };
  const { claim } = mergeContext(EMPTY_CONTEXT, context);
  return runWithContext({ family: gate.services, context, claim }, work);
}

function scopedCall(gate: TestGate, clientEventId?: string) {
  expect(currentScope().contexts).toHaveLength(1);
  const context = contextOf(gate, { clientEventId });
  return callModel({ ...gate, call: () => context }, () => "Paris");
}
