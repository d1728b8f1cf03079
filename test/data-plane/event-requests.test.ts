import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { ConfigurationError, DataPlaneError } from "../../src/errors.ts";
import { testKey } from "./keys.ts";

import { SYSTEM, useScriptedService } from "./scripted-service.ts";

const service = useScriptedService();

const ID = "6d1f2a4e-9c1b-4e57-8f0e-0a3c5b7d9e11";

describe("an event of DataPlaneClient.ingest", () => {
  it("is refused without quoting it if it cannot be sent", async () => {
    const event = { eventId: ID, input: "a secret", output: "b", model: "m" };
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    for (const wrong of [
      undefined,
      null,
      "a secret",
      { ...event, metadata: cyclic },
      { ...event, metadata: { count: 1n } },
    ]) {
      const error: unknown = await service
        .client()
        .ingest(wrong as never)
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(inspect(error)).not.toContain("secret");
    }
    expect(service.received).toEqual([]);
  });

  it.each([
    ["timestamp", 1_700_000_000_000],
    ["timestamp", { at: 1 }],
    ["requestIdentity", true],
    ["requestIdentity", "a secret"],
    ["clientCapabilities", 7],
  ])("is refused by the name of a field that cannot be written: %s is %s", async (name, value) => {
    const event = { eventId: ID, input: "a", output: "b", model: "m", [name]: value };
    const error: unknown = await service
      .client()
      .ingest(event as never)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(String(error)).toContain(`ingest: ${name} must be`);
    expect(inspect(error)).not.toContain("secret");
    expect(service.received).toEqual([]);
  });

  it("is sent in the contract's names, from ours or theirs", async () => {
    const by = service.client({ systemId: SYSTEM });
    await by.ingest({
      eventId: ID,
      input: "a",
      output: "b",
      model: "m",
      timestamp: new Date("2030-01-01T00:00:00Z"),
      usage: { prompt_tokens: 3 },
      latency: 12,
      userId: "u",
      requestIdentity: { userAgent: "x", ipAddress: "192.0.2.1", custom: 1 },
      clientCapabilities: { framework: "f", hasFeedbackHandler: true },
      metadata: { client_event_id: ID, ownKey: "kept" },
      eventType: "complete",
      severity: "info",
    });
    const wire = {
      event_id: ID,
      input: "a",
      output: "b",
      model: "m",
      timestamp: "2030-01-01T00:00:00.000Z",
      system_id: SYSTEM,
      usage: { prompt_tokens: 3 },
      latency: 12,
      user_id: "u",
      request_identity: { user_agent: "x", ip_address: "192.0.2.1", custom: 1 },
      client_capabilities: { framework: "f", has_feedback_handler: true },
      metadata: { client_event_id: ID, ownKey: "kept" },
      event_type: "complete",
      severity: "info",
    };
    expect(service.received[0]?.body).toEqual(wire);
    await by.ingest(wire);
    expect(service.received[1]?.body).toEqual(wire);
  });

  it("gets a timestamp of the service's clock if it has none", async () => {
    const theirs = Date.now() + 3_600_000;
    service.script["/api/v1/guard"] = () => ({
      headers: { date: new Date(theirs).toUTCString() },
      body: { allowed: true },
    });
    const by = service.client();
    await by.guard({ input: "x" });
    await by.ingest({ eventId: ID, input: "a", output: "b", model: "m" });
    const { timestamp } = (service.received[1] as { body: { timestamp: string } }).body;
    expect(Math.abs(Date.parse(timestamp) - theirs)).toBeLessThan(5_000);
  });

  it.each<[string, object]>([
    ["a text longer than the contract allows", { output: "b".repeat(40_000) }],
    ["a severity that the contract does not know", { severity: "loud" }],
    ["a timestamp in another form", { timestamp: "yesterday" }],
  ])("with %s is sent, and refused by the service", async (_, doubtful) => {
    const fieldErrors = { output: ["Too long"] };
    service.script["/api/v1/ingest"] = () => ({
      status: 400,
      body: { error: "Invalid payload", details: { fieldErrors } },
    });
    const event = { eventId: ID, input: "a", output: "b", model: "m", ...doubtful };
    await expect(service.client().ingest(event)).rejects.toMatchObject({
      ...{ code: "data_plane", status: 400, fieldErrors },
    });
    expect(service.received).toHaveLength(1);
  });

  it("is sent once, with its result as a value or an error", async () => {
    const by = service.client();
    const event = { eventId: ID, input: "a", output: "b", model: "m" };
    expect(await by.ingest(event)).toMatchObject({ success: true, status: "stored", eventId: ID });
    service.script["/api/v1/ingest"] = () => ({
      body: { success: true, bypassed: true, reason: "db" },
    });
    expect(await by.ingest(event)).toMatchObject({ status: "accepted", reason: "db" });
    service.script["/api/v1/ingest"] = () => ({
      status: 409,
      body: { error: "x", reason: "replay_detected" },
    });
    expect(await by.ingest(event)).toMatchObject({ status: "duplicate" });
    service.script["/api/v1/ingest"] = () => ({ status: 503, body: { error: "x" } });
    await expect(by.ingest(event)).rejects.toBeInstanceOf(DataPlaneError);
    await expect(by.ingest(event, { signal: AbortSignal.abort("no") })).rejects.toBe("no");
    expect(service.received).toHaveLength(4);
  });

  it.each([
    { clientEventId: ID, ingestMs: 7 },
    { clientEventId: ID, sdkIngestMs: 7 },
    { client_event_id: ID, sdk_ingest_ms: 7 },
  ])("is finalized with its time and system: %j", async (request) => {
    const by = service.client({ systemId: SYSTEM });
    service.script["/api/v1/ingest/finalize"] = () => ({
      body: { success: true, sdk_ingest_ms: 5 },
    });
    expect(await by.finalize(request)).toMatchObject({
      success: true,
      clientEventId: ID,
      // The value that was stored first is kept.
      sdkIngestMs: 5,
    });
    expect(service.received[0]).toMatchObject({
      path: "/api/v1/ingest/finalize",
      body: { client_event_id: ID, sdk_ingest_ms: 7, system_id: SYSTEM },
    });
  });

  it("has the rate limit in its result, when stored and when finalized", async () => {
    const headers = { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "59" };
    service.script["/api/v1/ingest"] = () => ({ headers, body: { success: true } });
    service.script["/api/v1/ingest/finalize"] = () => ({ headers, body: { success: true } });
    const by = service.client();
    const rateLimit = { limit: 60, remaining: 59 };
    expect(await by.ingest({ eventId: ID, input: "a", output: "b", model: "m" })).toMatchObject({
      rateLimit,
    });
    expect(await by.finalize({ clientEventId: ID, ingestMs: 7 })).toMatchObject({ rateLimit });
  });

  it.each([
    ["says of success no more than a text", { success: "true" }],
    ["is about another event", { success: true, event_id: SYSTEM, client_event_id: SYSTEM }],
  ])("is neither stored nor finalized by a 200 that %s, and the error says so", async (_, body) => {
    service.script["/api/v1/ingest"] = () => ({ body });
    service.script["/api/v1/ingest/finalize"] = () => ({ body });
    const by = service.client();
    const unproven = {
      code: "data_plane",
      status: 200,
      message: expect.stringContaining("does not show"),
    };
    const event = { eventId: ID, input: "a", output: "b", model: "m" };
    await expect(by.ingest(event)).rejects.toMatchObject(unproven);
    await expect(by.finalize({ clientEventId: ID, ingestMs: 7 })).rejects.toMatchObject(unproven);
  });

  it("is not finalized after an abort, which rejects with the signal's own reason", async () => {
    const request = { clientEventId: ID, ingestMs: 7 };
    const gone = service.client().finalize(request, { signal: AbortSignal.abort("no") });
    await expect(gone).rejects.toBe("no");
    expect(service.received).toEqual([]);
  });

  it("is not finalized if the service does not know it", async () => {
    const by = service.client();
    service.script["/api/v1/ingest/finalize"] = () => ({
      status: 404,
      body: { reason: "event_not_found" },
    });
    await expect(by.finalize({ clientEventId: ID, ingestMs: 7 })).rejects.toMatchObject({
      status: 404,
      reason: "event_not_found",
    });
  });
});

