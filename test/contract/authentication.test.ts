import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { errorBodySchema } from "../../src/contract/error-body.ts";
import {
  AGENT_CONFIG_PATH,
  FINALIZE_PATH,
  GUARD_PATH,
  INGEST_PATH,
} from "../../src/contract/paths.ts";
import type { LocalDataPlane } from "../../src/local/index.ts";
import { eventWith, finalize, guard, ingest, type Reply, send, startService } from "./service.ts";

/** One valid request to each endpoint, with the headers of the test. */
const ENDPOINTS: readonly (readonly [
  path: string,
  ask: (plane: LocalDataPlane, headers: Record<string, string>) => Promise<Reply>,
])[] = [
  [GUARD_PATH, (plane, headers) => send(plane, GUARD_PATH, { headers, body: { input: "x" } })],
  [
    AGENT_CONFIG_PATH,
    (plane, headers) => send(plane, AGENT_CONFIG_PATH, { headers, method: "GET" }),
  ],
  [INGEST_PATH, (plane, headers) => send(plane, INGEST_PATH, { headers, body: eventWith() })],
  [
    FINALIZE_PATH,
    async (plane, headers) => {
      const event = eventWith();
      await send(plane, INGEST_PATH, { body: event });
      const body = { client_event_id: event.event_id, sdk_ingest_ms: 1 };
      return send(plane, FINALIZE_PATH, { headers, body });
    },
  ],
];

describe.each(ENDPOINTS)("%s", (_path, ask) => {
  it.each([
    ["the key in x-service-api-key", (key: string) => ({ "x-service-api-key": key })],
    ["the key as a bearer token", (key: string) => ({ authorization: `Bearer ${key}` })],
    ["a bearer token in lower case", (key: string) => ({ authorization: `bearer ${key}` })],
  ])("accepts %s", async (_title, headersOf) => {
    const plane = await startService();
    expect((await ask(plane, headersOf(plane.apiKey))).status).toBe(200);
  });

  it.each([
    ["no key", () => ({}), "missing_api_key"],
    ["another key", () => ({ "x-service-api-key": "other" }), "invalid_api_key"],
    ["another bearer token", () => ({ authorization: "Bearer other" }), "invalid_api_key"],
    ["another scheme", (key: string) => ({ authorization: `Basic ${key}` }), "missing_api_key"],
    [
      "the key in both headers",
      (key: string) => ({ "x-service-api-key": key, authorization: `Bearer ${key}` }),
      "ambiguous_api_key",
    ],
  ])("answers 401 to %s", async (_title, headersOf, reason) => {
    const plane = await startService();
    const { status, body } = await ask(plane, headersOf(plane.apiKey) as Record<string, string>);
    expect([status, body.reason]).toEqual([401, reason]);
    expect(errorBodySchema.safeParse(body).success).toBe(true);
  });

  it("answers 401 to a key that was rotated, and accepts the new one", async () => {
    const plane = await startService();
    const revoked = plane.apiKey;
    const successor = plane.rotateApiKey();
    expect((await ask(plane, { "x-service-api-key": revoked })).status).toBe(401);
    expect((await ask(plane, { "x-service-api-key": successor })).status).toBe(200);
    expect(plane.clientOptions.apiKey).toBe(successor);
  });
});

it.each([
  ["x-service-api-key", (key: string) => key],
  ["authorization", (key: string) => `Bearer ${key}`],
])("a key that comes twice in %s gets 401", async (header, shown) => {
  const plane = await startService();
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { [header]: [shown(plane.apiKey), shown("other")] };
    const asked = request(plane.url + AGENT_CONFIG_PATH, { agent: false, headers });
    asked.once("response", (response) => resolve(response.resume().statusCode));
    asked.once("error", reject).end();
  });
  expect(status).toBe(401);
});

describe("a system_id in a body", () => {
  const SENT: readonly (readonly [
    string,
    (plane: LocalDataPlane, id: string) => Promise<Reply>,
  ])[] = [
    ["guard", (plane, id) => guard(plane, { system_id: id })],
    ["ingest", (plane, id) => ingest(plane, { system_id: id })],
    [
      "finalize",
      async (plane, id) => {
        const event = eventWith();
        await send(plane, INGEST_PATH, { body: event });
        const { event_id: clientEventId } = event;
        return finalize(plane, { client_event_id: clientEventId, sdk_ingest_ms: 1, system_id: id });
      },
    ],
  ];

  it.each(SENT)("is accepted by %s if it belongs to the key, in any case", async (_name, ask) => {
    const plane = await startService();
    expect((await ask(plane, plane.systemId.toUpperCase())).status).toBe(200);
  });

  it.each(SENT)("gets 401 from %s if it does not", async (_name, ask) => {
    const plane = await startService();
    const { status, body } = await ask(plane, randomUUID());
    expect([status, body.reason]).toEqual([401, "system_id_mismatch"]);
  });
});
