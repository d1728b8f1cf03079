import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { StreamReport } from "../../../src/lifecycle/stream/stream-report.ts";
import { UnreadStream } from "../../../src/lifecycle/stream/unread-stream.ts";
import { buildGate, Sweeps, settle } from "../../support/stands/gate.ts";
import { approveStream } from "../model-calls.ts";

const IDLE_MS = 300_000;

describe("a stream that was returned and is not read", () => {
  it("is cancelled when its request is aborted, also if that was before", async () => {
    const { controller, gate, open } = await unread();
    open();
    expect(gate.delivery.events).toHaveLength(0);
    controller.abort();
    expect(outcomesOf(gate)).toEqual(["cancelled"]);
    const late = await unread();
    late.controller.abort();
    late.open();
    expect(outcomesOf(late.gate)).toEqual(["cancelled"]);
  });

  it("is cancelled with its request when its client closes or it has been idle for long", async () => {
    const closed = await unread();
    closed.open();
    closed.gate.services.active.abandonAll();
    const idle = await unread();
    idle.open();
    idle.gate.clock.pass(IDLE_MS - 1);
    idle.sweeps.sweep();
    expect(idle.controller.signal.aborted).toBe(false);
    idle.gate.clock.pass(1);
    idle.sweeps.sweep();
    for (const { controller, gate } of [closed, idle]) {
      expect(controller.signal.aborted).toBe(true);
      expect(outcomesOf(gate)).toEqual(["cancelled"]);
    }
  });

  it("is left to its reader once it is read", async () => {
    const { controller, gate, open } = await unread();
    open().release();
    gate.services.active.abandonAll();
    expect(controller.signal.aborted).toBe(false);
    controller.abort();
    expect(gate.delivery.events).toEqual([]);
  });

  it("is neither watched nor aborted if its event exists already", async () => {
    const { controller, gate, open, sweeps, report } = await unread();
    report.end({ outcome: "cancelled" });
    open();
    expect([sweeps.running, getEventListeners(controller.signal, "abort")]).toEqual([false, []]);
    gate.services.active.abandonAll();
    await settle();
    expect(controller.signal.aborted).toBe(false);
    expect(gate.delivery.events).toHaveLength(1);
  });

  it.each(["read", "aborted", "aborted before", "abandoned"] as const)(
    "leaves nothing to check and no listener when it is %s",
    async (end) => {
      const { controller, gate, open, sweeps } = await unread();
      if (end === "aborted before") controller.abort();
      const stream = open();
      if (end === "read") stream.release();
      else if (end === "aborted") controller.abort();
      else if (end === "abandoned") stream.abandon();
      gate.services.active.restIfIdle();
      expect(sweeps.running).toBe(false);
      expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    },
  );
});

async function unread() {
  const sweeps = new Sweeps();
  const gate = buildGate({ idleAfterMs: IDLE_MS, repeat: sweeps.repeat });
  const record = await approveStream(gate);
  const collector = { push: () => undefined, answer: () => ({ output: "" }) };
  const report = new StreamReport<unknown>({ gate, record, collector });
  const controller = new AbortController();
  const { active } = gate.services;
  return {
    ...{ gate, sweeps, controller, report },
    open: () => new UnreadStream({}, { controller, report, active }),
  };
}

function outcomesOf({ delivery }: Awaited<ReturnType<typeof unread>>["gate"]): unknown[] {
  return delivery.events.map(({ metadata }) => metadata?.outcome);
}
