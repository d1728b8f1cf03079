import { describe, expect, it } from "vitest";
import { assertBalanced } from "../../src/delivery/counters.ts";
import type { IngestResult } from "../../src/delivery/delivery.ts";
import {
  awayFor,
  FAILED,
  FORBIDDEN,
  LOST_AFTER_STORE,
  rateLimited,
  UNAUTHORIZED,
} from "./scripted-sender.ts";
import { eventRecord, stage, submitMany } from "./stage.ts";

const MINUTE = 60_000;
const YEARS = 56 * 365 * 24 * 60 * MINUTE;

/**
 * A service that checks timestamps, and whose `Date` header is wrong by `dateOffMs`, or missing.
 */
const datedWrongly =
  (time: { now(): number }, dateOffMs: number | undefined) =>
  (event: { timestamp: string }): IngestResult | undefined => {
    if (Math.abs(time.now() - Date.parse(event.timestamp)) <= 300_000) return undefined;
    const serverTime = dateOffMs === undefined ? undefined : time.now() + dateOffMs;
    return { kind: "stale", serverTime, error: new Error("stale") };
  };

describe("combined faults", () => {
  it("keep both pauses after a rate limit as the answer to a kill switch's probe", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.onIngest = () => FORBIDDEN;
    submitMany(scene, 20);
    await time.pass(1_000);
    const before = sender.ingests.length;
    sender.onIngest = () => rateLimited(5 * MINUTE);
    await time.pass(MINUTE);
    expect(sender.ingests.length - before).toBe(1);
    sender.onIngest = () => undefined;
    await time.until(delivery.flush({ deadlineMs: 4 * MINUTE }));
    expect(sender.ingests.length - before).toBe(1);
    await time.pass(2 * MINUTE);
    expect(delivery.counters()).toMatchObject({ delivered: 17, rejected: 3, pending: 0 });
  });

  it("send nothing early and lose nothing if a key is refused during a rate limit", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.latencyMs = 10;
    sender.onIngest = (_event, nth) => (nth % 2 === 0 ? UNAUTHORIZED : rateLimited(3 * MINUTE));
    submitMany(scene, 50);
    await time.pass(20);
    const before = sender.ingests.length;
    await time.pass(3 * MINUTE - 30);
    expect(sender.ingests).toHaveLength(before);
    sender.onIngest = () => undefined;
    await time.pass(2 * MINUTE);
    expect(delivery.counters()).toMatchObject({ delivered: 50, pending: 0 });
  });

  it("do not reject the probe's event if an outage comes between two refusals", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.onIngest = () => FORBIDDEN;
    submitMany(scene, 10);
    await time.pass(1_000);
    const answers = [FAILED, FORBIDDEN, UNAUTHORIZED, FORBIDDEN, awayFor(10_000)];
    sender.onIngest = (_event, nth) => answers[nth % answers.length];
    await time.pass(30 * MINUTE);
    expect(delivery.counters()).toMatchObject({ rejected: 3, pending: 7 });
    sender.onIngest = () => undefined;
    await time.pass(10 * MINUTE);
    expect(delivery.counters()).toMatchObject({ rejected: 3, delivered: 7 });
  });

  it("reject a reused caller's id even after a rate limit", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = (_event, nth) =>
      nth === 1 ? rateLimited(1_000) : nth === 2 ? UNAUTHORIZED : { kind: "replay", ingestMs: 1 };
    const record = eventRecord(time, { idGivenByCaller: true });
    expect(await time.until(delivery.submit(record).outcome)).toMatchObject({
      status: "rejected",
      reason: "replay_detected",
    });
  });

  it("count a replay as a duplicate after a success for another event", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = (_event, nth) =>
      nth === 1 ? LOST_AFTER_STORE : nth === 2 ? FAILED : undefined;
    const record = eventRecord(time, { idGivenByCaller: true });
    expect(await time.until(delivery.submit(record).outcome)).toMatchObject({
      status: "duplicate",
      attempts: 3,
      finalized: true,
    });
    expect([...sender.stored.values()]).toEqual([1]);
  });

  it.each([
    ["absurdly old", -YEARS],
    ["absurdly new", YEARS],
    ["an hour off", 60 * MINUTE],
    ["absent", undefined],
  ])(
    "deliver after a stale answer whose Date is %s, by trying the local clock",
    async (_, offMs) => {
      const scene = stage();
      const { time, sender, delivery } = scene;
      sender.latencyMs = 10;
      sender.onIngest = datedWrongly(time, offMs);
      // Set by a clock that a wrong Date of the service has misled.
      const fields = { timestamp: new Date(time.now() + (offMs ?? -YEARS)).toISOString() };
      const outcomes = Array.from(
        { length: 100 },
        () => delivery.submit(eventRecord(time, { fields })).outcome,
      );
      const all = await time.until(Promise.all(outcomes));
      expect(all.filter(({ status }) => status !== "delivered")).toEqual([]);
      expect(Math.max(...all.map(({ attempts }) => attempts))).toBeLessThanOrEqual(6);
      sender.ingests.length = 0;
      const later = await time.until(delivery.submit(eventRecord(time, { fields })).outcome);
      expect(later).toMatchObject({ status: "delivered" });
      expect(later.attempts).toBe(1);
    },
  );

  it.each([
    ["right", 0],
    ["an hour fast", 60 * MINUTE],
  ])(
    "deliver an event whose requests a sleeping machine sends late (its clock is %s)",
    async (_, fastMs) => {
      const { time, sender, delivery } = stage();
      sender.latencyMs = 10;
      sender.onIngest = datedWrongly({ now: () => time.now() - fastMs }, 0);
      const { outcome } = delivery.submit(eventRecord(time));
      for (let naps = 0; naps < 3; naps += 1) {
        await time.pass(5);
        time.freeze(6 * MINUTE);
      }
      expect(await time.until(outcome)).toMatchObject({ status: "delivered" });
    },
  );

  it.each([1, 2 ** 31, Number.MAX_SAFE_INTEGER])(
    "respect giveUpAfterMs of %d, beyond the maximum of timers too",
    async (giveUpAfterMs) => {
      const scene = stage({ giveUpAfterMs });
      const { time, sender, delivery } = scene;
      sender.onIngest = () => FAILED;
      submitMany(scene, 3);
      await time.pass(2 * MINUTE);
      const { dropped, pending } = delivery.counters();
      expect([dropped, pending]).toEqual(giveUpAfterMs === 1 ? [{ gave_up: 3 }, 0] : [{}, 3]);
      await time.until(delivery.close({ deadlineMs: 10 }));
      assertBalanced(delivery.counters());
      expect(time.timers).toBe(0);
    },
  );
});
