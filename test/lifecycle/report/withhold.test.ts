import { describe, expect, it } from "vitest";
import {
  applyBeforeIngest,
  type BeforeIngest,
  withhold,
} from "../../../src/lifecycle/report/withhold.ts";
import type { TelemetryEvent } from "../../../src/telemetry.ts";

const SECRET = ["SEC", "RET"].join("");
const ID = "0d6e5a4c-2a4f-4f5e-9d3c-1a2b3c4d5e6f";
const EVENT: TelemetryEvent = {
  event_id: ID,
  input: `in ${SECRET}`,
  output: `out ${SECRET}`,
  model: "model-a",
  timestamp: "2030-01-15T12:00:00.000Z",
  system_id: "b2b1c7a0-51a5-4d2f-8f57-6d8f0c1e2a3b",
  usage: { total_tokens: 3 },
  latency: 12,
  client_capabilities: { sdk_version: "1" },
  metadata: {
    note: SECRET,
    client_event_id: ID,
    guard_event_id: ID,
    sdk_version: "1",
    outcome: "complete",
  },
};

const WITHHELD = {
  ...EVENT,
  input: "[withheld]",
  output: "[withheld]",
  metadata: { client_event_id: ID, guard_event_id: ID, sdk_version: "1", outcome: "complete" },
};

describe("an event with withheld content", () => {
  it("keeps counts, times and links, and states the reason", () => {
    expect(withhold(EVENT, "because")).toEqual({
      ...WITHHELD,
      metadata: { ...WITHHELD.metadata, withheld: "because" },
    });
    expect(withhold({ ...EVENT, metadata: undefined as never }, "because").metadata).toEqual({
      withheld: "because",
    });
  });

  it("says still how the call went, and whether the guard was asked", () => {
    const notes = {
      outcome: "complete",
      guard_ms: 3,
      fallback: "unreachable",
      coverage: { complete: false },
      attempt: undefined,
    };
    const event = { ...EVENT, metadata: { ...EVENT.metadata, ...notes } };
    const { attempt: _, ...said } = notes;
    for (const hook of [() => "withhold", () => undefined] as unknown as BeforeIngest[]) {
      const { metadata } = applyBeforeIngest(hook, event, notes);
      expect(metadata).toEqual({
        ...WITHHELD.metadata,
        ...said,
        withheld: expect.stringContaining("beforeIngest"),
      });
    }
  });

  it("shows nothing that the app itself put into metadata, under whichever name", () => {
    const event = { ...EVENT, metadata: { ...EVENT.metadata, coverage: SECRET, fallback: SECRET } };
    const withheld = withhold(event, "because", { outcome: "complete", coverage: undefined });
    expect(JSON.stringify(withheld)).not.toContain(SECRET);
  });
});

