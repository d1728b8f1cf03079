import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { describe, expect, it } from "vitest";
import { FINALIZE_PATH } from "../../../src/contract/paths.ts";
import {
  type Deed,
  hasNothingToSayAbout,
  ORIGINAL,
  type RightRow,
  seesBreaches,
  startForTest,
  type WrongRow,
  wholeLifecycle,
} from "./strict-self-test.ts";
import { HandMadeClient } from "./strict-wrong-client.ts";

/** Cuts all connections for a moment; the request in between fails, and no dead socket is left. */
async function cut(...[client, plane]: Parameters<Deed>): Promise<void> {
  await plane.disconnect();
  await client.post("/", {}).catch(() => undefined);
  await plane.reconnect();
}

/** Sends a finalize on a connection of its own, and gives it up once the service has stored it. */
async function finalizeUnread(...[client, plane]: Parameters<Deed>): Promise<void> {
  const { hostname, port } = new URL(plane.url);
  const { headers } = client;
  await new Promise<void>((resolve) => {
    const sent = request({ hostname, port, path: FINALIZE_PATH, method: "POST", headers });
    sent.once("response", () => sent.destroy()).once("close", resolve);
    sent.end(JSON.stringify({ client_event_id: client.id, sdk_ingest_ms: 7 }));
  });
}

/** Sends a finalize whose last byte arrives after that of `meanwhile`, and gives it up. */
async function finalizeLate(
  meanwhile: () => Promise<unknown>,
  ...[client, plane]: Parameters<Deed>
): Promise<void> {
  const { hostname, port } = new URL(plane.url);
  const body = JSON.stringify({ client_event_id: client.id, sdk_ingest_ms: 7 });
  const headers = { ...client.headers, "content-length": String(body.length) };
  const sent = request({ hostname, port, path: FINALIZE_PATH, method: "POST", headers });
  sent.write(body.slice(0, -1));
  await meanwhile();
  await new Promise<void>((resolve) => {
    sent.once("response", () => sent.destroy()).once("close", resolve);
    sent.end(body.slice(-1));
  });
}

/** Sends a finalize on the only connection of `agent`, and reads its answer. */
async function finalizeOn(agent: Agent, ...[client, plane]: Parameters<Deed>): Promise<void> {
  const { hostname, port } = new URL(plane.url);
  const { headers } = client;
  await new Promise<void>((resolve, reject) => {
    const sent = request({ agent, hostname, port, path: FINALIZE_PATH, method: "POST", headers });
    sent.once("response", (answer) => answer.resume().once("end", resolve)).once("error", reject);
    sent.end(JSON.stringify({ client_event_id: client.id, sdk_ingest_ms: 7 }));
  });
}

/** A finalize that differs in one thing, after a correct ingest. */
function finalizeWith(changes: Record<string, unknown>): Deed {
  return async (client) => {
    await client.guard();
    await client.ingest();
    await client.finalize(changes);
  };
}

const FINALIZE: readonly WrongRow[] = [
  ["an unknown field", /finalize .*extra: the contract/, finalizeWith({ extra: 1 })],
  ["a missing duration", /sdk_ingest_ms: /, finalizeWith({ sdk_ingest_ms: undefined })],
  ["a duration with decimals", /sdk_ingest_ms: /, finalizeWith({ sdk_ingest_ms: 0.4 })],
  ["a negative duration", /sdk_ingest_ms: /, finalizeWith({ sdk_ingest_ms: -1 })],
  ["a duration over ten minutes", /sdk_ingest_ms: /, finalizeWith({ sdk_ingest_ms: 600_001 })],
  [
    "another system's id",
    /finalize .*system_id: is another/,
    finalizeWith({ system_id: randomUUID() }),
  ],
  [
    "a finalize before the ingest",
    /its ingest has not succeeded/,
    async (client) => {
      await client.guard();
      await client.finalize();
    },
  ],
  [
    "a finalize after an ingest that failed",
    /its ingest has not succeeded/,
    async (client, plane) => {
      plane.script("ingest", { status: 500 });
      await wholeLifecycle(client);
    },
  ],
  [
    "a finalize after a 200 that proves nothing",
    /its ingest has not succeeded/,
    async (client, plane) => {
      plane.script("ingest", { status: 200, body: {} });
      await wholeLifecycle(client);
    },
  ],
  [
    "a finalize with a key that is not live",
    /not a live key/,
    wholeLifecycle,
    { apiKey: "test-key" },
  ],
  [
    "a finalize that changes its mind",
    /sdk_ingest_ms: differs/,
    async (client, plane) => {
      plane.script("finalize", { status: 503 });
      await wholeLifecycle(client);
      await client.finalize({ sdk_ingest_ms: 8 });
    },
  ],
  [
    "a finalize after its own success",
    /is finalized already/,
    async (client) => {
      await wholeLifecycle(client);
      await client.finalize();
    },
  ],
  [
    "a finalize after its own success, once more than a cut connection explains",
    /is finalized already/,
    async (client, plane) => {
      await wholeLifecycle(client);
      await cut(client, plane);
      // After a cut, some versions of the global fetch close a connection once it has answered,
      // which looks as if the answer had not been read.
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      await finalizeOn(agent, client, plane);
      await finalizeOn(agent, client, plane);
    },
  ],
];

