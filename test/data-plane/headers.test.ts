import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ServiceClock, serviceTimeOf } from "../../src/data-plane/answers/clock.ts";
import { rateLimitOf } from "../../src/data-plane/answers/rate-limit.ts";
import { retryAfterMsOf } from "../../src/data-plane/answers/retry-after.ts";
import { ManualTime } from "../transport/manual-time.ts";

const NOW = Date.parse("2030-05-01T12:00:00Z");
const HTTP_NOW = new Date(NOW).toUTCString();

describe("Retry-After", () => {
  it.each([
    ["7", 7_000],
    [" 7 ", 7_000],
    ["0", 0],
    ["1.5", 1_500],
    ["1.25", 1_250],
    ["7, 7", 7_000],
    ["7 ,7", 7_000],
    ["99999999999", 99_999_999_999_000],
    [new Date(NOW + 30_000).toUTCString(), 30_000],
    [new Date(NOW - 30_000).toUTCString(), 0],
    ["", undefined],
    ["-5", undefined],
    ["soon", undefined],
    ["NaN", undefined],
    ["Infinity", undefined],
    ["7 8", undefined],
  ])("of %j means %s ms", (value, expected) => {
    expect(retryAfterMsOf({ "retry-after": value, date: HTTP_NOW }, 0)).toBe(expected);
  });

  it("as a date is compared with the answer's own clock, however wrong ours is", () => {
    const headers = { date: HTTP_NOW, "retry-after": new Date(NOW + 3_000).toUTCString() };
    expect(retryAfterMsOf(headers, NOW - 86_400_000)).toBe(3_000);
    expect(retryAfterMsOf(headers, NOW + 1_000)).toBe(3_000);
  });

  it("as a date is compared with our clock if the answer has no date", () => {
    const headers = { "retry-after": new Date(NOW + 3_000).toUTCString() };
    expect(retryAfterMsOf(headers, NOW)).toBe(3_000);
  });

  it("as a date does not cause a wait of years if the service's clock is wrong", () => {
    const value = new Date(NOW + 3_000).toUTCString();
    const headers = { "retry-after": value, date: "Thu, 01 Jan 1970 00:00:00 GMT" };
    expect(retryAfterMsOf(headers, NOW)).toBe(3_000);
    // A plausible date of a service whose clock is years behind is still accepted.
    const behind = { ...headers, "retry-after": "Sat, 03 Jan 1970 00:00:00 GMT" };
    expect(retryAfterMsOf(behind, NOW)).toBe(172_800_000);
  });

  it("as a date is in GMT in every form of HTTP, wherever we run", () => {
    const zone = process.env.TZ;
    process.env.TZ = "Asia/Tokyo";
    try {
      const date = "Wed May  1 12:00:00 2030";
      expect(serviceTimeOf({ date })).toBe(NOW);
      for (const value of [
        "Wed May  1 12:00:30 2030",
        "Wednesday, 01-May-30 12:00:30 GMT",
        "Wed, 01 May 2030 12:00:30 GMT",
      ]) {
        expect(retryAfterMsOf({ "retry-after": value }, NOW)).toBe(30_000);
        expect(retryAfterMsOf({ "retry-after": value, date }, 0)).toBe(30_000);
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it("is absent if the header is, even with a polluted prototype", () => {
    expect(retryAfterMsOf({}, NOW)).toBe(undefined);
    expect(retryAfterMsOf(Object.create({ "retry-after": "9" }), NOW)).toBe(undefined);
  });

  it("is never negative or NaN, whatever the header contains", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        const waitMs = retryAfterMsOf({ "retry-after": value }, NOW);
        expect(waitMs === undefined || waitMs >= 0).toBe(true);
      }),
    );
  });
});

describe("rate-limit headers", () => {
  it("are read if they are whole numbers", () => {
    const headers = { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "0" };
    expect(rateLimitOf(headers)).toEqual({ limit: 60, remaining: 0 });
  });

  it("are read one by one, and ignored if invalid", () => {
    expect(rateLimitOf({ "x-ratelimit-limit": "60" })).toEqual({ limit: 60, remaining: undefined });
    expect(rateLimitOf({ "x-ratelimit-remaining": "0" })).toEqual({
      limit: undefined,
      remaining: 0,
    });
    expect(rateLimitOf({ "x-ratelimit-limit": "many", "x-ratelimit-remaining": "-1" })).toBe(
      undefined,
    );
    expect(rateLimitOf({ "x-ratelimit-limit": "60s" })).toBe(undefined);
    expect(rateLimitOf({})).toBe(undefined);
  });

  it("have their first value if a proxy has added another", () => {
    expect(rateLimitOf({ "x-ratelimit-limit": ["60", "100"] })).toMatchObject({ limit: 60 });
  });
});

describe("the service's clock", () => {
  const at = (ms: number): { date: string } => ({ date: new Date(ms).toUTCString() });

  it("equals ours until answers show a difference", () => {
    const time = new ManualTime();
    const clock = new ServiceClock(time);
    expect(clock.now()).toBe(time.now());
    clock.observe(at(time.now() + 600_000));
    expect(Math.abs(clock.now() - time.now() - 600_000)).toBeLessThanOrEqual(1_000);
  });

  it.each([0, 999])(
    "is known to half a second, although its header has whole ones: %i ms",
    (ms) => {
      const time = new ManualTime();
      const clock = new ServiceClock(time);
      time.pass(ms);
      clock.observe(at(time.now() + 600_000));
      expect(Math.abs(clock.now() - time.now() - 600_000)).toBeLessThanOrEqual(500);
    },
  );

  it("equals ours if they differ by no more than a header's precision", () => {
    const time = new ManualTime();
    const clock = new ServiceClock(time);
    clock.observe(at(time.now() - 900));
    expect(clock.now()).toBe(time.now());
  });

  it("is checked once a minute, and follows corrections", () => {
    const time = new ManualTime();
    const clock = new ServiceClock(time);
    clock.observe(at(time.now() - 600_000));
    clock.observe(at(time.now()));
    expect(clock.now()).toBeLessThan(time.now() - 500_000);
    time.pass(60_001);
    clock.observe(at(time.now()));
    expect(clock.now()).toBe(time.now());
  });

  it("is not changed by answers without a valid date", () => {
    const time = new ManualTime();
    const clock = new ServiceClock(time);
    clock.observe({});
    clock.observe({ date: "yesterday" });
    expect(clock.now()).toBe(time.now());
    clock.observe(at(time.now() + 600_000));
    time.pass(60_001);
    clock.observe({});
    expect(clock.now()).toBeGreaterThan(time.now() + 500_000);
    clock.observe(at(time.now()));
    expect(clock.now()).toBe(time.now());
    expect(serviceTimeOf({ date: "yesterday" })).toBe(undefined);
    // No event could have these as timestamps.
    expect(serviceTimeOf({ date: "Sat, 13 Sep 275760 00:00:00 GMT" })).toBe(undefined);
    expect(serviceTimeOf({ date: "Wed, 31 Dec 1969 23:59:59 GMT" })).toBe(undefined);
  });
});
