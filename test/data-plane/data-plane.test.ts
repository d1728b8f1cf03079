import { inspect } from "node:util";
import { Agent } from "undici";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  DataPlaneClient,
  type DataPlaneClientOptions,
} from "../../src/data-plane/by-hand/data-plane-client.ts";
import { DataPlane } from "../../src/data-plane/data-plane.ts";
import type { DataPlaneSettings } from "../../src/data-plane/data-plane-settings.ts";
import { ConfigurationError, DataPlaneError, GuardUnavailableError } from "../../src/errors.ts";
import { systemClock } from "../../src/transport/system-clock.ts";
import { stopwatch } from "../support/processes/stopwatch.ts";
import { startHttp, startRaw, type TestServer } from "../transport/test-server.ts";
import { liveKey, testKey } from "./keys.ts";

const ID = "6d1f2a4e-9c1b-4e57-8f0e-0a3c5b7d9e11";
const SYSTEM = "0f0e0d0c-0b0a-4908-8706-050403020100";

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

interface Scripted {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** Never answers the request. */
  readonly hang?: boolean;
}

let received: Received[];
let script: Record<string, (nth: number) => Scripted>;
let server: TestServer;
const opened: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  received = [];
  const counts: Record<string, number> = {};
  script = {
    "/api/v1/guard": () => ({ body: { allowed: true } }),
    "/api/v1/agent/config": () => ({ body: { mode: "strict" } }),
    "/api/v1/ingest": () => ({ body: { success: true } }),
    "/api/v1/ingest/finalize": () => ({ body: { success: true } }),
  };
  server = await startHttp((request, response) => {
    const path = request.url ?? "";
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => {
      received.push({ path, headers: request.headers, body: text && JSON.parse(text) });
      counts[path] = (counts[path] ?? 0) + 1;
      const answer = script[path]?.(counts[path]) ?? { status: 404 };
      if (answer.hang) return;
      response.writeHead(answer.status ?? 200, answer.headers);
      response.end(JSON.stringify(answer.body ?? {}));
    });
  });
  opened.push(server);
});

afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

function client(options: DataPlaneClientOptions = {}): DataPlaneClient {
  const settings = { baseURL: server.url.href, apiKey: liveKey, guardDeadlineMs: 30_000 };
  const made = new DataPlaneClient({ ...settings, ...options });
  opened.push(made);
  return made;
}

function plane(settings: Partial<DataPlaneSettings> = {}): DataPlane {
  const made = new DataPlane(
    {
      baseURL: server.url.href,
      apiKey: liveKey,
      systemId: SYSTEM,
      authHeader: "x-service-api-key",
      allowInsecureHttp: false,
      guardDeadlineMs: 30_000,
      agentConfig: undefined,
      fetch: undefined,
      dispatcher: undefined,
      ...settings,
    },
    { clock: systemClock, random: Math.random },
  );
  opened.push(made);
  return made;
}

const QUESTION = {
  input: "hello",
  model: "m",
  clientEventId: ID,
  userId: undefined,
  userAgent: undefined,
  tenantId: undefined,
  framework: undefined,
};

const paths = (): string[] => received.map(({ path }) => path);