const RIGHT: readonly RightRow[] = [
  ["a whole lifecycle", wholeLifecycle],
  [
    "what is sent again because connections were cut just after the answer",
    async (client, plane) => {
      await wholeLifecycle(client);
      await cut(client, plane);
      await client.ingest();
      await client.finalize();
    },
  ],
  [
    "what is sent again because the connection was closed with the answer unread",
    async (client, plane) => {
      await client.guard();
      await client.ingest();
      await finalizeUnread(client, plane);
      await client.finalize();
    },
  ],
  [
    "what was given up and sent again, and arrives after what was sent later",
    async (client, plane) => {
      await client.guard();
      await client.ingest();
      await finalizeLate(() => client.finalize(), client, plane);
      // The service learns that it was given up a little later than it reads it.
      await expect.poll(() => plane.breaches).toEqual([]);
    },
  ],
  [
    "a whole lifecycle with the bearer header",
    async (client, plane) => {
      client.headers = {
        authorization: `Bearer ${plane.apiKey}`,
        "content-type": "application/json; charset=utf-8",
      };
      await wholeLifecycle(client);
    },
    { authHeader: "authorization" },
  ],
  [
    "a rewrite that is heeded, the original going to the guard alone",
    async (client) => {
      await client.guard({ input: `write to ${ORIGINAL}` });
      await client.ingest();
      await client.finalize();
    },
    { forbidden: [ORIGINAL] },
  ],
  [
    "retries of every step under the same id",
    async (client, plane) => {
      plane.script("guard", { status: 503 });
      plane.script("ingest", { status: 503 });
      plane.script("finalize", { status: 503 });
      await client.guard();
      await client.guard();
      await client.ingest();
      await client.ingest({
        metadata: client.metadata({ occurred_at: new Date().toISOString() }),
        timestamp: new Date(Date.now() - 1).toISOString(),
      });
      await client.finalize();
      await client.finalize();
    },
  ],
  [
    "a replay after a broken connection",
    async (client, plane) => {
      plane.script("ingest", { fault: "reset-after-store" });
      await client.guard();
      await client.ingest().catch(() => undefined);
      await client.ingest();
      await client.finalize();
    },
  ],
  [
    "an event that comes back smaller after a 413",
    async (client, plane) => {
      plane.script("ingest", { status: 413 });
      await client.guard({ input: "x".repeat(500) });
      await client.ingest();
      await client.ingest({
        input: "x".repeat(200),
        metadata: client.metadata({ truncated: true }),
      });
    },
  ],
  [
    "an event after Retry-After has passed",
    async (client, plane) => {
      plane.script("ingest", { status: 429, headers: { "retry-after": "0" } });
      await client.guard();
      await client.ingest();
      await client.ingest();
    },
  ],
  [
    "a fallback that says so",
    async (client, plane) => {
      plane.script("guard", { status: 500 });
      await client.guard();
      await client.ingest({ metadata: client.metadata({ fallback: "fail-open" }) });
    },
  ],
  [
    "an event beside model calls that the test expects",
    (client) => client.ingest({ event_type: "security_alert" }),
    { allowUnguarded: (event) => event.event_type === "security_alert" },
  ],
  [
    "an id that the caller chose",
    (_client, plane) => {
      return wholeLifecycle(new HandMadeClient(plane, "018f0000-0000-7000-8000-000000000000"));
    },
    { callerIds: ["018F0000-0000-7000-8000-000000000000"] },
  ],
  [
    "a rotated key",
    async (client, plane) => {
      await client.guard();
      client.headers["x-service-api-key"] = plane.rotateApiKey();
      await client.ingest();
    },
  ],
];

seesBreaches("a finalize request", FINALIZE);
hasNothingToSayAbout(RIGHT);

describe("a strict data plane", () => {
  it("keeps every request by endpoint, and the stored events", async () => {
    const plane = await startForTest();
    const client = new HandMadeClient(plane);
    await wholeLifecycle(client);
    expect(plane.guardRequests.map(({ body }) => body.client_event_id)).toEqual([client.id]);
    expect(plane.ingestRequests.map(({ body }) => body.event_id)).toEqual([client.id]);
    expect(plane.finalizeRequests.map(({ body }) => body.sdk_ingest_ms)).toEqual([7]);
    expect(plane.stored.map((event) => event.event_id)).toEqual([client.id]);
    plane.reset();
    expect([plane.guardRequests, plane.stored, plane.breaches]).toEqual([[], [], []]);
  });
});
