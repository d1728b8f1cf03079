import { describe, expect, it } from "vitest";
import { FAILED, INVALID, LOST_AFTER_STORE, OVERSIZE } from "./scripted-sender.ts";
import { START } from "./simulated/virtual-time.ts";
import { eventRecord, stage, submitMany } from "./stage.ts";

const MINUTE = 60_000;

describe("an event that the service stores", () => {
  it("is sent once, finalized once and reported as delivered", async () => {
    const { time, sender, delivery, told } = stage();
    const record = eventRecord(time);
    const { stored, outcome } = delivery.submit(record);

    expect(stored).toBeUndefined();
    expect(await time.until(outcome)).toEqual({
      status: "delivered",
      eventId: record.event.event_id,
      ingestMs: 7,
      attempts: 1,
      finalized: true,
    });
    expect(sender.ingests.map((sent) => sent.event)).toEqual([record.event]);
    expect(sender.finalizes).toMatchObject([{ clientEventId: record.event.event_id, ingestMs: 7 }]);
    expect(told.get(record.event.event_id)).toHaveLength(1);
    expect(time.timers).toBe(0);
  });

  it("is not sent synchronously when it is submitted", async () => {
    const { time, sender, delivery } = stage();
    const { outcome } = delivery.submit(eventRecord(time));
    await Promise.resolve();
    expect(sender.ingests).toHaveLength(0);
    await time.until(outcome);
  });

  it("is passed to the sender with its JSON, so that this is written once", async () => {
    const { time, sender, delivery } = stage();
    const record = eventRecord(time);
    await time.until(delivery.submit(record).outcome);
    expect(JSON.parse(sender.ingests[0]?.json ?? "null")).toEqual(record.event);
  });

  it("is passed without JSON if it had to wait or was changed", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    await time.until(Promise.all(submitMany(scene, 200)));
    expect(sender.ingests.filter((sent) => sent.json !== undefined)).toHaveLength(64);

    sender.ingests.length = 0;
    const occurredAt = time.now() - 600_000;
    await time.until(delivery.submit(eventRecord(time, { occurredAt })).outcome);
    expect(sender.ingests).toMatchObject([{ json: undefined }]);
  });

  it("counts as accepted if a fail-open service did not store all of it", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = () => ({ kind: "accepted", ingestMs: 3, reason: "guard_bypassed" });
    const outcome = await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(outcome).toMatchObject({
      status: "accepted",
      reason: "guard_bypassed",
      finalized: true,
    });
    expect(delivery.counters()).toMatchObject({ created: 1, accepted: 1, pending: 0 });
  });

  it.each([
    [-3, 0],
    [Number.NaN, 0],
    [12.6, 13],
    [10_000_000, 600_000],
  ])(
    "has an ingest time of %d ms reported within the contract's range: %d",
    async (measured, reported) => {
      const { time, sender, delivery } = stage();
      sender.onIngest = () => ({ kind: "stored", ingestMs: measured });
      const outcome = await time.until(delivery.submit(eventRecord(time)).outcome);
      expect(outcome.ingestMs).toBe(reported);
      expect(sender.finalizes[0]?.ingestMs).toBe(reported);
    },
  );
});

