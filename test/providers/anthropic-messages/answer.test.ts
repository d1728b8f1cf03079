import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anthropicMessagesCodec } from "../../../src/providers/anthropic-messages/codec.ts";
import { MESSAGE_TEXT, MESSAGE_USAGE, messageBody } from "../../support/models/message-answers.ts";

const { readAnswer, errorBody } = anthropicMessagesCodec;

describe("an Anthropic messages answer", () => {
  it("is read with its text, model, finish reason and usage in the contract's names", () => {
    expect(readAnswer(messageBody())).toEqual({
      output: MESSAGE_TEXT,
      model: "claude-sonnet-5-20260115",
      finishReason: "end_turn",
      usage: MESSAGE_USAGE,
    });
  });

  it("joins text across citations, and has each tool call on a line of its own", () => {
    const { output } = readAnswer(
      messageBody([
        { type: "thinking", thinking: "Hm.", signature: "x" },
        { type: "text", text: "It is " },
        { type: "text", text: "warm", citations: [{ cited_text: "warm" }] },
        { type: "server_tool_use", id: "s", name: "web_search", input: { query: "rain" } },
        { type: "web_search_tool_result", tool_use_id: "s", content: [] },
        { type: "text", text: "No rain." },
        { type: "tool_use", id: "t", name: "weather", input: { city: "Paris" } },
        { type: "mcp_tool_use", id: "m", name: "find", server_name: "crm", input: {} },
      ]),
    );
    expect(output).toBe(
      'It is warm\nweb_search({"query":"rain"})\nNo rain.\nweather({"city":"Paris"})\nfind({})',
    );
  });

  it("counts thinking tokens and omits unknown counts", () => {
    const usage = {
      input_tokens: 1,
      cache_read_input_tokens: null,
      output_tokens: 2,
      output_tokens_details: { thinking_tokens: 1 },
      server_tool_use: null,
    };
    expect(readAnswer({ usage }).usage).toEqual({
      prompt_tokens: 1,
      completion_tokens: 2,
      total_tokens: 3,
      completion_tokens_details: { reasoning_tokens: 1 },
    });
    expect(readAnswer({ usage: { input_tokens: -1, output_tokens: "2" } }).usage).toBeUndefined();
  });

  it("of a token count has that count as usage", () => {
    expect(readAnswer({ input_tokens: 7 })).toMatchObject({
      output: "",
      usage: { prompt_tokens: 7 },
    });
  });

  it("has failed if it is an error", () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    expect(readAnswer(error)).toMatchObject({ output: "", failed: true });
  });

  it("of any other shape is read without an exception", () => {
    fc.assert(fc.property(fc.anything(), (value) => typeof readAnswer(value).output === "string"));
  });

  it("to a denied request has Anthropic's error format", () => {
    expect(errorBody({ message: "No.", code: "guard_denied" })).toEqual({
      type: "error",
      error: { type: "guard_error", message: "No.", code: "guard_denied" },
    });
  });
});
