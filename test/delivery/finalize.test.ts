import { describe, expect, it } from "vitest";
import type { FinalizeResult } from "../../src/delivery/delivery.ts";
import { eventRecord, stage } from "./stage.ts";

const NOT_FOUND: FinalizeResult = { kind: "not_found", error: new Error("404") };
const FAILED: FinalizeResult = { kind: "failed", error: new Error("503") };

describe("finalize", () => {
  it("is skipped for events without a model call and for keys that may not finalize", async () => {
    const { time, sender, delivery } = stage();
    const beside = delivery.submit(eventRecord(time, { finalize: false })).outcome;
    expect(await time.until(beside)).toMatchObject({ status: "delivered", finalized: "skipped" });

    sender.liveKey = false;
    const other = delivery.submit(eventRecord(time)).outcome;
    expect(await time.until(other)).toMatchObject({ status: "delivered", finalized: "skipped" });
    expect(sender.finalizes).toHaveLength(0);
  });

  it("is retried shortly if the event is not visible yet", async () => {
    const { time, sender, delivery } = stage();
    sender.onFinalize = (_id, nth) => (nth <= 2 ? NOT_FOUND : undefined);
    const outcome = await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(outcome).toMatchObject({ status: "delivered", finalized: true });
    expect(time.monotonic()).toBeLessThan(1_000);
  });

  it("is retried at once if somebody flushes", async () => {
    const { time, sender, delivery } = stage();
    sender.onFinalize = (_id, nth) => (nth === 1 ? NOT_FOUND : undefined);
    const { outcome } = delivery.submit(eventRecord(time));
    await time.settle();
    await time.until(delivery.flush({ deadlineMs: 10_000 }));
    expect(await outcome).toMatchObject({ status: "delivered", finalized: true });
    expect(time.monotonic()).toBe(0);
  });

  it.each([
    ["404", NOT_FOUND, 4],
    ["503", FAILED, 4],
    ["400", { kind: "rejected", error: new Error("400") } as const, 1],
  ])(
    "is given up after lasting answers of %s, and the event stays delivered",
    async (_, answer, requests) => {
      const { time, sender, delivery } = stage();
      sender.onFinalize = () => answer;
      const outcome = await time.until(delivery.submit(eventRecord(time)).outcome);
      expect(outcome).toMatchObject({ status: "delivered", finalized: false, attempts: 1 });
      expect(outcome.error).toBeUndefined();
      expect(sender.finalizes).toHaveLength(requests);
      expect(sender.ingests).toHaveLength(1);
      expect(time.monotonic()).toBeLessThan(2_000);
    },
  );

  it("waits as long as the service says, and is given up if that is too long", async () => {
    const { time, sender, delivery } = stage();
    sender.onFinalize = (_id, nth) =>
      nth === 1 ? { kind: "failed", error: new Error("503"), retryAfterMs: 2_000 } : undefined;
    const short = await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(short.finalized).toBe(true);
    expect(time.monotonic()).toBeGreaterThanOrEqual(2_000);

    sender.onFinalize = () => ({ kind: "failed", error: new Error("503"), retryAfterMs: 60_000 });
    const long = await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(long.finalized).toBe(false);
    expect(time.monotonic()).toBeLessThan(10_000);
  });

  it("does not delay other events while it waits", async () => {
    const { time, sender, delivery } = stage();
    sender.latencyMs = 10;
    sender.onFinalize = () => NOT_FOUND;
    const outcomes = Array.from({ length: 640 }, () => delivery.submit(eventRecord(time)).outcome);
    await time.pass(400);
    expect(sender.stored.size).toBe(640);
    await time.until(Promise.all(outcomes));
  });

  it.each([
    ["at once", 48, [10]],
    ["at once or with the next lane in a burst, whose ingest has its own", 200, [10, 20]],
  ])("follows its ingest %s", async (_, events, expected) => {
    const { time, sender, delivery } = stage();
    await time.pass(10_000);
    sender.latencyMs = 10;
    const outcomes = Array.from(
      { length: events },
      () => delivery.submit(eventRecord(time)).outcome,
    );
    await time.until(Promise.all(outcomes));
    const sentAt = new Map(sender.ingests.map((sent) => [sent.event.event_id, sent.at]));
    const gaps = sender.finalizes.map((sent) => sent.at - (sentAt.get(sent.clientEventId) ?? 0));
    expect(gaps).toHaveLength(events);
    expect(new Set(gaps)).toEqual(new Set(expected));
  });

  it("is sent during a pause too, for events that are stored already", async () => {
    const { time, sender, delivery } = stage();
    sender.onFinalize = (_id, nth) => (nth === 1 ? NOT_FOUND : undefined);
    const first = delivery.submit(eventRecord(time)).outcome;
    await time.settle();
    sender.onIngest = () => ({
      kind: "rate_limited",
      retryAfterMs: 60_000,
      error: new Error("429"),
    });
    void delivery.submit(eventRecord(time));
    expect((await time.until(first)).finalized).toBe(true);
    expect(time.monotonic()).toBeLessThan(1_000);
  });
});
