import { describe, expect, it } from "vitest";
import { assertBalanced } from "../../src/delivery/counters.ts";
import { FAILED, rateLimited, ScriptedSender } from "./scripted-sender.ts";
import { VirtualTime } from "./simulated/virtual-time.ts";
import { eventRecord, stage, submitMany } from "./stage.ts";

describe("flush", () => {
  it("resolves at once if nothing is pending", async () => {
    const { time, delivery } = stage();
    await delivery.flush({ deadlineMs: 10_000 });
    expect(time.timers).toBe(0);
  });

  it("waits for the outcome of every earlier event, not for later events", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.latencyMs = 100;
    submitMany(scene, 10);
    const flushed = delivery.flush({ deadlineMs: 10_000 });
    await time.pass(50);
    submitMany(scene, 10);
    await time.until(flushed);
    expect(delivery.counters()).toMatchObject({ delivered: 10, pending: 10 });
    expect(time.monotonic()).toBe(200);
  });

  it("is not completed by later events that finish first", async () => {
    const { time, sender, delivery } = stage();
    sender.latencyMs = 1_000;
    delivery.submit(eventRecord(time, { finalize: false }));
    const flushed = delivery.flush({ deadlineMs: 10_000 });
    await time.settle();
    sender.latencyMs = 10;
    delivery.submit(eventRecord(time, { finalize: false }));
    await time.until(flushed);
    expect(time.monotonic()).toBe(1_000);
  });

  it("keeps the process alive while it waits, and no longer", async () => {
    const { time, sender, delivery } = stage();
    sender.latencyMs = 100;
    delivery.submit(eventRecord(time));
    const flushed = delivery.flush({ deadlineMs: 10_000 });
    expect(time.holdingTimers).toBe(1);
    await time.until(flushed);
    expect(time.timers).toBe(0);
  });

  it("resolves at its deadline during an outage, with correct counters", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.onIngest = () => FAILED;
    submitMany(scene, 500);
    await time.until(delivery.flush({ deadlineMs: 3_000 }));
    expect(time.monotonic()).toBe(3_000);
    expect(delivery.counters()).toMatchObject({ created: 500, pending: 500 });
  });

  it("retries waiting events at once, one time", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = () => FAILED;
    delivery.submit(eventRecord(time));
    await time.pass(60_000);
    const before = sender.ingests.length;
    sender.onIngest = (_event, nth) => (nth === before + 1 ? FAILED : undefined);
    const askedAt = time.monotonic();
    await time.until(delivery.flush({ deadlineMs: 30_000 }));
    expect(sender.ingests[before]?.at).toBe(askedAt);
    expect(delivery.counters()).toMatchObject({ delivered: 1, pending: 0 });
    expect(time.monotonic() - askedAt).toBeLessThan(1_000);
  });

  it("sends an event when the service allows it, although its own wait is longer by then", async () => {
    const { time, sender, delivery } = stage();
    const askedToWait = { ...FAILED, retryAfterMs: 1_000 };
    sender.onIngest = (_event, nth) =>
      [FAILED, FAILED, FAILED, FAILED, FAILED, askedToWait][nth - 1];
    delivery.submit(eventRecord(time));
    await time.pass(2_400);
    expect(sender.ingests).toHaveLength(6);
    await time.until(delivery.flush({ deadlineMs: 1_000 }));
    expect(delivery.counters()).toMatchObject({ delivered: 1, pending: 0 });
  });

  it("supports several calls at once, each with its own deadline", async () => {
    const { time, sender, delivery } = stage();
    sender.latencyMs = 500;
    delivery.submit(eventRecord(time));
    const ends: [string, number][] = [];
    const note = (name: string) => () => ends.push([name, time.monotonic()]);
    await time.until(
      Promise.all([
        delivery.flush({ deadlineMs: 100 }).then(note("short")),
        delivery.flush({ deadlineMs: 5_000 }).then(note("long")),
        delivery.flush({ deadlineMs: Number.NaN }).then(note("none")),
      ]),
    );
    expect(ends).toEqual([
      ["none", 0],
      ["short", 100],
      ["long", 1_000],
    ]);
  });
});

