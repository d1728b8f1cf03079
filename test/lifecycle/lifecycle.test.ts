import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { EMPTY_CONTEXT } from "../../src/lifecycle/context/context.ts";
import { LifecycleRecord, type LifecycleState } from "../../src/lifecycle/lifecycle.ts";
import { report } from "../../src/lifecycle/report/report.ts";
import { requestApproval } from "../../src/lifecycle/request-approval.ts";
import { stop } from "../../src/lifecycle/stop.ts";
import { buildGate, rewrite, type TestGate } from "../support/stands/gate.ts";
import { PROMPT } from "./model-calls.ts";

const STATES: readonly LifecycleState[] = [
  "created",
  "guarding",
  "approved",
  "stopped",
  "reported",
];

describe("a lifecycle", () => {
  it("allows only the known state changes, and names an invalid one", () => {
    const paths: Record<LifecycleState, LifecycleState[]> = {
      created: [],
      guarding: ["guarding"],
      approved: ["guarding", "approved"],
      stopped: ["stopped"],
      reported: ["guarding", "approved", "reported"],
    };
    const allowed: string[] = [];
    for (const from of STATES) {
      for (const to of STATES) {
        const record = newRecord();
        for (const step of paths[from]) record.move(step);
        try {
          record.move(to);
          allowed.push(`${from} ${to}`);
        } catch (error) {
          expect(String(error)).toContain(`execute ${ID}: cannot go from ${from} to ${to}`);
        }
      }
    }
    expect(allowed).toEqual([
      "created guarding",
      "created stopped",
      "guarding approved",
      "guarding stopped",
      "approved stopped",
      "approved reported",
    ]);
  });

  it("is reported once, and neither reported again nor stopped afterwards", async () => {
    const gate = buildGate();
    const { record } = await approved(gate);
    const answer = { output: "Paris" };
    expect(report(gate, record, { outcome: "complete", answer })).toBeDefined();
    expect(report(gate, record, { outcome: "cancelled", answer })).toBeUndefined();
    stop(gate, record, new Error("too late"));
    expect(gate.delivery.events).toHaveLength(1);
    expect(gate.delivery.forgotten).toEqual([]);
    expect(await record.view.outcome).toBe("complete");
  });

  it("leaves no event after it was stopped", async () => {
    const gate = buildGate();
    const { record } = await approved(gate);
    const reason = new Error("the signal's reason");
    record.signal = AbortSignal.abort(reason);
    stop(gate, record, reason);
    expect(report(gate, record, { outcome: "complete", answer: { output: "" } })).toBeUndefined();
    expect(gate.delivery.submitted).toEqual([]);
    expect(gate.delivery.forgotten).toEqual([record.clientEventId]);
    expect(await record.view.outcome).toBe("cancelled");
  });

  it("holds no prompt after its event was created", async () => {
    const gate = buildGate();
    const { record } = await approved(gate);
    report(gate, record, { outcome: "complete", answer: { output: "Paris" } });
    expect(gate.delivery.events[0]?.input).toBe(PROMPT);
    expect(inspect(record, { depth: 9, showHidden: true })).not.toContain(PROMPT);
  });

  it("is not marked as rewritten if the guard returns the same text", async () => {
    const gate = buildGate({ guard: ({ input }) => rewrite(input) });
    expect((await approved(gate)).rewritten).toBe(false);
  });

  it("is not marked as rewritten if only the transcript around its texts changes", async () => {
    const texts = ["Be brief.", PROMPT];
    for (const change of [/\n/g, /$/]) {
      const gate = buildGate({ guard: ({ input }) => rewrite(input.replace(change, "\r\n")) });
      const approval = await approved(gate, texts);
      expect(approval).toMatchObject({ texts, rewritten: false });
    }
    const gate = buildGate({ guard: ({ input }) => rewrite(input.replace("brief", "short")) });
    const changed = { texts: ["Be short.", PROMPT], rewritten: true };
    expect(await approved(gate, texts)).toMatchObject(changed);
  });
});

const ID = "0d6e5a4c-2a4f-4f5e-9d3c-1a2b3c4d5e6f";

function newRecord(): LifecycleRecord {
  return new LifecycleRecord({
    clientEventId: ID,
    idGivenByCaller: false,
    parentClientEventId: undefined,
    operation: "execute",
    model: "model-a",
    context: EMPTY_CONTEXT,
    at: 0,
  });
}

function approved(gate: TestGate, texts: readonly string[] = [PROMPT]) {
  const segments = texts.map((text) => ({ role: "user", kind: "text", text }) as const);
  return requestApproval(gate, {
    operation: "execute",
    prompt: { model: "model-a", stream: false, segments, uninspected: [] },
    context: gate.context,
    signal: undefined,
  });
}
