import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openaiAssistantsCodec } from "../../../src/providers/openai-assistants/codec.ts";
import { itKeepsRequests } from "../../support/request-properties.ts";

const { readPrompt, collapsePrompt, readAnswer, collectAnswer, matches } = openaiAssistantsCodec;

const text = fc.string({ unit: "binary" }).map((tail) => `text ${tail}`);
const part = fc.oneof(
  fc.record({ type: fc.constant("text"), text }),
  fc.constant({ type: "image_file", image_file: { file_id: "file_1", detail: "low" } }),
  fc.constant({ type: "image_url", image_url: { url: "https://example.com/a.png" } }),
);
const content = fc.oneof(text, fc.array(part, { maxLength: 3 }));
const message = fc.record(
  {
    role: fc.constantFrom("user", "assistant"),
    content,
    attachments: fc.constant([{ file_id: "file_2", tools: [{ type: "file_search" }] }]),
    metadata: fc.constant({ note: "of the app" }),
  },
  { requiredKeys: ["role", "content"] },
);
const messages = fc.array(message, { maxLength: 3 });
const resources = fc.constant({
  code_interpreter: { file_ids: ["file_3", "file_4"] },
  file_search: { vector_store_ids: ["vs_1"] },
});
const model = fc.constant("gpt-4o");
const assistant_id = fc.constant("asst_1");

const request: fc.Arbitrary<object> = fc.oneof(
  fc.record({ model, instructions: text, name: fc.constant("Helper"), tool_resources: resources }),
  fc.record({ messages, tool_resources: resources }),
  fc.record({ role: fc.constant("user"), content }),
  fc.record(
    {
      assistant_id,
      model,
      instructions: text,
      thread: fc.record({ messages }),
      stream: fc.boolean(),
    },
    { requiredKeys: ["assistant_id", "thread"] },
  ),
  fc.record(
    { assistant_id, additional_instructions: text, additional_messages: messages },
    { requiredKeys: ["assistant_id", "additional_messages"] },
  ),
  fc.record({
    tool_outputs: fc.array(fc.record({ tool_call_id: fc.constant("call_1"), output: text })),
  }),
);

describe("an OpenAI Assistants request", () => {
  itKeepsRequests({
    codec: openaiAssistantsCodec,
    request,
    anyRequest: fc.record({
      thread: fc.jsonValue(),
      messages: fc.jsonValue(),
      content: fc.jsonValue(),
      tool_outputs: fc.jsonValue(),
      assistant_id: fc.jsonValue(),
    }),
  });

  it("shows instructions, messages and tool results, with role and kind", () => {
    const run = {
      assistant_id: "asst_1",
      instructions: "Be kind.",
      additional_messages: [{ role: "user", content: [{ type: "text", text: "Hi" }] }],
    };
    expect(readPrompt(run).segments).toEqual([
      { role: "system", kind: "text", text: "Be kind." },
      { role: "user", kind: "text", text: "Hi" },
    ]);
    const tool_outputs = [{ tool_call_id: "call_1", output: "found" }];
    expect(readPrompt({ tool_outputs }).segments).toEqual([
      { role: "tool", kind: "tool_result", text: "found" },
    ]);
  });

  it("counts assistants and files as references", () => {
    const prompt = readPrompt({
      assistant_id: "asst_1",
      thread: {
        messages: [
          {
            role: "user",
            content: [
              { type: "image_file", image_file: { file_id: "file_1" } },
              { type: "image_url", image_url: { url: "data:image/png;base64,AA" } },
            ],
            attachments: [{ file_id: "file_2", tools: [{ type: "file_search" }] }],
          },
        ],
        tool_resources: { code_interpreter: { file_ids: ["file_3", "file_4"] } },
      },
    });
    expect(prompt.segments).toEqual([]);
    expect(prompt.uninspected).toEqual([
      { kind: "reference", count: 5, mediaTypes: [] },
      { kind: "image", count: 1, mediaTypes: ["image/png"] },
    ]);
  });

  it.each([
    [{ content: ["a", "b"] }, { content: "all" }],
    [
      { messages: [{ role: "user", content: "a" }] },
      { messages: [{ role: "user", content: "all" }] },
    ],
    [
      { assistant_id: "asst_1", instructions: "a", thread: { messages: [] } },
      { assistant_id: "asst_1", thread: { messages: [{ role: "user", content: "all" }] } },
    ],
    [
      { assistant_id: "asst_1", instructions: "a", additional_instructions: "b" },
      { assistant_id: "asst_1", additional_messages: [{ role: "user", content: "all" }] },
    ],
    [
      {
        tool_outputs: [
          { tool_call_id: "1", output: "a" },
          { tool_call_id: "2", output: "b" },
        ],
      },
      {
        tool_outputs: [
          { tool_call_id: "1", output: "all" },
          { tool_call_id: "2", output: "" },
        ],
      },
    ],
    [
      { model: "m", instructions: "a" },
      { model: "m", instructions: "all" },
    ],
  ])("collapses into the place of the user's text: %j", (before, after) => {
    expect(collapsePrompt(before, "all")).toEqual(after);
  });
});

