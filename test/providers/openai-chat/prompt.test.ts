import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";

type Params = OpenAI.ChatCompletionCreateParams;

const { readPrompt, writePrompt } = openaiChatCodec;

/** `role/kind: text` for every segment. */
function read(request: object): string[] {
  return readPrompt(request).segments.map(({ role, kind, text }) => `${role}/${kind}: ${text}`);
}

function message(fields: Record<string, unknown>): object {
  return { model: "gpt", messages: [fields] };
}

describe("the text of a chat completion request", () => {
  it("includes every message of every role, in order", () => {
    const request: Params = {
      model: "gpt-4o",
      messages: [
        { role: "developer", content: "Be kind." },
        { role: "system", content: [{ type: "text", text: "Be brief." }], name: "rules" },
        { role: "user", content: "What is the weather?", name: "ada" },
        {
          role: "assistant",
          content: [
            { type: "text", text: "I look it up." },
            { type: "refusal", refusal: "Not that one." },
          ],
          refusal: "I cannot.",
          tool_calls: [
            {
              id: "call_1",
              type: "function",
              function: { name: "weather", arguments: '{"city":"Rome"}' },
            },
            { id: "call_2", type: "custom", custom: { name: "sql", input: "select 1" } },
          ],
        },
        { role: "tool", tool_call_id: "call_1", content: "sunny" },
        { role: "tool", tool_call_id: "call_2", content: [{ type: "text", text: "1" }] },
        { role: "assistant", function_call: { name: "old", arguments: "{}" }, content: null },
        { role: "function", name: "old", content: "result" },
      ],
      prediction: { type: "content", content: [{ type: "text", text: "class A {}" }] },
    };
    expect(read(request)).toEqual([
      "developer/text: Be kind.",
      "system/text: Be brief.",
      "user/text: What is the weather?",
      "assistant/text: I look it up.",
      "assistant/refusal: Not that one.",
      "assistant/refusal: I cannot.",
      'assistant/tool_arguments: {"city":"Rome"}',
      "assistant/tool_arguments: select 1",
      "tool/tool_result: sunny",
      "tool/tool_result: 1",
      "assistant/tool_arguments: {}",
      "function/tool_result: result",
      "prediction/prediction: class A {}",
    ]);
    expect(readPrompt(request)).toMatchObject({ model: "gpt-4o", stream: false, uninspected: [] });
  });

  it("excludes the developer's settings and definitions", () => {
    const request: Params = {
      model: "gpt-4o",
      messages: [{ role: "user", content: "hi" }],
      stream: true,
      audio: { format: "mp3", voice: "alloy" },
      functions: [{ name: "f", description: "does f" }],
      metadata: { team: "blue" },
      modalities: ["text", "audio"],
      moderation: { model: "omni" },
      prompt_cache_key: "key",
      response_format: { type: "json_schema", json_schema: { name: "s", description: "a schema" } },
      safety_identifier: "user hash",
      stop: ["STOP HERE"],
      store: true,
      tool_choice: { type: "function", function: { name: "weather" } },
      tools: [{ type: "function", function: { name: "weather", description: "tells it" } }],
      user: "user-1",
      web_search_options: { user_location: { type: "approximate", approximate: { city: "Rome" } } },
    };
    expect(read(request)).toEqual(["user/text: hi"]);
    expect(readPrompt(request).stream).toBe(true);
  });

  it("excludes empty texts", () => {
    const messages = [
      { role: "system", content: "" },
      { role: "user", content: [{ type: "text", text: "" }] },
      { role: "assistant", content: "", tool_calls: [] },
    ];
    expect(readPrompt({ model: "m", messages }).segments).toEqual([]);
  });

  it("includes a prediction that is a plain string", () => {
    expect(read({ messages: [], prediction: { type: "content", content: "draft" } })).toEqual([
      "prediction/prediction: draft",
    ]);
  });
});

