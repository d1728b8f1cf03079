import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { EventRecord } from "../../src/delivery/delivery.ts";
import { memoryDelivery } from "../../src/delivery/memory-delivery.ts";
import { ConfigurationError } from "../../src/errors.ts";
import { guardErrorOf } from "../../src/guard-error-of.ts";
import type { DeliveryOutcome } from "../../src/types.ts";
import { FAILED, rateLimited } from "./scripted-sender.ts";
import { VirtualTime } from "./simulated/virtual-time.ts";
import { eventRecord, stage, submitMany } from "./stage.ts";

describe("memoryDelivery's options", () => {
  it.each([
    ["maxEvents", 0],
    ["maxEvents", 1.5],
    ["maxEvents", Number.POSITIVE_INFINITY],
    ["maxEvents", "10"],
    ["maxBytes", -1],
    ["maxBytes", Number.NaN],
    ["whenFull", "block"],
    ["giveUpAfterMs", 0],
    ["giveUpAfterMs", "soon"],
    ["maxEvent", 10],
  ])("refuse %s: %s, naming the option", (name, value) => {
    const construct = () => memoryDelivery({ [name]: value });
    expect(construct).toThrow(ConfigurationError);
    expect(construct).toThrow(name);
  });

  it("take undefined as the default", () => {
    const options = { maxEvents: undefined, maxBytes: undefined, giveUpAfterMs: undefined };
    expect(memoryDelivery({ ...options, whenFull: undefined }).name).toBe("memory");
  });
});

describe('a full queue with whenFull "drop"', () => {
  it("keeps the queued events, drops new ones and counts them by reason", async () => {
    const scene = stage({ maxEvents: 10 });
    const { time, sender, delivery } = scene;
    sender.onIngest = () => FAILED;
    expect(delivery.admit(undefined)).toBeUndefined();
    const outcomes = submitMany(scene, 25);
    await time.pass(1_000);
    expect(delivery.counters()).toMatchObject({
      created: 25,
      pending: 10,
      dropped: { queue_full: 15 },
    });
    expect(await outcomes[10]).toMatchObject({
      status: "dropped",
      reason: "queue_full",
      attempts: 0,
    });

    sender.onIngest = () => undefined;
    await time.until(Promise.all(outcomes));
    expect(delivery.counters()).toMatchObject({ delivered: 10, pending: 0 });
  });

  it("has the total of what it dropped logged at close, if it was full to the end", async () => {
    const scene = stage({ maxEvents: 10 });
    scene.sender.onIngest = () => FAILED;
    submitMany(scene, 25);
    await scene.time.until(scene.delivery.close({ deadlineMs: 100 }));
    expect(scene.log).toContainEqual({
      level: "warn",
      message: "Telemetry: the queue was full for a while.",
      details: { dropped: 15 },
    });
  });

  it("is limited by the events' real size in bytes, whatever their script", async () => {
    const { time, sender, delivery } = stage({ maxBytes: 100_000 });
    sender.onIngest = () => FAILED;
    const text = "日本語".repeat(1_000);
    const record = () => eventRecord(time, { fields: { input: text } });
    const bytesEach = bytesOf(record());
    for (let i = 0; i < 50; i += 1) delivery.submit(record());
    expect(delivery.counters().pending).toBe(Math.floor(100_000 / bytesEach));
  });

  it.each([
    ["events", { maxEvents: 100 }],
    ["bytes", { maxBytes: 100 * bytesOf(eventRecord(new VirtualTime())) }],
  ])(
    "logs when it starts to drop, and the total when half of its %s are free again",
    async (_, limits) => {
      const scene = stage(limits);
      const { time, sender, delivery, log } = scene;
      sender.onIngest = () => FAILED;
      const outcomes = submitMany(scene, 150);
      await time.settle();
      submitMany(scene, 150);
      const aboutQueue = () => log.filter((line) => line.message.includes("queue"));
      expect(aboutQueue()).toHaveLength(1);

      let room = 30;
      sender.onIngest = () => {
        room -= 1;
        return room >= 0 ? undefined : FAILED;
      };
      await time.pass(60_000);
      expect([delivery.counters().pending, aboutQueue().length]).toEqual([70, 1]);
      sender.onIngest = () => undefined;
      await time.until(Promise.all(outcomes));
      expect(aboutQueue()).toHaveLength(2);
      expect(aboutQueue()[1]?.details).toEqual({ dropped: 200 });
    },
  );
});

