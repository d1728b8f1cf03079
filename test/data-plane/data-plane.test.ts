import { inspect } from "node:util";
import { Agent } from "undici";
import { describe, expect, it, vi } from "vitest";
import {
  DataPlaneClient,
  type DataPlaneClientOptions,
} from "../../src/data-plane/by-hand/data-plane-client.ts";
import { ConfigurationError } from "../../src/errors.ts";
import { caught } from "../support/outcomes.ts";
import { PolyfilledSignal } from "../support/polyfilled-signal.ts";
import { stopwatch } from "../support/processes/stopwatch.ts";
import { liveKey } from "./keys.ts";
import { SYSTEM, useScriptedService } from "./scripted-service.ts";

const service = useScriptedService();

const ID = "6d1f2a4e-9c1b-4e57-8f0e-0a3c5b7d9e11";
const EVENT = { eventId: ID, input: "a", output: "b", model: "m" };
const EVENT_AS_SENT = { event_id: ID, input: "a", output: "b", model: "m" };

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
    await service.client({ systemId: SYSTEM }).guard({
      input: "hello",
      model: "m",
      userId: "u",
      clientEventId: ID,
      requestIdentity: { userAgent: "agent/1", tenantId: "t" },
      clientCapabilities: { framework: "express" },
    });
    expect(service.received[0]?.body).toEqual({ system_id: SYSTEM, ...AS_SENT });
  });

  it("sends the given fields, and a new id if none is given", async () => {
    const answer = await service.client().guard({ input: "hello" });
    expect(service.received[0]?.body).toEqual({
      input: "hello",
      client_event_id: answer.clientEventId,
    });
    expect(answer.clientEventId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("asks about the model unknown where the provider chooses it: an empty name says less", async () => {
    await service.client().guard({ input: "hello", model: "", clientEventId: ID });
    const sent = { input: "hello", model: "unknown", client_event_id: ID };
    expect(service.received[0]?.body).toEqual(sent);
  });

  it.each([
    [{ tenantId: "t" }, { request_identity: { tenant_id: "t" } }],
    [{ userAgent: "agent/1" }, { request_identity: { user_agent: "agent/1" } }],
    [{ ipAddress: "192.0.2.1" }, {}],
    [{ user_agent: "agent/1", tenant_id: "t" }, { request_identity: AS_SENT.request_identity }],
  ])("sends only the contract's fields of an identity: %j", async (requestIdentity, told) => {
    await service.client().guard({ input: "hello", clientEventId: ID, requestIdentity } as never);
    expect(service.received[0]?.body).toEqual({ input: "hello", client_event_id: ID, ...told });
  });

  it("sends no null, which the service would refuse: it counts as not given", async () => {
    const nothing = { model: null, userId: null, user_id: null, clientCapabilities: null };
    const inside = { request_identity: { user_agent: null, tenant_id: null } };
    const question = { input: "hello", client_event_id: ID, ...nothing, ...inside };
    await service.client().guard(question as never);
    await service
      .client()
      .guard({ ...question, client_capabilities: { framework: null } } as never);
    const sent = { input: "hello", client_event_id: ID };
    expect(service.received.map(({ body }) => body)).toEqual([sent, sent]);
  });

  it("has the request's id in its error if there is no decision", async () => {
    service.script["/api/v1/guard"] = () => ({ status: 400 });
    const asked = service.client().guard({ input: "hello", clientEventId: ID });
    await expect(asked).rejects.toMatchObject({ code: "guard_unavailable", clientEventId: ID });
  });

  it("also takes a request in the contract's names", async () => {
    await service.client({ systemId: SYSTEM }).guard(AS_SENT);
    expect(service.received[0]?.body).toEqual({ system_id: SYSTEM, ...AS_SENT });
  });

  it.each<[string, unknown]>([
    ["the request must be an object", undefined],
    ["the request must be an object", null],
    ["the request must be an object", "hello"],
    ["the request must be an object: await its promise", Promise.resolve({ input: "hello" })],
    ["input must be a string", {}],
    ["input must be a string", { input: 7 }],
    ["clientEventId must be a UUID", { input: "hello", clientEventId: "mine" }],
    ["userId must be a string", { input: "hello", userId: 7 }],
    ["tenantId must be a string", { input: "hello", request_identity: { tenant_id: ["t"] } }],
    ["requestIdentity must be an object", { input: "hello", requestIdentity: "t" }],
    [
      "requestIdentity must be an object: await its promise",
      { input: "hello", requestIdentity: Promise.resolve({ tenantId: "t" }) },
    ],
    ["clientCapabilities must be an object", { input: "hello", client_capabilities: "express" }],
    [
      "userid is no known field; known are input, model, clientEventId, userId, ",
      { input: "hello", userid: "u" },
    ],
  ])(
    "refuses a request before it is sent, by the name of its field: %s",
    async (said, question) => {
      const asked = service.client().guard(question as never);
      await expect(asked).rejects.toThrow(`guard: ${said}`);
      await expect(asked).rejects.toBeInstanceOf(ConfigurationError);
      expect(service.received).toEqual([]);
    },
  );

  it.each([
    { usage: {}, metadata: { team: "search" }, eventType: "complete" },
    { event_type: "complete", system_id: SYSTEM, unset: undefined },
  ])("leaves out what apps spread into its event too: %j", async (common) => {
    await service.client().guard({ input: "hello", clientEventId: ID, ...common });
    expect(service.received[0]?.body).toEqual({ input: "hello", client_event_id: ID });
  });

  it("returns its decision, even a denial, with the rate limit and the whole answer", async () => {
    service.script["/api/v1/guard"] = () => ({
      headers: { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "59" },
      body: { allowed: false, reason: "policy", extra: 1, guard_event_id: ID },
    });
    const by = service.client();
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

describe("DataPlaneClient.ingest", () => {
  it("sends no null for a field that may be left out: the service would refuse the whole event", async () => {
    const nothing = { userId: null, timestamp: null, usage: null, latency: null, metadata: null };
    const inside = { requestIdentity: { userAgent: null, geo: "CH" }, clientCapabilities: null };
    const event = { eventId: ID, input: "a", output: "b", model: "m", ...nothing, ...inside };
    await service.client().ingest(event as never);
    expect(service.received[0]?.body).toEqual({
      ...{ event_id: ID, input: "a", output: "b", model: "m", request_identity: { geo: "CH" } },
      timestamp: expect.any(String),
    });
  });

  it.each([[null], ["an event"], [[]]])("refuses %j before anything is sent", async (event) => {
    const stored = service.client().ingest(event as never);
    await expect(stored).rejects.toThrow("ingest: the event must be an object. Nothing was sent.");
    expect(service.received).toEqual([]);
  });

  it.each<[string, Record<string, unknown>]>([
    ["eventId must be a UUID", {}],
    ["eventId must be a UUID", { eventId: 7n }],
    ["input must be a string", { eventId: ID, output: "b", model: "m" }],
    ["output must be a string", { eventId: ID, input: "a", output: null, model: "m" }],
    ["model must be a string", { ...EVENT, model: undefined }],
    ["timestamp must be a string of ISO 8601 or a valid Date", { ...EVENT, timestamp: 1.7e12 }],
    ["timestamp must be", { ...EVENT, timestamp: new Date(Number.NaN) }],
    ["latency must be a whole number of milliseconds, 0 or more", { ...EVENT, latency: 12.5 }],
    ["latency must be", { ...EVENT, latency: Number.NaN }],
    ["userId must be a string", { ...EVENT, userId: 7 }],
    ["usage must be an object", { ...EVENT, usage: [1] }],
    ["usage must be an object: await its promise", { ...EVENT, usage: Promise.resolve({}) }],
    ["requestIdentity must be an object", { ...EVENT, requestIdentity: "agent/1" }],
    ["metadata must be an object", { ...EVENT, metadata: () => ({}) }],
    ["severity must be a string", { ...EVENT, severity: Symbol("high") }],
    ["event_id must be a UUID", { event_id: "mine" }],
    ["timestamp must be", EVENT_AS_SENT],
    ["user_id must be a string", { ...EVENT_AS_SENT, timestamp: "2030-05-01", user_id: 7 }],
  ])(
    "refuses an event before it is sent, and says in the event's own names: %s",
    async (said, event) => {
      const stored = service.client().ingest(event as never);
      await expect(stored).rejects.toThrow(`ingest: ${said}`);
      await expect(stored).rejects.toBeInstanceOf(ConfigurationError);
      expect(service.received).toEqual([]);
    },
  );

  it("takes the times of Luxon, Day.js and Temporal in either names, as JSON writes them", async () => {
    const written = "2030-05-01T12:00:00.000+02:00";
    const timestamp = { toJSON: () => written } as unknown as Date;
    await service.client().ingest({ ...EVENT, timestamp });
    await service.client().ingest({ ...EVENT_AS_SENT, timestamp } as never);
    const sent = { timestamp: written };
    expect(service.received.map(({ body }) => body)).toMatchObject([sent, sent]);
  });

  it("sends a Date as it is in UTC, even if the app writes dates in JSON in another way", async () => {
    const written = "2030-05-01T12:00:00.000Z";
    for (const other of ["2030-05-01 14:00", 1_904_000_000]) {
      const ways = vi.spyOn(Date.prototype, "toJSON").mockReturnValue(other as string);
      const stored = service.client().ingest({ ...EVENT, timestamp: new Date(written) });
      await stored.finally(() => ways.mockRestore());
      expect(service.received.at(-1)?.body).toMatchObject({ timestamp: written });
    }
  });

  it.each([EVENT, EVENT_AS_SENT])(
    "refuses a time of theirs that is none: JSON writes null",
    async (event) => {
      const timestamp = { toJSON: () => null };
      const stored = service.client().ingest({ ...event, timestamp } as never);
      await expect(stored).rejects.toThrow("ingest: timestamp must be a string of ISO 8601");
      expect(service.received).toEqual([]);
    },
  );
});

describe("DataPlaneClient.finalize", () => {
  it.each<[string, unknown]>([
    ["clientEventId must be a UUID", undefined],
    ["clientEventId must be a UUID", null],
    ["clientEventId must be a UUID", { ingestMs: 1 }],
    ["clientEventId must be a UUID", { clientEventId: 7n, ingestMs: 1 }],
    ["ingestMs must be a whole number of milliseconds from 0 to 600000", { clientEventId: ID }],
    ["ingestMs must be", { clientEventId: ID, ingestMs: 12.5 }],
    ["ingestMs must be", { clientEventId: ID, ingestMs: -1 }],
    ["ingestMs must be", { clientEventId: ID, sdkIngestMs: 600_001 }],
    ["ingestMs must be", { client_event_id: ID, sdk_ingest_ms: "12" }],
  ])("refuses a request before it is sent: %s", async (said, request) => {
    const finalized = service.client().finalize(request as never);
    await expect(finalized).rejects.toThrow(`finalize: ${said}`);
    await expect(finalized).rejects.toBeInstanceOf(ConfigurationError);
    expect(service.received).toEqual([]);
  });
});

describe("the options of a single request", () => {
  it.each([
    ["null", null],
    ["a deadline that is no number", { deadlineMs: Number.NaN }],
    ["a deadline as text", { deadlineMs: "500" }],
    ["a deadline that cannot even become a number", { deadlineMs: Symbol("500") }],
    ["a signal that is none", { signal: { aborted: false } }],
    ["a misspelled deadline", { timeoutMs: 500 }],
  ])("are refused by name before anything is sent: %s", async (_name, options) => {
    const by = service.client();
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
        /(guard|agentConfig|ingest|finalize): ((options|deadlineMs|signal) must be|timeoutMs is no known option)/,
      );
    }
    expect(service.received).toEqual([]);
  });

  it.each(["guard", "agentConfig", "ingest", "finalize"] as const)(
    "may have a signal of a polyfill, which cancels %s",
    async (name) => {
      const event = { eventId: ID, input: "a", output: "b", model: "m" };
      const send = (own: PolyfilledSignal): Promise<unknown> => {
        const options = { signal: own as unknown as AbortSignal };
        const by = service.client();
        if (name === "guard") return by.guard({ input: "hello" }, options);
        if (name === "agentConfig") return by.agentConfig(options);
        if (name === "ingest") return by.ingest(event, options);
        return by.finalize({ clientEventId: ID, ingestMs: 1 }, options);
      };
      const signal = new PolyfilledSignal();
      expect(await send(signal)).toBeDefined();
      for (const path of Object.keys(service.script)) service.script[path] = () => ({ hang: true });
      const hanging = caught(send(signal));
      await expect.poll(() => service.received.length).toBe(2);
      signal.abort();
      expect(await hanging).toMatchObject({ name: "AbortError" });
      expect(await caught(send(signal))).toMatchObject({ name: "AbortError" });
      expect(service.received).toHaveLength(2);
    },
  );

  it.each(["agentConfig", "ingest", "finalize"] as const)(
    "limit how long %s waits",
    async (name) => {
      const hang = () => ({ hang: true });
      service.script = {
        "/api/v1/agent/config": hang,
        "/api/v1/ingest": hang,
        "/api/v1/ingest/finalize": hang,
      };
      const by = service.client({ guardDeadlineMs: 60_000 });
      const send = (deadlineMs: number): Promise<unknown> => {
        const event = { eventId: ID, input: "a", output: "b", model: "m" };
        if (name === "agentConfig") return by.agentConfig({ deadlineMs });
        if (name === "ingest") return by.ingest(event, { deadlineMs });
        return by.finalize({ clientEventId: ID, ingestMs: 1 }, { deadlineMs });
      };
      const passed = stopwatch();
      for (const deadlineMs of [50, 0]) {
        await expect(send(deadlineMs)).rejects.toMatchObject({
          code: "data_plane",
          retryable: true,
        });
      }
      expect(passed()).toBeLessThan(5_000);
      expect(service.received.length).toBeLessThan(2);
    },
  );

  it("send no event whose deadline has passed: the service might store what nobody waits for", async () => {
    let sent = 0;
    const fetch = async () => {
      sent += 1;
      return Response.json({ success: true });
    };
    const by = service.client({ fetch });
    const event = { eventId: ID, input: "a", output: "b", model: "m" };
    for (const deadlineMs of [0, -1]) {
      const late = { code: "data_plane", retryable: true, clientEventId: ID };
      await expect(by.ingest(event, { deadlineMs })).rejects.toMatchObject(late);
      const finalized = by.finalize({ clientEventId: ID, ingestMs: 1 }, { deadlineMs });
      await expect(finalized).rejects.toMatchObject(late);
    }
    expect(sent).toBe(0);
  });

  it("can have an expired deadline, which gives no decision", async () => {
    const asked = service.client().guard({ input: "hello" }, { deadlineMs: -1 });
    await expect(asked).rejects.toMatchObject({ code: "guard_unavailable", attempts: 0 });
  });
});

describe("construction of DataPlaneClient", () => {
  it("fails in a browser, whose visitors could read the key", () => {
    vi.stubGlobal("window", { document: {} });
    try {
      expect(() => service.client()).toThrow(ConfigurationError);
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
      new DataPlaneClient({ baseURL: service.server.url.href, apiKey: liveKey, ...options });
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
    vi.stubEnv("GUARD_BASE_URL", service.server.url.href);
    vi.stubEnv("GUARD_API_KEY", liveKey);
    vi.stubEnv("GUARD_SYSTEM_ID", SYSTEM);
    try {
      const by = new DataPlaneClient();
      service.closeLater(by);
      expect(service.received).toEqual([]);
      await by.guard({ input: "x" });
    } finally {
      vi.unstubAllEnvs();
    }
    expect(service.received[0]).toMatchObject({
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
    const by = service.client({ baseURL: "https://gateway.example/plane/", fetch: own });
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
    service.closeLater(dispatcher);
    const by = service.client({ dispatcher });
    await by.guard({ input: "hello" });
    await by.ingest({ eventId: ID, input: "a", output: "b", model: "m" });
    expect(dispatched).toEqual(["/api/v1/guard", "/api/v1/ingest"]);
  });

  it("leaves no connection after close, and refuses later requests", async () => {
    service.script["/api/v1/guard"] = () => ({ hang: true });
    const by = service.client();
    const pending = by.guard({ input: "x" }).catch((error: unknown) => error);
    await service.server.arrived(1);
    await Promise.all([by.close(), by.close()]);
    expect(await pending).toMatchObject({ kind: "refused" });
    await service.server.drained();
    const unused = service.client();
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
    expect(service.received).toHaveLength(1);
  });
});
