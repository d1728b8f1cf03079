import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isoTime } from "../../../src/lifecycle/report/iso-time.ts";

describe("a time stamp", () => {
  it("is what the platform's own ISO string would be, for any moment", () => {
    const moment = fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true });
    fc.assert(
      fc.property(moment, (ms) => {
        expect(isoTime(ms)).toBe(new Date(ms).toISOString());
      }),
    );
  });

  it("is right for moments of one second that follow each other, and across its borders", () => {
    const base = Date.UTC(2026, 11, 31, 23, 59, 58);
    for (let ms = base - 5; ms < base + 3_005; ms += 7) {
      expect(isoTime(ms)).toBe(new Date(ms).toISOString());
    }
  });

  it("does not exist where there is no date", () => {
    expect(() => isoTime(Number.NaN)).toThrow(RangeError);
    expect(() => isoTime(8.64e15 + 1_000)).toThrow(RangeError);
    expect(isoTime(0)).toBe("1970-01-01T00:00:00.000Z");
  });
});
