import { describe, expect, it } from "vitest";
import type { Ending } from "../../../src/lifecycle/report/report.ts";
import { StreamReport } from "../../../src/lifecycle/stream/stream-report.ts";
import { executeCodec } from "../../../src/providers/execute.ts";
import type { AnswerCollector } from "../../../src/providers/provider.ts";
import { buildGate } from "../../support/stands/gate.ts";
import { approveStream, PROMPT } from "../model-calls.ts";

describe("the report of a stream", () => {
  it("is sent once, by whichever end comes first", async () => {
    const { gate, report, endings } = await reportOf();
    report.collect("Paris");
    expect(report.ended).toBe(false);
    report.end({ outcome: "complete" });
    report.end({ outcome: "error", error: new Error("later") });
    expect(report.ended).toBe(true);
    expect(endings).toMatchObject([{ outcome: "complete", answer: { output: "Paris" } }]);
    expect(gate.delivery.events).toHaveLength(1);
  });

  it("returns a promise to wait for with durable delivery only", async () => {
    const durable = await reportOf({ durable: true });
    expect(durable.report.end({ outcome: "complete" })).toBeInstanceOf(Promise);
    expect(durable.report.end({ outcome: "complete" })).toBeUndefined();
    const memory = await reportOf();
    expect(memory.report.end({ outcome: "complete" })).toBeUndefined();
  });

  it("turns an unfinished answer into an error, unless the app stopped reading", async () => {
    for (const [outcome, told] of [
      ["complete", "error"],
      ["cancelled", "cancelled"],
      ["error", "error"],
    ] as const) {
      const answer = () => ({ output: "Par", unfinished: true });
      const { gate, report } = await reportOf({ collector: { push: () => undefined, answer } });
      report.collect("Par");
      report.end({ outcome });
      const [event] = gate.delivery.events;
      expect(event).toMatchObject({ output: "Par", metadata: { outcome: told } });
    }
  });

  it("tells what the app stops reading after the finish reason as complete, and before as cancelled", async () => {
    for (const [answer, told] of [
      [{ output: "Par", finishReason: "stop" }, "complete"],
      [{ output: "Par", finishReason: "stop", unfinished: true }, "complete"],
      [{ output: "Par", finishReason: "stop", failed: true }, "error"],
      [{ output: "Par", unfinished: true }, "cancelled"],
      [{ output: "Par" }, "cancelled"],
    ] as const) {
      const collector = { push: () => undefined, answer: () => answer };
      const { gate, report } = await reportOf({ collector });
      report.collect("Par");
      report.end({ outcome: "stopped" });
      expect(gate.delivery.events).toMatchObject([{ metadata: { outcome: told } }]);
    }
  });

  it("counts chunks, and remembers when the first sign of an answer came", async () => {
    const { gate, report } = await reportOf();
    gate.clock.pass(10);
    report.markFirst();
    gate.clock.pass(10);
    report.collect("Pa");
    report.collect("ris");
    expect(report.activity).toBe(2);
    report.end({ outcome: "complete" });
    expect(gate.delivery.events[0]?.metadata).toMatchObject({ first_chunk_ms: 10 });
  });

  it("withholds unreadable content, and contains nothing that a codec throws", async () => {
    const fail = (): never => {
      throw new Error(PROMPT);
    };
    const collectors: (AnswerCollector<string> | undefined)[] = [
      undefined,
      { push: fail, answer: () => ({ output: "half of it" }) },
      { push: () => undefined, answer: fail },
    ];
    for (const collector of collectors) {
      const { gate, report } = await reportOf({ collector });
      report.collect("Pa");
      report.collect("ris");
      report.end({ outcome: "complete" });
      const [event] = gate.delivery.events;
      expect(event).toMatchObject({
        output: "[withheld]",
        metadata: { withheld: "answer_unreadable", outcome: "complete" },
      });
      expect(JSON.stringify(event?.metadata)).not.toContain(PROMPT);
    }
  });

  it("withholds content that is not in the expected format", async () => {
    const { gate, report } = await reportOf();
    report.collect("Pa");
    report.markUnreadable();
    report.end({ outcome: "complete" });
    expect(gate.delivery.events[0]?.output).toBe("[withheld]");
  });
});

async function reportOf(
  own: {
    readonly durable?: boolean;
    readonly collector?: AnswerCollector<string> | undefined;
  } = {},
) {
  const gate = buildGate({ delivery: { durable: own.durable === true } });
  const record = await approveStream(gate, "execute");
  const endings: Ending[] = [];
  const codec = executeCodec<string, string>({ model: "model-a", stream: true });
  const collector = "collector" in own ? own.collector : codec.collectAnswer();
  const onEnd = (ending: Ending) => void endings.push(ending);
  return { gate, endings, report: new StreamReport({ gate, record, collector, onEnd }) };
}