describe("text in dialects of the chat completion format", () => {
  it.each([
    [
      "DeepSeek's reasoning",
      { role: "assistant", reasoning_content: "I think" },
      "assistant/text: I think",
    ],
    [
      "OpenRouter's reasoning",
      { role: "assistant", reasoning: "I think" },
      "assistant/text: I think",
    ],
    [
      "OpenRouter's reasoning details",
      {
        role: "assistant",
        reasoning_details: [
          {
            type: "reasoning.text",
            text: "I think",
            signature: "c2ln",
            id: "r-1",
            format: "x-v1",
            index: 0,
          },
          { type: "reasoning.encrypted", data: "c2VhbGVk", id: "r-2" },
        ],
      },
      "assistant/text: I think",
    ],
    [
      "thinking blocks",
      {
        role: "assistant",
        thinking_blocks: [
          { type: "thinking", thinking: "I think", signature: "c2ln" },
          { type: "redacted_thinking", data: "c2VhbGVk" },
        ],
      },
      "assistant/text: I think",
    ],
    [
      "Mistral's thinking parts",
      {
        role: "assistant",
        content: [{ type: "thinking", thinking: [{ type: "text", text: "I think" }] }],
      },
      "assistant/text: I think",
    ],
    ["parts that are strings", { role: "user", content: ["plain"] }, "user/text: plain"],
    [
      "a single part",
      { role: "user", content: { type: "text", text: "plain" } },
      "user/text: plain",
    ],
    ["a part without a type", { role: "user", content: [{ text: "plain" }] }, "user/text: plain"],
    [
      "a part of a new type",
      { role: "user", content: [{ type: "v2_text", text: "new" }] },
      "user/text: new",
    ],
    [
      "a document part",
      { role: "user", content: [{ type: "document", document: { data: { body: "a report" } } }] },
      'user/document: {"body":"a report"}',
    ],
    [
      "arguments that are an object",
      {
        role: "assistant",
        tool_calls: [{ function: { name: "f", arguments: { q: { to: "Ada" } } } }],
      },
      'assistant/tool_arguments: {"q":{"to":"Ada"}}',
    ],
    ["a property nobody knows", { role: "user", note: { inner: ["hidden"] } }, "user/text: hidden"],
    [
      "a role that is prose",
      { role: "ignore what I said", content: null },
      "unknown/text: ignore what I said",
    ],
    [
      "a transcript of an earlier answer",
      {
        role: "assistant",
        audio: { id: "audio_1", data: "UklGRg==", transcript: "spoken", expires_at: 1 },
      },
      "assistant/text: spoken",
    ],
  ])("is read: %s", (_title, fields, expected) => {
    expect(read(message(fields))).toEqual([expected]);
  });

  it("is read from an answer of the SDK's parse helper that is sent back whole", () => {
    const fields = {
      role: "assistant",
      content: '{"name":"Ada"}',
      refusal: null,
      annotations: [
        { type: "url_citation", url_citation: { title: "A page", url: "https://a.example" } },
      ],
      parsed: { name: "Ada", id: "private", age: 3 },
      tool_calls: [
        {
          id: "call_1",
          type: "function",
          function: { name: "f", arguments: '{"a":"b"}', parsed_arguments: { a: "b" } },
        },
      ],
    };
    expect(read(message(fields))).toEqual([
      'assistant/text: {"name":"Ada"}',
      "assistant/text: url_citation",
      "assistant/text: A page",
      "assistant/text: https://a.example",
      "assistant/text: Ada",
      "assistant/text: private",
      'assistant/tool_arguments: {"a":"b"}',
      "assistant/tool_arguments: b",
    ]);
  });

  it("excludes signatures of the provider, so that it accepts them again", () => {
    const call = {
      id: "call_1",
      type: "function",
      function: { name: "f", arguments: "{}" },
      extra_content: { google: { thought_signature: "c2lnbmVk", note: "shown" } },
    };
    expect(read(message({ role: "assistant", tool_calls: [call] }))).toEqual([
      "assistant/tool_arguments: {}",
      "assistant/tool_arguments: shown",
    ]);
  });

  it("is read next to the messages if a dialect has it there", () => {
    const request = {
      system: "Be kind.",
      messages: [],
      prompt: "Hello",
      documents: [{ title: "One", text: "Two" }],
      max_tokens: 5,
    };
    expect(read(request)).toEqual([
      "system/text: Be kind.",
      "user/text: Hello",
      "document/document: One",
      "document/document: Two",
    ]);
  });

  it.each([
    ["a string for messages", { messages: "hello" }],
    ["a single message", { messages: { role: "unknown", content: "hello" } }],
    ["a string for a message", { messages: ["hello"] }],
    ["an array for a message", { messages: [["hello"]] }],
    ["a string for tool calls", { messages: [{ role: "unknown", tool_calls: "hello" }] }],
    ["a string for a request", "hello" as unknown as object],
  ])("is read from malformed requests: %s", (_title, request) => {
    expect(readPrompt(request).segments.map((segment) => segment.text)).toEqual(["hello"]);
  });

  it.each([
    [null],
    [[]],
    [{}],
    [{ messages: null }],
    [{ messages: {}, model: 9, stream: "yes" }],
    [{ messages: [null, {}, [], { role: 1, index: 2 }, { role: "user", content: null }] }],
    [{ messages: [{ role: "user", content: [null, {}, []] }], prediction: null }],
  ])("is empty for requests without text, which the provider then refuses: %j", (request) => {
    const prompt = readPrompt(request as object);
    expect(prompt).toEqual({ model: "", stream: false, segments: [], uninspected: [] });
    expect(JSON.stringify(writePrompt(request as object, []))).toBe(JSON.stringify(request));
  });
});

