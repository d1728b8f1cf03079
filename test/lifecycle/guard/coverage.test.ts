import { describe, expect, it } from "vitest";
import { coverageMetadata, coverageOf } from "../../../src/lifecycle/guard/coverage.ts";
import { applyScope, placeInspected } from "../../../src/lifecycle/guard/guard-scope.ts";
import type { Segment, UninspectedPart } from "../../../src/types.ts";

const SYSTEM: Segment = { role: "system", kind: "text", text: "Be brief." };
const USER: Segment = { role: "user", kind: "text", text: "What now?" };
const RESULT: Segment = { role: "tool", kind: "tool_result", text: "42" };
const ALL = [SYSTEM, USER, RESULT];
const IMAGE: UninspectedPart = { kind: "image", count: 2, mediaTypes: ["image/png"] };

describe("guardScope", () => {
  it("sends every segment to the guard if not set", () => {
    expect(applyScope(ALL, undefined)).toEqual({
      inspected: ALL,
      trusted: [],
      positions: undefined,
    });
  });

  it("divides the segments by its result for each", () => {
    expect(applyScope(ALL, ({ role }) => role !== "system")).toEqual({
      inspected: [USER, RESULT],
      trusted: [SYSTEM],
      positions: [1, 2],
    });
  });

  it("trusts no segment if it throws or returns anything but false", () => {
    const scopes: unknown[] = [
      () => {
        throw new Error("a bug");
      },
      () => undefined,
      () => null,
      () => 0,
      () => "",
      async () => false,
      () => true,
    ];
    for (const scope of scopes) {
      const scoped = applyScope(ALL, scope as (segment: Segment) => boolean);
      expect(scoped).toEqual({ inspected: ALL, trusted: [], positions: undefined });
    }
  });

  it("has the guard see what is sent, whatever it does to the segments that it is shown", () => {
    const scoped = applyScope(structuredClone([SYSTEM, USER]), (segment) => {
      Object.assign(segment, { text: "redacted" });
      return segment.role !== "system";
    });
    expect(scoped).toEqual({ inspected: [USER], trusted: [SYSTEM], positions: [1] });
  });

  it("puts rewritten texts back between the trusted ones", () => {
    const texts = ALL.map((segment) => segment.text);
    expect(placeInspected(texts, ["Then?", "41"], [1, 2])).toEqual(["Be brief.", "Then?", "41"]);
    expect(placeInspected(texts, ["a", "b", "c"], undefined)).toEqual(["a", "b", "c"]);
    expect(texts).toEqual(["Be brief.", "What now?", "42"]);
  });
});

describe("coverage", () => {
  it("is complete if the prompt was text and all of it went to the guard", () => {
    const coverage = coverageOf({ inspected: ALL, trusted: [] }, []);
    expect(coverage).toEqual({
      complete: true,
      inspected: { segments: 3, characters: 20 },
      trusted: { segments: 0, characters: 0 },
      uninspected: [],
    });
    expect(coverageMetadata(coverage)).toBeUndefined();
  });

  it("counts trusted and uninspected content, and keeps none of it", () => {
    const coverage = coverageOf({ inspected: [USER], trusted: [SYSTEM] }, [IMAGE]);
    expect(coverage.complete).toBe(false);
    expect(coverageMetadata(coverage)).toEqual({
      complete: false,
      inspected: { segments: 1, characters: 9 },
      trusted: { segments: 1, characters: 9 },
      uninspected: [{ kind: "image", count: 2, media_types: ["image/png"] }],
    });
    expect(JSON.stringify(coverage)).not.toContain("brief");
  });

  it("is incomplete with either of them", () => {
    const trusted = coverageOf({ inspected: [USER], trusted: [SYSTEM] }, []);
    const unseen = coverageOf({ inspected: [USER], trusted: [] }, [IMAGE]);
    expect([trusted.complete, unseen.complete]).toEqual([false, false]);
  });
});
