import { describe, expect, it } from "vitest";
import { assertBalanced } from "../../src/delivery/counters.ts";
import type { FinalizeResult } from "../../src/delivery/delivery.ts";
import { FinalizeLimiter } from "../../src/delivery/sending/finalize-limiter.ts";
import { LateFinalizes } from "../../src/delivery/sending/late-finalizes.ts";
import { eventRecord, type Stage, stage, submitMany } from "./stage.ts";

const DOWN: FinalizeResult = { kind: "failed", error: new Error("503") };
const NOT_FOUND: FinalizeResult = { kind: "not_found", error: new Error("404") };
const MINUTE = 60_000;

/** Ids that were finalized. */
const finalizedIn = ({ sender }: Stage, from = 0): ReadonlySet<string> =>
  new Set(sender.finalizes.slice(from).map(({ clientEventId }) => clientEventId));

describe("an outage of finalize alone", () => {
  it("ends with every pending finalize sent, each with its own ingest time", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.onFinalize = () => DOWN;
    const outcomes: ReturnType<typeof submitMany> = [];
    for (let second = 0; second < 60; second += 1) {
      outcomes.push(...submitMany(scene, 5));
      await time.pass(1_000);
    }
    const receipts = await Promise.all(outcomes);
    expect(receipts.every((o) => o.status === "delivered" && o.finalized === false)).toBe(true);
    sender.onFinalize = () => undefined;
    const from = sender.finalizes.length;
    await time.pass(MINUTE);
    expect(finalizedIn(scene, from)).toEqual(new Set(receipts.map(({ eventId }) => eventId)));
    expect(sender.finalizes).toHaveLength(from + 300);
    expect(sender.finalizes.every(({ ingestMs }) => ingestMs === 7)).toBe(true);
    expect(sender.ingests).toHaveLength(300);
    expect(time.timers).toBe(0);
    assertBalanced(delivery.counters());
  });

  it("keeps the last ten thousand finalizes for its end, not one more", async () => {
    const scene = stage({ maxEvents: 20_000 });
    const { time, sender } = scene;
    sender.onFinalize = () => DOWN;
    const receipts = await time.until(Promise.all(submitMany(scene, 10_050)));
    sender.onFinalize = () => undefined;
    const from = sender.finalizes.length;
    await time.pass(5 * MINUTE);
    expect(receipts.every(({ status }) => status === "delivered")).toBe(true);
    expect(finalizedIn(scene, from).size).toBe(10_000);
  });

  it("is probed by single requests, and logged once at its start and once at its end", async () => {
    const scene = stage();
    const { time, sender, log } = scene;
    sender.onFinalize = () => DOWN;
    for (let second = 0; second < 600; second += 1) {
      submitMany(scene, 10);
      await time.pass(1_000);
    }
    expect(sender.finalizes.length).toBeLessThan(60 + 600 / 30);
    expect(time.holdingTimers).toBe(0);
    sender.onFinalize = () => undefined;
    await time.pass(MINUTE);
    expect(finalizedIn(scene).size).toBe(6_000);
    expect(log.map(({ level }) => level)).toEqual(["warn", "info"]);
    expect((await time.until(scene.delivery.submit(eventRecord(time)).outcome)).finalized).toBe(
      true,
    );
  });

  it("delays neither ingest, nor flush, nor close", async () => {
    const scene = stage({ maxEvents: 1_000 });
    const { time, sender, delivery } = scene;
    // It accepts every request and never answers in time.
    sender.latencyMs = 5;
    const finalize = sender.finalize.bind(sender);
    sender.finalize = (request, signal) => {
      sender.latencyMs = 10_000;
      const failing = finalize(request, signal).then((): FinalizeResult => DOWN);
      sender.latencyMs = 5;
      return failing;
    };
    for (let second = 0; second < 20; second += 1) {
      for (let tenth = 0; tenth < 10; tenth += 1) {
        submitMany(scene, 20);
        await time.pass(100);
      }
    }
    await time.pass(100);
    expect(sender.stored.size).toBe(4_000);
    expect(delivery.counters()).toMatchObject({ created: 4_000, dropped: {} });
    const flushedAt = time.monotonic();
    submitMany(scene, 20);
    await time.until(delivery.flush({ deadlineMs: 5_000 }));
    expect(time.monotonic() - flushedAt).toBeLessThan(100);
    expect(delivery.counters()).toMatchObject({ delivered: 4_020, pending: 0 });
    await time.until(delivery.close({ deadlineMs: 5_000 }));
    expect(time.monotonic() - flushedAt).toBeLessThan(600);
    expect([sender.inFlight, time.timers]).toEqual([0, 0]);
  });

  it("has its finalizes sent by close if it is over by then", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.onFinalize = () => DOWN;
    await time.until(Promise.all(submitMany(scene, 500)));
    // Not successful for all of them at the first attempt.
    sender.onFinalize = (_id, nth) => (nth % 3 === 0 ? DOWN : undefined);
    sender.latencyMs = 1;
    const from = sender.finalizes.length;
    const closedAt = time.monotonic();
    await time.until(delivery.close({ deadlineMs: 5_000 }));
    expect(time.monotonic() - closedAt).toBeLessThan(600);
    expect(finalizedIn(scene, from).size).toBe(500);
    expect([sender.inFlight, time.timers]).toEqual([0, 0]);
  });

  it("has its finalizes sent by close even if the first requests fail", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.onFinalize = () => DOWN;
    await time.until(Promise.all(submitMany(scene, 500)));
    const from = sender.finalizes.length;
    sender.onFinalize = () => (sender.finalizes.length <= from + 2 ? DOWN : undefined);
    await time.until(delivery.close({ deadlineMs: 5_000 }));
    expect(finalizedIn(scene, from).size).toBe(500);
  });

  it("has all its finalizes sent by close while they come through, however many there are", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.onFinalize = () => DOWN;
    for (let i = 0; i < 8; i += 1) await time.until(Promise.all(submitMany(scene, 500)));
    sender.onFinalize = () => undefined;
    sender.latencyMs = 3;
    const from = sender.finalizes.length;
    const closedAt = time.monotonic();
    await time.until(delivery.close({ deadlineMs: 10_000 }));
    expect(finalizedIn(scene, from).size).toBe(4_000);
    expect(time.monotonic() - closedAt).toBeLessThan(4_000);
    expect([sender.inFlight, time.timers]).toEqual([0, 0]);
  });

  it("stops close at its deadline, even while finalizes come through", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.onFinalize = () => DOWN;
    await time.until(Promise.all(submitMany(scene, 500)));
    sender.onFinalize = () => undefined;
    sender.latencyMs = 100;
    const closedAt = time.monotonic();
    await time.until(delivery.close({ deadlineMs: 2_000 }));
    expect(time.monotonic() - closedAt).toBe(2_000);
    expect([sender.inFlight, time.timers]).toEqual([0, 0]);
  });

  it("is over soon although the request that probes it is never answered", async () => {
    const scene = stage();
    const { time, sender } = scene;
    sender.onFinalize = () => DOWN;
    await time.until(Promise.all(submitMany(scene, 50)));
    const from = sender.finalizes.length;
    sender.onFinalize = () => undefined;
    sender.latencyMs = () => (sender.finalizes.length === from + 1 ? MINUTE : 1);
    await time.pass(4_000);
    const [hanging] = sender.finalizes.slice(from);
    const sent = finalizedIn(scene, from + 1);
    expect(sent.size).toBe(50);
    expect(sent).toContain(hanging?.clientEventId);
    await time.pass(2 * MINUTE);
    expect(sender.finalizes).toHaveLength(from + 51);
    expect(time.timers).toBe(0);
  });

  it("ends with a close that makes three more requests, if it is not over by then", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.onFinalize = () => DOWN;
    await time.until(Promise.all(submitMany(scene, 50)));
    const from = sender.finalizes.length;
    await time.until(delivery.close({ deadlineMs: 5_000 }));
    expect(sender.finalizes).toHaveLength(from + 3);
    expect(time.timers).toBe(0);
  });

  it("does not keep close beyond its deadline", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.onFinalize = () => DOWN;
    await time.until(Promise.all(submitMany(scene, 5)));
    sender.latencyMs = 10_000;
    const closedAt = time.monotonic();
    await time.until(delivery.close({ deadlineMs: 100 }));
    expect(time.monotonic() - closedAt).toBe(100);
    expect([sender.inFlight, time.timers]).toEqual([0, 0]);
  });

  it("is over quickly after a few failures", async () => {
    const scene = stage();
    const { time, sender } = scene;
    sender.onFinalize = (_id, nth) => (nth <= 20 ? DOWN : undefined);
    await time.until(Promise.all(submitMany(scene, 50)));
    await time.pass(500);
    expect(finalizedIn(scene, 20).size).toBe(50);
    const [later] = await time.until(Promise.all(submitMany(scene, 1)));
    expect(later?.finalized).toBe(true);
  });

  it("is not assumed for one event whose finalize always fails", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    const poison = eventRecord(time);
    sender.onFinalize = (id) => (id === poison.event.event_id ? DOWN : undefined);
    expect((await time.until(delivery.submit(poison).outcome)).finalized).toBe(false);
    for (let i = 0; i < 100; i += 1) {
      const outcomes = await time.until(Promise.all(submitMany(scene, 3)));
      expect(outcomes.every(({ finalized }) => finalized === true)).toBe(true);
      await time.pass(10_000);
    }
    const tries = sender.finalizes.filter((sent) => sent.clientEventId === poison.event.event_id);
    expect(tries.length).toBeGreaterThan(10);
    expect(tries.length).toBeLessThan(40);
  });

  it("has a finalize given up after a day, or if the event is no longer known", async () => {
    const scene = stage();
    const { time, sender } = scene;
    sender.onFinalize = () => DOWN;
    submitMany(scene, 5);
    await time.pass(10 * MINUTE);
    sender.onFinalize = (_id, nth) => (nth % 2 === 0 ? NOT_FOUND : DOWN);
    await time.pass(10 * MINUTE);
    expect(time.timers).toBe(0);

    sender.onFinalize = () => DOWN;
    submitMany(scene, 5);
    await time.pass(25 * 60 * MINUTE);
    expect(time.timers).toBe(0);
  });

  it("is not probed earlier than its Retry-After says", async () => {
    const scene = stage();
    const { time, sender } = scene;
    const waits = [40_000, 90_000];
    sender.onFinalize = (_id, nth) => {
      const retryAfterMs = waits[nth - 1];
      return retryAfterMs === undefined ? undefined : { ...DOWN, retryAfterMs };
    };
    const [outcome] = await time.until(Promise.all(submitMany(scene, 1)));
    expect(outcome).toMatchObject({ status: "delivered", finalized: false });
    await time.pass(10 * MINUTE);
    expect(sender.finalizes.map(({ at }) => at)).toEqual([0, 40_000, 130_000]);
  });

  it("ends with a close that sends nothing before the service's Retry-After", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.onFinalize = () => ({ ...DOWN, retryAfterMs: 40_000 });
    await time.until(Promise.all(submitMany(scene, 5)));
    expect(sender.finalizes).toHaveLength(5);
    await time.pass(39_000);
    const closedAt = time.monotonic();
    await time.until(delivery.close({ deadlineMs: 5_000 }));
    expect(sender.finalizes).toHaveLength(5);
    expect([time.monotonic() - closedAt, time.timers]).toEqual([0, 0]);
  });

  it("without an answer delays an outcome and a flush by two seconds at most", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.latencyMs = () => (sender.finalizes.length === 0 ? 5 : 10_000);
    sender.onFinalize = () => DOWN;
    const [outcome] = submitMany(scene, 1);
    await time.until(delivery.flush({ deadlineMs: 5_000 }));
    expect(time.monotonic()).toBeLessThan(2_500);
    expect(await outcome).toMatchObject({ status: "delivered", finalized: false });
    expect(delivery.counters()).toMatchObject({ delivered: 1, pending: 0 });
    sender.latencyMs = 5;
    sender.onFinalize = () => undefined;
    const from = sender.finalizes.length;
    await time.pass(MINUTE);
    expect(finalizedIn(scene, from).size).toBe(1);
    expect(time.timers).toBe(0);
  });

  it("delays no outcome for longer while requests without an answer take up all slots", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.latencyMs = () => (sender.finalizes.length === 0 ? 5 : MINUTE);
    await time.until(Promise.all(submitMany(scene, 47)));
    // Their second requests take up what was left.
    await time.pass(5_000);
    expect(sender.inFlight).toBeGreaterThanOrEqual(48);
    sender.latencyMs = 5;
    submitMany(scene, 20);
    await time.pass(2_100);
    expect(delivery.counters()).toMatchObject({ delivered: 67, pending: 0 });
  });

  it("sends a slow finalize once, even if its outcome did not wait for it", async () => {
    const scene = stage();
    const { time, sender } = scene;
    sender.latencyMs = () => (sender.finalizes.length === 0 ? 5 : 2_400);
    const [outcome] = await time.until(Promise.all(submitMany(scene, 1)));
    expect(outcome).toMatchObject({ status: "delivered", finalized: false });
    await time.pass(MINUTE);
    expect(sender.finalizes).toHaveLength(1);
    expect(time.timers).toBe(0);
  });

  it("sends a slow finalize again if it fails in the end", async () => {
    const scene = stage();
    const { time, sender } = scene;
    sender.latencyMs = () => (sender.finalizes.length === 0 ? 5 : 2_400);
    sender.onFinalize = (_id, nth) => (nth === 1 ? DOWN : undefined);
    await time.until(Promise.all(submitMany(scene, 1)));
    await time.pass(MINUTE);
    expect(sender.finalizes).toHaveLength(2);
    expect(finalizedIn(scene, 1).size).toBe(1);
  });
});

