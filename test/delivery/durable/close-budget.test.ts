import { describe, expect, it } from "vitest";
import { closeBudget } from "../../../src/delivery/durable-delivery/close-budget.ts";

describe("the time budget of close", () => {
  it("keeps half a second of the default deadline for the disk", () => {
    expect(closeBudget(10_000)).toMatchObject({ reserveMs: 500, diskMs: 10_025 });
  });

  it("leaves most of a short deadline for sending", () => {
    expect(closeBudget(1_000).reserveMs).toBe(200);
    expect(closeBudget(100).reserveMs).toBe(20);
  });

  it("gives the disk fifty milliseconds even without a deadline", () => {
    expect(closeBudget(0)).toMatchObject({ reserveMs: 0, diskMs: 50 });
  });

  it.each([0, 10, 100, 1_000, 60_000])("exceeds %i ms by less than a tenth of a second", (ms) => {
    const { diskMs, leaveMs } = closeBudget(ms);
    expect(diskMs + leaveMs - ms).toBeLessThan(100);
  });
});
