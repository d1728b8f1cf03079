import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Shutdown } from "../../src/lifecycle/shutdown.ts";
import { systemClock } from "../../src/transport/system-clock.ts";
import { blockFor } from "../support/processes/block-for.ts";
import { stopwatch } from "../support/processes/stopwatch.ts";
import { allow, buildGate, hold, settle, type TestGate } from "../support/stands/gate.ts";
import { callModel, ScriptedSource, streamModel } from "./model-calls.ts";

describe("flush", () => {
  it("waits for calls in progress, then for their delivery outcomes", async () => {
    const answer = hold<string>();
    const receipt = hold();
    const gate = buildGate({
      delivery: {
        receive: async ({ event }) => {
          await receipt.promise;
          return { status: "delivered", eventId: event.event_id, attempts: 1, finalized: true };
        },
      },
    });
    const call = callModel(gate, () => answer.promise);
    const flushing = watched(shutdownOf(gate).flush(60_000));
    await settle();
    answer.resolve("Paris");
    await call;
    await settle();
    expect(flushing.isOver).toBe(false);
    receipt.resolve();
    await flushing.ended;
  });

  it("flushes what is handed over at once, and again what calls in progress hand over", async () => {
    const answer = hold<string>();
    const gate = buildGate();
    const call = callModel(gate, () => answer.promise);
    const flushing = shutdownOf(gate).flush(60_000);
    await settle();
    expect(gate.delivery.flushed).toHaveLength(1);
    answer.resolve("Paris");
    await call;
    await flushing;
    expect(gate.delivery.flushed).toHaveLength(2);
  });

  it("waits for calls that have been announced and begin later", async () => {
    const gate = buildGate();
    const { active } = gate.services;
    const announced = active.reserve();
    const flushing = watched(shutdownOf(gate).flush(60_000));
    await settle();
    expect(flushing.isOver).toBe(false);
    active.release(announced);
    await flushing.ended;
  });

  it("does not wait for calls that begin after it", async () => {
    const gate = buildGate();
    const never = new Promise<string>(() => undefined);
    const early = hold<string>();
    const call = callModel(gate, () => early.promise);
    const flushing = shutdownOf(gate).flush(60_000);
    void callModel(gate, () => never);
    early.resolve("Paris");
    await call;
    await flushing;
  });

  it("does not wait for reservations that are made after it, however many overlap", async () => {
    const gate = buildGate();
    const { active } = gate.services;
    const early = active.reserve();
    const flushing = shutdownOf(gate).flush(60_000);
    const late = active.reserve();
    active.release(early);
    await flushing;
    expect(late.held).toBe(true);
  });

  it("resolves at its deadline if a call is still running, after flushing delivery", async () => {
    const gate = buildGate();
    void callModel(gate, () => new Promise<string>(() => undefined));
    const startedAt = performance.now();
    const waitedMs = stopwatch();
    await realShutdownOf(gate).flush(60);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(55);
    expect(waitedMs()).toBeLessThan(160);
    expect(gate.delivery.flushed[0]).toBeGreaterThan(0);
  });

  it("resolves if no call is in progress, and if the delivery's flush fails", async () => {
    const gate = buildGate();
    await shutdownOf(gate).flush(60_000);
    gate.delivery.flush = () => Promise.reject(new Error("a bug"));
    await shutdownOf(gate).flush(60_000);
    gate.delivery.flush = () => {
      throw new Error("a bug");
    };
    await shutdownOf(gate).flush(60_000);
  });

  it("resolves at its deadline if a custom delivery's flush never does", async () => {
    const gate = buildGate();
    gate.delivery.flush = () => new Promise<never>(() => undefined);
    const waitedMs = stopwatch();
    await realShutdownOf(gate).flush(60);
    expect(waitedMs()).toBeLessThan(160);
  });

  it("waits for calls even with a very long deadline", async () => {
    const gate = buildGate();
    const answer = hold<string>();
    const call = callModel(gate, () => answer.promise);
    const flushing = watched(shutdownOf(gate).flush(2 ** 40));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(flushing.isOver).toBe(false);
    answer.resolve("Paris");
    await call;
    await flushing.ended;
  });
});

