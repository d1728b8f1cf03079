import { expect, it } from "vitest";
import { report } from "../../../src/lifecycle/report/report.ts";
import { requestApproval } from "../../../src/lifecycle/request-approval.ts";
import { executeCodec } from "../../../src/providers/execute.ts";
import { buildGate } from "../../support/stands/gate.ts";
import { PROMPT } from "../model-calls.ts";

it("reports each call once, however many code paths end it", async () => {
  const gate = buildGate();
  const { operation, readPrompt } = executeCodec<string, string>({
    model: "model-a",
    stream: false,
  });
  const context = gate.call({});
  const approvalRequest = { operation, prompt: readPrompt(PROMPT), context, signal: undefined };
  const { record } = await requestApproval(gate, approvalRequest);
  expect(record.ended).toBe(false);
  const answer = { output: "Paris" };
  expect(report(gate, record, { outcome: "complete", answer })).toBeDefined();
  expect(record.ended).toBe(true);
  expect(report(gate, record, { outcome: "cancelled", answer })).toBe(undefined);
  expect(gate.delivery.events).toHaveLength(1);
  expect(gate.delivery.events[0]?.metadata).toMatchObject({ outcome: "complete" });
});
