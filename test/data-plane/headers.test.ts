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
    ["7, 7", 7_000],
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

  it("as a date is compared with that answer's own clock, however wrong ours is", () => {
    const headers = { date: HTTP_NOW, "retry-after": new Date(NOW + 3_000).toUTCString() };
    expect(retryAfterMsOf(headers, NOW - 86_400_000)).toBe(3_000);
  });

  it("as a date is compared with our clock when the answer has none", () => {
    const headers = { "retry-after": new Date(NOW + 3_000).toUTCString() };
    expect(retryAfterMsOf(headers, NOW)).toBe(3_000);
  });

  it("does not wait for years because a date of the service is from another age", () => {
    const value = new Date(NOW + 3_000).toUTCString();
    const headers = { "retry-after": value, date: "Thu, 01 Jan 1970 00:00:00 GMT" };
    expect(retryAfterMsOf(headers, NOW)).toBe(3_000);
    // Nor is a service believed less because its clock is years behind.
    const behind = { ...headers, "retry-after": "Sat, 03 Jan 1970 00:00:00 GMT" };
    expect(retryAfterMsOf(behind, NOW)).toBe(172_800_000);
  });

  it("is absent when it is absent, also behind a polluted prototype", () => {
    expect(retryAfterMsOf({}, NOW)).toBe(undefined);
    expect(retryAfterMsOf(Object.create({ "retry-after": "9" }), NOW)).toBe(undefined);
  });

  it("never comes out negative or as no number, whatever it says", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        const waitMs = retryAfterMsOf({ "retry-after": value }, NOW);
        expect(waitMs === undefined || waitMs >= 0).toBe(true);
      }),
    );
  });
});

describe("rate-limit headers", () => {
  it("are read when they are whole numbers", () => {
    const headers = { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "0" };
    expect(rateLimitOf(headers)).toEqual({ limit: 60, remaining: 0 });
  });

  it("are read one by one, and not at all when they say nothing", () => {
    expect(rateLimitOf({ "x-ratelimit-limit": "60" })).toEqual({ limit: 60, remaining: undefined });
    expect(rateLimitOf({ "x-ratelimit-remaining": "0" })).toEqual({
      limit: undefined,
      remaining: 0,
    });
    expect(rateLimitOf({ "x-ratelimit-limit": "many", "x-ratelimit-remaining": "-1" })).toBe(
      undefined,
    );
    expect(rateLimitOf({})).toBe(undefined);
  });
});

describe("the service's clock", () => {
  const at = (ms: number): { date: string } => ({ date: new Date(ms).toUTCString() });

  it("is ours until its answers show another", () => {
    const time = new ManualTime();
    const clock = new ServiceClock(time);
    expect(clock.now()).toBe(time.now());
    clock.observe(at(time.now() + 600_000));
    expect(Math.abs(clock.now() - time.now() - 600_000)).toBeLessThanOrEqual(1_000);
  });

  it("is ours when they differ by no more than a header can tell", () => {
    const time = new ManualTime();
    const clock = new ServiceClock(time);
    clock.observe(at(time.now() - 900));
    expect(clock.now()).toBe(time.now());
  });

  it("is looked at once a minute, and followed when it was set right", () => {
    const time = new ManualTime();
    const clock = new ServiceClock(time);
    clock.observe(at(time.now() - 600_000));
    clock.observe(at(time.now()));
    expect(clock.now()).toBeLessThan(time.now() - 500_000);
    time.pass(60_001);
    clock.observe(at(time.now()));
    expect(clock.now()).toBe(time.now());
  });

  it("is not moved by answers without a date or with nonsense for one", () => {
    const time = new ManualTime();
    const clock = new ServiceClock(time);
    clock.observe({});
    clock.observe({ date: "yesterday" });
    expect(clock.now()).toBe(time.now());
    expect(serviceTimeOf({ date: "yesterday" })).toBe(undefined);
    // No event could be stamped with these.
    expect(serviceTimeOf({ date: "Sat, 13 Sep 275760 00:00:00 GMT" })).toBe(undefined);
    expect(serviceTimeOf({ date: "Wed, 31 Dec 1969 23:59:59 GMT" })).toBe(undefined);
  });
});