describe("close", () => {
  it("refuses new calls at once, and lets calls in progress end", async () => {
    const gate = buildGate();
    const answer = hold<string>();
    const call = callModel(gate, () => answer.promise);
    const closing = shutdownOf(gate).close(60_000);
    await expect(callModel(gate, () => "Paris")).rejects.toMatchObject({ code: "client_closed" });
    expect(gate.delivery.closed).toBe(0);
    answer.resolve("Paris");
    expect((await call).output).toBe("Paris");
    await closing;
    expect(gate.delivery.closed).toBe(1);
  });

  it("lets a call that is with the guard go on to its provider", async () => {
    const verdict = hold<ReturnType<typeof allow>>();
    const gate = buildGate({ guard: () => verdict.promise });
    const call = callModel(gate, () => "Paris");
    await settle();
    const closing = shutdownOf(gate).close(60_000);
    verdict.resolve(allow());
    expect((await call).output).toBe("Paris");
    await closing;
  });

  it("waits for streams, aborts them at the deadline, and delivers their events", async () => {
    const gate = buildGate();
    let signal: AbortSignal | undefined;
    const stream = await streamModel(gate, (invocation) => {
      signal = invocation.signal;
      return new ScriptedSource(["Pa"]);
    });
    const read: string[] = [];
    const reading = (async () => {
      for await (const chunk of stream) read.push(chunk);
    })().catch((error: unknown) => error);
    const remaining: number[] = [];
    gate.delivery.close = async (options?: { readonly deadlineMs: number }) => {
      remaining.push(options?.deadlineMs ?? 0);
    };
    const startedAt = performance.now();
    const waitedMs = stopwatch();
    await realShutdownOf(gate).close(200);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(150);
    expect(waitedMs()).toBeLessThan(300);
    expect(remaining[0]).toBeGreaterThanOrEqual(80);
    expect(signal?.aborted).toBe(true);
    const { clientEventId } = stream;
    expect(await reading).toMatchObject({ code: "client_closed", clientEventId });
    expect(read).toEqual(["Pa"]);
    expect(gate.delivery.events).toHaveLength(1);
    expect(gate.delivery.events[0]?.metadata).toMatchObject({ outcome: "cancelled" });
  });

  it("aborts calls that are with their provider, each with its event", async () => {
    const gate = buildGate();
    let signal: AbortSignal | undefined;
    const call = callModel(gate, (given) => {
      signal = given.signal;
      return new Promise<string>(() => undefined);
    });
    call.catch(() => undefined);
    await settle();
    const closing = realShutdownOf(gate).close(100);
    await expect(call).rejects.toMatchObject({ code: "client_closed" });
    expect(signal?.aborted).toBe(true);
    await closing;
    expect(gate.delivery.events).toHaveLength(1);
    expect(gate.delivery.events[0]).toMatchObject({
      event_type: "complete",
      severity: "warning",
      metadata: { outcome: "cancelled" },
    });
  });

  it("closes the transport at its deadline if a custom delivery never closes", async () => {
    const gate = buildGate();
    gate.delivery.close = () => new Promise<never>(() => undefined);
    const closed: string[] = [];
    const waitedMs = stopwatch();
    await realShutdownOf(gate, async () => void closed.push("transport")).close(60);
    expect(waitedMs()).toBeLessThan(250);
    expect(closed).toEqual(["transport"]);
  });

  it("lets a delivery count what it leaves in a process that is kept busy, past the deadline too", async () => {
    const gate = buildGate();
    const steps: string[] = [];
    gate.delivery.close = async () => {
      setImmediate(() => blockFor(300));
      await sleep(60);
      for (const step of ["disk", "counters"]) {
        setImmediate(() => blockFor(100));
        await sleep(1);
        steps.push(step);
      }
    };
    await realShutdownOf(gate).close(60);
    expect(steps).toEqual(["disk", "counters"]);
  });

  it("closes once, however often it is called", async () => {
    const gate = buildGate();
    let transports = 0;
    const shutdown = shutdownOf(gate, async () => {
      transports += 1;
    });
    await Promise.all([shutdown.close(1_000), shutdown.close(5)]);
    await shutdown.close(1_000);
    expect([gate.delivery.closed, transports]).toEqual([1, 1]);
  });

  it("resolves at the earlier deadline of a second call", async () => {
    const gate = buildGate();
    const answer = hold<string>();
    const call = callModel(gate, () => answer.promise);
    const shutdown = realShutdownOf(gate);
    const patient = shutdown.close(60_000);
    const waitedMs = stopwatch();
    await shutdown.close(50);
    expect(waitedMs()).toBeLessThan(150);
    expect(gate.delivery.closed).toBe(0);
    answer.resolve("Paris");
    expect((await call).output).toBe("Paris");
    await patient;
    expect(gate.delivery.closed).toBe(1);
  });

  it("never rejects, and closes the transport even if the delivery fails", async () => {
    for (const close of [
      () => Promise.reject(new Error("a bug")),
      () => {
        throw new Error("a bug");
      },
    ]) {
      const gate = buildGate();
      gate.delivery.close = close;
      let transports = 0;
      await shutdownOf(gate, async () => {
        transports += 1;
        throw new Error("another");
      }).close(1_000);
      expect(transports).toBe(1);
    }
  });

  it("does not end at once with a very long deadline", async () => {
    const gate = buildGate();
    const stream = await streamModel(gate, () => new ScriptedSource(["Pa"]));
    const closing = watched(shutdownOf(gate).close(2 ** 40));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(closing.isOver).toBe(false);
    stream.abort();
    await closing.ended;
  });
});

/** Work, and whether it is over yet. */
function watched(work: Promise<unknown>) {
  const watch = { isOver: false, ended: Promise.resolve() };
  watch.ended = work.then(() => {
    watch.isOver = true;
  });
  return watch;
}

/** Uses the gate's own clock, which stands still. */
function shutdownOf(gate: TestGate, close = async (): Promise<void> => undefined): Shutdown {
  const { active, delivery, clock } = gate.services;
  return new Shutdown({
    active,
    delivery,
    dataPlane: { close },
    clock,
  });
}

function realShutdownOf(gate: TestGate, close = async (): Promise<void> => undefined): Shutdown {
  const { active, delivery } = gate.services;
  return new Shutdown({
    active,
    delivery,
    dataPlane: { close },
    clock: systemClock,
  });
}
