import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readUsage } from "../../../src/providers/answer/usage.ts";

describe("a provider's usage", () => {
  it("is passed on unchanged if the contract allows it", () => {
    const usage = {
      prompt_tokens: 7,
      completion_tokens: 0,
      total_tokens: 7,
      prompt_tokens_details: { cached_tokens: 3, audio_tokens: 1 },
      completion_tokens_details: { reasoning_tokens: 0 },
      service_tier: "default",
    };
    expect(readUsage(usage)).toEqual(usage);
  });

  it("loses the values that the service would reject, and nothing else", () => {
    expect(
      readUsage({
        prompt_tokens: -1,
        completion_tokens: 1.5,
        total_tokens: "7",
        prompt_tokens_details: { cached_tokens: Number.NaN, audio_tokens: 1 },
        completion_tokens_details: null,
        cost: 0.25,
      }),
    ).toEqual({ prompt_tokens_details: { audio_tokens: 1 }, cost: 0.25 });
  });

  it("is undefined if nothing is left of it, or it is not an object", () => {
    for (const usage of [undefined, null, 7, "7", [], {}, { total_tokens: -1 }]) {
      expect(readUsage(usage)).toBeUndefined();
    }
  });

  it("is not modified in place", () => {
    const usage = Object.freeze({
      total_tokens: -1,
      prompt_tokens_details: Object.freeze({ cached_tokens: -1 }),
    });
    expect(readUsage(usage)).toEqual({ prompt_tokens_details: {} });
  });

  it("has valid counts only, whatever a provider sends", () => {
    const names = ["prompt_tokens", "completion_tokens", "total_tokens"];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names, "other"), fc.anything()), (usage) => {
        const read = readUsage(usage) ?? {};
        for (const name of names) {
          const count: unknown = read[name];
          if (count !== undefined) expect(Number.isSafeInteger(count)).toBe(true);
          if (count !== undefined) expect(count).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
