import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TelemetryEvent } from "../../src/delivery/delivery.ts";
import { ClockSkew, offsetChanged, stampEvent } from "../../src/delivery/sending/stamp.ts";
import { START } from "./simulated/virtual-time.ts";

const MINUTE = 60_000;

function event(stampedAt: number, metadata?: Record<string, unknown>): TelemetryEvent {
  return {
    event_id: "e",
    input: "",
    output: "",
    model: "m",
    timestamp: new Date(stampedAt).toISOString(),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

describe("the timestamp of an event that is sent", () => {
  it("is left unchanged on a young event", () => {
    const young = event(START);
    const moment = { occurredAt: START, offsetMs: undefined, stampNow: false };
    expect(stampEvent(young, { ...moment, now: START })).toBe(young);
    expect(stampEvent(young, { ...moment, now: START + 4 * MINUTE })).toBe(young);
  });

  it("is set anew before it is five minutes old, with time for the way to the service", () => {
    const moment = { occurredAt: START, offsetMs: undefined, stampNow: false };
    const now = START + 4.5 * MINUTE;
    const stamped = stampEvent(event(START), { ...moment, now });
    expect(stamped.timestamp).toBe(new Date(now).toISOString());
  });

  it("is set anew if it is no time at all, so that the service can take the event", () => {
    const broken = { ...event(START), timestamp: "?" };
    const moment = { now: START + 1_000, occurredAt: START, offsetMs: undefined, stampNow: true };
    expect(stampEvent(broken, moment).timestamp).toBe(new Date(START + 1_000).toISOString());
  });

  it("is left unchanged if it was set by the service's clock already", () => {
    const ahead = event(START + 3_600_000);
    const moment = { now: START + 1_000, occurredAt: START, stampNow: false };
    expect(stampEvent(ahead, { ...moment, offsetMs: undefined })).toBe(ahead);
    expect(stampEvent(ahead, { ...moment, offsetMs: 3_600_000 })).toBe(ahead);
  });

  it("is set to the time of sending on an old event, which keeps its original time", () => {
    const now = START + 20 * MINUTE;
    const stamped = stampEvent(event(START, { tenant: "t" }), {
      now,
      occurredAt: START,
      offsetMs: undefined,
      stampNow: false,
    });
    expect(stamped.timestamp).toBe(new Date(now).toISOString());
    expect(stamped.metadata).toEqual({ tenant: "t", occurred_at: new Date(START).toISOString() });
  });

  it("keeps the clock difference that the event was created with", () => {
    const offset = 3_600_000;
    const now = START + 20 * MINUTE;
    const moment = { now, occurredAt: START, offsetMs: undefined, stampNow: false };
    const stamped = stampEvent(event(START + offset), moment);
    expect(stamped.timestamp).toBe(new Date(now + offset).toISOString());
  });

  it("is only shifted by the clock difference on a young event", () => {
    const moment = { now: START + MINUTE, occurredAt: START, offsetMs: -7_200_000 };
    const stamped = stampEvent(event(START), { ...moment, stampNow: false });
    expect(stamped.timestamp).toBe(new Date(START - 7_200_000).toISOString());
  });

  it("is set to the time of sending after the service refused the event's own", () => {
    const now = START + 1_000;
    const moment = { now, occurredAt: START, offsetMs: undefined, stampNow: true };
    expect(stampEvent(event(START), moment).timestamp).toBe(new Date(now).toISOString());
  });

  it("leaves the original time in occurred_at, also if the app has a key of that name or it was set before", () => {
    const moment = { now: START + MINUTE, occurredAt: START, offsetMs: undefined, stampNow: true };
    const stamped = stampEvent(event(START, { occurred_at: "the app's" }), moment);
    expect(stamped.metadata?.occurred_at).toBe(new Date(START).toISOString());
    const again = stampEvent(stamped, { ...moment, now: START + 20 * MINUTE });
    expect(again.metadata?.occurred_at).toBe(new Date(START).toISOString());
  });

  it("is always within the contract's five minutes of the service's clock", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 90 * 24 * 60 * MINUTE }),
        fc.option(fc.integer({ min: -1e10, max: 1e10 }), { nil: undefined }),
        fc.boolean(),
        (waitedMs, offsetMs, stampNow) => {
          const now = START + waitedMs;
          const moment = { now, occurredAt: START, offsetMs, stampNow };
          const stamped = stampEvent(event(START), moment);
          const ageMs = now + (offsetMs ?? 0) - Date.parse(stamped.timestamp);
          expect(ageMs).toBeGreaterThanOrEqual(-2_000);
          expect(ageMs).toBeLessThan(4.5 * MINUTE);
          if (stamped.timestamp !== event(START).timestamp) {
            expect(stamped.metadata?.occurred_at).toBe(new Date(START).toISOString());
          }
        },
      ),
    );
  });
});

describe("the clock difference", () => {
  it("is learned from stale answers, and is zero within the precision of a Date header", () => {
    const skew = new ClockSkew();
    expect(skew.offsetMs).toBeUndefined();
    skew.learn(undefined, START);
    skew.learn(Number.NaN, START);
    expect(skew.offsetMs).toBeUndefined();
    skew.learn(START + 60_000, START);
    expect(skew.offsetMs).toBe(60_000);
    skew.learn(START - 900, START);
    expect(skew.offsetMs).toBe(0);
  });

  it("counts as changed only beyond that precision", () => {
    expect(offsetChanged(undefined, 1_500)).toBe(false);
    expect(offsetChanged(60_000, 61_000)).toBe(false);
    expect(offsetChanged(undefined, 60_000)).toBe(true);
    expect(offsetChanged(60_000, 0)).toBe(true);
  });
});
