import { expect, it } from "vitest";
import { aiSdkLanguageModelCodec } from "../../src/providers/ai-sdk-language-model/codec.ts";
import { anthropicMessagesCodec } from "../../src/providers/anthropic-messages/codec.ts";
import { bedrockConverseCodec } from "../../src/providers/bedrock-converse/codec.ts";
import { googleGenerateContentCodec } from "../../src/providers/google-generate-content/codec.ts";
import { googleInteractionsCodec } from "../../src/providers/google-interactions/codec.ts";
import type { AnyCodec } from "../../src/providers/provider.ts";

const COUNT = 6_000;

/** A chunk with the call of a tool, the nth of its stream. */
const CALLS: readonly [AnyCodec, (at: number) => object][] = [
  [
    aiSdkLanguageModelCodec as AnyCodec,
    (at) => ({ type: "tool-call", toolCallId: `c${at}`, toolName: "f", input: "" }),
  ],
  [
    anthropicMessagesCodec,
    (index) => ({
      type: "content_block_start",
      index,
      content_block: { type: "tool_use", id: `c${index}`, name: "f", input: {} },
    }),
  ],
  [
    bedrockConverseCodec,
    (contentBlockIndex) => ({
      contentBlockStart: { contentBlockIndex, start: { toolUse: { name: "f", toolUseId: "c" } } },
    }),
  ],
  [
    googleGenerateContentCodec,
    () => ({ candidates: [{ content: { parts: [{ functionCall: { name: "f" } }] } }] }),
  ],
  [
    googleInteractionsCodec,
    (index) => ({ event_type: "step.start", index, step: { type: "function_call", name: "f" } }),
  ],
];

it.each(CALLS.map(([codec, callAt]) => [codec.name, codec, callAt] as const))(
  "a stream of %s that never ends its calls takes limited memory, and the first are in its event",
  (_name, codec, callAt) => {
    const collector = codec.collectAnswer();
    for (let at = 0; at < COUNT; at += 1) collector.push(callAt(at));
    const calls = collector.answer().output.split("\n");
    expect(calls.length).toBeGreaterThan(100);
    expect(calls.length).toBeLessThan(COUNT);
    expect(calls[0]).toMatch(/^f\(/);
  },
);