describe("uninspected content of a chat completion request", () => {
  it("is counted by kind, with its declared media types", () => {
    const request: Params = {
      model: "gpt-4o",
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Look" },
            { type: "image_url", image_url: { url: "data:image/PNG;base64,AAAA", detail: "high" } },
            { type: "image_url", image_url: { url: "https://example.com/cat.jpg" } },
            { type: "image_url", image_url: { url: "data:image/jpeg;base64,AAAA" } },
            { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
            {
              type: "file",
              file: { file_data: "data:application/pdf;base64,AAAA", filename: "a.pdf" },
            },
            { type: "file", file: { file_id: "file-1" } },
          ],
        },
        { role: "assistant", audio: { id: "audio_1" } },
        // As an answer has it, which apps send back whole.
        { role: "assistant", audio: { id: "audio_2", data: "UklGRg==" } as { id: string } },
      ],
    };
    const prompt = readPrompt(request);
    expect(prompt.segments).toHaveLength(1);
    expect(prompt.uninspected).toEqual([
      { kind: "image", count: 3, mediaTypes: ["image/png", "image/jpeg"] },
      { kind: "audio", count: 2, mediaTypes: ["audio/wav"] },
      { kind: "file", count: 1, mediaTypes: ["application/pdf"] },
      { kind: "reference", count: 3, mediaTypes: [] },
    ]);
  });

  it.each([
    ["video", { type: "video_url", video_url: { url: "data:video/mp4;base64,AA" } }, ["video/mp4"]],
    [
      "video",
      { type: "video", video: ["https://a.example/1", { url: "https://a.example/2" }] },
      [],
    ],
    ["audio", { type: "audio_url", audio_url: { url: "https://a.example/a" } }, []],
    ["file", { type: "document_url", document_url: "https://a.example/d", document_name: "d" }, []],
    ["file", { type: "file_url", file_url: { url: "https://a.example/d" }, file_name: "d" }, []],
    [
      "image",
      { type: "input_image", image_url: "data:image/webp,AA", detail: "low" },
      ["image/webp"],
    ],
    ["reference", { type: "reference", reference_ids: [1, 2] }, []],
    ["reference", { type: "input_file", file_id: "file-1" }, []],
    ["reference", { type: "redacted_thinking", data: "c2VhbGVk" }, []],
  ])("is recognized in dialects: %s", (kind, part, mediaTypes) => {
    const prompt = readPrompt(message({ role: "user", content: [part] }));
    expect(prompt.segments).toEqual([]);
    expect(prompt.uninspected).toMatchObject([{ kind, mediaTypes }]);
  });

  it("has no declared type that is not a media type", () => {
    for (const url of [
      "data:my secret/name,AA",
      "data:Ada/lovelace;x,",
      "data:image/a b,",
      `data:image/${"x".repeat(99)},`,
    ]) {
      const content = [{ type: "image_url", image_url: { url } }];
      expect(readPrompt(message({ role: "user", content })).uninspected).toEqual([
        { kind: "image", count: 1, mediaTypes: [] },
      ]);
    }
  });
});

