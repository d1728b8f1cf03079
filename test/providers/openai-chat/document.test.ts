import { describe, expect, it } from "vitest";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";

const { readPrompt, writePrompt } = openaiChatCodec;
const DATA = { "Ada's card": 4111111111111111, note: "Keep it." };
const JSON_TEXT = JSON.stringify(DATA);
const READ = { role: "user", content: "Read." };

describe("JSON in a document is shown to the guard with its names and numbers", () => {
  const part = { type: "document", document: { data: DATA, id: "d1" } };

  it.each([
    ["next to the messages", { messages: [READ], documents: [{ source: { data: DATA } }] }],
    ["in place of its text", { messages: [READ], documents: [{ data: DATA, title: "Card" }] }],
    ["in a message", { messages: [{ role: "user", content: [part] }] }],
  ])("%s", (_name, request) => {
    const texts = readPrompt(request).segments.map(({ text }) => text);
    expect(texts).toContain(JSON_TEXT);
    expect(JSON.stringify(writePrompt(request, texts))).toBe(JSON.stringify(request));
    const masked = texts.map((text) => (text === JSON_TEXT ? '{"a card":[CARD_1]}' : text));
    const written = JSON.stringify(writePrompt(request, masked));
    expect(written).toContain('"data":{"a card":"[CARD_1]"}');
    expect(written).not.toContain("4111");
  });
});
