import { describe, expect, it } from "vitest";
import { readPrompt, writePrompt } from "../../../src/providers/openai-chat/prompt.ts";

/**
 * A next turn as the OpenAI Agents SDK sends it: all fields of the answer's message are in its
 * part.
 */
function nextTurn(rest: Record<string, unknown>) {
  const part = { type: "text", text: "I look.", role: "assistant", refusal: null, ...rest };
  const assistant = { role: "assistant", content: [part] };
  return { model: "m", messages: [{ role: "user", content: "Hi" }, assistant] };
}

function read(request: object): string[] {
  return readPrompt(request).segments.map(({ role, kind, text }) => `${role}/${kind}: ${text}`);
}

const CALL = {
  id: "call_1",
  type: "function",
  function: { name: "send", arguments: '{"to":"Ada"}' },
};

describe("a chat part with the fields of an answer's message", () => {
  it.each([
    ["nothing else", { annotations: [] }, []],
    ["its calls", { tool_calls: [CALL] }, ['assistant/tool_arguments: {"to":"Ada"}']],
    [
      "the older call",
      { function_call: { name: "send", arguments: "{}" } },
      ["assistant/tool_arguments: {}"],
    ],
    [
      "what was thought",
      { reasoning_content: "Hm.", reasoning_details: [{ type: "reasoning.text", text: "Well." }] },
      ["assistant/text: Hm.", "assistant/text: Well."],
    ],
    [
      "what only its provider knows, around its seals",
      { extra: { note: "So." }, extra_content: { google: { thought_signature: "c2VhbA==" } } },
      ["assistant/text: So."],
    ],
  ])("is shown to the guard and sent back unchanged: %s", (_title, rest, beside) => {
    const request = nextTurn(rest);
    expect(read(request)).toEqual(["user/text: Hi", "assistant/text: I look.", ...beside]);
    const texts = readPrompt(request).segments.map(({ text }) => text);
    expect(JSON.stringify(writePrompt(request, texts))).toBe(JSON.stringify(request));
  });

  it("is refused if its role is prose", () => {
    expect(() => readPrompt(nextTurn({ role: "a secret role" }))).toThrow("messages[1].content[0]");
  });
});