describe("text in an unreadable place of a chat completion request", () => {
  it.each([
    [
      "a new type of part",
      { type: "hologram", script: "secret" },
      "messages[0].content[0] (type hologram)",
    ],
    [
      "beside an image",
      { type: "image_url", image_url: { url: "x" }, caption: "secret" },
      "messages[0].content[0] (type image_url)",
    ],
    [
      "inside an image",
      { type: "image_url", image_url: { url: "x", caption: "secret" } },
      "messages[0].content[0] (type image_url)",
    ],
    [
      "deep inside",
      { type: "hologram", a: [{ b: { c: "secret" } }] },
      "messages[0].content[0] (type hologram)",
    ],
    [
      "data of an unknown type",
      { type: "hologram", data: "secret" },
      "messages[0].content[0] (type hologram)",
    ],
    ["a type that is prose", { type: "secret words", text: "x" }, "messages[0].content[0]"],
    [
      "a label with prose",
      { type: "text", text: "x", cache_control: { type: "secret words" } },
      "messages[0].content[0] (type text)",
    ],
    [
      "parts inside parts",
      { type: "text", content: [{ type: "x", y: "secret" }] },
      "messages[0].content[0] (type text)[0] (type x)",
    ],
    [
      "a picture inside",
      { inline_data: { data: "secret00".repeat(64) } },
      "messages[0].content[0]",
    ],
    ["a picture", { image_base64: "secret00".repeat(64) }, "messages[0].content[0]"],
    ["a URL of data", { url: "data:image/png;base64,secret" }, "messages[0].content[0]"],
    ["a list of them", { of: ["data:image/png;base64,secret"] }, "messages[0].content[0]"],
  ])("is refused with its place, without quoting it: %s", (_title, part, where) => {
    const request = message({ role: "user", content: [part] });
    expect(() => readPrompt(request)).toThrow(expect.objectContaining({ where }));
    expect(() => writePrompt(request, [])).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("secret") }),
    );
  });
});

describe("chat completion requests that are not plain data", () => {
  const cases: [string, () => object][] = [
    [
      "a class",
      () =>
        new (class {
          messages = [{ role: "user", content: "sent" }];
        })(),
    ],
    [
      "toJSON on the request",
      () => ({ messages: [], toJSON: () => ({ messages: [{ role: "user", content: "sent" }] }) }),
    ],
    [
      "toJSON on a message",
      () => ({ messages: [{ toJSON: () => ({ role: "user", content: "sent" }), content: "no" }] }),
    ],
    [
      "toJSON on an array",
      () => ({
        messages: Object.assign([], { toJSON: () => [{ role: "user", content: "sent" }] }),
      }),
    ],
    [
      "toJSON on a function",
      () => ({
        messages: [{ role: "user", content: Object.assign(() => 0, { toJSON: () => "sent" }) }],
      }),
    ],
    [
      "a boxed string",
      () => ({ messages: [{ role: "user", content: Object("sent") as unknown }] }),
    ],
    [
      "an accessor",
      () => ({
        messages: [
          {
            role: "user",
            get content() {
              return "sent";
            },
          },
        ],
      }),
    ],
    [
      "a proxy",
      () => new Proxy({ messages: [new Proxy({ role: "user", content: "sent" }, {})] }, {}),
    ],
    [
      "frozen data",
      () =>
        Object.freeze({
          messages: Object.freeze([Object.freeze({ role: "user", content: "sent" })]),
        }),
    ],
    [
      "no prototype",
      () =>
        Object.assign(Object.create(null) as object, {
          messages: [{ role: "user", content: "sent" }],
        }),
    ],
    [
      "inherited and hidden properties",
      () => {
        const hidden = Object.create({ refusal: "inherited" }) as object;
        return {
          messages: [
            Object.defineProperty(
              Object.assign(hidden, { role: "user", content: "sent" }),
              "name",
              { value: "x" },
            ),
          ],
        };
      },
    ],
  ];

  it.each(cases)("are read as JSON would send them: %s", (_title, make) => {
    expect(read(make())).toEqual(["user/text: sent"]);
    expect(JSON.parse(JSON.stringify(writePrompt(make(), ["other"])))).toEqual({
      messages: [{ role: "user", content: "other" }],
    });
  });

  it("cause the same error as JSON without the guard", () => {
    const part: { type: string; text: string; content?: unknown } = { type: "text", text: "x" };
    part.content = [part];
    expect(() => readPrompt(message({ role: "user", content: [part] }))).toThrow(/circular/);
    expect(() => readPrompt(message({ role: "user", content: 1n }))).toThrow(TypeError);
  });

  it("are refused if they are nested too deep", () => {
    let content: unknown = "deep";
    for (let depth = 0; depth < 200; depth += 1) content = { content };
    expect(() => readPrompt(message({ role: "user", content }))).toThrow(/JSON form/);
  });
});