describe('a full queue with whenFull "wait"', () => {
  it("delays new calls until there is room, in order of arrival", async () => {
    const { time, sender, delivery } = stage({ maxEvents: 2, whenFull: "wait" });
    sender.onIngest = () => FAILED;
    expect(delivery.admit(undefined)).toBeUndefined();
    expect(delivery.admit(undefined)).toBeUndefined();
    const entered: number[] = [];
    const waiting = [1, 2, 3].map((n) =>
      delivery.admit(undefined)?.then(() => {
        entered.push(n);
      }),
    );
    delivery.submit(eventRecord(time));
    delivery.submit(eventRecord(time));
    await time.pass(1_000);
    expect(entered).toEqual([]);

    sender.onIngest = () => undefined;
    await time.pass(10_000);
    expect(entered).toEqual([1, 2]);
    delivery.submit(eventRecord(time));
    await time.until(Promise.all(waiting));
    expect(entered).toEqual([1, 2, 3]);
    expect(time.timers).toBe(0);
  });

  it("keeps the process alive while a call waits", async () => {
    const { time, delivery } = stage({ maxEvents: 1, whenFull: "wait" });
    delivery.admit(undefined);
    expect(time.holdingTimers).toBe(0);
    const abort = new AbortController();
    const aborted = delivery.admit(abort.signal)?.catch(() => "aborted");
    const next = delivery.admit(undefined);
    expect(time.holdingTimers).toBe(1);
    abort.abort();
    expect([await aborted, time.holdingTimers]).toEqual(["aborted", 1]);
    delivery.forget?.("denied");
    await next;
    expect(time.timers).toBe(0);
  });

  it("keeps the process alive for hours if a call waits that long", async () => {
    const { time, sender, delivery } = stage({ maxEvents: 1, whenFull: "wait" });
    sender.onIngest = () => FAILED;
    delivery.submit(eventRecord(time));
    const waiting = delivery.admit(undefined);
    await time.pass(10_000_000);
    expect(time.holdingTimers).toBe(1);
    sender.onIngest = () => undefined;
    await time.until(waiting ?? Promise.reject(new Error("was not held")));
    expect(time.holdingTimers).toBe(0);
  });

  it("delays calls that start at once, before any has an event, and drops nothing", async () => {
    const { time, sender, delivery } = stage({ maxEvents: 5, whenFull: "wait" });
    sender.latencyMs = 10;
    let inCall = 0;
    let mostInCall = 0;
    const call = async () => {
      await delivery.admit(undefined);
      inCall += 1;
      mostInCall = Math.max(mostInCall, inCall);
      await time.sleep(20);
      inCall -= 1;
      return delivery.submit(eventRecord(time)).outcome;
    };
    const outcomes = await time.until(Promise.all(Array.from({ length: 40 }, call)));
    expect(outcomes.every((outcome) => outcome.status === "delivered")).toBe(true);
    expect(mostInCall).toBeLessThanOrEqual(5);
  });

  it("gives the place of a call without an event to the next call", async () => {
    const { time, delivery } = stage({ maxEvents: 1, whenFull: "wait" });
    expect(delivery.admit(undefined)).toBeUndefined();
    const next = delivery.admit(undefined);
    delivery.forget?.("denied");
    await time.until(next ?? Promise.reject(new Error("was not held")));
    expect(time.monotonic()).toBe(0);
  });

  it("frees the place of a call that never ends after a minute", async () => {
    const { time, delivery } = stage({ maxEvents: 1, whenFull: "wait" });
    expect(delivery.admit(undefined)).toBeUndefined();
    const next = delivery.admit(undefined);
    await time.until(next ?? Promise.reject(new Error("was not held")));
    expect(time.monotonic()).toBe(60_000);
    expect(time.timers).toBe(0);
  });

  it("rejects a waiting call when it is aborted", async () => {
    const { time, delivery } = stage({ maxEvents: 1, whenFull: "wait" });
    delivery.admit(undefined);
    const abort = new AbortController();
    const aborted = delivery.admit(abort.signal);
    const next = delivery.admit(undefined);
    expect(getEventListeners(abort.signal, "abort")).toHaveLength(1);
    abort.abort(new Error("changed my mind"));
    await expect(aborted).rejects.toThrow("changed my mind");
    await expect(delivery.admit(abort.signal)).rejects.toThrow("changed my mind");

    delivery.forget?.("denied");
    await time.until(next ?? Promise.reject(new Error("was not held")));
  });

  it("adds one listener to a signal of many waiting calls, and rejects all on abort", async () => {
    const { delivery } = stage({ maxEvents: 1, whenFull: "wait" });
    delivery.admit(undefined);
    const abort = new AbortController();
    const waiting = Array.from({ length: 20 }, () => delivery.admit(abort.signal));
    expect(getEventListeners(abort.signal, "abort")).toHaveLength(1);
    abort.abort(new Error("changed my mind"));
    const ends = await Promise.allSettled(waiting);
    expect(ends.map(({ status }) => status)).toEqual(Array(20).fill("rejected"));
    expect(getEventListeners(abort.signal, "abort")).toEqual([]);
  });

  it("keeps nothing of calls that gave up while an earlier one still waits", async () => {
    const { time, delivery } = stage({ maxEvents: 1, whenFull: "wait" });
    delivery.admit(undefined);
    const first = delivery.admit(undefined);
    const giveUp = async (): Promise<WeakRef<AbortSignal>> => {
      const abort = new AbortController();
      const waiting = delivery.admit(abort.signal);
      abort.abort(new Error("changed my mind"));
      await expect(waiting).rejects.toThrow("changed my mind");
      return new WeakRef(abort.signal);
    };
    const signals = await Promise.all([giveUp(), giveUp()]);
    // A new WeakRef keeps its target until the end of the turn.
    await time.settle();
    collectGarbage();
    expect(signals.filter((signal) => signal.deref() !== undefined)).toHaveLength(0);
    delivery.forget?.("denied");
    await first;
  });

  it("leaves no listener after a call was admitted", async () => {
    const { time, delivery } = stage({ maxEvents: 1, whenFull: "wait" });
    delivery.admit(undefined);
    const { signal } = new AbortController();
    const waiting = delivery.admit(signal);
    delivery.forget?.("denied");
    await time.until(waiting ?? Promise.reject(new Error("was not held")));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("refuses waiting and later calls when it closes", async () => {
    const { time, delivery } = stage({ maxEvents: 1, whenFull: "wait" });
    delivery.admit(undefined);
    const waiting = delivery.admit(undefined)?.catch((error: unknown) => guardErrorOf(error)?.code);
    await time.until(delivery.close({ deadlineMs: 100 }));
    expect(await waiting).toBe("client_closed");
    await expect(delivery.admit(undefined)).rejects.toMatchObject({ code: "client_closed" });
    expect(time.timers).toBe(0);
  });
});

describe("giveUpAfterMs", () => {
  it("drops events at that age, whether sent or not, and no younger ones", async () => {
    const scene = stage({ giveUpAfterMs: 10_000 });
    const { time, sender, delivery } = scene;
    sender.onIngest = () => FAILED;
    submitMany(scene, 1_000);
    await time.pass(4_000);
    const younger = submitMany(scene, 10);
    await time.pass(6_000);
    expect(delivery.counters()).toMatchObject({ dropped: { gave_up: 1_000 }, pending: 10 });

    sender.onIngest = () => undefined;
    const outcomes = await time.until(Promise.all(younger));
    expect(outcomes.every((outcome) => outcome.status === "delivered")).toBe(true);
    expect(time.timers).toBe(0);
  });

  it("drops no event unsent once the service is back, however long the outage was", async () => {
    const scene = stage({ giveUpAfterMs: 300 });
    const { time, sender, delivery } = scene;
    sender.onIngest = () => FAILED;
    for (let step = 0; step < 600; step += 1) {
      submitMany(scene, 1);
      await time.pass(50);
    }
    const inOutage = sender.ingests.length;
    sender.onIngest = () => undefined;
    const later: Promise<DeliveryOutcome>[] = [];
    for (let step = 0; step < 200; step += 1) {
      later.push(...submitMany(scene, 1));
      await time.pass(50);
    }
    const outcomes = await time.until(Promise.all(later));
    expect(outcomes.filter(({ status }) => status !== "delivered")).toEqual([]);
    expect(delivery.counters().pending).toBe(0);
    // Probes only: far fewer than there were events.
    expect(inOutage).toBeLessThan(160);
  });

  it("does not wait for a service that never answers", async () => {
    const { time, sender, delivery } = stage({ giveUpAfterMs: 500 });
    sender.latencyMs = 3_600_000;
    const outcome = await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(outcome).toMatchObject({ status: "dropped", reason: "gave_up", attempts: 1 });
    expect(time.monotonic()).toBe(500);
    expect(sender.inFlight).toBe(0);
  });

  it("also applies to events after the queue was empty", async () => {
    const { time, sender, delivery } = stage({ giveUpAfterMs: 500 });
    await time.until(delivery.submit(eventRecord(time)).outcome);
    sender.onIngest = () => FAILED;
    const submittedAt = time.monotonic();
    const outcome = await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(outcome).toMatchObject({ status: "dropped", reason: "gave_up" });
    expect(time.monotonic() - submittedAt).toBe(500);
  });

  it("leaves no timer behind for events that wait for a retry", async () => {
    const { time, sender, delivery } = stage({ giveUpAfterMs: 500 });
    sender.onIngest = () => FAILED;
    await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(time.timers).toBe(0);
  });

  it("releases the memory of events that were never sent", async () => {
    const scene = stage({ giveUpAfterMs: 10_000 });
    const { time, sender, delivery } = scene;
    sender.onIngest = () => rateLimited(24 * 3_600_000);
    submitMany(scene, 100);
    await time.pass(1_000);
    const waiting = Array.from({ length: 500 }, () => {
      const record = eventRecord(time);
      void delivery.submit(record);
      return new WeakRef(record);
    });
    await time.pass(9_000);
    delivery.submit(eventRecord(time));
    await time.pass(5_000);
    expect(delivery.counters()).toMatchObject({ dropped: { gave_up: 600 }, pending: 1 });
    collectGarbage();
    const held = waiting.filter((ref) => ref.deref() !== undefined);
    expect(held.length).toBeLessThan(50);
  });

  it("releases the memory of the probes of a long outage", async () => {
    const scene = stage({ giveUpAfterMs: 10_000 });
    const { time, sender, delivery } = scene;
    sender.onIngest = () => FAILED;
    submitMany(scene, 100);
    const probes: WeakRef<EventRecord>[] = [];
    for (let second = 0; second < 300; second += 1) {
      const record = eventRecord(time);
      void delivery.submit(record);
      probes.push(new WeakRef(record));
      await time.pass(1_000);
    }
    collectGarbage();
    const held = probes.filter((ref) => ref.deref() !== undefined);
    expect(held.length).toBeLessThan(20);
  });

  it("keeps a stored event as delivered, and gives up only its finalize", async () => {
    const { time, sender, delivery } = stage({ giveUpAfterMs: 50 });
    sender.onFinalize = () => ({ kind: "not_found", error: new Error("404") });
    const outcome = await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(outcome).toMatchObject({ status: "delivered", finalized: false });
  });

  it("sends no finalize after that, even if its last request was in progress", async () => {
    const { time, sender, delivery } = stage({ giveUpAfterMs: 615 });
    sender.latencyMs = 20;
    sender.onFinalize = () => FAILED;
    const outcome = await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(outcome).toMatchObject({ status: "delivered", finalized: false });
    await time.pass(3_600_000);
    expect(sender.finalizes.map(({ at }) => at)).toEqual([20, 115, 285, 605]);
    expect(time.timers).toBe(0);
  });
});

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

function bytesOf({ event }: EventRecord): number {
  return Buffer.byteLength(JSON.stringify(event));
}
