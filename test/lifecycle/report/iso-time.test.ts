import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isoTime } from "../../../src/lifecycle/report/iso-time.ts";

describe("an ISO timestamp", () => {
  it("equals the platform's toISOString for any time", () => {
    const moment = fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true });
    fc.assert(
      fc.property(moment, (ms) => {
        expect(isoTime(ms)).toBe(new Date(ms).toISOString());
      }),
    );
  });

  it("is correct for successive times within a second and across seconds", () => {
    const base = Date.UTC(2026, 11, 31, 23, 59, 58);
    for (let ms = base - 5; ms < base + 3_005; ms += 7) {
      expect(isoTime(ms)).toBe(new Date(ms).toISOString());
    }
  });

  it("throws for an invalid date", () => {
    expect(() => isoTime(Number.NaN)).toThrow(RangeError);
    expect(() => isoTime(8.64e15 + 1_000)).toThrow(RangeError);
    expect(isoTime(0)).toBe("1970-01-01T00:00:00.000Z");
  });
});
