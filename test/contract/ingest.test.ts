import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { errorBodySchema } from "../../src/contract/error-body.ts";
import { INGEST_PATH } from "../../src/contract/paths.ts";
import { eventWith, ingest, send, startService } from "./service.ts";

afterEach(() => void vi.useRealTimers());

describe("ingest", () => {
  it("stores an event and returns its id", async () => {
    const plane = await startService();
    const event = eventWith();
    const { status, body } = await send(plane, INGEST_PATH, { body: event });
    expect([status, body]).toEqual([200, { success: true, event_id: event.event_id }]);
    expect(plane.events()).toEqual([event]);
  });

  it("answers 409 replay_detected to a known id in any case, and keeps the event", async () => {
    const plane = await startService();
    const eventId = randomUUID();
    await ingest(plane, { event_id: eventId, output: "first" });
    for (const again of [eventId, eventId.toUpperCase()]) {
      const { status, body } = await ingest(plane, { event_id: again, output: "second" });
      expect([status, body.reason]).toEqual([409, "replay_detected"]);
      expect(errorBodySchema.safeParse(body).success).toBe(true);
    }
    expect(plane.events().map((event) => event.output)).toEqual(["first"]);
  });

  it("accepts the retry of an attempt that was not stored", async () => {
    const plane = await startService();
    const event = eventWith();
    plane.script("ingest", { status: 503, body: { error: "Try later" } });
    const statuses = [
      (await send(plane, INGEST_PATH, { body: event })).status,
      (await send(plane, INGEST_PATH, { body: event })).status,
    ];
    expect(statuses).toEqual([503, 200]);
  });

  it.each(["", "{", "nonsense", '{"event_id": }'])(
    "answers 400 to a body that is not JSON: %j",
    async (text) => {
      const plane = await startService();
      const { status, body } = await send(plane, INGEST_PATH, { body: text });
      expect([status, body.error]).toEqual([400, "Invalid JSON"]);
    },
  );

  it.each(["[]", "null", '"text"', "7"])(
    "answers 400 to JSON that is no object: %s",
    async (text) => {
      const plane = await startService();
      expect((await send(plane, INGEST_PATH, { body: text })).status).toBe(400);
    },
  );

  it("answers 400 stale_event_timestamp to an event older than five minutes", async () => {
    const now = Date.parse("2026-03-01T12:00:00.000Z");
    const plane = await startService({ clock: () => now });
    const fresh = await ingest(plane, { timestamp: "2026-03-01T11:55:00.000Z" });
    const stale = await ingest(plane, { timestamp: "2026-03-01T11:54:59.999Z" });
    expect([fresh.status, stale.status, stale.body.error]).toEqual([
      200,
      400,
      "stale_event_timestamp",
    ]);
    expect(stale.body.details).toContain("301 seconds old");
  });

  it("follows a date that a test sets after the start", async () => {
    const plane = await startService();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2020-01-01T00:00:00Z") });
    const { status, headers } = await ingest(plane);
    expect([status, headers.get("date")]).toEqual([200, "Wed, 01 Jan 2020 00:00:00 GMT"]);
    vi.useRealTimers();
    expect((await ingest(plane)).status).toBe(200);
  });

  it("answers 403 to any request while the system is suspended", async () => {
    const plane = await startService();
    plane.suspend();
    expect((await ingest(plane)).status).toBe(403);
    expect((await ingest(plane, { output: undefined })).status).toBe(403);
    plane.resume();
    expect((await ingest(plane)).status).toBe(200);
    expect(plane.events()).toHaveLength(1);
  });

  it("answers a scripted 500 and 503 in the contract's format", async () => {
    const plane = await startService();
    const reason = "system_failure_db_unavailable";
    plane.script("ingest", [{ status: 500 }, { status: 503, body: { error: "Down", reason } }]);
    const [failed, down] = [await ingest(plane), await ingest(plane)];
    expect([failed.status, failed.body]).toEqual([500, { error: "Internal Server Error" }]);
    expect([down.status, down.body.reason]).toEqual([503, reason]);
  });
});

describe("every answer", () => {
  it("accepts a fresh event by the clock Date, which is a function and has the method now", async () => {
    const plane = await startService({ clock: Date });
    expect((await ingest(plane)).status).toBe(200);
  });

  it("has the date of the service's own clock", async () => {
    const plane = await startService({ clock: { now: () => Date.parse("2031-05-06T07:08:09Z") } });
    const replies = [await ingest(plane), await send(plane, "/nowhere")];
    expect(replies.map(({ headers }) => headers.get("date"))).toEqual([
      "Tue, 06 May 2031 07:08:09 GMT",
      "Tue, 06 May 2031 07:08:09 GMT",
    ]);
  });

  it("is 404 for a path that is not in the contract", async () => {
    const plane = await startService();
    for (const path of [
      "/api/v1",
      "/api/v2/guard",
      "/api/v1/ingest/",
      "/api/v1/ingest/finalize/x",
    ]) {
      const { status, body } = await send(plane, path, { body: {} });
      expect([status, body.error]).toEqual([404, "Not found"]);
    }
  });

  it.each([
    ["GET", "/api/v1/guard", "POST"],
    ["PUT", "/api/v1/ingest", "POST"],
    ["DELETE", "/api/v1/ingest/finalize", "POST"],
    ["POST", "/api/v1/agent/config", "GET"],
    ["POST", "/", "GET"],
  ])("is 405 for %s %s, with the allowed method", async (method, path, allowed) => {
    const plane = await startService();
    const { status, headers } = await send(plane, path, { method });
    expect([status, headers.get("allow")]).toEqual([405, allowed]);
  });

  it("ignores the query of the URL", async () => {
    const plane = await startService();
    const { status } = await send(plane, `${INGEST_PATH}?a=b`, { body: eventWith() });
    expect(status).toBe(200);
  });
});
