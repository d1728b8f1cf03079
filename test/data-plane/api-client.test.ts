import { describe, expect, it } from "vitest";
import { readAddress } from "../../src/data-plane/address.ts";
import { ApiClient, type ApiReply } from "../../src/data-plane/api-client.ts";
import { type ApiKey, KeySource } from "../../src/data-plane/api-key.ts";
import type { Transport, TransportRequest } from "../../src/transport/transport.ts";
import { ManualTime } from "../transport/manual-time.ts";
import { liveKey } from "./keys.ts";

const REQUEST = { endpoint: "/x", body: "{}", timeoutMs: 100, maxBytes: 1_000, holdProcess: true };

type Answer = (request: TransportRequest) => Partial<Extract<ApiReply, { ok: true }>>;

/** An API client whose requests take 10 ms each, and what it has sent. */
function clientOf(apiKey: ApiKey, answer: Answer) {
  const time = new ManualTime();
  const sent: TransportRequest[] = [];
  const transport: Transport = {
    send: async (request) => {
      sent.push(request);
      time.pass(10);
      return { ok: true, status: 200, headers: {}, body: "{}", ...answer(request) };
    },
    close: async () => {},
  };
  const api = new ApiClient({
    transport,
    address: readAddress("https://guard.example", false),
    keys: new KeySource(apiKey),
    authHeader: "x-service-api-key",
    clock: time,
  });
  return { api, sent, time };
}

describe("an API key that was replaced", () => {
  it("stays hidden in errors, like the new one: late answers may still quote it", async () => {
    const [old, fresh] = [`${liveKey}old`, `${liveKey}new`];
    let key = old;
    const { api, sent } = clientOf(
      () => key,
      () => ({}),
    );
    await api.send(REQUEST, () => undefined);
    key = fresh;
    for (let request = 0; request < 3; request += 1) await api.send(REQUEST, () => undefined);
    expect(sent.map(({ headers }) => headers["x-service-api-key"])).toEqual([
      old,
      fresh,
      fresh,
      fresh,
    ]);
    expect(api.errorContext().scrub(`${old} or ${fresh}`)).toBe("[key] or [key]");
  });

  it("is requested again after a 401 within the same deadline, and not beyond it", async () => {
    const { api, sent } = clientOf(
      () => liveKey,
      () => ({ status: 401 }),
    );
    const statusOf = (reply: ApiReply): unknown => (reply.ok ? reply.status : reply.reason);
    expect(await api.sendWithKeyRetry(REQUEST, statusOf)).toBe(401);
    expect(sent.map(({ timeoutMs }) => timeoutMs)).toEqual([100, 90]);
    const slow = clientOf(
      () => liveKey,
      () => {
        slow.time.pass(100);
        return { status: 401 };
      },
    );
    expect(await slow.api.sendWithKeyRetry(REQUEST, statusOf)).toBe(401);
    expect(slow.sent).toHaveLength(1);
  });
});

describe("the time that an API key takes", () => {
  it("counts towards the deadline of the request", async () => {
    const client = clientOf(
      async () => {
        client.time.pass(60);
        return liveKey;
      },
      () => ({}),
    );
    await client.api.send(REQUEST, () => undefined);
    expect(client.sent.map(({ timeoutMs }) => timeoutMs)).toEqual([40]);
  });
});

describe("the rate limit of the service", () => {
  it("is the one that was told last, also after answers that tell none", async () => {
    const headers = [
      { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "59" },
      { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "58" },
      {},
    ];
    const { api } = clientOf(liveKey, () => ({ headers: headers.shift() ?? {} }));
    for (let request = 0; request < 3; request += 1) await api.send(REQUEST, () => undefined);
    expect(api.rateLimit).toEqual({ limit: 60, remaining: 58 });
  });
});
