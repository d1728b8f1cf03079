import { describe, expect, it } from "vitest";
import { EMPTY_CONTEXT, mergeContext } from "../../../src/lifecycle/context/context.ts";
import { buildEvent, type EventFacts } from "../../../src/lifecycle/report/event.ts";
import { SDK_VERSION } from "../../../src/version.ts";

const ID = "0d6e5a4c-2a4f-4f5e-9d3c-1a2b3c4d5e6f";
const OTHER_ID = "b2b1c7a0-51a5-4d2f-8f57-6d8f0c1e2a3b";
const NOW = Date.UTC(2030, 0, 15, 12, 0, 0);
const SETTINGS = { systemId: undefined, masksPersonalData: false, masksSecrets: false };

const FACTS: EventFacts = {
  eventId: ID,
  clientEventId: ID,
  eventType: "complete",
  severity: "info",
  input: "in",
  output: "out",
  model: "model-a",
  context: EMPTY_CONTEXT,
  notes: {},
  finalize: true,
  idGivenByCaller: false,
};

describe("an event", () => {
  it("has the fields that the contract requires, and no unset ones", () => {
    expect(eventOf({})).toEqual({
      event_id: ID,
      input: "in",
      output: "out",
      model: "model-a",
      timestamp: "2030-01-15T12:00:00.000Z",
      client_capabilities: {
        sdk_version: SDK_VERSION,
        pii_masking_enabled: false,
        secret_masking_enabled: false,
      },
      metadata: { client_event_id: ID, sdk_version: SDK_VERSION },
      event_type: "complete",
      severity: "info",
    });
  });

  it("uses the contract's names, and passes unknown fields through", () => {
    const context = mergeContext(EMPTY_CONTEXT, {
      userId: "user-1",
      requestIdentity: {
        userAgent: "agent/1",
        ipAddress: "198.51.100.7",
        geo: "DE",
        sessionId: "s-1",
        tenantId: "t-1",
        device_kind: "phone",
      },
      clientCapabilities: { framework: "express", hasFeedbackHandler: true, region: "eu" },
      metadata: { team: "search" },
    });
    const event = eventOf({ context, guardEventId: OTHER_ID, latencyMs: 12.6 }, OTHER_ID);
    expect(event).toMatchObject({
      system_id: OTHER_ID,
      user_id: "user-1",
      latency: 13,
      request_identity: {
        user_agent: "agent/1",
        ip_address: "198.51.100.7",
        geo: "DE",
        session_id: "s-1",
        tenant_id: "t-1",
        device_kind: "phone",
      },
      client_capabilities: { framework: "express", has_feedback_handler: true, region: "eu" },
      metadata: { team: "search", client_event_id: ID, guard_event_id: OTHER_ID },
    });
  });

  it("states the real masking settings and version, whatever the app claims", () => {
    const context = mergeContext(EMPTY_CONTEXT, {
      clientCapabilities: {
        pii_masking_enabled: true,
        secret_masking_enabled: false,
        sdk_version: "99",
      },
      metadata: { sdk_version: "99", client_event_id: OTHER_ID },
    });
    const { event } = buildEvent(
      { ...FACTS, context },
      { ...SETTINGS, masksSecrets: true },
      { now: NOW, serviceNow: NOW },
    );
    expect(event.client_capabilities).toMatchObject({
      pii_masking_enabled: false,
      secret_masking_enabled: true,
      sdk_version: SDK_VERSION,
    });
    expect(event.metadata).toMatchObject({ sdk_version: SDK_VERSION, client_event_id: ID });
  });

  it("omits a guard event id that is not a UUID, since the service would reject it", () => {
    expect(eventOf({ guardEventId: "guard-17" }).metadata).not.toHaveProperty("guard_event_id");
  });

  it("omits ids in the app's metadata that are not UUIDs, for the same reason", () => {
    const metadata = { client_event_id: 5, guard_event_id: "check-7", ticket: "check-7" };
    const context = mergeContext(EMPTY_CONTEXT, { metadata });
    expect(eventOf({ context, clientEventId: undefined }).metadata).toEqual({
      ticket: "check-7",
      sdk_version: SDK_VERSION,
    });
    const valid = { client_event_id: OTHER_ID, guard_event_id: OTHER_ID };
    const kept = mergeContext(EMPTY_CONTEXT, { metadata: valid });
    expect(eventOf({ context: kept, clientEventId: undefined }).metadata).toMatchObject(valid);
  });

  it("omits the contract's fields of other types than the contract's, for the same reason", () => {
    const context = mergeContext(EMPTY_CONTEXT, {
      requestIdentity: {
        ...{ ip_address: null, session_id: 7, user_agent: {} },
        ...{ tenant_id: 7, framework: null },
      },
      clientCapabilities: { has_feedback_handler: "yes", geo: null },
    });
    const event = eventOf({ context });
    expect(event.request_identity).toEqual({ tenant_id: 7, framework: null });
    expect(event.client_capabilities).toEqual({
      geo: null,
      sdk_version: SDK_VERSION,
      pii_masking_enabled: false,
      secret_masking_enabled: false,
    });
    const named = { ip_address: "198.51.100.7", user_agent: "agent/1" };
    const kept = mergeContext(EMPTY_CONTEXT, { requestIdentity: named });
    expect(eventOf({ context: kept }).request_identity).toEqual(named);
  });

  it("is cut to the contract's lengths between characters, and states the full length", () => {
    const event = eventOf({
      input: `${"x".repeat(31_999)}\u{1F600}tail`,
      output: "y".repeat(32_001),
    });
    expect(event.input).toBe("x".repeat(31_999));
    expect(event.output).toHaveLength(32_000);
    expect(event.metadata).toMatchObject({ truncated: { input: 32_005, output: 32_001 } });
  });

  it("includes output that was not captured in the full length", () => {
    const full = { input: "x".repeat(32_000), output: "y".repeat(32_000) };
    const event = eventOf({ ...full, omittedLength: 1_000_000 });
    expect(event.metadata?.truncated).toEqual({ output: 1_032_000 });
    const long = eventOf({ input: "x".repeat(32_001), output: "short" });
    expect(long.metadata?.truncated).toEqual({ input: 32_001 });
    expect(eventOf({ output: "y".repeat(32_000) }).metadata).not.toHaveProperty("truncated");
  });

  it("has a timestamp of the service's clock, and keeps the local time", () => {
    const record = buildEvent(FACTS, SETTINGS, { now: NOW, serviceNow: NOW + 90_000 });
    expect(record.event.timestamp).toBe("2030-01-15T12:01:30.000Z");
    expect(record.occurredAt).toBe(NOW);
    expect(record).toMatchObject({ finalize: true, idGivenByCaller: false });
  });

  it("has a latency that is a whole number, never negative", () => {
    expect(eventOf({ latencyMs: -0.4 }).latency).toBe(0);
    expect(eventOf({ latencyMs: 0.4 }).latency).toBe(0);
    expect(eventOf({ latencyMs: undefined })).not.toHaveProperty("latency");
  });

  it("prefers our own metadata over the app's, and omits undefined values", () => {
    const context = mergeContext(EMPTY_CONTEXT, { metadata: { outcome: "great", kept: 1 } });
    const { metadata } = eventOf({ context, notes: { outcome: "error", error: undefined } });
    expect(metadata).toMatchObject({ outcome: "error", kept: 1 });
    expect(metadata).not.toHaveProperty("error");
  });
});

function eventOf(own: Partial<EventFacts>, systemId?: string) {
  const settings = { ...SETTINGS, systemId };
  return buildEvent({ ...FACTS, ...own }, settings, { now: NOW, serviceNow: NOW }).event;
}
