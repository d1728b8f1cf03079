import { expect, it } from "vitest";
import { readPrompt, writePrompt } from "../../../src/providers/openai-chat/prompt.ts";

it("shows references in Mistral's thinking to the guard, and sends them back unchanged", () => {
  const found = {
    type: "tool_reference",
    tool: "web_search",
    title: "A life",
    url: "https://a.test",
  };
  const thinking = [{ type: "thinking", thinking: [{ type: "text", text: "Hm." }, found] }];
  const request = { model: "m", messages: [{ role: "assistant", content: thinking }] };
  const { segments, uninspected } = readPrompt(request);
  const texts = segments.map(({ text }) => text);
  expect(texts).toEqual(["Hm.", "A life", "https://a.test"]);
  expect(uninspected).toEqual([]);
  expect(writePrompt(request, texts)).toEqual(request);
});
