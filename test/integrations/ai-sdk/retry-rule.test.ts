import { describe, expect, it } from "vitest";
import { retryDelayMs } from "../../../src/integrations/ai-sdk/retry-rule.ts";

const NOW = Date.parse("2030-01-01T00:00:00Z");

const failed = (fields: object): Error => Object.assign(new Error("Busy"), fields);

function waitAfter(headers: object | undefined, failures = 1): number | undefined {
  const error = failed({ isRetryable: true, responseHeaders: headers });
  return retryDelayMs(error, { failures, maxRetries: 2, now: NOW });
}

describe("the SDK's wait before a retry", () => {
  it("is two seconds at first, and doubles", () => {
    expect([waitAfter(undefined, 1), waitAfter({}, 2), waitAfter({}, 3)]).toEqual([
      2_000,
      4_000,
      undefined,
    ]);
  });

  it.each([
    ["milliseconds", { "retry-after-ms": "250" }, 250],
    ["milliseconds beside seconds", { "retry-after-ms": "250", "retry-after": "9" }, 250],
    ["seconds", { "retry-after": "9" }, 9_000],
    ["seconds beside no number", { "retry-after-ms": "soon", "retry-after": "9" }, 9_000],
    ["a date", { "retry-after": "Tue, 01 Jan 2030 00:00:07 GMT" }, 7_000],
    ["no wait", { "retry-after": "0" }, 0],
    ["less than a minute", { "retry-after-ms": "59999" }, 59_999],
  ])("is what the provider asks for in %s", (_, headers, ms) => {
    expect(waitAfter(headers)).toBe(ms);
  });

  it.each([
    ["a minute or more", { "retry-after": "60" }],
    ["a time that has passed", { "retry-after-ms": "-1" }],
    ["a date that has passed", { "retry-after": "Mon, 31 Dec 2029 23:59:59 GMT" }],
    ["something else", { "retry-after": "soon" }],
  ])("is the SDK's own where the provider asks for %s", (_, headers) => {
    expect(waitAfter(headers)).toBe(2_000);
  });

  it("does not exist where the SDK does not retry", () => {
    const limits = { failures: 1, maxRetries: 2, now: NOW };
    expect(retryDelayMs(failed({ isRetryable: false }), limits)).toBeUndefined();
    expect(retryDelayMs({ isRetryable: true }, limits)).toBeUndefined();
  });
});
