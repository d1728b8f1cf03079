import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { FINALIZE_PATH } from "../../src/contract/paths.ts";
import { fieldsAtFault, finalize, guard, ingest, send, startService } from "./service.ts";

describe("finalize", () => {
  it.each([0, 12, 600_000])("stores a duration of %i ms with its event", async (ingestMs) => {
    const plane = await startService();
    const id = randomUUID();
    await ingest(plane, { event_id: id });
    const { status, body } = await finalize(plane, {
      client_event_id: id,
      sdk_ingest_ms: ingestMs,
    });
    expect([status, body]).toEqual([
      200,
      { success: true, client_event_id: id, sdk_ingest_ms: ingestMs },
    ]);
    expect(plane.lifecycles()[0]?.sdkIngestMs).toBe(ingestMs);
  });

  it("can be repeated and keeps the first value, even 0", async () => {
    const plane = await startService();
    const id = randomUUID();
    await ingest(plane, { event_id: id });
    await finalize(plane, { client_event_id: id, sdk_ingest_ms: 0 });
    const { status, body } = await finalize(plane, { client_event_id: id, sdk_ingest_ms: 99 });
    expect([status, body.sdk_ingest_ms]).toEqual([200, 0]);
  });

  it("finds an event by the client_event_id in its metadata", async () => {
    const plane = await startService();
    const id = randomUUID();
    await ingest(plane, { metadata: { client_event_id: id } });
    expect((await finalize(plane, { client_event_id: id, sdk_ingest_ms: 1 })).status).toBe(200);
  });

  it("finds an event by its id in capitals, which is the same UUID", async () => {
    const plane = await startService();
    const id = randomUUID();
    await ingest(plane, { event_id: id });
    const request = { client_event_id: id.toUpperCase(), sdk_ingest_ms: 1 };
    expect((await finalize(plane, request)).status).toBe(200);
  });

  it("does not change the event", async () => {
    const plane = await startService();
    const id = randomUUID();
    await ingest(plane, { event_id: id });
    const before = structuredClone(plane.events());
    await finalize(plane, { client_event_id: id, sdk_ingest_ms: 5, output: "other" });
    expect(plane.events()).toEqual(before);
  });

  it.each([
    ["is unknown", async () => undefined],
    ["was guarded and never ingested", (plane, id) => guard(plane, { client_event_id: id })],
  ] as const satisfies readonly (readonly [
    string,
    (plane: Awaited<ReturnType<typeof startService>>, id: string) => Promise<unknown>,
  ])[])("answers 404 event_not_found to an id that %s", async (_title, before) => {
    const plane = await startService();
    const id = randomUUID();
    await before(plane, id);
    const { status, body } = await finalize(plane, { client_event_id: id, sdk_ingest_ms: 1 });
    expect([status, body.reason]).toEqual([404, "event_not_found"]);
  });

  it("answers 401 to a key that is not live, unlike guard and ingest", async () => {
    const plane = await startService({ apiKey: "a-key-for-tests" });
    const id = randomUUID();
    const statuses = [
      (await guard(plane, { client_event_id: id })).status,
      (await ingest(plane, { event_id: id })).status,
      (await finalize(plane, { client_event_id: id, sdk_ingest_ms: 1 })).status,
    ];
    expect(statuses).toEqual([200, 200, 401]);
  });

  it.each([
    ["client_event_id", undefined],
    ["client_event_id", "one"],
    ["sdk_ingest_ms", undefined],
    ["sdk_ingest_ms", -1],
    ["sdk_ingest_ms", 1.5],
    ["sdk_ingest_ms", 600_001],
    ["sdk_ingest_ms", "5"],
    ["system_id", "mine"],
  ])("answers 400 to a wrong %s (%j) with the field's name", async (field, value) => {
    const plane = await startService();
    const right = { client_event_id: randomUUID(), sdk_ingest_ms: 1 };
    const reply = await finalize(plane, { ...right, [field]: value });
    expect([reply.status, fieldsAtFault(reply)]).toEqual([400, [field]]);
  });

  it("answers 400 to a body that is not JSON", async () => {
    const plane = await startService();
    const { status, body } = await send(plane, FINALIZE_PATH, { body: "x" });
    expect([status, body.error]).toEqual([400, "Invalid JSON"]);
  });
});
