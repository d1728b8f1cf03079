import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openaiResponsesCodec } from "../../../src/providers/openai-responses/codec.ts";

const { readAnswer, errorBody } = openaiResponsesCodec;

describe("an OpenAI Responses answer", () => {
  it("has text, refusals and tool calls, with usage in the contract's names", () => {
    const response = {
      id: "resp_1",
      object: "response",
      status: "completed",
      model: "gpt-4o-2024",
      output: [
        { type: "reasoning", id: "r", summary: [{ type: "summary_text", text: "Thinking" }] },
        {
          type: "message",
          role: "assistant",
          content: [
            { type: "output_text", text: "Let me see.", annotations: [] },
            { type: "refusal", refusal: "I will not." },
          ],
        },
        { type: "function_call", call_id: "1", name: "weather", arguments: '{"city":"Rome"}' },
        { type: "custom_tool_call", call_id: "2", name: "sql", input: "select 1" },
        { type: "mcp_call", id: "3", name: "find", arguments: "{}", output: "found" },
        { type: "web_search_call", id: "4", action: { type: "search", query: "Rome" } },
        { type: "code_interpreter_call", id: "5", code: "1 + 1", outputs: [] },
        { type: "image_generation_call", id: "6", result: "AAAA", revised_prompt: "A cat" },
        { type: "function_call_output", call_id: "1", name: "weather", output: "sun" },
      ],
      usage: {
        input_tokens: 5,
        output_tokens: 7,
        total_tokens: 12,
        input_tokens_details: { cached_tokens: 3, text_tokens: 5 },
        output_tokens_details: { reasoning_tokens: 2 },
      },
    };
    expect(readAnswer(response)).toEqual({
      output: [
        "Let me see.",
        "I will not.",
        'weather({"city":"Rome"})',
        "sql(select 1)",
        "find({})",
        'web_search({"type":"search","query":"Rome"})',
        "code_interpreter(1 + 1)",
        "image_generation(A cat)",
      ].join("\n"),
      usage: {
        prompt_tokens: 5,
        completion_tokens: 7,
        total_tokens: 12,
        prompt_tokens_details: { cached_tokens: 3, text_tokens: 5 },
        completion_tokens_details: { reasoning_tokens: 2 },
      },
      model: "gpt-4o-2024",
      finishReason: "completed",
    });
  });

  it("has what the agents of a multi-agent response say to each other, as far as it is readable", () => {
    const message = {
      type: "agent_message",
      id: "a",
      author: "planner",
      recipient: "writer",
      content: [
        { type: "output_text", text: "Write to bob@example.com." },
        { type: "encrypted_content", encrypted_content: "sealed" },
      ],
    };
    const output = "Write to bob@example.com.";
    expect(readAnswer({ output: [message] }).output).toBe(output);
    const collector = openaiResponsesCodec.collectAnswer();
    collector.push({ type: "response.output_item.added", output_index: 0, item: message });
    expect(collector.answer().output).toBe(output);
  });

  it("has the reason for an early stop, or the status in the background", () => {
    const early = { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
    expect(readAnswer(early).finishReason).toBe("max_output_tokens");
    expect(readAnswer({ status: "incomplete" }).finishReason).toBe("incomplete");
    const queued = { status: "queued", model: "m", output: [], usage: null };
    expect(readAnswer(queued)).toEqual({ output: "", model: "m", finishReason: "queued" });
  });

  it("has the model's text of a compaction, and the tokens of a count", () => {
    const compaction = {
      object: "response.compaction",
      output: [
        { type: "message", role: "user", content: [{ type: "input_text", text: "asked" }] },
        { type: "message", role: "assistant", content: [{ type: "output_text", text: "said" }] },
        { type: "compaction", encrypted_content: "sealed" },
      ],
      usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
    };
    expect(readAnswer(compaction)).toMatchObject({ output: "said", usage: { total_tokens: 3 } });
    const count = { object: "response.input_tokens", input_tokens: 11 };
    expect(readAnswer(count)).toEqual({ output: "", usage: { prompt_tokens: 11 } });
  });

  it("omits counts that the service would reject", () => {
    const usage = { input_tokens: -1, output_tokens: 1.5, total_tokens: 9, prompt_tokens: 4 };
    expect(readAnswer({ usage }).usage).toEqual({ total_tokens: 9, prompt_tokens: 4 });
  });

  it("of any other shape is empty, without an exception", () => {
    fc.assert(
      fc.property(fc.anything(), (response) => typeof readAnswer(response).output === "string"),
    );
    const item = fc.dictionary(
      fc.constantFrom("type", "content", "arguments", "action", "name", "role"),
      fc.oneof(fc.constantFrom("message", "function_call", "program"), fc.anything()),
    );
    fc.assert(
      fc.property(fc.array(item), fc.anything(), (output, usage) => {
        expect(typeof readAnswer({ output, usage }).output).toBe("string");
      }),
    );
  });

  it("to a denied request has the provider's error format", () => {
    expect(errorBody({ message: "Denied.", code: "guard_denied" })).toEqual({
      error: { message: "Denied.", type: "guard_error", param: null, code: "guard_denied" },
    });
  });
});
