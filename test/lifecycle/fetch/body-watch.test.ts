import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { BodyWatch } from "../../../src/lifecycle/fetch/body-watch.ts";
import { StreamReport } from "../../../src/lifecycle/stream/stream-report.ts";
import { buildGate, Sweeps, settle } from "../../support/stands/gate.ts";
import { approveStream } from "../model-calls.ts";

describe("a watched response body", () => {
  it("shares one listener with others on the same signal, removed at the end, and is watched no more", async () => {
    const controller = new AbortController();
    const watched = await Promise.all(
      Array.from({ length: 20 }, () => watchBody(controller.signal)),
    );
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(1);
    expect(watched.map(({ sweeps }) => sweeps.running)).not.toContain(false);
    for (const { watch, gate } of watched) {
      watch.finish();
      gate.services.active.restIfIdle();
    }
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    expect(watched.map(({ sweeps }) => sweeps.running)).not.toContain(true);
  });

  it("is cancelled and leaves no listener if its client has closed already", async () => {
    const controller = new AbortController();
    const { gate, cancelled } = await watchBody(controller.signal, true);
    await settle();
    expect(cancelled()).toBe(true);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    expect(gate.delivery.events[0]?.metadata).toMatchObject({ outcome: "cancelled" });
  });

  it("is cancelled by an abort before the first read, also by an earlier one", async () => {
    const controller = new AbortController();
    const unread = await watchBody(controller.signal);
    controller.abort();
    const late = await watchBody(controller.signal);
    for (const { gate } of [unread, late]) {
      expect(gate.delivery.events).toHaveLength(1);
      expect(gate.delivery.events[0]?.metadata).toMatchObject({ outcome: "cancelled" });
    }
  });

  it("is not idle while a read waits for the provider, however long, but is after it", async () => {
    const { watch, gate, sweeps, cancelled, give } = await watchBody(undefined);
    const reading = watch.read();
    const passIdle = () => {
      gate.clock.pass(300_000);
      sweeps.sweep();
    };
    passIdle();
    passIdle();
    expect(gate.delivery.events).toEqual([]);
    give();
    watch.arrived(await reading);
    passIdle();
    expect(gate.delivery.events).toHaveLength(1);
    await settle();
    expect(cancelled()).toBe(true);
  });

  it("rejects a pending read when its client closes", async () => {
    const { watch, gate } = await watchBody(undefined);
    const reading = watch.read().then((result) => watch.arrived(result));
    gate.services.active.abandonAll();
    await expect(reading).rejects.toMatchObject({ code: "client_closed" });
    expect(gate.delivery.events).toHaveLength(1);
  });

  it("fails at the next read after it was idle, but not like one that the app has aborted", async () => {
    const { watch, gate, sweeps } = await watchBody(undefined);
    for (let sweep = 0; sweep < 2; sweep += 1) {
      gate.clock.pass(300_000);
      sweeps.sweep();
    }
    // Clients take an AbortError for the end of the answer.
    const reading = watch.read().then((result) => watch.arrived(result));
    await expect(reading).rejects.toThrow(TypeError);
  });
});

async function watchBody(signal: AbortSignal | undefined, closed = false) {
  const sweeps = new Sweeps();
  const gate = buildGate({ repeat: sweeps.repeat });
  const record = await approveStream(gate);
  if (closed) gate.services.active.abandonAll();
  let cancelled = false;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const source = new ReadableStream<Uint8Array>({
    start: (started) => {
      controller = started;
    },
    cancel: () => {
      cancelled = true;
    },
  });
  const collector = { push: () => undefined, answer: () => ({ output: "" }) };
  const watch = new BodyWatch({
    source,
    report: new StreamReport({ gate, record, collector }),
    active: gate.services.active,
    lifecycle: record.view,
    signal,
  });
  const give = () => controller?.enqueue(new Uint8Array(1));
  return { watch, gate, sweeps, give, cancelled: () => cancelled };
}