describe("close", () => {
  it("delivers what is pending and leaves no timer", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.latencyMs = 10;
    submitMany(scene, 1_000);
    await time.until(delivery.close({ deadlineMs: 10_000 }));
    expect(delivery.counters()).toMatchObject({ delivered: 1_000, pending: 0 });
    expect(time.timers).toBe(0);
  });

  it("also waits for events of calls that end meanwhile", async () => {
    const { time, sender, delivery } = stage();
    sender.latencyMs = 100;
    delivery.submit(eventRecord(time));
    const closed = delivery.close({ deadlineMs: 10_000 });
    await time.pass(50);
    const late = delivery.submit(eventRecord(time)).outcome;
    await time.until(closed);
    expect(await late).toMatchObject({ status: "delivered" });
  });

  it("drops what is left at its deadline, with an outcome for each event", async () => {
    const scene = stage();
    const { time, sender, delivery, log, told } = scene;
    sender.latencyMs = 3_600_000;
    const outcomes = submitMany(scene, 100);
    await time.pass(10);
    expect(sender.inFlight).toBe(64);
    await time.until(delivery.close({ deadlineMs: 1_000 }));
    expect(time.monotonic()).toBe(1_010);
    const all = await Promise.all(outcomes);
    expect(all.every((o) => o.status === "dropped" && o.reason === "closed")).toBe(true);
    expect(delivery.counters()).toMatchObject({ dropped: { closed: 100 }, pending: 0 });
    await time.settle();
    expect(sender.inFlight).toBe(0);
    expect(time.timers).toBe(0);
    expect([...told.values()].every((outcomes) => outcomes.length === 1)).toBe(true);
    expect(log).toMatchObject([{ level: "warn", details: { dropped: 100 } }]);
  });

  it("counts events as delivered whose answers came while the app kept the process busy past the deadline", async () => {
    const time = new VirtualTime();
    let busyMs = 0;
    const clock = { now: () => time.now(), monotonic: () => time.monotonic() + busyMs };
    const sender = new ScriptedSender(time);
    sender.latencyMs = 100;
    const { delivery } = stage({}, { sender, clock, timers: time });
    const { outcome } = delivery.submit(eventRecord(time, { finalize: false }));
    const closed = delivery.close({ deadlineMs: 90 });
    busyMs = 1_000;
    await time.until(closed);
    expect(await outcome).toMatchObject({ status: "delivered" });
    expect(time.monotonic()).toBe(100);
  });

  it("counts stored events as delivered even if their finalize is missing", async () => {
    const { time, sender, delivery } = stage();
    sender.onFinalize = () => ({ kind: "not_found", error: new Error("404") });
    const { outcome } = delivery.submit(eventRecord(time));
    await time.until(delivery.close({ deadlineMs: 50 }));
    expect(await outcome).toMatchObject({ status: "delivered", finalized: false });
  });

  it("settles within its deadline even if a request never ends", async () => {
    const { time, sender, delivery } = stage();
    sender.ingest = () => new Promise(() => {});
    const { outcome } = delivery.submit(eventRecord(time));
    await time.until(delivery.close({ deadlineMs: 500 }));
    expect(await outcome).toMatchObject({ status: "dropped", reason: "closed" });
    expect(time.monotonic()).toBe(500);
  });

  it("does not wait for a Retry-After beyond its deadline", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.onIngest = () => rateLimited(3_600_000);
    submitMany(scene, 3);
    await time.until(delivery.close({ deadlineMs: 2_000 }));
    expect(time.monotonic()).toBe(2_000);
    expect(delivery.counters()).toMatchObject({ dropped: { closed: 3 } });
  });

  it("logs nothing for events that lack only their finalize", async () => {
    const { time, sender, delivery, log } = stage();
    sender.onFinalize = () => FAILED;
    const { outcome } = delivery.submit(eventRecord(time));
    await time.until(delivery.close({ deadlineMs: 500 }));
    expect(await outcome).toMatchObject({ status: "delivered", finalized: false });
    expect(log).toEqual([]);
  });

  it("closes once, however often it is called", async () => {
    const { time, sender, delivery } = stage();
    sender.latencyMs = 100;
    delivery.submit(eventRecord(time));
    const closes = [delivery.close({ deadlineMs: 5_000 }), delivery.close({ deadlineMs: 1 })];
    await time.until(Promise.all(closes));
    await delivery.close({ deadlineMs: 1 });
    expect(delivery.counters()).toMatchObject({ delivered: 1 });
  });

  it("refuses later calls, and counts later events as dropped", async () => {
    const { time, sender, delivery } = stage();
    await delivery.close({ deadlineMs: 100 });
    await expect(delivery.admit(undefined)).rejects.toMatchObject({ code: "client_closed" });
    const outcome = await delivery.submit(eventRecord(time)).outcome;
    expect(outcome).toMatchObject({ status: "dropped", reason: "closed", attempts: 0 });
    expect(sender.ingests).toHaveLength(0);
    const counters = delivery.counters();
    expect(counters).toMatchObject({ created: 1, dropped: { closed: 1 } });
    assertBalanced(counters);
    await delivery.flush({ deadlineMs: 100 });
  });
});
