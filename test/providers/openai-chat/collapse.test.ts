import { describe, expect, it } from "vitest";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";

const { collapsePrompt } = openaiChatCodec;

const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };
const audio = { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } };

describe("a collapsed chat completion request", () => {
  it("has the text as its only user message, and keeps every setting", () => {
    const request = {
      model: "gpt-4o",
      messages: [
        { role: "system", content: "Be kind." },
        { role: "user", content: "Hello" },
      ],
      prediction: { type: "content", content: "draft" },
      documents: [{ text: "secret" }],
      temperature: 0.1,
      tools: [{ type: "function", function: { name: "f" } }],
      stream: true,
    };
    expect(collapsePrompt(request, "safe")).toEqual({
      model: "gpt-4o",
      messages: [{ role: "user", content: "safe" }],
      temperature: 0.1,
      tools: [{ type: "function", function: { name: "f" } }],
      stream: true,
    });
  });

  it("keeps the binary parts of the last user message, and of no other", () => {
    const messages = [
      { role: "user", content: [{ type: "text", text: "first" }, image] },
      { role: "user", content: [audio, { type: "text", text: "second" }, image] },
      { role: "assistant", content: [{ type: "text", text: "third" }, image] },
    ];
    expect(collapsePrompt({ messages }, "safe")).toEqual({
      messages: [{ role: "user", content: [{ type: "text", text: "safe" }, audio, image] }],
    });
  });

  it("drops a binary part that contains text", () => {
    const messages = [{ role: "user", content: [{ ...image, text: "secret" }, "secret", null] }];
    expect(collapsePrompt({ messages }, "safe")).toEqual({
      messages: [{ role: "user", content: "safe" }],
    });
  });
});
