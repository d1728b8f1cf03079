import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";

const { readAnswer } = openaiChatCodec;

describe("a chat completion answer", () => {
  it("has tool arguments that are an object as JSON, whole or in a stream", () => {
    const call = { id: "c1", function: { name: "look", arguments: { at: ["it", 1] } } };
    const message = { role: "assistant", content: "", tool_calls: [call] };
    const said = 'look({"at":["it",1]})';
    expect(readAnswer({ choices: [{ message }] }).output).toBe(said);
    const collector = openaiChatCodec.collectAnswer();
    collector.push({ choices: [{ index: 0, delta: message }] });
    expect(collector.answer().output).toBe(said);
  });

  it("has the tools that Groq has run itself, but not their results, whole or in a stream", () => {
    const run = { index: 0, type: "search", arguments: '{"query":"Ada"}' };
    const done = { ...run, output: "Ada was …", search_results: { results: [] } };
    const python = { index: 1, type: "python", arguments: '{"code":"1+1"}', output: "2" };
    const message = { role: "assistant", content: "Hi.", executed_tools: [done, python] };
    const said = 'Hi.\nsearch({"query":"Ada"})\npython({"code":"1+1"})';
    expect(readAnswer({ choices: [{ message }] }).output).toBe(said);
    const collector = openaiChatCodec.collectAnswer();
    const deltas = [
      { role: "assistant", executed_tools: [run] },
      { executed_tools: [done] },
      { executed_tools: [{ ...python, arguments: "" }] },
      { executed_tools: [python] },
      { content: "Hi." },
      { executed_tools: [null, { index: -1 }], content: "" },
    ];
    for (const delta of deltas) collector.push({ choices: [{ index: 0, delta }] });
    expect(collector.answer().output).toBe(said);
  });

  it("has all messages of a choice of Mistral, but not the results of its tools", () => {
    const call = { id: "c1", function: { name: "web_search", arguments: '{"q":1}' } };
    const messages = [
      { role: "assistant", content: "Let me see.", tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: "found" },
      { role: "assistant", content: [{ type: "text", text: "Here it is." }] },
      "nothing",
    ];
    const choices = [{ index: 0, messages, finish_reason: "stop" }];
    expect(readAnswer({ choices })).toMatchObject({
      output: 'Let me see.\nweb_search({"q":1})\nHere it is.',
      finishReason: "stop",
    });
  });

  it.each([
    ["DeepSeek", { prompt_cache_hit_tokens: 4, prompt_cache_miss_tokens: 5 }],
    ["Moonshot", { cached_tokens: 4 }],
    ["Moonshot, beside null", { cached_tokens: 4, prompt_tokens_details: null }],
    ["both", { cached_tokens: 9, prompt_tokens_details: { cached_tokens: 4 } }],
  ])("has the cached tokens of %s under the usual name, whole or in a stream", (_, counts) => {
    const usage = { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10, ...counts };
    const expected = { ...usage, prompt_tokens_details: { cached_tokens: 4 } };
    expect(readAnswer({ choices: [], usage }).usage).toEqual(expected);
    const collector = openaiChatCodec.collectAnswer();
    collector.push({ choices: [], usage });
    expect(collector.answer().usage).toEqual(expected);
  });

  it.each([
    ["in its place", { error: { code: 404, type: "not_found", message: "No endpoints" } }],
    ["in a choice", { choices: [{ finish_reason: "error", error: { code: 502 }, message: {} }] }],
    ["as the reason for the end", { choices: [{ finish_reason: "error", message: {} }] }],
  ])("has failed if a 200 response has an error %s", (_, response) => {
    expect(readAnswer(response)).toMatchObject({ output: "", failed: true });
  });

  it("has failed if its stream ends with an error", () => {
    const collector = openaiChatCodec.collectAnswer();
    collector.push({ choices: [{ index: 0, delta: { content: "I beg" } }] });
    collector.push({ error: { code: 502, type: "overloaded" }, choices: [] });
    const error = { name: "APIError", status: 502, code: "overloaded" };
    expect(collector.answer()).toMatchObject({ output: "I beg", failed: true, error });
  });

  it.each([
    [
      "a sentence in the place of an error",
      { error: "Generation failed", error_type: "generation" },
    ],
    ["Groq's reason for stopping early", { choices: [], x_groq: { id: "r", error: "Stopped" } }],
  ])("has failed if its stream ends with %s, without error details", (_, last) => {
    const collector = openaiChatCodec.collectAnswer();
    collector.push({ choices: [{ index: 0, delta: { content: "I beg" } }] });
    collector.push(last);
    collector.push({ choices: [], x_groq: { id: "r", usage: { total_tokens: 7 } } });
    const answer = collector.answer();
    expect(answer).toMatchObject({ output: "I beg", failed: true, usage: { total_tokens: 7 } });
    expect(answer.error).toBeUndefined();
    expect(readAnswer(last)).toMatchObject({ output: "", failed: true });
  });

  it.each(["", null, false])("has not failed if its error is %o", (error) => {
    const chunk = { error, x_groq: { error }, choices: [{ delta: {}, finish_reason: "stop" }] };
    const collector = openaiChatCodec.collectAnswer();
    collector.push(chunk);
    expect(collector.answer().failed).toBeUndefined();
    expect(readAnswer(chunk).failed).toBeUndefined();
  });

  it("has not failed if `error` is null", () => {
    expect(readAnswer({ error: null, choices: [{ message: { content: "Hi" } }] })).toEqual({
      output: "Hi",
    });
  });

  it("has the text of all choices, and tool calls as name(arguments)", () => {
    const response = {
      id: "chatcmpl-1",
      object: "chat.completion",
      model: "gpt-4o-2024",
      choices: [
        {
          index: 0,
          finish_reason: "tool_calls",
          message: {
            role: "assistant",
            content: "Let me see.",
            refusal: null,
            tool_calls: [
              {
                id: "1",
                type: "function",
                function: { name: "weather", arguments: '{"city":"Rome"}' },
              },
              { id: "2", type: "custom", custom: { name: "sql", input: "select 1" } },
            ],
            function_call: { name: "old", arguments: "{}" },
          },
        },
        { index: 1, finish_reason: "stop", message: { content: null, refusal: "I will not." } },
        {
          index: 2,
          finish_reason: "stop",
          message: { content: "", audio: { id: "a", data: "AA", transcript: "Spoken." } },
        },
        {
          index: 3,
          message: {
            content: [
              { type: "thinking", thinking: [] },
              { type: "text", text: "In parts." },
            ],
          },
        },
      ],
      usage: {
        prompt_tokens: 5,
        completion_tokens: 7,
        total_tokens: 12,
        prompt_tokens_details: { cached_tokens: 3, audio_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 2 },
      },
    };
    expect(readAnswer(response)).toEqual({
      output: [
        "Let me see.",
        'weather({"city":"Rome"})',
        "sql(select 1)",
        "old({})",
        "I will not.",
        "Spoken.",
        "In parts.",
      ].join("\n"),
      usage: response.usage,
      model: "gpt-4o-2024",
      finishReason: "tool_calls",
    });
  });

  it("omits counts that the service would reject, and keeps unknown fields", () => {
    const usage = {
      prompt_tokens: -1,
      completion_tokens: 1.5,
      total_tokens: 9,
      prompt_tokens_details: { cached_tokens: "3", audio_tokens: 1 },
      completion_tokens_details: null,
      cost: 0.001,
    };
    expect(readAnswer({ usage }).usage).toEqual({
      total_tokens: 9,
      prompt_tokens_details: { audio_tokens: 1 },
      cost: 0.001,
    });
    expect(readAnswer({ usage: { prompt_tokens: "5" } }).usage).toBeUndefined();
    expect(readAnswer({ x_groq: { usage: { total_tokens: 2 } } }).usage).toEqual({
      total_tokens: 2,
    });
  });

  it("of any other shape is empty, without an exception", () => {
    for (const response of [
      undefined,
      null,
      1,
      "text",
      [],
      {},
      { choices: {} },
      { choices: [null, 1, {}] },
    ]) {
      expect(readAnswer(response).output).toBe("");
    }
    fc.assert(
      fc.property(fc.anything(), (response) => typeof readAnswer(response).output === "string"),
    );
    const message = fc.dictionary(
      fc.constantFrom("content", "refusal", "tool_calls", "function_call", "audio"),
      fc.anything(),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(message, fc.anything())), fc.anything(), (messages, usage) => {
        const choices = messages.map((each) => ({ message: each }));
        expect(typeof readAnswer({ choices, usage }).output).toBe("string");
      }),
    );
  });
});

describe("a denial in OpenAI's format", () => {
  it("has the provider's error format and our code", () => {
    expect(openaiChatCodec.errorBody({ message: "Denied.", code: "guard_denied" })).toEqual({
      error: { message: "Denied.", type: "guard_error", param: null, code: "guard_denied" },
    });
  });
});
