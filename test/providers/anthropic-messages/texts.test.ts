import { expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { AnswerRestorer } from "../../../src/masking/restore/answer-restorer.ts";
import { streamTexts } from "../../../src/providers/anthropic-messages/texts.ts";
import { ChunkRestorer } from "../../../src/providers/restore/chunk-restorer.ts";

const { vault } = createMasker().mask("ada@example.com");

const deltas = [
  { type: "thinking_delta", thinking: "[EMAIL_1] it is." },
  { type: "signature_delta", signature: "c2lnbmVk" },
  { type: "compaction_delta", content: "The user is [EMAIL_1]." },
];

it.each(deltas)(
  "what Anthropic signs comes to the app as it was streamed, to be sent back unchanged: $type",
  (delta) => {
    const restorer = new ChunkRestorer(streamTexts, new AnswerRestorer(vault));
    const event = { type: "content_block_delta", index: 0, delta };
    expect(restorer.push(event)).toEqual([event]);
    expect(restorer.end()).toEqual([]);
    const text = { type: "text_delta", text: "To [EMAIL_1]." };
    expect(restorer.push({ ...event, delta: text })).toEqual([
      { ...event, delta: { ...text, text: "To ada@example.com." } },
    ]);
  },
);