describe("an event that the service has already", () => {
  it("is a duplicate after a lost connection, and is finalized", async () => {
    const { time, sender, delivery, log } = stage();
    sender.onIngest = (_event, nth) => (nth === 1 ? LOST_AFTER_STORE : undefined);
    const outcome = await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(outcome).toMatchObject({ status: "duplicate", attempts: 2, finalized: true });
    expect([...sender.stored.values()]).toEqual([1]);
    expect(log).toEqual([]);
  });

  it("is a duplicate for a caller's id too if an earlier attempt may have arrived", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = (_event, nth) => (nth === 1 ? LOST_AFTER_STORE : undefined);
    const record = eventRecord(time, { idGivenByCaller: true });
    const outcome = await time.until(delivery.submit(record).outcome);
    expect(outcome.status).toBe("duplicate");
  });

  it("is a duplicate on the first attempt with an id of ours, and is logged", async () => {
    const { time, sender, delivery, log } = stage();
    sender.onIngest = () => ({ kind: "replay", ingestMs: 2 });
    const record = eventRecord(time);
    const outcome = await time.until(delivery.submit(record).outcome);
    expect(outcome).toMatchObject({ status: "duplicate", attempts: 1, finalized: true });
    expect(log).toMatchObject([{ level: "warn", details: { eventId: record.event.event_id } }]);
  });

  it("is rejected on the first attempt with a caller's id, which was reused", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = () => ({ kind: "replay", ingestMs: 2 });
    const record = eventRecord(time, { idGivenByCaller: true });
    const outcome = await time.until(delivery.submit(record).outcome);
    expect(outcome).toMatchObject({
      status: "rejected",
      reason: "replay_detected",
      error: { code: "data_plane", status: 409, reason: "replay_detected" },
    });
    expect(sender.finalizes).toHaveLength(0);
  });

  it("is a duplicate if an earlier process may have sent it", async () => {
    const { time, sender, delivery, log } = stage();
    sender.onIngest = () => ({ kind: "replay", ingestMs: 2 });
    const record = eventRecord(time, { idGivenByCaller: true, replayed: true });
    const outcome = await time.until(delivery.submit(record).outcome);
    expect(outcome.status).toBe("duplicate");
    expect(log).toEqual([]);
  });

  it("is not counted as a retry after answers that prove nothing was stored", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = (_event, nth) =>
      nth === 1
        ? { kind: "rate_limited", retryAfterMs: 1_000, error: new Error("429") }
        : { kind: "replay", ingestMs: 2 };
    const record = eventRecord(time, { idGivenByCaller: true });
    const outcome = await time.until(delivery.submit(record).outcome);
    expect(outcome).toMatchObject({ status: "rejected", reason: "replay_detected", attempts: 2 });
  });
});

describe("an event whose request fails", () => {
  it("is sent again with the same id, at growing intervals, until it is stored", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = (_event, nth) => (nth <= 5 ? FAILED : undefined);
    const record = eventRecord(time);
    const outcome = await time.until(delivery.submit(record).outcome);

    expect(outcome).toMatchObject({ status: "delivered", attempts: 6 });
    const ids = new Set(sender.ingests.map((sent) => sent.event.event_id));
    expect([...ids]).toEqual([record.event.event_id]);
    const waits = sender.ingests.slice(1).map((sent, i) => sent.at - (sender.ingests[i]?.at ?? 0));
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits[0]).toBeLessThanOrEqual(100);
    expect(waits.at(-1)).toBeGreaterThan(500);
  });

  it("is never given up by default", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = () => FAILED;
    const { outcome } = delivery.submit(eventRecord(time));
    await time.pass(24 * 3_600_000);
    expect(delivery.counters()).toMatchObject({ created: 1, pending: 1 });
    sender.onIngest = () => undefined;
    expect((await time.until(outcome)).status).toBe("delivered");
  });

  it("is delivered even if the sender throws, against its contract", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = (_event, nth) => {
      if (nth === 1) throw new Error("out of contract");
      return undefined;
    };
    sender.onFinalize = (_id, nth) => {
      if (nth === 1) throw new TypeError("out of contract");
      return undefined;
    };
    const outcome = await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(outcome).toMatchObject({ status: "delivered", attempts: 2, finalized: true });
  });
});

