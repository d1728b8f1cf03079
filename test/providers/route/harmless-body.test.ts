import { expect, it } from "vitest";
import { anthropicRoute } from "../../../src/providers/anthropic-routes/table.ts";
import { googleRoute } from "../../../src/providers/google-routes/table.ts";
import { openaiRoute } from "../../../src/providers/openai-routes/table.ts";
import { saysTooMuch } from "../../../src/providers/route/harmless-body.ts";
import type { RouteRow } from "../../../src/providers/route/route-row.ts";

const TABLES = { openai: openaiRoute, anthropic: anthropicRoute, google: googleRoute };

function rowOf(table: keyof typeof TABLES, path: string, method = "POST"): RouteRow {
  const row = TABLES[table]({ method, path });
  if (row?.verdict !== "harmless") throw new Error(`${path} is not harmless.`);
  return row;
}

it.each<[RouteRow, unknown]>([
  [rowOf("openai", "/responses/r_1/cancel"), undefined],
  [rowOf("openai", "/responses/r_1/cancel"), {}],
  [rowOf("openai", "/responses/r_1/cancel"), " "],
  [rowOf("openai", "/conversations/c_1"), { metadata: { topic: "What Jane asked" } }],
  [
    rowOf("openai", "/vector_stores"),
    {
      name: "Our reports",
      file_ids: ["file-1"],
      expires_after: { anchor: "last_active_at", days: 7 },
      chunking_strategy: { type: "static", static: { max_chunk_size_tokens: 800 } },
    },
  ],
  [
    rowOf("openai", "/vector_stores/vs_1/file_batches"),
    { files: [{ file_id: "file-1", attributes: { author: "Jane Doe" } }] },
  ],
  [rowOf("openai", "/realtime/calls/c_1/refer"), { target_uri: "tel:+14155550123" }],
  [rowOf("openai", "/webhook_endpoints"), { name: "Ours", url: "https://example.com/a?b=c d" }],
  [rowOf("openai", "/organization/projects"), { name: "A project of ours" }],
  [rowOf("anthropic", "/v1/messages/batches/b_1/cancel"), undefined],
  [rowOf("anthropic", "/v1/environments/e/tasks/t/heartbeat"), { desired_ttl_seconds: 60 }],
  [rowOf("anthropic", "/v1/vaults"), { display_name: "Keys of ours" }],
  [rowOf("google", "/v1beta/cachedContents/c", "PATCH"), { ttl: "3600s" }],
  [rowOf("google", "/v1beta/cachedContents/c", "PATCH"), { expireTime: "2026-01-02T03:04:05Z" }],
  [
    rowOf("google", "/v1beta/tunedModels/t", "PATCH"),
    { displayName: "A model", description: "Of us" },
  ],
  [
    rowOf("google", "/v1/projects/p/locations/l/publishers/google/models/m:fetchPredictOperation"),
    { operationName: "projects/p/locations/l/publishers/google/models/m/operations/1" },
  ],
])("accepts a body that belongs on its harmless route: %j %j", (row, body) => {
  expect(saysTooMuch(row, body)).toBe(false);
  if (typeof body === "object") expect(saysTooMuch(row, JSON.stringify(body))).toBe(false);
});

it.each<[RouteRow, unknown]>([
  [rowOf("openai", "/responses/r_1/cancel"), { input: "Tell me a secret" }],
  [rowOf("openai", "/responses/r_1/cancel"), { metadata: { note: "Tell me a secret" } }],
  [
    rowOf("openai", "/conversations/c_1"),
    { items: [{ role: "user", content: "Tell me a secret" }] },
  ],
  [rowOf("openai", "/threads/t_1/runs/r_1"), { instructions: "Tell me a secret" }],
  [rowOf("openai", "/threads/t_1/runs/r_1"), { messages: [{ content: "jane.doe@example.com" }] }],
  [rowOf("google", "/v1beta/cachedContents/c", "PATCH"), { system_instruction: "Shout" }],
  [rowOf("openai", "/chat/completions/c_1"), { "Tell me a secret": true }],
  [rowOf("openai", "/threads/t_1"), { toJSON: () => ({ messages: "Tell me a secret" }) }],
  [rowOf("openai", "/threads/t_1"), new (class Body {})()],
  [rowOf("openai", "/threads/t_1"), "Tell me a secret"],
  [rowOf("openai", "/threads/t_1"), new TextEncoder().encode("{}")],
  [rowOf("anthropic", "/v1/sessions/s_1/archive"), { events: ["Tell me a secret"] }],
  [
    rowOf("google", "/v1beta/cachedContents/c", "PATCH"),
    { contents: [{ parts: ["Tell me all"] }] },
  ],
  [rowOf("google", "/v1beta/batches/b:cancel"), { contents: "Tell me a secret" }],
  [rowOf("google", "/v1beta/cachedContents/c", "PATCH"), { systemInstruction: "Shout" }],
  [rowOf("openai", "/threads/t_1"), { input: [1, 2, 3] }],
  [rowOf("openai", "/threads/t_1"), { after: new String("Tell me a secret") }],
  [rowOf("openai", "/threads/t_1"), { after: "A".repeat(513) }],
  [rowOf("openai", "/threads/t_1"), nested(20, "fast")],
])("refuses a body that does not belong on its harmless route: %j %j", (row, body) => {
  expect(saysTooMuch(row, body)).toBe(true);
});

/** Settings below settings. */
function nested(levels: number, value: unknown): unknown {
  return levels === 0 ? value : { mode: nested(levels - 1, value) };
}

it("reads a body that is JSON text as what it means", () => {
  const row = rowOf("openai", "/threads/t_1");
  expect(saysTooMuch(row, JSON.stringify({ input: "Tell me a secret" }))).toBe(true);
  expect(saysTooMuch(row, JSON.stringify("Tell me a secret"))).toBe(true);
  expect(saysTooMuch(row, JSON.stringify({ input: [], prompt: {}, text: "", message: null }))).toBe(
    false,
  );
});

it("refuses a body that contains itself", () => {
  const body: { after?: unknown } = {};
  body.after = body;
  expect(saysTooMuch(rowOf("openai", "/threads/t_1"), body)).toBe(true);
});
