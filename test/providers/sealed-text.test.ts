import { expect, it } from "vitest";
import { openaiChatCodec } from "../../src/providers/openai-chat/codec.ts";
import { SealedTextError, signatures } from "../../src/providers/sealed-text.ts";

const request = {
  messages: [
    {
      role: "assistant",
      content: [
        { type: "text", text: "Hello" },
        { type: "thinking", thinking: "Ask Ada.", signature: "c2lnMQ==" },
        { type: "thinking", thinking: "", signature: "c2lnMg==" },
        { type: "thinking", thinking: "free text", signature: "no signature" },
      ],
    },
  ],
};

it("a signed text keeps its own signature, also before a signed block without text", () => {
  const { segments } = openaiChatCodec.readPrompt(request);
  expect(segments.map((segment) => [segment.text, signatures.get(segment)])).toEqual([
    ["Hello", undefined],
    ["Ask Ada.", "c2lnMQ=="],
    ["free text", undefined],
  ]);
});

it("a signed text is sent as it is or not at all, and others are sent rewritten", () => {
  const rewritten = openaiChatCodec.writePrompt(request, ["Hi", "Ask Ada.", "none"]);
  expect(JSON.stringify(rewritten)).toContain('"thinking":"none"');
  expect(() => openaiChatCodec.writePrompt(request, ["Hi", "Ask.", "none"])).toThrow(
    SealedTextError,
  );
});
