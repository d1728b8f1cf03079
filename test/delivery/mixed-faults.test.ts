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

/** A service that looks at timestamps, and whose `Date` is wrong by so much, or absent. */
const datedWrongly =
  (time: { now(): number }, dateOffMs: number | undefined) =>
  (event: { timestamp: string }): IngestResult | undefined => {
    if (Math.abs(time.now() - Date.parse(event.timestamp)) <= 300_000) return undefined;
    const serverTime = dateOffMs === undefined ? undefined : time.now() + dateOffMs;
    return { kind: "stale", serverTime, error: new Error("stale") };
  };

describe("faults that come together", () => {
  it("a limit that answers a kill switch's probe: both are kept", async () => {
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

  it("a key that is refused while the service limits: nothing goes out early, nothing is lost", async () => {
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

  it("an outage between two refusals of a kill switch does not reject the probe's event", async () => {
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

  it("an id of the caller's that a limit held back is still somebody's reuse when it is known", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = (_event, nth) =>
      nth === 1 ? rateLimited(1_000) : nth === 2 ? UNAUTHORIZED : { kind: "replay", ingestMs: 1 };
    const record = eventRecord(time, { idGivenByCaller: true });
    expect(await time.until(delivery.submit(record).outcome)).toMatchObject({
      status: "rejected",
      reason: "replay_detected",
    });
  });

  it("a success for another event on a replay is none; the 409 behind it is", async () => {
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
  ])("a stale answer whose Date is %s: our own clock is tried as well", async (_, offMs) => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.latencyMs = 10;
    sender.onIngest = datedWrongly(time, offMs);
    // Made by a clock that the service's Date has led astray.
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
  });

  it.each([1, 2 ** 31, Number.MAX_SAFE_INTEGER])(
    "giving up after %d ms works, whatever timers take",
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