describe("the event sender of a data plane", () => {
  it("never rejects, and sends an event's given JSON as it is", async () => {
    const { sender } = service.plane();
    const { signal } = new AbortController();
    const event = { event_id: ID, input: "a", output: "b", model: "m", timestamp: "t" };
    expect(await sender.ingest(event, signal, '{"as":"given"}')).toMatchObject({ kind: "stored" });
    expect(service.received[0]?.body).toEqual({ as: "given" });
    expect(await sender.ingest(event, AbortSignal.abort("x"))).toMatchObject({ kind: "failed" });
    expect(await sender.finalize({ clientEventId: ID, ingestMs: 1 }, signal)).toMatchObject({
      kind: "finalized",
    });
    const keyless = service.plane({ apiKey: () => "" }).sender;
    const failed = { kind: "failed", error: { code: "configuration" } };
    expect(await keyless.ingest(event, signal)).toMatchObject(failed);
    expect(await keyless.finalize({ clientEventId: ID, ingestMs: 1 }, signal)).toMatchObject(
      failed,
    );
  });

  it("takes a 401 for the key's, unless the event belongs to another AI system than the client", async () => {
    service.script["/api/v1/ingest"] = () => ({ status: 401, body: { error: "unauthorized" } });
    const { signal } = new AbortController();
    const event = { event_id: ID, input: "a", output: "b", model: "m", timestamp: "t" };
    const resultOf = (systemId: string | undefined, ofEvent: object) =>
      service.plane({ systemId }).sender.ingest({ ...event, ...ofEvent }, signal);
    const kindOf = async (systemId: string | undefined, ofEvent: object) =>
      (await resultOf(systemId, ofEvent)).kind;
    const other = { system_id: SYSTEM.replace("0", "1") };
    const error = { status: 401, fieldErrors: { system_id: [expect.any(String)] } };
    expect(await resultOf(SYSTEM, other)).toMatchObject({ kind: "invalid", error });
    expect(await kindOf(SYSTEM.toUpperCase(), { system_id: SYSTEM })).toBe("unauthorized");
    expect(await kindOf(SYSTEM, { system_id: SYSTEM.toUpperCase() })).toBe("unauthorized");
    expect(await kindOf(SYSTEM, {})).toBe("unauthorized");
    expect(await kindOf(undefined, other)).toBe("unauthorized");
  });

  it("knows whether the key may finalize", () => {
    expect(service.plane().sender.canFinalize()).toBe(true);
    expect(service.plane({ apiKey: testKey }).sender.canFinalize()).toBe(false);
  });

  it("sends many events with one signal without a listener warning", async () => {
    const warnings: unknown[] = [];
    const note = (warning: unknown): void => void warnings.push(warning);
    process.on("warning", note);
    const { sender } = service.plane();
    const { signal } = new AbortController();
    const event = { event_id: ID, input: "a", output: "b", model: "m", timestamp: "t" };
    const results = await Promise.all(
      Array.from({ length: 40 }, () => sender.ingest(event, signal)),
    );
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);
    expect(results.every(({ kind }) => kind === "stored")).toBe(true);
    expect(warnings).toEqual([]);
  });
});
