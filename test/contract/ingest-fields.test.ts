import { describe, expect, it } from "vitest";
import { EVENT_TYPES, SEVERITIES } from "../../src/contract/events.ts";
import { fieldsAtFault, ingest, type Json, startService } from "./service.ts";

const MINUTES = 60_000;

/** Fields, besides the required ones, that ingest must accept. */
const TAKEN: readonly (readonly [title: string, fields: Json])[] = [
  ["the required fields alone", {}],
  ["empty texts", { input: "", output: "" }],
  ["an input of 32,000 characters", { input: "x".repeat(32_000) }],
  ["an output of 32,000 characters", { output: "é".repeat(32_000) }],
  ["a timestamp with an offset", { timestamp: new Date().toISOString().replace("Z", "+00:00") }],
  ["a timestamp of almost five minutes ago", { timestamp: ago(5 * MINUTES - 2_000) }],
  ["usage of zeros", { usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } }],
  [
    "usage with details and further properties",
    {
      usage: {
        prompt_tokens: 1,
        prompt_tokens_details: { cached_tokens: 1, audio_tokens: 2 },
        completion_tokens_details: { reasoning_tokens: 1, other: "x" },
        cost: 0.5,
      },
    },
  ],
  ["tokens with further properties", { tokens: { input: 1, output: 2, total: 3, cached: "x" } }],
  ["a latency of 0", { latency: 0 }],
  ["a user id of 1 character", { user_id: "u" }],
  ["a user id of 128 characters", { user_id: "u".repeat(128) }],
  [
    "a request identity with further properties",
    {
      request_identity: {
        ip_address: "192.0.2.1",
        user_agent: "a",
        geo: "CH",
        session_id: "s",
        plan: { tier: 1 },
      },
    },
  ],
  [
    "client capabilities with further properties",
    {
      client_capabilities: {
        framework: "f",
        pii_masking_enabled: true,
        secret_masking_enabled: false,
        has_feedback_handler: true,
        sdk_version: "1.0.0",
        more: [],
      },
    },
  ],
  ["metadata with further properties", { metadata: { sdk_version: "1", nested: { list: [1] } } }],
  ...EVENT_TYPES.map((type) => [`event_type ${type}`, { event_type: type }] as const),
  ...SEVERITIES.map((severity) => [`severity ${severity}`, { severity }] as const),
];

/** A field and a value that ingest must refuse. */
const REFUSED: readonly (readonly [title: string, field: string, value: unknown])[] = [
  ...["event_id", "input", "output", "model", "timestamp"].map(
    (field) => [`a missing ${field}`, field, undefined] as const,
  ),
  ["an event_id that is no UUID", "event_id", "one"],
  ["an input of 32,001 characters", "input", "x".repeat(32_001)],
  ["an output of 32,001 characters", "output", "x".repeat(32_001)],
  ["an input that is no string", "input", ["x"]],
  ["a model that is no string", "model", 4],
  ["a timestamp that is no date", "timestamp", "yesterday"],
  ["a timestamp without a time", "timestamp", "2026-01-01"],
  ["a timestamp as a number", "timestamp", Date.now()],
  ["a system_id that is no UUID", "system_id", "mine"],
  ["a negative count", "usage", { prompt_tokens: -1 }],
  ["a count with decimals", "usage", { total_tokens: 1.5 }],
  ["a count as a string", "usage", { completion_tokens: "3" }],
  ["a negative cached count", "usage", { prompt_tokens_details: { cached_tokens: -1 } }],
  [
    "a reasoning count with decimals",
    "usage",
    { completion_tokens_details: { reasoning_tokens: 0.1 } },
  ],
  ["a negative normalized counter", "tokens", { input: -1 }],
  ["a normalized counter with decimals", "tokens", { total: 0.5 }],
  ["a negative latency", "latency", -1],
  ["a latency with decimals", "latency", 12.5],
  ["an empty user id", "user_id", ""],
  ["a user id of 129 characters", "user_id", "u".repeat(129)],
  ["an identity hint that is no string", "request_identity", { ip_address: 1 }],
  ["a capability that is no boolean", "client_capabilities", { pii_masking_enabled: "yes" }],
  ["a metadata id that is no UUID", "metadata", { guard_event_id: "g" }],
  ["metadata that is no object", "metadata", "m"],
  ["an unknown event type", "event_type", "finished"],
  ["an unknown severity", "severity", "fatal"],
];

describe("ingest accepts", () => {
  it.each(TAKEN)("%s", async (_title, fields) => {
    const plane = await startService();
    const { status, body } = await ingest(plane, fields);
    expect([status, body.error]).toEqual([200, undefined]);
    expect(plane.events()).toEqual([expect.objectContaining(fields)]);
  });
});

describe("ingest refuses with 400 and the field's name", () => {
  it.each(REFUSED)("%s", async (_title, field, value) => {
    const plane = await startService();
    const reply = await ingest(plane, { [field]: value });
    expect([reply.status, reply.body.error]).toEqual([400, "Invalid payload"]);
    expect(fieldsAtFault(reply)).toEqual([field]);
    expect(plane.events()).toEqual([]);
  });

  it("all wrong fields at once", async () => {
    const plane = await startService();
    const reply = await ingest(plane, { latency: -1, severity: "x", output: undefined });
    expect(fieldsAtFault(reply).sort()).toEqual(["latency", "output", "severity"]);
  });
});

function ago(ms: number): string {
  return new Date(Date.now() - ms).toISOString();
}
