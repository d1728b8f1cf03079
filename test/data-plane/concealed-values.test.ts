import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import {
  ConfigurationError,
  type DataPlaneError,
  GuardUnavailableError,
} from "../../src/errors.ts";
import { liveKey } from "./keys.ts";

import { useScriptedService } from "./scripted-service.ts";

const service = useScriptedService();

const ID = "6d1f2a4e-9c1b-4e57-8f0e-0a3c5b7d9e11";

describe("the API key", () => {
  it("is sent in one header, by default x-service-api-key", async () => {
    await service.client().guard({ input: "x" });
    expect(service.received[0]?.headers).toMatchObject({
      "x-service-api-key": liveKey,
      "content-type": "application/json",
    });
    expect(service.received[0]?.headers).not.toHaveProperty("authorization");
    await service.client({ authHeader: "authorization" }).guard({ input: "x" });
    expect(service.received[1]?.headers).toMatchObject({ authorization: `Bearer ${liveKey}` });
    expect(service.received[1]?.headers).not.toHaveProperty("x-service-api-key");
  });

  it("is requested anew for each request if it is a function", async () => {
    let nth = 0;
    const by = service.client({ apiKey: () => `${liveKey}${nth++}` });
    await by.guard({ input: "x" });
    await by.guard({ input: "x" });
    expect(service.received.map(({ headers }) => headers["x-service-api-key"])).toEqual([
      `${liveKey}0`,
      `${liveKey}1`,
    ]);
  });

  it("is requested once more from a function after a 401 to an event", async () => {
    let nth = 0;
    service.script["/api/v1/ingest"] = (request) =>
      request === 1
        ? { status: 401, body: { error: "unauthorized" } }
        : { body: { success: true } };
    const by = service.client({ apiKey: async () => `${liveKey}${nth++}` });
    const event = { eventId: ID, input: "a", output: "b", model: "m" };
    expect(await by.ingest(event)).toMatchObject({ status: "stored" });
    expect(service.received.map(({ headers }) => headers["x-service-api-key"])).toEqual([
      `${liveKey}0`,
      `${liveKey}1`,
    ]);
    service.script["/api/v1/ingest"] = () => ({ status: 401 });
    await expect(by.ingest(event)).rejects.toMatchObject({ status: 401 });
    expect(service.received).toHaveLength(4);
    await expect(service.client().ingest(event)).rejects.toMatchObject({ status: 401 });
    expect(service.received).toHaveLength(5);
  });

  it("from a function does not make other failed requests repeat", async () => {
    const by = service.client({ apiKey: () => liveKey });
    const event = { eventId: ID, input: "a", output: "b", model: "m" };
    await by.ingest(event);
    service.script["/api/v1/ingest"] = () => ({ status: 503 });
    await expect(by.ingest(event)).rejects.toMatchObject({ status: 503 });
    expect(service.paths()).toEqual(["/api/v1/ingest", "/api/v1/ingest"]);
  });

  it("causes a configuration error if its function fails, and nothing is sent", async () => {
    const by = service.client({
      apiKey: () => {
        throw new Error("vault is sealed");
      },
    });
    const refused = await by.guard({ input: "x" }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GuardUnavailableError);
    expect(refused).toMatchObject({ kind: "refused", attempts: 0 });
    expect((refused as Error).cause).toBeInstanceOf(ConfigurationError);
    expect(service.received).toEqual([]);
  });

  it("appears neither in an error, whatever the service echoes, nor in the client", async () => {
    const echo = { error: `bad key ${liveKey}`, reason: liveKey, details: { sent: liveKey } };
    for (const path of Object.keys(service.script))
      service.script[path] = () => ({ status: 400, body: echo });
    const by = service.client();
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
    for (const path of Object.keys(service.script))
      service.script[path] = () => ({ status: 400, body: echo });
    const by = service.client();
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
    for (const path of Object.keys(service.script))
      service.script[path] = () => ({ status: 400, body: echo });
    const by = service.client();
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
    const by = service.client({ apiKey, fetch: refusing });
    const error = await by.guard({ input: short }).catch((thrown: Error) => thrown.cause);
    expect((error as DataPlaneError).details).toEqual({ sent: ["[key]"], "[text]": "[text]" });
  });

  it("is not quoted in part by the reason of a denial", async () => {
    const reason = `No account numbers (4711-0815), as in: ${prompt.slice(7, 30)}…`;
    service.script["/api/v1/guard"] = () => ({ status: 200, body: { allowed: false, reason } });
    const answer = await service.client().guard({ input: prompt });
    expect(answer.reason).toBe("No account numbers ([text]), as in: [text]…");
  });

  it("does not hide words of a reason that it only has in common with it", async () => {
    const reason = "All of it is about an account and money, says rule 4711.";
    service.script["/api/v1/guard"] = () => ({ status: 200, body: { allowed: false, reason } });
    expect(await service.client().guard({ input: prompt })).toMatchObject({ reason });
  });

  it("is not quoted, nor is the key, by the reason of an event stored in part", async () => {
    const reason = `no room for ${prompt.slice(0, 20)}… of ${liveKey}`;
    service.script["/api/v1/ingest"] = () => ({ status: 200, body: { success: true, reason } });
    const event = { eventId: ID, input: prompt, output: "b", model: "m" };
    expect(await service.client().ingest(event)).toMatchObject({
      status: "accepted",
      reason: "no room for [text]… of [key]",
    });
  });

  it("is not in errors, and the model's answer of an event is not either", async () => {
    const output = "Your balance is 1204 francs.";
    service.script["/api/v1/ingest"] = () => ({
      status: 400,
      body: { error: `bad output: ${output}` },
    });
    const event = { eventId: ID, input: "a", output, model: "m" };
    const error = await service
      .client()
      .ingest(event)
      .catch((thrown: unknown) => thrown);
    expect(shown(error)).toContain("bad output: [text]");
    expect(shown(error)).not.toContain("1204");
  });

  it("does not hide short words that any message may contain", async () => {
    service.script["/api/v1/guard"] = () => ({ status: 400, body: { error: "input is required" } });
    const error = await service
      .client()
      .guard({ input: "is" })
      .catch((thrown: unknown) => thrown);
    expect(shown(error)).toContain("input is required");
  });

  it("is not quoted in full by the reason of a denial", async () => {
    const reason = `No account numbers: ${prompt}`;
    service.script["/api/v1/guard"] = () => ({ status: 200, body: { allowed: false, reason } });
    const answer = await service.client().guard({ input: prompt });
    expect(answer.reason).toBe("No account numbers: [text]");
    expect(answer.raw()).toEqual({ allowed: false, reason });
  });

  it("leaves the reason of a denial without the key", async () => {
    const reason = `You sent ${liveKey}.`;
    service.script["/api/v1/guard"] = () => ({ status: 200, body: { allowed: false, reason } });
    expect(await service.client().guard({ input: "x" })).toMatchObject({
      allowed: false,
      reason: "You sent [key].",
    });
  });
});
