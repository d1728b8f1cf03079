import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { AnswerRestorer } from "../../../src/masking/restore/answer-restorer.ts";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";
import { bodyRestorer } from "../../../src/providers/restore/body-restorer.ts";
import { fastest } from "../../masking/texts/fastest.ts";

const { vault } = createMasker().mask("ada@example.com");
const restorer = new AnswerRestorer(vault);

function restored(type: string, bytes: Uint8Array, size: number): string {
  const body = bodyRestorer(openaiChatCodec, type, restorer);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    pieces.push(body?.push(bytes.subarray(at, at + size)) ?? new Uint8Array(0));
  }
  pieces.push(body?.end() ?? new Uint8Array(0));
  return Buffer.concat(pieces).toString();
}

describe.each([
  ["text/event-stream", "data: ", "\r\n\r\n"],
  ["text/event-stream", "data: ", "\n\n"],
  ["application/x-ndjson", "", "\n"],
])("restoring a stream of %s that arrives in small pieces", (type, head, end) => {
  const chunk = (content: string) =>
    `${head}${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}${end}`;

  it("gives the same result as for one that arrives at once", () => {
    const given = ["[EMAIL_1]", " and ", "[EMA", "IL_1]."].map(chunk).join("");
    const bytes = Buffer.from(given);
    const whole = restored(type, bytes, bytes.length);
    expect(whole).toContain("ada@example.com");
    for (const size of [1, 2, 3, 5, 64]) expect(restored(type, bytes, size)).toBe(whole);
  });

  it("takes no longer for an event of many pieces than for as many events", () => {
    const bytes = Buffer.from(chunk("x".repeat(1_000_000)));
    expect(fastest(() => restored(type, bytes, 64), 100)).toBeLessThan(600);
  });
});

it.each([
  ["text/event-stream", "\n"],
  ["text/event-stream", ": ping\n\n"],
  ["text/event-stream", "data:  \r\n\r\n"],
  ["application/x-ndjson", "\n"],
  ["application/x-ndjson", "\r\n"],
])("passes on keep-alives in %s unchanged and quickly: %j", (type, line) => {
  const bytes = Buffer.from(line.repeat(1_000_000 / line.length));
  expect(restored(type, bytes, 16_384)).toBe(bytes.toString());
  expect(fastest(() => restored(type, bytes, 16_384), 300)).toBeLessThan(1_000);
});
