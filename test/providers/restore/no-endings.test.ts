import { expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { AnswerRestorer } from "../../../src/masking/restore/answer-restorer.ts";
import { ollamaChatCodec } from "../../../src/providers/ollama-chat/codec.ts";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";
import { openaiCompletionsCodec } from "../../../src/providers/openai-completions/codec.ts";
import { ChunkRestorer } from "../../../src/providers/restore/chunk-restorer.ts";
import type { StreamTexts } from "../../../src/providers/restore/restorer.ts";

const { vault } = createMasker().open();
vault.placeholderFor("EMAIL", "ada@example.com");
const restorer = new AnswerRestorer(vault);

/** Properties that end a text when they say something, and are empty in every chunk here. */
const STREAMS: readonly {
  readonly name: string;
  readonly texts: StreamTexts<unknown> | undefined;
  readonly say: (text: string) => unknown;
}[] = [
  {
    name: "a chat, without calls",
    texts: openaiChatCodec.streamTexts,
    say: (content) => ({ choices: [{ index: 0, delta: { content, tool_calls: [] } }] }),
  },
  {
    name: "a chat, without a finish reason",
    texts: openaiChatCodec.streamTexts,
    say: (content) => ({ choices: [{ index: 0, delta: { content }, finish_reason: "" }] }),
  },
  {
    name: "a completion, without a finish reason",
    texts: openaiCompletionsCodec.streamTexts,
    say: (text) => ({ choices: [{ index: 0, text, finish_reason: "" }] }),
  },
  ...[null, []].map((tool_calls) => ({
    name: `Ollama's chat, with ${JSON.stringify(tool_calls)} for calls`,
    texts: ollamaChatCodec.streamTexts,
    say: (content: string) => ({ message: { role: "assistant", content, tool_calls } }),
  })),
  {
    name: "Ollama's chat, without an error",
    texts: ollamaChatCodec.streamTexts,
    say: (content) => ({ message: { role: "assistant", content }, error: "" }),
  },
];

it.each(STREAMS)("a placeholder cut in two is restored in $name", ({ texts, say }) => {
  if (texts === undefined) throw new Error("this codec restores no streams");
  const chunks = new ChunkRestorer(texts, restorer);
  const seen = ["to [EM", "AIL_1]."].flatMap((piece) => chunks.push(say(piece)));
  expect(seen).toEqual([say("to "), say("ada@example.com.")]);
});