describe("DataPlaneClient.guard", () => {
  /** Every field of a request, in the contract's names. */
  const AS_SENT = {
    input: "hello",
    model: "m",
    user_id: "u",
    client_event_id: ID,
    request_identity: { user_agent: "agent/1", tenant_id: "t" },
    client_capabilities: { framework: "express" },
  };

  it("sends the contract's fields and no others", async () => {
    await client({ systemId: SYSTEM }).guard({
      input: "hello",
      model: "m",
      userId: "u",
      clientEventId: ID,
      requestIdentity: { userAgent: "agent/1", tenantId: "t" },
      clientCapabilities: { framework: "express" },
    });
    expect(received[0]?.body).toEqual({ system_id: SYSTEM, ...AS_SENT });
  });

  it("sends the given fields, and a new id if none is given", async () => {
    const answer = await client().guard({ input: "hello" });
    expect(received[0]?.body).toEqual({ input: "hello", client_event_id: answer.clientEventId });
    expect(answer.clientEventId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    [{ tenantId: "t" }, { request_identity: { tenant_id: "t" } }],
    [{ userAgent: "agent/1" }, { request_identity: { user_agent: "agent/1" } }],
    [{ ipAddress: "192.0.2.1" }, {}],
  ])("sends only the contract's fields of an identity: %j", async (requestIdentity, told) => {
    await client().guard({ input: "hello", clientEventId: ID, requestIdentity } as never);
    expect(received[0]?.body).toEqual({ input: "hello", client_event_id: ID, ...told });
  });

  it("has the request's id in its error if there is no decision", async () => {
    script["/api/v1/guard"] = () => ({ status: 400 });
    const asked = client().guard({ input: "hello", clientEventId: ID });
    await expect(asked).rejects.toMatchObject({ code: "guard_unavailable", clientEventId: ID });
  });

  it("also takes a request in the contract's names", async () => {
    await client({ systemId: SYSTEM }).guard(AS_SENT);
    expect(received[0]?.body).toEqual({ system_id: SYSTEM, ...AS_SENT });
  });

  it.each([
    undefined,
    null,
    "hello",
    {},
    { input: 7 },
    { input: "hello", clientEventId: "mine" },
    { input: "hello", userId: 7 },
    { input: "hello", request_identity: { tenant_id: ["t"] } },
  ])("refuses an invalid request without sending it: %j", async (question) => {
    await expect(client().guard(question as never)).rejects.toBeInstanceOf(ConfigurationError);
    expect(received).toEqual([]);
  });

  it("returns its decision, even a denial, with the rate limit and the whole answer", async () => {
    script["/api/v1/guard"] = () => ({
      headers: { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "59" },
      body: { allowed: false, reason: "policy", extra: 1, guard_event_id: ID },
    });
    const by = client();
    const answer = await by.guard({ input: "hello", clientEventId: ID });
    expect(answer).toMatchObject({
      allowed: false,
      reason: "policy",
      guardEventId: ID,
      clientEventId: ID,
      rateLimit: { limit: 60, remaining: 59 },
    });
    expect(answer.raw()).toMatchObject({ extra: 1 });
    expect(inspect(answer)).not.toContain("extra");
    expect(by.stats()).toEqual({ rateLimit: { limit: 60, remaining: 59 } });
  });
});

describe("the API key", () => {
  it("is sent in one header, by default x-service-api-key", async () => {
    await client().guard({ input: "x" });
    expect(received[0]?.headers).toMatchObject({
      "x-service-api-key": liveKey,
      "content-type": "application/json",
    });
    expect(received[0]?.headers).not.toHaveProperty("authorization");
    await client({ authHeader: "authorization" }).guard({ input: "x" });
    expect(received[1]?.headers).toMatchObject({ authorization: `Bearer ${liveKey}` });
    expect(received[1]?.headers).not.toHaveProperty("x-service-api-key");
  });

  it("is requested anew for each request if it is a function", async () => {
    let nth = 0;
    const by = client({ apiKey: () => `${liveKey}${nth++}` });
    await by.guard({ input: "x" });
    await by.guard({ input: "x" });
    expect(received.map(({ headers }) => headers["x-service-api-key"])).toEqual([
      `${liveKey}0`,
      `${liveKey}1`,
    ]);
  });

  it("is requested once more from a function after a 401 to an event", async () => {
    let nth = 0;
    script["/api/v1/ingest"] = (request) =>
      request === 1
        ? { status: 401, body: { error: "unauthorized" } }
        : { body: { success: true } };
    const by = client({ apiKey: async () => `${liveKey}${nth++}` });
    const event = { eventId: ID, input: "a", output: "b", model: "m" };
    expect(await by.ingest(event)).toMatchObject({ status: "stored" });
    expect(received.map(({ headers }) => headers["x-service-api-key"])).toEqual([
      `${liveKey}0`,
      `${liveKey}1`,
    ]);
    script["/api/v1/ingest"] = () => ({ status: 401 });
    await expect(by.ingest(event)).rejects.toMatchObject({ status: 401 });
    expect(received).toHaveLength(4);
    await expect(client().ingest(event)).rejects.toMatchObject({ status: 401 });
    expect(received).toHaveLength(5);
  });

  it("from a function does not make other failed requests repeat", async () => {
    const by = client({ apiKey: () => liveKey });
    const event = { eventId: ID, input: "a", output: "b", model: "m" };
    await by.ingest(event);
    script["/api/v1/ingest"] = () => ({ status: 503 });
    await expect(by.ingest(event)).rejects.toMatchObject({ status: 503 });
    expect(paths()).toEqual(["/api/v1/ingest", "/api/v1/ingest"]);
  });

  it("causes a configuration error if its function fails, and nothing is sent", async () => {
    const by = client({
      apiKey: () => {
        throw new Error("vault is sealed");
      },
    });
    const refused = await by.guard({ input: "x" }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GuardUnavailableError);
    expect(refused).toMatchObject({ kind: "refused", attempts: 0 });
    expect((refused as Error).cause).toBeInstanceOf(ConfigurationError);
    expect(received).toEqual([]);
  });

  it("appears neither in an error, whatever the service echoes, nor in the client", async () => {
    const echo = { error: `bad key ${liveKey}`, reason: liveKey, details: { sent: liveKey } };
    for (const path of Object.keys(script)) script[path] = () => ({ status: 400, body: echo });
    const by = client();
    const event = { eventId: ID, input: "a", output: "b", model: "m" };
    const errors = await Promise.all([
      by.guard({ input: "x" }).catch((error: unknown) => error),
      by.agentConfig().catch((error: unknown) => error),
      by.ingest(event).catch((error: unknown) => error),
      by.finalize({ clientEventId: ID, ingestMs: 1 }).catch((error: unknown) => error),
    ]);
    for (const error of errors) {
      expect(error).toBeInstanceOf(Error);
      expect(inspect(error, { depth: 12, showHidden: true })).not.toContain(liveKey);
    }
    expect(inspect(by, { depth: 12, showHidden: true })).not.toContain(liveKey);
    expect(JSON.stringify(by)).toBe("{}");
  });
});

describe("a prompt", () => {
  const prompt = 'Please transfer "all"\nof it to account 4711-0815.';
  const shown = (error: unknown) => inspect(error, { depth: 12, showHidden: true });

  it("does not appear in errors, even in part, whatever the service echoes", async () => {
    const [, line = ""] = prompt.split("\n");
    const echo = { error: `bad input: ${line}`, reason: prompt, details: { input: prompt } };
    for (const path of Object.keys(script)) script[path] = () => ({ status: 400, body: echo });
    const by = client();
    const event = { eventId: ID, input: prompt, output: line, model: "m" };
    const errors = await Promise.all([
      by.guard({ input: prompt }).catch((error: unknown) => error),
      by.ingest(event).catch((error: unknown) => error),
    ]);
    for (const error of errors) {
      expect(error).toBeInstanceOf(Error);
      expect(shown(error)).not.toMatch(/transfer|4711/);
      expect(shown(error)).toContain("bad input: [text]");
    }
  });

  it("does not appear in errors if the service shortens or quotes parts of it", async () => {
    const details = { fieldErrors: { input: [`near ${prompt.slice(0, 18)}…`], "4711": ["x"] } };
    const echo = { error: `bad: ${prompt.slice(0, 20)}...`, reason: "found 4711-0815", details };
    for (const path of Object.keys(script)) script[path] = () => ({ status: 400, body: echo });
    const by = client();
    const event = { eventId: ID, input: prompt, output: "b", model: "m" };
    const errors = await Promise.all([
      by.guard({ input: prompt }).catch((error: unknown) => (error as Error).cause),
      by.ingest(event).catch((error: unknown) => error),
    ]);
    for (const error of errors) {
      expect(error).toMatchObject({ error: "bad: [text]...", reason: "found [text]" });
      expect(shown(error)).not.toMatch(/transfer|0815/);
      expect(Object.keys((error as DataPlaneError).fieldErrors ?? {})).toEqual(["4711", "input"]);
    }
  });

  it("does not appear in errors, nor does the key, however the service escapes them", async () => {
    const apiKey = `${liveKey}a/b+c`;
    const short = "Grüße an Ada";
    const ascii = (text: string): string =>
      text.replace(/[^a-zA-Z0-9 _]/g, (unit) => {
        return unit === "/" ? "\\/" : `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
      });
    const details = `{"sent":["${ascii(apiKey)}"],"${ascii(short)}":"${ascii(short)}"}`;
    const refusing: typeof fetch = async () =>
      new Response(`{"error":"bad","details":${details}}`, { status: 400 });
    const by = client({ apiKey, fetch: refusing });
    const error = await by.guard({ input: short }).catch((thrown: Error) => thrown.cause);
    expect((error as DataPlaneError).details).toEqual({ sent: ["[key]"], "[text]": "[text]" });
  });

  it("is not quoted in part by the reason of a denial", async () => {
    const reason = `No account numbers (4711-0815), as in: ${prompt.slice(7, 30)}…`;
    script["/api/v1/guard"] = () => ({ status: 200, body: { allowed: false, reason } });
    const answer = await client().guard({ input: prompt });
    expect(answer.reason).toBe("No account numbers ([text]), as in: [text]…");
  });

  it("does not hide words of a reason that it only has in common with it", async () => {
    const reason = "All of it is about an account and money, says rule 4711.";
    script["/api/v1/guard"] = () => ({ status: 200, body: { allowed: false, reason } });
    expect(await client().guard({ input: prompt })).toMatchObject({ reason });
  });

  it("is not quoted, nor is the key, by the reason of an event stored in part", async () => {
    const reason = `no room for ${prompt.slice(0, 20)}… of ${liveKey}`;
    script["/api/v1/ingest"] = () => ({ status: 200, body: { success: true, reason } });
    const event = { eventId: ID, input: prompt, output: "b", model: "m" };
    expect(await client().ingest(event)).toMatchObject({
      status: "accepted",
      reason: "no room for [text]… of [key]",
    });
  });

  it("is not in errors, and the model's answer of an event is not either", async () => {
    const output = "Your balance is 1204 francs.";
    script["/api/v1/ingest"] = () => ({ status: 400, body: { error: `bad output: ${output}` } });
    const event = { eventId: ID, input: "a", output, model: "m" };
    const error = await client()
      .ingest(event)
      .catch((thrown: unknown) => thrown);
    expect(shown(error)).toContain("bad output: [text]");
    expect(shown(error)).not.toContain("1204");
  });

  it("does not hide short words that any message may contain", async () => {
    script["/api/v1/guard"] = () => ({ status: 400, body: { error: "input is required" } });
    const error = await client()
      .guard({ input: "is" })
      .catch((thrown: unknown) => thrown);
    expect(shown(error)).toContain("input is required");
  });

  it("is not quoted in full by the reason of a denial", async () => {
    const reason = `No account numbers: ${prompt}`;
    script["/api/v1/guard"] = () => ({ status: 200, body: { allowed: false, reason } });
    const answer = await client().guard({ input: prompt });
    expect(answer.reason).toBe("No account numbers: [text]");
    expect(answer.raw()).toEqual({ allowed: false, reason });
  });

  it("leaves the reason of a denial without the key", async () => {
    const reason = `You sent ${liveKey}.`;
    script["/api/v1/guard"] = () => ({ status: 200, body: { allowed: false, reason } });
    expect(await client().guard({ input: "x" })).toMatchObject({
      allowed: false,
      reason: "You sent [key].",
    });
  });
});

describe("the options of a single request", () => {
  it.each([
    ["null", null],
    ["a deadline that is no number", { deadlineMs: Number.NaN }],
    ["a deadline as text", { deadlineMs: "500" }],
    ["a signal that is none", { signal: { aborted: false } }],
  ])("are refused by name before anything is sent: %s", async (_name, options) => {
    const by = client();
    const event = { eventId: ID, input: "a", output: "b", model: "m" };
    const requests = [
      by.guard({ input: "hello" }, options as never),
      by.agentConfig(options as never),
      by.ingest(event, options as never),
      by.finalize({ clientEventId: ID, ingestMs: 1 }, options as never),
    ];
    for (const request of requests) {
      const error: unknown = await request.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(String(error)).toMatch(
        /(guard|agentConfig|ingest|finalize): (options|deadlineMs|signal) must be/,
      );
    }
    expect(received).toEqual([]);
  });

  it("can have an expired deadline, which gives no decision", async () => {
    const asked = client().guard({ input: "hello" }, { deadlineMs: -1 });
    await expect(asked).rejects.toMatchObject({ code: "guard_unavailable", attempts: 0 });
  });
});

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
      const error: unknown = await client()
        .ingest(wrong as never)
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(inspect(error)).not.toContain("secret");
    }
    expect(received).toEqual([]);
  });

  it.each([
    ["timestamp", 1_700_000_000_000],
    ["timestamp", null],
    ["requestIdentity", null],
    ["requestIdentity", "a secret"],
    ["clientCapabilities", 7],
  ])("is refused by the name of a field that cannot be written: %s is %s", async (name, value) => {
    const event = { eventId: ID, input: "a", output: "b", model: "m", [name]: value };
    const error: unknown = await client()
      .ingest(event as never)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(String(error)).toContain(`ingest: ${name} must be`);
    expect(inspect(error)).not.toContain("secret");
    expect(received).toEqual([]);
  });

  it("is sent in the contract's names, from ours or theirs", async () => {
    const by = client({ systemId: SYSTEM });
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
    expect(received[0]?.body).toEqual(wire);
    await by.ingest(wire);
    expect(received[1]?.body).toEqual(wire);
  });

  it("gets a timestamp of the service's clock if it has none", async () => {
    const theirs = Date.now() + 3_600_000;
    script["/api/v1/guard"] = () => ({
      headers: { date: new Date(theirs).toUTCString() },
      body: { allowed: true },
    });
    const by = client();
    await by.guard({ input: "x" });
    await by.ingest({ eventId: ID, input: "a", output: "b", model: "m" });
    const { timestamp } = (received[1] as { body: { timestamp: string } }).body;
    expect(Math.abs(Date.parse(timestamp) - theirs)).toBeLessThan(5_000);
  });

  it.each<[string, object]>([
    ["no output", { output: undefined }],
    ["an input that is no text", { input: 5 }],
    ["a date that is none", { timestamp: new Date(Number.NaN) }],
  ])("with %s is sent, and refused by the service", async (_, wrong) => {
    const fieldErrors = { output: ["Required"] };
    script["/api/v1/ingest"] = () => ({
      status: 400,
      body: { error: "Invalid payload", details: { fieldErrors } },
    });
    const event = { eventId: ID, input: "a", output: "b", model: "m", ...wrong };
    await expect(client().ingest(event)).rejects.toMatchObject({
      ...{ code: "data_plane", status: 400, fieldErrors },
    });
    expect(received).toHaveLength(1);
  });

  it("is sent once, with its result as a value or an error", async () => {
    const by = client();
    const event = { eventId: ID, input: "a", output: "b", model: "m" };
    expect(await by.ingest(event)).toMatchObject({ success: true, status: "stored", eventId: ID });
    script["/api/v1/ingest"] = () => ({ body: { success: true, bypassed: true, reason: "db" } });
    expect(await by.ingest(event)).toMatchObject({ status: "accepted", reason: "db" });
    script["/api/v1/ingest"] = () => ({
      status: 409,
      body: { error: "x", reason: "replay_detected" },
    });
    expect(await by.ingest(event)).toMatchObject({ status: "duplicate" });
    script["/api/v1/ingest"] = () => ({ status: 503, body: { error: "x" } });
    await expect(by.ingest(event)).rejects.toBeInstanceOf(DataPlaneError);
    await expect(by.ingest(event, { signal: AbortSignal.abort("no") })).rejects.toBe("no");
    expect(received).toHaveLength(4);
  });

  it.each([
    { clientEventId: ID, ingestMs: 7 },
    { clientEventId: ID, sdkIngestMs: 7 },
    { client_event_id: ID, sdk_ingest_ms: 7 },
  ])("is finalized with its time and system: %j", async (request) => {
    const by = client({ systemId: SYSTEM });
    script["/api/v1/ingest/finalize"] = () => ({ body: { success: true, sdk_ingest_ms: 5 } });
    expect(await by.finalize(request)).toMatchObject({
      success: true,
      clientEventId: ID,
      // The value that was stored first is kept.
      sdkIngestMs: 5,
    });
    expect(received[0]).toMatchObject({
      path: "/api/v1/ingest/finalize",
      body: { client_event_id: ID, sdk_ingest_ms: 7, system_id: SYSTEM },
    });
  });

  it("has the rate limit in its result, when stored and when finalized", async () => {
    const headers = { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "59" };
    script["/api/v1/ingest"] = () => ({ headers, body: { success: true } });
    script["/api/v1/ingest/finalize"] = () => ({ headers, body: { success: true } });
    const by = client();
    const rateLimit = { limit: 60, remaining: 59 };
    expect(await by.ingest({ eventId: ID, input: "a", output: "b", model: "m" })).toMatchObject({
      rateLimit,
    });
    expect(await by.finalize({ clientEventId: ID, ingestMs: 7 })).toMatchObject({ rateLimit });
  });

  it("is not finalized after an abort, which rejects with the signal's own reason", async () => {
    const request = { clientEventId: ID, ingestMs: 7 };
    const gone = client().finalize(request, { signal: AbortSignal.abort("no") });
    await expect(gone).rejects.toBe("no");
    expect(received).toEqual([]);
  });

  it("is not finalized if the service does not know it", async () => {
    const by = client();
    script["/api/v1/ingest/finalize"] = () => ({
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
    const { sender } = plane();
    const { signal } = new AbortController();
    const event = { event_id: ID, input: "a", output: "b", model: "m", timestamp: "t" };
    expect(await sender.ingest(event, signal, '{"as":"given"}')).toMatchObject({ kind: "stored" });
    expect(received[0]?.body).toEqual({ as: "given" });
    expect(await sender.ingest(event, AbortSignal.abort("x"))).toMatchObject({ kind: "failed" });
    expect(await sender.finalize({ clientEventId: ID, ingestMs: 1 }, signal)).toMatchObject({
      kind: "finalized",
    });
    const keyless = plane({ apiKey: () => "" }).sender;
    const failed = { kind: "failed", error: { code: "configuration" } };
    expect(await keyless.ingest(event, signal)).toMatchObject(failed);
    expect(await keyless.finalize({ clientEventId: ID, ingestMs: 1 }, signal)).toMatchObject(
      failed,
    );
  });

  it("takes a 401 for the key's, unless the event belongs to another AI system than the client", async () => {
    script["/api/v1/ingest"] = () => ({ status: 401, body: { error: "unauthorized" } });
    const { signal } = new AbortController();
    const event = { event_id: ID, input: "a", output: "b", model: "m", timestamp: "t" };
    const kindOf = async (systemId: string | undefined, ofEvent: object) =>
      (await plane({ systemId }).sender.ingest({ ...event, ...ofEvent }, signal)).kind;
    const other = { system_id: SYSTEM.replace("0", "1") };
    expect(await kindOf(SYSTEM, other)).toBe("invalid");
    expect(await kindOf(SYSTEM, { system_id: SYSTEM.toUpperCase() })).toBe("unauthorized");
    expect(await kindOf(SYSTEM, {})).toBe("unauthorized");
    expect(await kindOf(undefined, other)).toBe("unauthorized");
  });

  it("knows whether the key may finalize", () => {
    expect(plane().sender.canFinalize()).toBe(true);
    expect(plane({ apiKey: testKey }).sender.canFinalize()).toBe(false);
  });

  it("sends many events with one signal without a listener warning", async () => {
    const warnings: unknown[] = [];
    const note = (warning: unknown): void => void warnings.push(warning);
    process.on("warning", note);
    const { sender } = plane();
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

describe("the agent configuration", () => {
  it("is returned as the service sends it, and cached", async () => {
    const by = client();
    expect(await by.agentConfig()).toEqual({ mode: "strict" });
    expect(await by.agentConfig()).toEqual({ mode: "strict" });
    expect(paths()).toEqual(["/api/v1/agent/config"]);
    expect(received[0]?.headers).not.toHaveProperty("content-type");
  });

  it("rejects with a DataPlaneError, whatever the reason", async () => {
    script["/api/v1/agent/config"] = () => ({ status: 404, body: { error: "no such path" } });
    const refused = client().agentConfig();
    await expect(refused).rejects.toMatchObject({ code: "data_plane", status: 404 });
    const silent = await startRaw((socket) => socket.destroy());
    opened.push(silent);
    const broken = client({ baseURL: silent.url.href }).agentConfig();
    await expect(broken).rejects.toMatchObject({ code: "data_plane", retryable: true });
  });

  it("rejects with a DataPlaneError if the apiKey function never answers", async () => {
    const apiKey = (): Promise<string> => new Promise(() => {});
    const waiting = client({ apiKey, guardDeadlineMs: 50 }).agentConfig();
    await expect(waiting).rejects.toMatchObject({ code: "data_plane", retryable: true });
    await expect(waiting).rejects.toHaveProperty("cause.name", "TimeoutError");
    const limit = AbortSignal.timeout(20);
    const limited = client({ apiKey }).agentConfig({ signal: limit });
    await expect(limited).rejects.toSatisfy((error) => error === limit.reason);
  });

  it("is fetched before the guard is asked if set, and cached for later calls", async () => {
    const data = plane({ agentConfig: { ttlMs: 60_000, required: false } });
    await data.askGuard(QUESTION, undefined);
    await data.askGuard(QUESTION, undefined);
    expect(paths()).toEqual(["/api/v1/agent/config", "/api/v1/guard", "/api/v1/guard"]);
  });

  it("delays no call that does not require it, if it fails or hangs", async () => {
    script["/api/v1/agent/config"] = () => ({ hang: true });
    const data = plane({ agentConfig: { ttlMs: 60_000, required: false }, guardDeadlineMs: 2_000 });
    const waitedMs = stopwatch();
    expect(await data.askGuard(QUESTION, undefined)).toMatchObject({ kind: "verdict" });
    expect(waitedMs()).toBeLessThan(2_000);
    script["/api/v1/agent/config"] = () => ({ status: 500 });
    const failing = plane({ agentConfig: { ttlMs: 60_000, required: false } });
    expect(await failing.askGuard(QUESTION, undefined)).toMatchObject({ kind: "verdict" });
    expect(await failing.askGuard(QUESTION, undefined)).toMatchObject({ kind: "verdict" });
    expect(paths().filter((path) => path.endsWith("config"))).toHaveLength(2);
  });

  it("is awaited with no negative delay, of which Node.js warns, if the deadline has passed", async () => {
    const timers = vi.spyOn(globalThis, "setTimeout");
    const data = plane({ agentConfig: { ttlMs: 60_000, required: false } });
    const asked = await data.askGuard(QUESTION, undefined, -1);
    const delays = timers.mock.calls.map(([, ms = 0]) => ms);
    timers.mockRestore();
    expect(asked).toMatchObject({ kind: "unavailable", failure: { attempts: 0 } });
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
  });

  it("does not lead to a guard request if the call is aborted meanwhile", async () => {
    script["/api/v1/agent/config"] = () => ({ hang: true });
    const data = plane({ agentConfig: { ttlMs: 60_000, required: false } });
    const controller = new AbortController();
    const asked = data.askGuard(QUESTION, controller.signal);
    await server.arrived(1);
    controller.abort("gone");
    await expect(asked).rejects.toBe("gone");
    expect(paths()).not.toContain("/api/v1/guard");
  });

  it("is retried for calls that require it, within their deadline", async () => {
    script["/api/v1/agent/config"] = (nth) => (nth < 3 ? { status: 503 } : { body: { mode: 1 } });
    const gate = plane({ agentConfig: { ttlMs: 60_000, required: true } }).configGate;
    await gate?.(undefined);
    await gate?.(undefined);
    expect(paths()).toEqual(Array(3).fill("/api/v1/agent/config"));
  });

  it("is not retried after a status that another attempt would not change", async () => {
    script["/api/v1/agent/config"] = () => ({ status: 403 });
    const gate = plane({ agentConfig: { ttlMs: 60_000, required: true } }).configGate;
    await expect(gate?.(undefined)).rejects.toMatchObject({ kind: "refused", retryable: false });
    expect(paths()).toHaveLength(1);
  });

  it("stops its retries when its client closes", async () => {
    script["/api/v1/agent/config"] = () => ({ status: 503, headers: { "retry-after": "3" } });
    const data = plane({ agentConfig: { ttlMs: 60_000, required: true } });
    const refused = data.configGate?.(undefined);
    await server.arrived(1);
    const waitedMs = stopwatch();
    await data.close();
    await expect(refused).rejects.toBeInstanceOf(GuardUnavailableError);
    expect(waitedMs()).toBeLessThan(2_000);
  });

  it("stops calls that require it if it cannot be fetched", async () => {
    script["/api/v1/agent/config"] = () => ({ status: 500, body: { error: "down" } });
    const required = { agentConfig: { ttlMs: 60_000, required: true }, guardDeadlineMs: 500 };
    const gate = plane(required).configGate;
    const refused = await gate?.(undefined).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GuardUnavailableError);
    expect((refused as Error).cause).toMatchObject({ status: 500, error: "down" });
    expect(refused).toMatchObject({ kind: "refused", retryable: true });
    expect((refused as Error).message).toContain("agentConfig.required");
    script["/api/v1/agent/config"] = () => ({ status: 401 });
    const refusedForGood = plane({ agentConfig: { ttlMs: 60_000, required: true } }).configGate;
    await expect(refusedForGood?.(undefined)).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining("GUARD_API_KEY"),
    });
    await expect(gate?.(AbortSignal.abort("no"))).rejects.toBe("no");
    expect(plane().configGate).toBe(undefined);
  });
});

describe("a call that requires the agent configuration", () => {
  it("rejects with its signal's own reason if it is aborted while waiting", async () => {
    script["/api/v1/agent/config"] = () => ({ hang: true });
    const gate = plane({ agentConfig: { ttlMs: 60_000, required: true } }).configGate;
    const controller = new AbortController();
    const waiting = gate?.(controller.signal);
    await server.arrived(1);
    controller.abort("gone");
    await expect(waiting).rejects.toBe("gone");
  });
});

describe("construction of DataPlaneClient", () => {
  it("fails in a browser, whose visitors could read the key", () => {
    vi.stubGlobal("window", { document: {} });
    try {
      expect(() => client()).toThrow(ConfigurationError);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it.each<[string, DataPlaneClientOptions, RegExp]>([
    ["no address", { baseURL: undefined }, /baseURL.*GUARD_BASE_URL/],
    ["plain http elsewhere", { baseURL: "http://guard.example" }, /allowInsecureHttp/],
    ["a key with a line break", { apiKey: `${liveKey}\n` }, /apiKey.*GUARD_API_KEY/],
    ["an empty key", { apiKey: "" }, /apiKey/],
    ["an unknown header", { authHeader: "x-key" as "authorization" }, /authHeader/],
    ["a deadline of nothing", { guardDeadlineMs: 0 }, /guardDeadlineMs/],
    ["a deadline beyond timers", { guardDeadlineMs: 2 ** 31 }, /guardDeadlineMs/],
    ["no number for a deadline", { guardDeadlineMs: Number.NaN }, /guardDeadlineMs/],
    ["both a fetch and a dispatcher", { fetch, dispatcher: { dispatch: () => true } }, /exclude/],
  ])("refuses %s and never shows a value", (_what, options, message) => {
    const construct = (): DataPlaneClient =>
      new DataPlaneClient({ baseURL: server.url.href, apiKey: liveKey, ...options });
    expect(construct).toThrow(ConfigurationError);
    expect(construct).toThrow(message);
    try {
      construct();
    } catch (error) {
      expect(inspect(error)).not.toContain(liveKey);
      expect(inspect(error)).not.toContain("guard.example");
    }
  });

  it("reads missing options from the environment, and sends nothing", async () => {
    vi.stubEnv("GUARD_BASE_URL", server.url.href);
    vi.stubEnv("GUARD_API_KEY", liveKey);
    vi.stubEnv("GUARD_SYSTEM_ID", SYSTEM);
    try {
      const by = new DataPlaneClient();
      opened.push(by);
      expect(received).toEqual([]);
      await by.guard({ input: "x" });
    } finally {
      vi.unstubAllEnvs();
    }
    expect(received[0]).toMatchObject({
      headers: { "x-service-api-key": liveKey },
      body: { system_id: SYSTEM },
    });
  });

  it("uses the app's fetch for all requests, below the path of the address", async () => {
    const urls: string[] = [];
    const own: typeof fetch = async (input) => {
      urls.push(String(input));
      return Response.json({ allowed: true, success: true });
    };
    const by = client({ baseURL: "https://gateway.example/plane/", fetch: own });
    await by.guard({ input: "x" });
    await by.finalize({ clientEventId: ID, ingestMs: 1 });
    expect(urls).toEqual([
      "https://gateway.example/plane/api/v1/guard",
      "https://gateway.example/plane/api/v1/ingest/finalize",
    ]);
  });

  it("uses the app's dispatcher for all requests", async () => {
    const dispatched: string[] = [];
    class Noting extends Agent {
      override dispatch(...[options, handler]: Parameters<Agent["dispatch"]>): boolean {
        dispatched.push(options.path);
        return super.dispatch(options, handler);
      }
    }
    const dispatcher = new Noting();
    opened.push(dispatcher);
    const by = client({ dispatcher });
    await by.guard({ input: "hello" });
    await by.ingest({ eventId: ID, input: "a", output: "b", model: "m" });
    expect(dispatched).toEqual(["/api/v1/guard", "/api/v1/ingest"]);
  });

  it("leaves no connection after close, and refuses later requests", async () => {
    script["/api/v1/guard"] = () => ({ hang: true });
    const by = client();
    const pending = by.guard({ input: "x" }).catch((error: unknown) => error);
    await server.arrived(1);
    await Promise.all([by.close(), by.close()]);
    expect(await pending).toMatchObject({ kind: "refused" });
    await server.drained();
    const unused = client();
    await unused.close();
    for (const closed of [by, unused]) {
      const event = { eventId: ID, input: "x", output: "", model: "m" };
      const late = [
        closed.guard({ input: "x" }),
        closed.agentConfig(),
        closed.ingest(event),
        closed.finalize({ clientEventId: event.eventId, ingestMs: 1 }),
      ];
      const refused = { status: "rejected", reason: { code: "client_closed" } };
      expect(await Promise.allSettled(late)).toMatchObject([refused, refused, refused, refused]);
    }
    expect(received).toHaveLength(1);
  });
});