/** Late finalizes of their own, with the ids that are over. */
function lateFinalizes(maxLate = 10) {
  const { time, sender } = stage();
  const over: string[] = [];
  const { signal } = new AbortController();
  const limiter: FinalizeLimiter = new FinalizeLimiter({
    ...{ sender, clock: time },
    onDown: () => late.rearm(),
  });
  const late = new LateFinalizes({
    ...{ limiter, signal, maxLate, clock: time, timers: time },
    random: () => 0.5,
    onOver: (eventId) => over.push(eventId),
  });
  const send = (clientEventId: string) => limiter.send({ clientEventId, ingestMs: 1 }, signal);
  const add = (...ids: string[]) => {
    for (const eventId of ids) late.add({ eventId, ingestMs: 1 }, 0);
  };
  const takeDown = async (): Promise<void> => {
    sender.onFinalize = () => DOWN;
    await time.until(Promise.all(Array.from({ length: 10 }, () => send("current"))));
  };
  const sent = () =>
    sender.finalizes.map(({ clientEventId }) => clientEventId).filter((id) => id !== "current");
  return { time, sender, over, send, add, takeDown, sent };
}

describe("a late finalize", () => {
  it("is dropped for a new one beyond their limit, the oldest first", async () => {
    const { time, over, add, sent } = lateFinalizes(2);
    add("a", "b", "c");
    expect(over).toEqual(["a"]);
    await time.pass(MINUTE);
    expect(sent()).toEqual(["b", "c"]);
    expect(over).toEqual(["a", "b", "c"]);
  });

  it("is over when it is given up after a day", async () => {
    const { time, sender, over, add } = lateFinalizes();
    sender.onFinalize = () => DOWN;
    add("a");
    await time.pass(23 * 60 * MINUTE);
    expect(over).toEqual([]);
    await time.pass(2 * 60 * MINUTE);
    expect(over).toEqual(["a"]);
  });

  it("is over once, and not sent again, if it is the probe and answered late", async () => {
    const { time, sender, over, add, takeDown, sent } = lateFinalizes();
    await takeDown();
    const until = time.monotonic() + 2_600;
    sender.latencyMs = () => (sent().length === 1 ? 2_500 : 1);
    sender.onFinalize = (id) => (id === "b" && time.monotonic() < until ? DOWN : undefined);
    add("a", "b");
    await time.pass(MINUTE);
    expect(sent()).toEqual(["a", "b", "b"]);
    expect(over).toEqual(["a", "b"]);
  });

  it("is over once if it is the probe, answered late, and others were sent meanwhile", async () => {
    const { time, sender, over, send, add, takeDown, sent } = lateFinalizes();
    await takeDown();
    sender.latencyMs = 2_500;
    sender.onFinalize = () => undefined;
    add("a", "b");
    await time.pass(1_000);
    sender.latencyMs = 1_000;
    await time.until(send("current"));
    await time.pass(MINUTE);
    expect(sent()).toEqual(["a", "b"]);
    expect(over).toEqual(["a", "b"]);
  });

  it("is sent again if it is the probe, and fails late", async () => {
    const { time, sender, over, add, takeDown, sent } = lateFinalizes();
    await takeDown();
    sender.latencyMs = 2_200;
    add("a");
    await time.pass(2_500);
    sender.onFinalize = () => undefined;
    await time.pass(MINUTE);
    expect(sent()).toEqual(["a", "a"]);
    expect(over).toEqual(["a"]);
  });

  it("is over once if its probe is answered after it was sent again", async () => {
    const { time, sender, over, add, takeDown, sent } = lateFinalizes();
    await takeDown();
    sender.latencyMs = () => (sent().length === 1 ? 5_000 : 1);
    sender.onFinalize = () => undefined;
    add("a", "b");
    await time.pass(MINUTE);
    expect(sent()).toEqual(["a", "b", "a"]);
    expect(over).toEqual(["b", "a"]);
  });
});
