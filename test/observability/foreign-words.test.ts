import { describe, expect, it } from "vitest";
import {
  decisionAttributes,
  deliveryAttributes,
} from "../../src/observability/opentelemetry/attributes.ts";

describe("the attributes of spans", () => {
  it("have no id of a guard check that is not a UUID, and could be any text", () => {
    const decision = {
      allowed: true,
      reason: undefined,
      transformedInput: undefined,
      guardEventId: "ada@example.com",
      shadowMode: undefined,
      simulatedDecision: undefined,
      source: "guard" as const,
      raw: () => undefined,
    };
    expect(Object.values(decisionAttributes(decision))).not.toContain("ada@example.com");
  });

  it("have the reason of a lost event, which is ours, and none of the service's", () => {
    const facts = { eventId: "e", attempts: 1, finalized: "skipped" as const, reason: "db_down" };
    const valuesOf = (status: "accepted" | "dropped"): unknown[] =>
      Object.values(deliveryAttributes("e", { ...facts, status }));
    expect(valuesOf("dropped")).toContain("db_down");
    expect(valuesOf("accepted")).not.toContain("db_down");
  });
});