describe("an event that the service rejects", () => {
  it("is rejected at once with the service's error", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = () => INVALID;
    const outcome = await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(outcome).toMatchObject({
      status: "rejected",
      attempts: 1,
      finalized: "skipped",
      reason: "invalid",
      error: INVALID.error,
    });
    expect(sender.finalizes).toHaveLength(0);
  });

  it("is rejected without a request if it cannot be written as JSON", async () => {
    const { time, sender, delivery } = stage();
    const metadata: Record<string, unknown> = {};
    metadata.self = metadata;
    const record = eventRecord(time, { fields: { metadata } });
    const outcome = await time.until(delivery.submit(record).outcome);
    expect(outcome).toMatchObject({ status: "rejected", reason: "unwritable", attempts: 0 });
    expect(sender.ingests).toHaveLength(0);
    expect(delivery.counters()).toMatchObject({ created: 1, rejected: 1, pending: 0 });
  });

  it.each<[string, () => Record<string, unknown>]>([
    ["a big integer", () => ({ prompt_tokens: 3, details: { billed: 4n } })],
    [
      "a cycle",
      () => {
        const usage: Record<string, unknown> = { prompt_tokens: 3 };
        usage.self = usage;
        return usage;
      },
    ],
  ])("is sent without its usage if that contains %s", async (_, usage) => {
    const { time, sender, delivery } = stage();
    const record = eventRecord(time, { fields: { usage: usage() } });
    const outcome = await time.until(delivery.submit(record).outcome);
    expect(outcome).toMatchObject({ status: "delivered", attempts: 1 });
    const { usage: _usage, ...rest } = record.event;
    expect(sender.ingests.map((sent) => sent.event)).toEqual([rest]);
  });

  it("is shrunk while it is too large, metadata before text, and marked as truncated", async () => {
    const { time, sender, delivery } = stage();
    const limit = 9_000;
    sender.onIngest = (event) => (JSON.stringify(event).length > limit ? OVERSIZE : undefined);
    const record = eventRecord(time, {
      fields: {
        input: "i".repeat(20_000),
        metadata: { client_event_id: "kept", note: "n".repeat(50_000) },
      },
    });
    const outcome = await time.until(delivery.submit(record).outcome);

    expect(outcome.status).toBe("delivered");
    const [first, second, last] = [sender.ingests[0], sender.ingests[1], sender.ingests.at(-1)];
    expect(first?.event).toEqual(record.event);
    expect(second?.event.input).toBe(record.event.input);
    expect(second?.event.metadata).not.toHaveProperty("note");
    expect(last?.event.input.length).toBeLessThan(limit);
    for (const { event, json = JSON.stringify(event) } of sender.ingests) {
      expect(JSON.parse(json)).toEqual(event);
    }
    expect(last?.event.metadata).toMatchObject({
      client_event_id: "kept",
      truncated: { input: 20_000, metadata: JSON.stringify(record.event.metadata).length },
    });
  });

  it("is rejected as oversize after a few requests if nothing is left to shrink", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = (_event, nth) => (nth < 20 ? OVERSIZE : undefined);
    const fields = {
      input: "i".repeat(32_000),
      output: "o".repeat(32_000),
      // Their commas and quotes are more than what is counted of them.
      metadata: Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`k${i}`, 1])),
    };
    const outcome = await time.until(delivery.submit(eventRecord(time, { fields })).outcome);
    expect(outcome).toMatchObject({
      status: "rejected",
      reason: "oversize",
      error: OVERSIZE.error,
    });
    expect(sender.ingests).toHaveLength(6);
  });

  it("is shrunk before it is sent if it exceeds the service's body limit", async () => {
    const { time, sender, delivery } = stage();
    const fields = { metadata: { note: "n".repeat(5 * 1024 * 1024) } };
    await time.until(delivery.submit(eventRecord(time, { fields })).outcome);
    expect(sender.ingests).toHaveLength(1);
    expect(sender.ingests[0]?.json?.length).toBeLessThan(10_000);
  });
});

