import { describe, expect, it } from "vitest";
import { Decision } from "../../src/lifecycle/guard/decision.ts";
import { countOf, decisionAttributes } from "../../src/observability/opentelemetry/attributes.ts";
import { OWN } from "../../src/observability/opentelemetry/names.ts";

describe("span attributes of a decision", () => {
  const shown = (simulatedDecision: unknown, shadowMode?: unknown) =>
    decisionAttributes(
      new Decision({ allowed: true, shadowMode, simulatedDecision, reason: "words" }, "guard"),
    );

  it.each([
    [true, "allow"],
    [false, "deny"],
    ["allow", "allow"],
    ["ALLOWED", "allow"],
    ["deny", "deny"],
    ["Denied", "deny"],
    ["block", "deny"],
    ["blocked", "deny"],
    ["because it said: my PIN is 0000", undefined],
    ["", undefined],
    [1, undefined],
    [{ allowed: false }, undefined],
    [undefined, undefined],
  ])("map the simulated decision %j to a fixed word or none: %s", (simulated, word) => {
    expect(shown(simulated)[OWN.simulated]).toBe(word);
  });

  it("include shadow mode only if it is a boolean", () => {
    expect(shown(undefined, true)[OWN.shadowMode]).toBe(true);
    expect(shown(undefined, false)[OWN.shadowMode]).toBe(false);
    expect(shown(undefined, "in words")).not.toHaveProperty([OWN.shadowMode]);
  });
});

it("counts are non-negative integers; anything else a provider reports is dropped", () => {
  expect([0, 7].map(countOf)).toEqual([0, 7]);
  expect([-1, 0.5, Number.NaN, "7", null, undefined].map(countOf)).toEqual(
    Array(6).fill(undefined),
  );
});
