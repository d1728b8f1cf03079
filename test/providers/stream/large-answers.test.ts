import { describe, expect, it } from "vitest";
import { googleGenerateContentCodec } from "../../../src/providers/google-generate-content/codec.ts";
import { openaiResponsesCodec } from "../../../src/providers/openai-responses/codec.ts";
import type { Answer, AnyCodec } from "../../../src/providers/provider.ts";
import { WireCollector } from "../../../src/providers/stream/wire-collector.ts";

/** Base64 of a large picture. */
const IMAGE = "A".repeat(17 * 1024 * 1024);

function collected(codec: AnyCodec, type: string, text: string): Answer {
  const collector = new WireCollector(codec, type);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 65_536) {
    collector.push(bytes.subarray(at, at + 65_536));
  }
  return collector.answer();
}

const response = {
  status: "completed",
  output: [{ type: "image_generation_call", result: IMAGE, revised_prompt: "A cat." }],
  usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
};
const candidate = {
  candidates: [{ content: { parts: [{ inlineData: { data: IMAGE } }] }, finishReason: "STOP" }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 },
};
const begun = 'data: {"type":"response.created","response":{"status":"in_progress"}}\n\n';
const ended = `data: ${JSON.stringify({ type: "response.completed", response })}\n\n`;

describe("an answer with a large image", () => {
  it.each<[string, AnyCodec, string, string]>([
    ["an event", openaiResponsesCodec, "text/event-stream", begun + ended],
    ["one document", openaiResponsesCodec, "application/json", JSON.stringify(response)],
    ["an array", googleGenerateContentCodec, "application/json", JSON.stringify([candidate])],
  ])("has its usage and its end, as %s", (_as, codec, type, text) => {
    const { usage, finishReason, unfinished } = collected(codec, type, text);
    expect(usage).toMatchObject({ prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 });
    expect([finishReason?.toLowerCase(), unfinished]).toEqual([expect.any(String), undefined]);
  });
});