describe("an event whose timestamp the service calls stale", () => {
  /**
   * A service whose clock is `offsetMs` ahead of ours, with the contract's tolerance of five
   * minutes.
   */
  const clockOff =
    (offsetMs: number, time: { now(): number }) => (event: { timestamp: string }) => {
      const serverTime = time.now() + offsetMs;
      const ageMs = serverTime - Date.parse(event.timestamp);
      if (ageMs <= 300_000 && ageMs >= -5_000) return undefined;
      const roughTime = Math.floor(serverTime / 1_000) * 1_000;
      return { kind: "stale", serverTime: roughTime, error: new Error("stale") } as const;
    };

  it.each([
    ["ahead of", 3_600_000],
    ["behind", -3_600_000],
  ])("gets a timestamp of the service's clock if that is an hour %s ours", async (_, offsetMs) => {
    const { time, sender, delivery } = stage();
    sender.onIngest = clockOff(offsetMs, time);
    const record = eventRecord(time);
    const outcome = await time.until(delivery.submit(record).outcome);
    expect(outcome).toMatchObject({ status: "delivered", attempts: 2 });
    const sent = sender.ingests[1]?.event;
    expect(sent?.metadata?.occurred_at).toBe(record.event.timestamp);
    expect(Math.abs(Date.parse(sent?.timestamp ?? "") - time.now() - offsetMs)).toBeLessThan(2_000);
  });

  it("is delivered along with a hundred others, and later ones succeed at first", async () => {
    const scene = stage();
    const { time, sender, delivery } = scene;
    sender.latencyMs = 20;
    sender.onIngest = clockOff(7_200_000, time);
    const outcomes = await time.until(Promise.all(submitMany(scene, 100)));
    expect(outcomes.every((outcome) => outcome.status === "delivered")).toBe(true);

    sender.ingests.length = 0;
    const later = await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(later).toMatchObject({ status: "delivered", attempts: 1 });
  });

  it("is delivered again after a second change of the clock difference", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = clockOff(3_600_000, time);
    await time.until(delivery.submit(eventRecord(time)).outcome);
    sender.onIngest = clockOff(-3_600_000, time);
    const outcome = await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(outcome).toMatchObject({ status: "delivered", attempts: 2 });
  });

  it("is delivered although the clock difference changes again before it is sent again", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = (event, nth) => clockOff(nth === 1 ? 3_600_000 : 10_800_000, time)(event);
    const outcome = await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(outcome).toMatchObject({ status: "delivered", attempts: 3 });
  });

  it("gets the time of sending even if no clock tells why, and by our clock it was young", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = (event) =>
      time.now() - Date.parse(event.timestamp) < MINUTE
        ? undefined
        : { kind: "stale", serverTime: undefined, error: new Error("stale") };
    const occurredAt = time.now() - 2 * MINUTE;
    const fields = { timestamp: new Date(occurredAt).toISOString() };
    const record = eventRecord(time, { occurredAt, fields });
    const outcome = await time.until(delivery.submit(record).outcome);
    expect(outcome).toMatchObject({ status: "delivered", attempts: 2 });
  });

  it("is rejected if a correct timestamp is called stale too", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = () => ({ kind: "stale", serverTime: time.now(), error: new Error("stale") });
    const outcome = await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(outcome).toMatchObject({
      status: "rejected",
      reason: "stale_event_timestamp",
      attempts: 2,
    });
  });

  it("is rejected in the end by a service whose clocks never agree", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = (_event, nth) => {
      return { kind: "stale", serverTime: time.now() + nth * 600_000, error: new Error("stale") };
    };
    const outcome = await time.until(delivery.submit(eventRecord(time)).outcome);
    expect(outcome.status).toBe("rejected");
    expect(sender.ingests.length).toBeLessThan(10);
  });

  it("gets a current timestamp before it is sent after a long wait", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = (event, nth) => (nth < 40 ? FAILED : clockOff(0, time)(event));
    const record = eventRecord(time);
    const outcome = await time.until(delivery.submit(record).outcome);
    expect(outcome.status).toBe("delivered");
    const ages = sender.ingests.map((sent) => START + sent.at - Date.parse(sent.event.timestamp));
    expect(Math.max(...ages)).toBeLessThan(300_000);
    expect(Math.max(...sender.ingests.map((sent) => sent.at))).toBeGreaterThan(100_000);
  });

  it("keeps its original time in metadata.occurred_at after an outage", async () => {
    const { time, sender, delivery } = stage();
    sender.onIngest = () => FAILED;
    const record = eventRecord(time);
    const { outcome } = delivery.submit(record);
    await time.pass(900_000);
    sender.onIngest = clockOff(0, time);
    expect((await time.until(outcome)).status).toBe("delivered");
    const sent = sender.ingests.at(-1)?.event;
    expect(sent?.metadata?.occurred_at).toBe(record.event.timestamp);
    expect(time.now() - Date.parse(sent?.timestamp ?? "")).toBeLessThan(5_000);
  });
});