describe("beforeIngest", () => {
  it("keeps the event unchanged if not set", () => {
    expect(applyBeforeIngest(undefined, EVENT)).toBe(EVENT);
  });

  it("can change content, usage and metadata", () => {
    const changed = applyBeforeIngest(
      (event) => ({
        ...event,
        input: "cleaned",
        output: "cleaned too",
        usage: {},
        metadata: { ...event.metadata, note: "cleaned", more: 1 },
      }),
      EVENT,
    );
    expect(changed).toEqual({
      ...EVENT,
      input: "cleaned",
      output: "cleaned too",
      usage: {},
      metadata: { ...EVENT.metadata, note: "cleaned", more: 1 },
    });
  });

  it("can change its event in place without affecting the original", () => {
    const changed = applyBeforeIngest((event) => {
      Object.assign(event, { input: "cleaned" });
      Object.assign(event.metadata ?? {}, { note: "cleaned" });
      return event;
    }, EVENT);
    expect(changed).toMatchObject({ input: "cleaned", metadata: { note: "cleaned" } });
    expect(EVENT.input).toBe(`in ${SECRET}`);
    expect(EVENT.metadata?.note).toBe(SECRET);
  });

  it("cannot change or remove ids, times and links", () => {
    const hook: BeforeIngest = () => ({
      event_id: "another",
      input: "in",
      output: "out",
      model: "model-a",
      timestamp: "1970-01-01T00:00:00.000Z",
      metadata: { client_event_id: "another", outcome: "error" },
    });
    expect(applyBeforeIngest(hook, EVENT)).toEqual({
      event_id: ID,
      input: "in",
      output: "out",
      model: "model-a",
      timestamp: EVENT.timestamp,
      system_id: EVENT.system_id,
      client_capabilities: EVENT.client_capabilities,
      metadata: WITHHELD.metadata,
    });
  });

  it("cannot remove the links with a toJSON of its own", () => {
    const note = { toJSON: () => ({ note: "cleaned" }) };
    const hook: BeforeIngest = (event) => ({ ...event, metadata: { ...event.metadata, ...note } });
    expect(applyBeforeIngest(hook, EVENT).metadata).toEqual({
      ...WITHHELD.metadata,
      note: "cleaned",
    });
  });

  it("has texts beyond the contract's limit cut and marked as truncated", () => {
    const longer = applyBeforeIngest(
      (event) => ({ ...event, input: "x".repeat(32_001), output: "y".repeat(32_000) }),
      EVENT,
    );
    expect(longer.input).toHaveLength(32_000);
    expect(longer.metadata?.truncated).toEqual({ input: 32_001 });
    const cutBefore = { ...EVENT, metadata: { ...EVENT.metadata, truncated: { input: 50_000 } } };
    const prefixed = applyBeforeIngest(
      (event) => ({ ...event, input: `prefix ${"x".repeat(32_000)}`, output: "y".repeat(40_000) }),
      cutBefore,
    );
    expect(prefixed.metadata?.truncated).toEqual({ input: 50_000, output: 40_000 });
  });

  it("removes a field by setting it to undefined", () => {
    const changed = applyBeforeIngest(
      (event) => ({ ...event, latency: undefined, usage: undefined, metadata: undefined }),
      EVENT,
    );
    expect(changed).not.toHaveProperty("latency");
    expect(changed).not.toHaveProperty("usage");
    expect(changed.metadata).toEqual(WITHHELD.metadata);
  });

  it("cannot add a link that was not there", () => {
    const { system_id: _, ...unlinked } = EVENT;
    const changed = applyBeforeIngest((event) => ({ ...event, system_id: ID }), unlinked);
    expect(changed).not.toHaveProperty("system_id");
  });

  it.each([
    ["user_id", "", "user-1"],
    ["user_id", "x".repeat(129), "user-1"],
    ["user_id", 7, "user-1"],
    ["severity", "bogus", "info"],
    ["event_type", "bogus", "complete"],
    ["latency", -1, 12],
    ["latency", 1.5, 12],
    ["usage", { total_tokens: "three" }, EVENT.usage],
    ["usage", "many", EVENT.usage],
    ["tokens", { input: 1.5 }, undefined],
    ["tokens", { input: 1, output: "many" }, undefined],
    ["tokens", "many", undefined],
    ["request_identity", "someone", { ip_address: "203.0.113.9" }],
    ["request_identity", { geo: 5 }, { ip_address: "203.0.113.9" }],
    ["request_identity", { geo: 5, session_id: "s-1" }, { ip_address: "203.0.113.9" }],
    ["client_capabilities", [], { framework: "hono", sdk_version: "1" }],
    ["client_capabilities", { framework: 5 }, { framework: "hono", sdk_version: "1" }],
    ["colour", "red", undefined],
  ])("cannot make the service reject its event with an invalid %s: %s", (key, wrong, kept) => {
    const event = {
      ...EVENT,
      user_id: "user-1",
      severity: "info",
      event_type: "complete",
      request_identity: { ip_address: "203.0.113.9" },
      client_capabilities: { framework: "hono", sdk_version: "1" },
    } as const;
    const changed = applyBeforeIngest((given) => ({ ...given, [key]: wrong }) as never, event);
    expect(changed[key as keyof TelemetryEvent]).toEqual(kept);
    const removed = applyBeforeIngest((given) => ({ ...given, [key]: undefined }) as never, event);
    const says = key === "client_capabilities" ? { sdk_version: "1" } : undefined;
    expect(removed[key as keyof TelemetryEvent]).toEqual(says);
  });

  it.each([
    ["user_id", "u"],
    ["user_id", "u".repeat(128)],
    ["event_type", "security_alert"],
    ["severity", "high"],
    ["model", "model-b"],
  ])("can change %s to %s", (key, value) => {
    const changed = applyBeforeIngest((given) => ({ ...given, [key]: value }), EVENT);
    expect(changed).toEqual({ ...EVENT, [key]: value });
  });

  it("keeps the links of an event whose metadata it replaces by a text", () => {
    const hook = (given: TelemetryEvent) => ({ ...given, metadata: "cleaned" as never });
    expect(applyBeforeIngest(hook, EVENT).metadata).toEqual(WITHHELD.metadata);
  });

  it("can remove a part of the identity beside properties that only the app defines", () => {
    const request_identity = { ip_address: "203.0.113.9", plan: { seats: 5 }, level: 3 };
    const changed = applyBeforeIngest(
      ({ request_identity: { ip_address: _, ...rest } = {}, ...event }) => ({
        ...event,
        request_identity: rest,
        tokens: { input: 1, cached: "none" },
      }),
      { ...EVENT, request_identity },
    );
    expect(changed.request_identity).toEqual({ plan: { seats: 5 }, level: 3 });
    expect(changed).toMatchObject({ tokens: { input: 1, cached: "none" } });
  });

  it("can set counts and client capabilities, but not the masking flags", () => {
    const event = {
      ...EVENT,
      client_capabilities: { sdk_version: "1", pii_masking_enabled: false },
    };
    const changed = applyBeforeIngest(
      (given) => ({
        ...given,
        tokens: { input: 1, output: 2 },
        usage: { total_tokens: 4, seconds: 1.5 },
        client_capabilities: { framework: "hono", pii_masking_enabled: true },
      }),
      event,
    );
    expect(changed).toMatchObject({
      tokens: { input: 1, output: 2 },
      usage: { total_tokens: 4, seconds: 1.5 },
    });
    expect(changed.client_capabilities).toEqual({
      framework: "hono",
      sdk_version: "1",
      pii_masking_enabled: false,
    });
  });

  it("cannot make an event longer than the contract allows", () => {
    const long = "x".repeat(40_000);
    const changed = applyBeforeIngest((event) => ({ ...event, input: long, output: long }), EVENT);
    expect([changed.input.length, changed.output.length]).toEqual([32_000, 32_000]);
  });

  const withholding: [string, string, unknown][] = [
    ['answers "withhold"', "beforeIngest", () => "withhold"],
    [
      "throws",
      "beforeIngest_failed",
      () => {
        throw new Error(SECRET);
      },
    ],
    [
      "puts in what cannot travel",
      "beforeIngest_failed",
      (event: TelemetryEvent) => ({ ...event, metadata: { event, count: 1n } }),
    ],
    ["answers nothing", "beforeIngest_invalid", () => undefined],
    ["answers null", "beforeIngest_invalid", () => null],
    ["answers another word", "beforeIngest_invalid", () => "withold"],
    ["answers an event without input", "beforeIngest_invalid", () => ({ output: "", model: "" })],
    ["answers an event without output", "beforeIngest_invalid", () => ({ input: "", model: "" })],
    ["answers an event without model", "beforeIngest_invalid", () => ({ input: "", output: "" })],
    ["answers a promise", "beforeIngest_invalid", async () => EVENT],
    ["rejects", "beforeIngest_invalid", () => Promise.reject(new Error(SECRET))],
  ];
  it.each(withholding)("withholds the content when it %s", (_name, why, hook) => {
    const event = applyBeforeIngest(hook as BeforeIngest, EVENT);
    expect(event).toEqual({ ...WITHHELD, metadata: { ...WITHHELD.metadata, withheld: why } });
    expect(JSON.stringify(event)).not.toContain(SECRET);
  });

  it("withholds the content of an event that cannot be copied for it", () => {
    const odd = { ...EVENT, usage: { count: () => 1 } };
    const event = applyBeforeIngest((each) => each, odd);
    expect(event).toMatchObject({ input: "[withheld]", output: "[withheld]" });
  });
});
