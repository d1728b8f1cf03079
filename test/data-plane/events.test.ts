import { describe, expect, it } from "vitest";
import { ingestMsOf } from "../../src/contract/ingest-ms.ts";
import { hideSentTexts } from "../../src/data-plane/answers/hide-sent-texts.ts";
import { readFinalize } from "../../src/data-plane/events/finalize.ts";
import { readIngest } from "../../src/data-plane/events/ingest.ts";
import type { TransportAnswer, TransportFailure } from "../../src/transport/transport.ts";

const ID = "6d1f2a4e-9c1b-4e57-8f0e-0a3c5b7d9e11";
const DATE = "Wed, 01 May 2030 12:00:00 GMT";
const CONTEXT = { scrub: (text: string) => text, now: 0, clientEventId: ID };

function answer(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): TransportAnswer {
  return {
    ok: true,
    status,
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
}

function failure(reason: TransportFailure["reason"], status?: number): TransportFailure {
  return { ok: false, reason, cause: new Error("x"), status, headers: status ? {} : undefined };
}

const ingest = (reply: TransportAnswer | TransportFailure) =>
  readIngest({ reply, eventId: ID, elapsedMs: 12.4 }, CONTEXT);
const finalize = (reply: TransportAnswer | TransportFailure) => readFinalize(reply, CONTEXT);

describe("an answer of ingest", () => {
  it.each<[string, TransportAnswer, object]>([
    ["success", answer(200, { success: true, event_id: ID }), { kind: "stored", ingestMs: 12 }],
    ["success without an id", answer(200, { success: true }), { kind: "stored" }],
    [
      "success with the id in capitals",
      answer(200, { success: true, event_id: ID.toUpperCase() }),
      { kind: "stored" },
    ],
    [
      "bypassed",
      answer(200, { success: true, bypassed: true }),
      { kind: "accepted", reason: undefined },
    ],
    [
      "success with a reason",
      answer(200, { success: true, reason: "db_down" }),
      { kind: "accepted", reason: "db_down" },
    ],
    [
      "success with an empty reason",
      answer(200, { success: true, reason: "", bypassed: false }),
      { kind: "stored" },
    ],
    [
      "success with a reason that is no text",
      answer(200, { success: true, reason: { code: 7 } }),
      { kind: "stored" },
    ],
    [
      "a replay",
      answer(409, { error: "conflict", reason: "replay_detected" }),
      { kind: "replay", ingestMs: 12 },
    ],
    ["another conflict", answer(409, { error: "conflict" }), { kind: "invalid" }],
    [
      "a stale timestamp",
      answer(400, { error: "stale_event_timestamp" }, { date: DATE }),
      { kind: "stale", serverTime: Date.parse(DATE) },
    ],
    [
      "a stale timestamp without a date",
      answer(400, { error: "stale_event_timestamp" }),
      { kind: "stale", serverTime: undefined },
    ],
    [
      "a field that is too long",
      answer(400, {
        error: "invalid",
        details: { fieldErrors: { output: ["String must contain at most 32000 characters"] } },
      }),
      { kind: "oversize" },
    ],
    [
      "metadata that are too large, among other things",
      answer(400, {
        error: "invalid",
        details: { fieldErrors: { metadata: ["Expected object", "Exceeds 4096 bytes"] } },
      }),
      { kind: "oversize" },
    ],
    ["no details", answer(400, { error: "invalid", details: null }), { kind: "invalid" }],
    [
      "a field that is wrong",
      answer(400, {
        error: "invalid",
        details: { fieldErrors: { model: ["Required"], input: ["Expected string"] } },
      }),
      { kind: "invalid" },
    ],
    [
      "a field that cannot be made shorter",
      answer(400, { error: "invalid", details: { fieldErrors: { user_id: ["Too long"] } } }),
      { kind: "invalid" },
    ],
    ["invalid JSON", answer(400, { error: "invalid_json" }), { kind: "invalid" }],
    ["a 400 of somebody else", answer(400, "<html>"), { kind: "invalid" }],
    ["no valid key", answer(401, { error: "unauthorized" }), { kind: "unauthorized" }],
    ["a suspended system", answer(403, { error: "suspended" }), { kind: "forbidden" }],
    ["no such path", answer(404, ""), { kind: "invalid" }],
    ["a timeout on the way", answer(408, ""), { kind: "failed" }],
    ["a proxy that wants a key of its own", answer(407, "<html>"), { kind: "failed" }],
    ["a request that came too early", answer(425, ""), { kind: "failed" }],
    ["a connection of another host", answer(421, ""), { kind: "failed" }],
    ["too large a body", answer(413, { error: "too_large" }), { kind: "oversize" }],
    [
      "too many requests",
      answer(429, {}, { "retry-after": "9" }),
      { kind: "rate_limited", retryAfterMs: 9_000 },
    ],
    [
      "too many requests, and no word when to come again",
      answer(429, {}),
      { kind: "rate_limited", retryAfterMs: 1_000 },
    ],
    ["an internal failure", answer(500, {}), { kind: "failed" }],
    [
      "a missing dependency",
      answer(503, { reason: "system_failure_db_unavailable" }),
      { kind: "failed", retryAfterMs: undefined },
    ],
    [
      "success of another event",
      answer(200, { success: true, event_id: "other" }),
      { kind: "failed" },
    ],
    [
      "a missing dependency that names a time",
      answer(503, {}, { "retry-after": "20" }),
      { kind: "failed", retryAfterMs: 20_000 },
    ],
    ["success as a text", answer(200, { success: "true" }), { kind: "failed" }],
    ["an inherited success", answer(200, '{"__proto__":{"success":true}}'), { kind: "failed" }],
    ["no success", answer(200, {}), { kind: "failed" }],
    ["a page", answer(200, "<html>"), { kind: "failed" }],
    ["created", answer(201, { success: true }), { kind: "failed" }],
    ["nothing", answer(204, ""), { kind: "failed" }],
    ["a redirect", answer(307, "", { location: "https://else.example" }), { kind: "failed" }],
  ])("%s", (_what, reply, expected) => {
    expect(ingest(reply)).toMatchObject(expected);
  });

  it.each<[string, TransportAnswer, string]>([
    ["replay_detected", answer(409, { error: "c", reason: "replay_detected" }), "replay"],
    ['","reason":"', answer(409, { error: "c", reason: "replay_detected" }), "replay"],
    ["stale_event_timestamp", answer(400, { error: "stale_event_timestamp" }), "stale"],
    [
      "fieldErrors",
      answer(400, { error: "bad", details: { fieldErrors: { input: ["too long"] } } }),
      "oversize",
    ],
  ])("is read correctly if the prompt contains the same words: %s", (word, reply, kind) => {
    const scrub = (text: string) => hideSentTexts(text, [`what is\n${word}\nfor?`]);
    const asked = { reply, eventId: ID, elapsedMs: 1 };
    expect(readIngest(asked, { scrub, now: 0 }).kind).toBe(kind);
  });

  it("may have field errors that are not texts", () => {
    const messages = [{ toString: 1, valueOf: 1 }, null, 5, ["too long"]];
    const body = { error: "bad", details: { fieldErrors: { input: messages } } };
    expect(ingest(answer(400, body)).kind).toBe("invalid");
  });

  it.each<[string, TransportAnswer]>([
    ["stale", answer(400, { error: "stale_event_timestamp" })],
    ["oversize", answer(413, {})],
    ["invalid", answer(400, {})],
    ["invalid", answer(409, {})],
    ["invalid", answer(404, {})],
    ["unauthorized", answer(401, {})],
    ["forbidden", answer(403, {})],
    ["rate_limited", answer(429, {})],
    ["failed", answer(503, {})],
  ])("that does not store the event comes with its error: %s, %j", (kind, reply) => {
    const error = { code: "data_plane", status: reply.status, clientEventId: ID };
    expect(ingest(reply)).toMatchObject({ kind, error });
  });

  it.each<[TransportFailure, string]>([
    [failure("connection"), "failed"],
    [failure("deadline"), "failed"],
    [failure("aborted"), "failed"],
    [failure("too_large", 200), "failed"],
    [failure("undecodable", 200), "failed"],
    [failure("connection", 400), "failed"],
    [failure("too_large", 400), "invalid"],
    [failure("too_large", 409), "invalid"],
    [failure("too_large", 503), "failed"],
    [failure("connection", 409), "failed"],
    [failure("connection", 401), "unauthorized"],
    [failure("deadline", 403), "forbidden"],
    [failure("connection", 413), "oversize"],
    [failure("connection", 429), "rate_limited"],
  ])("that broke off is judged by its status if that is conclusive: %j", (reply, kind) => {
    expect(ingest(reply).kind).toBe(kind);
  });

  it.each([
    [400, "invalid"],
    [404, "invalid"],
    [409, "invalid"],
    [413, "oversize"],
    [503, "failed"],
  ])("that is not UTF-8 is a refusal with status %i like any other page", (status, kind) => {
    const page = { ...failure("undecodable", status), flawedBody: "<p>Ung\ufffdltig</p>" };
    expect(ingest(page).kind).toBe(kind);
  });

  it("that is not UTF-8 is still read for what it refuses: an event that is too long gets shorter", () => {
    const fieldErrors = { output: ["Trop long: \ufffd"] };
    const flawedBody = JSON.stringify({ error: "invalid", details: { fieldErrors } });
    const refusal = ingest({ ...failure("undecodable", 400), flawedBody });
    expect(refusal).toMatchObject({ kind: "oversize", error: { fieldErrors } });
  });

  it("that is not UTF-8 or has a broken coding proves no success", () => {
    const flawedBody = '{"success":true,"x":"\ufffd"}';
    expect(ingest({ ...failure("undecodable", 200), flawedBody }).kind).toBe("failed");
    expect(ingest(failure("undecodable", 400)).kind).toBe("failed");
    const part = { flawedBody: '{"error":"inv', isPartial: true };
    expect(ingest({ ...failure("undecodable", 409), ...part }).kind).toBe("failed");
  });

  it("has a time in whole milliseconds within the contract's limits", () => {
    expect([-3, 0.4, 7.5, 599_999.9, 9e9].map(ingestMsOf)).toEqual([0, 0, 8, 600_000, 600_000]);
  });
});

describe("an answer of finalize", () => {
  it.each<[string, TransportAnswer | TransportFailure, object]>([
    [
      "success",
      answer(200, { success: true, client_event_id: ID, sdk_ingest_ms: 12 }),
      { kind: "finalized" },
    ],
    [
      "success with the value stored first",
      answer(200, { success: true, client_event_id: ID, sdk_ingest_ms: 99 }),
      { kind: "finalized" },
    ],
    ["success without an id", answer(200, { success: true }), { kind: "finalized" }],
    [
      "success with the id in capitals",
      answer(200, { success: true, client_event_id: ID.toUpperCase() }),
      { kind: "finalized" },
    ],
    [
      "success of another event",
      answer(200, { success: true, client_event_id: "other" }),
      { kind: "failed" },
    ],
    ["no success", answer(200, {}), { kind: "failed" }],
    ["a redirect", answer(302, ""), { kind: "failed" }],
    ["created", answer(201, { success: true }), { kind: "failed" }],
    [
      "an event that is not there",
      answer(404, { reason: "event_not_found" }),
      { kind: "not_found" },
    ],
    ["a bad request", answer(400, {}), { kind: "rejected" }],
    ["no live key", answer(401, {}), { kind: "rejected" }],
    ["a suspended system", answer(403, {}), { kind: "rejected" }],
    [
      "too many requests",
      answer(429, {}, { "retry-after": "3" }),
      { kind: "failed", retryAfterMs: 3_000 },
    ],
    ["too many requests without a word", answer(429, {}), { kind: "failed", retryAfterMs: 1_000 }],
    ["a missing dependency", answer(503, {}), { kind: "failed", retryAfterMs: undefined }],
    ["a page", answer(200, "<html>"), { kind: "failed" }],
    ["a proxy that wants a key of its own", answer(407, "<html>"), { kind: "failed" }],
    ["a timeout on the way", answer(408, ""), { kind: "failed" }],
    ["a request that came too early", answer(425, ""), { kind: "failed" }],
    ["a connection of another host", answer(421, ""), { kind: "failed" }],
    ["a broken connection", failure("connection"), { kind: "failed" }],
    [
      "too many requests in an answer that breaks off",
      { ...failure("connection", 429), headers: { "retry-after": "3" } },
      { kind: "failed", retryAfterMs: 3_000 },
    ],
    [
      "a refusal by a page that is not UTF-8",
      { ...failure("undecodable", 400), flawedBody: "\ufffd" },
      { kind: "rejected" },
    ],
  ])("%s", (_what, reply, expected) => {
    expect(finalize(reply)).toMatchObject(expected);
  });
});
