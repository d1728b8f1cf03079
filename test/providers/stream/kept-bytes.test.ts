import { expect, it } from "vitest";
import { ollamaChatCodec } from "../../../src/providers/ollama-chat/codec.ts";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";
import type { AnyCodec } from "../../../src/providers/provider.ts";
import { WireCollector } from "../../../src/providers/stream/wire-collector.ts";

const chunk = (content: string) => JSON.stringify({ choices: [{ index: 0, delta: { content } }] });
const line = (content: string) => JSON.stringify({ message: { role: "assistant", content } });

it.each<[string, unknown, string, readonly string[]]>([
  [
    "one document",
    openaiChatCodec,
    "application/json",
    ['{"choices":[{"message":{"content":"He', 'llo"}}]}'],
  ],
  [
    "events",
    openaiChatCodec,
    "text/event-stream",
    [`data: ${chunk("He")}\n\n`, `data: ${chunk("llo")}\n\n`],
  ],
  ["lines", ollamaChatCodec, "application/x-ndjson", [`${line("He")}\n`, `${line("llo")}\n`]],
])(
  "an answer is read as it arrived, as %s, though the app overwrites its bytes",
  (_as, codec, type, pieces) => {
    const collector = new WireCollector(codec as AnyCodec, type);
    for (const piece of pieces) {
      const bytes = new TextEncoder().encode(piece);
      collector.push(bytes);
      bytes.fill(0);
    }
    expect(collector.answer().output).toBe("Hello");
  },
);

it("an answer of more than 32 MiB is not kept, which is not an empty one", () => {
  const collector = new WireCollector(openaiChatCodec as AnyCodec, "application/json");
  collector.push(new TextEncoder().encode('{"choices":[{"message":{"content":"'));
  for (let mebibyte = 0; mebibyte < 32; mebibyte += 1) collector.push(Buffer.alloc(2 ** 20, "A"));
  collector.push(new TextEncoder().encode('"}}]}'));
  expect(collector.answer()).toEqual({ output: "", unreadable: true });
});

it.each(["audio/mpeg", "image/png", "video/mp4"])(
  "an answer of type %s has no text, which is not an unreadable one",
  (type) => {
    const collector = new WireCollector(openaiChatCodec as AnyCodec, type);
    collector.push(Uint8Array.of(0x49, 0x44, 0x33, 0xff));
    expect(collector.answer()).toEqual({ output: "" });
  },
);