describe("an OpenAI Assistants run", () => {
  const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
  const call = { id: "1", type: "function", function: { name: "weather", arguments: "{}" } };
  const required_action = {
    type: "submit_tool_outputs",
    submit_tool_outputs: { tool_calls: [call] },
  };

  it("has its model, usage, status and pending tool calls", () => {
    const run = {
      object: "thread.run",
      model: "m",
      status: "requires_action",
      required_action,
      usage,
    };
    expect(readAnswer(run)).toEqual({
      output: "weather({})",
      usage,
      model: "m",
      finishReason: "requires_action",
    });
    expect(readAnswer({ object: "thread.message", role: "user", content: [] }).output).toBe("");
    fc.assert(fc.property(fc.anything(), (any) => typeof readAnswer(any).output === "string"));
  });

  it("is the same in a stream, with and without event names", () => {
    const delta = (value: string) => ({
      object: "thread.message.delta",
      delta: { content: [{ index: 0, type: "text", text: { value } }] },
    });
    const run = (status: string) => ({ object: "thread.run", model: "m", status, usage });
    for (const named of [true, false]) {
      const collector = collectAnswer();
      const push = (event: string, data: object) => collector.push(named ? { event, data } : data);
      push("thread.run.in_progress", run("in_progress"));
      push("thread.message.delta", delta("Hel"));
      expect(collector.answer()).toMatchObject({ output: "Hel", finishReason: undefined });
      push("thread.message.delta", delta("lo"));
      push("thread.run.completed", run("completed"));
      expect(collector.answer()).toEqual({
        output: "Hello",
        usage,
        model: "m",
        finishReason: "completed",
      });
    }
  });

  it("has a streamed refusal as its text", () => {
    const collector = collectAnswer();
    for (const refusal of ["I can", "not."]) {
      const content = [{ index: 0, type: "refusal", refusal }];
      collector.push({ object: "thread.message.delta", delta: { content } });
    }
    expect(collector.answer().output).toBe("I cannot.");
  });

  it("of any shape is read without an exception", () => {
    const event = fc.oneof(
      fc.anything(),
      fc.record({ object: fc.constant("thread.message.delta"), delta: fc.anything() }),
      fc.record({
        event: fc.string(),
        data: fc.record({ object: fc.constant("thread.run"), status: fc.anything() }),
      }),
    );
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const collector = collectAnswer();
        for (const each of events) collector.push(each);
        expect(typeof collector.answer().output).toBe("string");
      }),
    );
  });
});

it.each([
  ["/v1/threads", true],
  ["/v1/threads/runs", true],
  ["/v1/threads/thread_1/messages", true],
  ["/v1/threads/thread_1/runs", true],
  ["/v1/threads/thread_1/runs/run_1/submit_tool_outputs", true],
  ["/v1/threads/thread%5F1/runs/run_1/submit%5Ftool_outputs/", true],
  ["/v1/assistants", true],
  ["/v1/assistants/asst_1", true],
  ["/v1/threads/thread_1", false],
  ["/v1/threads/thread_1/messages/msg_1", false],
  ["/v1/threads/thread_1/runs/run_1", false],
  ["/v1/threads/thread_1/runs/run_1/cancel", false],
])("recognizes %s as an Assistants request with texts: %s", (path, expected) => {
  expect(matches({ method: "POST", path })).toBe(expected);
});
