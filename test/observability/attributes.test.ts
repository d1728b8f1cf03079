import { describe, expect, it } from "vitest";
import { Decision } from "../../src/lifecycle/guard/decision.ts";
import type { ObservedEnd } from "../../src/observability/observer.ts";
import {
  countOf,
  decisionAttributes,
  deliveryAttributes,
  endAttributes,
} from "../../src/observability/opentelemetry/attributes.ts";
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

describe("span attributes of an end", () => {
  const least: ObservedEnd = {
    ...{ outcome: "denied", guardMs: undefined, providerMs: undefined, totalMs: 7 },
    ...{ coverage: undefined, firstChunkMs: undefined, usage: undefined },
    ...{ responseModel: undefined, finishReason: undefined, error: undefined },
    guardFailure: undefined,
  };
  const own = (attributes: object) =>
    Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [`guarded_model_client.${name}`, value]),
    );
  const genAi = (attributes: object) =>
    Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [`gen_ai.${name}`, value]),
    );

  it.each(["because Ada Lovelace asked", "ada@example.com", "", "x".repeat(65), 7])(
    "have no finish reason of a provider that could be text: %j",
    (finishReason) => {
      const end = { ...least, finishReason } as ObservedEnd;
      expect(endAttributes(end)).toEqual(endAttributes(least));
    },
  );

  it.each(["Ada Lovelace's model", "line\nbreak", "x".repeat(257), "", { name: "m" }, 7])(
    "have no name of a model that could be text: %j",
    (responseModel) => {
      const end = { ...least, responseModel } as ObservedEnd;
      expect(endAttributes(end)).toEqual(endAttributes(least));
    },
  );

  it("tell everything that is known of a streamed call that failed", () => {
    const end: ObservedEnd = {
      ...{ outcome: "error", guardMs: 20, providerMs: 300, totalMs: 320, firstChunkMs: 50 },
      coverage: {
        complete: false,
        inspected: { segments: 2, characters: 30 },
        trusted: { segments: 1, characters: 9 },
        uninspected: [
          { kind: "image", count: 2, mediaTypes: [] },
          { kind: "file", count: 1, mediaTypes: [] },
        ],
      },
      usage: { inputTokens: 9, outputTokens: 8, cachedInputTokens: 7, reasoningTokens: 6 },
      ...{ responseModel: "model-b", finishReason: "length", guardFailure: "overloaded" },
      error: { name: "RateLimitError", status: 429, code: 7 },
    };
    expect(endAttributes(end)).toEqual({
      ...genAi({
        "response.model": "model-b",
        "response.finish_reasons": ["length"],
        "request.stream": true,
        "response.time_to_first_chunk": 0.05,
        "usage.input_tokens": 9,
        "usage.output_tokens": 8,
        "usage.cache_read.input_tokens": 7,
        "usage.reasoning.output_tokens": 6,
      }),
      ...own({
        ...{ outcome: "error", guard_ms: 20, provider_ms: 300, total_ms: 320 },
        "guard.failure": "overloaded",
        "coverage.complete": false,
        "coverage.inspected.segments": 2,
        "coverage.inspected.characters": 30,
        "coverage.trusted.segments": 1,
        "coverage.uninspected.parts": 3,
        "error.name": "RateLimitError",
        "error.status": 429,
        "error.code": "7",
      }),
    });
  });

  it("leave out what is not known", () => {
    expect(endAttributes(least)).toEqual(own({ outcome: "denied", total_ms: 7 }));
  });
});

it.each([
  ["skipped", "skipped"],
  [true, "done"],
  [false, "not_done"],
] as const)(
  "a delivery whose finalize is %j has an attribute that is a text: %s",
  (finalized, text) => {
    const outcome = { status: "delivered", eventId: "id-1", attempts: 2, finalized } as const;
    expect(deliveryAttributes("id-1", outcome)).toMatchObject({
      [OWN.eventId]: "id-1",
      [OWN.deliveryStatus]: "delivered",
      [OWN.deliveryAttempts]: 2,
      [OWN.deliveryFinalize]: text,
    });
  },
);

it("counts are non-negative integers; anything else a provider reports is dropped", () => {
  expect([0, 7].map(countOf)).toEqual([0, 7]);
  expect([-1, 0.5, Number.NaN, "7", null, undefined].map(countOf)).toEqual(
    Array(6).fill(undefined),
  );
});
