import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bedrockInvokeCodec,
  bedrockInvokeInputCodec,
} from "../../../src/providers/bedrock-invoke/codec.ts";
import { itKeepsRequests } from "../../support/request-properties.ts";

const { readPrompt, writePrompt, collapsePrompt, readAnswer } = bedrockInvokeCodec;

const text = fc.string({ unit: "binary" }).map((tail) => `text ${tail}`);
const anthropic = fc.record(
  {
    anthropic_version: fc.constant("bedrock-2023-05-31"),
    max_tokens: fc.integer(),
    system: fc.oneof(text, fc.array(fc.record({ type: fc.constant("text"), text }))),
    messages: fc.array(
      fc.record({
        role: fc.constantFrom("user", "assistant"),
        content: fc.oneof(text, fc.array(fc.record({ type: fc.constant("text"), text }))),
      }),
      { maxLength: 3 },
    ),
    tools: fc.constant([{ name: "look", description: "It looks at things." }]),
    somethingNew: fc.record({ deep: text }),
  },
  { requiredKeys: ["anthropic_version", "messages"] },
);
const nova = fc.record({
  schemaVersion: fc.constant("messages-v1"),
  system: fc.array(fc.record({ text }), { maxLength: 2 }),
  messages: fc.array(
    fc.record({
      role: fc.constantFrom("user", "assistant"),
      content: fc.array(fc.record({ text }), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  inferenceConfig: fc.constant({ maxTokens: 5 }),
});
const chat = fc.record({
  messages: fc.array(fc.record({ role: fc.constant("user"), content: text }), { maxLength: 3 }),
  temperature: fc.constant(0.5),
});
const others = fc.oneof(
  fc.record({ prompt: text, max_gen_len: fc.integer() }),
  fc.record({ inputText: text, embeddingConfig: fc.constant({ outputEmbeddingLength: 256 }) }),
  fc.record({ texts: fc.array(text), input_type: fc.constant("search_query") }),
  fc.record({ message: text, chat_history: fc.array(fc.record({ message: text })) }),
  fc.record({ taskType: fc.constant("TEXT_IMAGE"), textToImageParams: fc.record({ text }) }),
);

describe("a Bedrock InvokeModel body", () => {
  itKeepsRequests({
    codec: bedrockInvokeCodec,
    request: fc.oneof(anthropic, nova, chat),
    anyRequest: fc.dictionary(fc.string(), fc.jsonValue()),
  });

  it("shows every text of unknown formats, and collapses only those with one text", () => {
    fc.assert(
      fc.property(others, (body) => {
        const { segments } = readPrompt(body);
        const expected = JSON.stringify(body).split('"text ').length - 1;
        expect(segments).toHaveLength(expected);
        const written = JSON.stringify(
          writePrompt(
            body,
            segments.map(() => "x"),
          ),
        );
        expect(written).not.toContain('"text ');
        if (segments.length === 1) {
          expect(readPrompt(collapsePrompt(body, "x")).segments).toMatchObject([{ text: "x" }]);
        } else expect(() => collapsePrompt(body, "x")).toThrow(RangeError);
      }),
    );
  });

  it("reports media by the names of their fields", () => {
    const { segments, uninspected } = readPrompt({
      inputImage: "AAAA",
      images: ["AAAA", "BBBB"],
      imagePrompt: "a prompt in words",
      imageVariationParams: { text: "like this", images: ["CCCC"] },
    });
    expect(segments.map((segment) => segment.text)).toEqual(["a prompt in words", "like this"]);
    expect(uninspected).toEqual([{ kind: "image", count: 4, mediaTypes: [] }]);
  });

  const url = "data:image/png;base64,AAAA";
  const long = "QUFB".repeat(20);
  it.each([
    [
      "Nova's embeddings",
      { singleEmbeddingParams: { image: { format: "png", source: { bytes: "AAAA" } } } },
      { kind: "image", count: 1, mediaTypes: [] },
    ],
    [
      "Cohere's embeddings",
      { inputs: [{ content: [{ type: "image_url", image_url: { url } }] }] },
      { kind: "image", count: 1, mediaTypes: ["image/png"] },
    ],
    [
      "TwelveLabs' films",
      { mediaSource: { s3Location: { uri: "s3://bucket/film.mp4", bucketOwner: "1234" } } },
      { kind: "video", count: 1, mediaTypes: [] },
    ],
    [
      "TwelveLabs' pictures",
      { image: { mediaSource: { base64String: "AAAA" } } },
      { kind: "image", count: 1, mediaTypes: [] },
    ],
    [
      "Stability's images whose style another gets",
      { style_image: long },
      { kind: "image", count: 1, mediaTypes: [] },
    ],
    ["Stability's masks", { mask: long }, { kind: "image", count: 1, mediaTypes: [] }],
  ])("reports nested media: %s", (_name, media, expected) => {
    const { segments, uninspected } = readPrompt({ prompt: "a", ...media });
    expect(segments.map(({ text }) => text)).toEqual(["a"]);
    expect(uninspected).toEqual([expected]);
  });

  it("hides the settings of AWS's guardrails, but shows prose in their place", () => {
    const config = { tagSuffix: "a1b2c3", streamProcessingMode: "SYNCHRONOUS" };
    const shown = (guardrail: object): string[] => {
      const body = { prompt: "a", "amazon-bedrock-guardrailConfig": guardrail };
      return readPrompt(body).segments.map((segment) => segment.text);
    };
    expect(shown(config)).toEqual(["a"]);
    expect(shown({ ...config, tagSuffix: "do as I say" })).toEqual(["a", "do as I say"]);
  });

  it("shows prose in media fields as text", () => {
    const image = { caption: "in words", bytes: "words in place of bytes" };
    const others = { inputImage: "a cat", mask: "the sky", maskImage: "天空".repeat(64) };
    const { segments } = readPrompt({ prompt: "a", image, ...others });
    const said = ["a", ...Object.values(image), ...Object.values(others)];
    expect(segments.map(({ text }) => text)).toEqual(said);
  });

  it("has the names of speakers in formats that have them", () => {
    const body = { messages: [{ role: "user", name: "ada", content: "Hello there" }] };
    expect(readPrompt(body).names).toEqual(["ada"]);
    expect(writePrompt(body, ["Hello there"], ["NAME_1"])).toEqual({
      messages: [{ role: "user", name: "NAME_1", content: "Hello there" }],
    });
  });

  it("keeps the images of the last user message when it collapses", () => {
    const image = {
      type: "image",
      source: { type: "base64", media_type: "image/png", data: "AA" },
    };
    const collapsed = collapsePrompt(
      {
        anthropic_version: "any",
        max_tokens: 5,
        system: "Be brief.",
        messages: [{ role: "user", content: [{ type: "text", text: "What is this?" }, image] }],
      },
      "all of it",
    );
    expect(collapsed).toEqual({
      anthropic_version: "any",
      max_tokens: 5,
      messages: [{ role: "user", content: [{ type: "text", text: "all of it" }, image] }],
    });
  });
});

describe("the input of a Bedrock InvokeModel command", () => {
  const json = JSON.stringify({ prompt: "How are you?", n: 1 }, null, 1);

  it.each([
    ["text", json],
    ["bytes", new TextEncoder().encode(json)],
  ])("keeps the type of its body (%s), unchanged or rewritten", (_name, body) => {
    const input = { modelId: "m", contentType: "application/json", body };
    expect(bedrockInvokeInputCodec.readPrompt(input)).toMatchObject({
      model: "m",
      segments: [{ text: "How are you?" }],
    });
    const copy = bedrockInvokeInputCodec.writePrompt(input, ["How are you?"]) as typeof input;
    expect(copy).toEqual(input);
    if (typeof body !== "string") expect(copy.body).not.toBe(body);
    const written = bedrockInvokeInputCodec.writePrompt(input, ["Who?"]) as typeof input;
    expect(typeof written.body).toBe(typeof body);
    const said = typeof written.body === "string" ? written.body : Buffer.from(written.body);
    expect(JSON.parse(String(said))).toEqual({ prompt: "Who?", n: 1 });
  });

  it("keeps numbers as the app wrote them, even if rewritten or collapsed", () => {
    const body = '{"prompt":"How are you?","seed":9007199254740993,"temperature":1.0}';
    const input = { modelId: "m", body };
    const kept = ',"seed":9007199254740993,"temperature":1.0}';
    expect(bedrockInvokeInputCodec.writePrompt(input, ["Who?"])).toMatchObject({
      body: `{"prompt":"Who?"${kept}`,
    });
    expect(bedrockInvokeInputCodec.collapsePrompt(input, "All.")).toMatchObject({
      body: `{"prompt":"All."${kept}`,
    });
  });

  it.each([
    ["in the place of a text", '{"prompt":63040000000000000043,"seed":9007199254740993}'],
    ["within it", '{"inputs":[{"text":63040000000000000043,"ids":[9007199254740993]}]}'],
  ])("shows all digits of a number %s, and of no other", (_name, body) => {
    const { segments } = bedrockInvokeInputCodec.readPrompt({ modelId: "m", body });
    expect(segments.map(({ text }) => text)).toEqual(["63040000000000000043"]);
    expect(bedrockInvokeInputCodec.writePrompt({ body }, ["63040000000000000043"])).toEqual({
      body,
    });
  });
});

const COUNTED = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };

describe("a Bedrock InvokeModel answer", () => {
  it.each([
    ["Llama's", { generation: "Yes.", prompt_token_count: 3, generation_token_count: 2 }],
    ["Mistral's", { outputs: [{ text: "Yes.", stop_reason: "stop" }] }],
    ["Titan's", { inputTextTokenCount: 3, results: [{ outputText: "Yes." }] }],
    ["Cohere's", { generations: [{ text: "Yes." }] }],
    ["Cohere's searches", { text: "", search_queries: [{ text: "Yes.", generation_id: "g" }] }],
    ["AI21's", { completions: [{ data: { text: "Yes." } }] }],
    ["OpenAI's", { choices: [{ index: 0, message: { role: "assistant", content: "Yes." } }] }],
    ["Nova's", { output: { message: { content: [{ text: "Yes." }] } }, stopReason: "end_turn" }],
    ["Anthropic's", { type: "message", content: [{ type: "text", text: "Yes." }] }],
  ])("has its text: %s", (_name, response) => {
    expect(readAnswer(response).output).toBe("Yes.");
  });

  it.each([
    [
      "Titan's",
      {
        inputTextTokenCount: 3,
        results: [{ tokenCount: 2, outputText: "Yes.", completionReason: "FINISH" }],
      },
      "FINISH",
      COUNTED,
    ],
    [
      "Llama's",
      {
        generation: "Yes.",
        prompt_token_count: 3,
        generation_token_count: 2,
        stop_reason: "stop",
      },
      "stop",
      COUNTED,
    ],
    ["Mistral's", { outputs: [{ text: "Yes.", stop_reason: "length" }] }, "length", undefined],
    [
      "Cohere's",
      { generations: [{ text: "Yes.", finish_reason: "COMPLETE" }] },
      "COMPLETE",
      undefined,
    ],
    [
      "Cohere's chats",
      {
        text: "Yes.",
        finish_reason: "COMPLETE",
        meta: { billed_units: { input_tokens: 3, output_tokens: 2 } },
      },
      "COMPLETE",
      { prompt_tokens: 3, completion_tokens: 2 },
    ],
    [
      "Mistral's chats",
      { choices: [{ message: { role: "assistant", content: "Yes." }, stop_reason: "stop" }] },
      "stop",
      undefined,
    ],
    ["TwelveLabs'", { message: "Yes.", finishReason: "stop" }, "stop", undefined],
    [
      "Anthropic's completions",
      { type: "completion", completion: "Yes.", stop_reason: "stop_sequence", stop: "Human:" },
      "stop_sequence",
      undefined,
    ],
  ])("has its finish reason and usage: %s", (_name, response, finishReason, usage) => {
    expect(readAnswer(response)).toEqual({ output: "Yes.", finishReason, usage });
  });

  it("has the tool calls of Cohere's models, whole and in a stream", () => {
    const calls = { tool_calls: [{ name: "look", parameters: { at: "b" } }] };
    const output = 'I will.\nlook({"at":"b"})';
    expect(readAnswer({ text: "I will.", ...calls }).output).toBe(output);
    expect(readAnswer({ text: "", ...calls }).output).toBe('look({"at":"b"})');
    const collector = bedrockInvokeInputCodec.collectAnswer();
    const pieces = [
      { event_type: "text-generation", text: "I " },
      { event_type: "text-generation", text: "will." },
      { event_type: "tool-calls-generation", ...calls },
      {
        event_type: "stream-end",
        finish_reason: "COMPLETE",
        response: { text: "I will.", ...calls },
      },
    ];
    for (const piece of pieces) {
      collector.push({ chunk: { bytes: Buffer.from(JSON.stringify(piece)) } });
    }
    expect(collector.answer()).toMatchObject({ output, finishReason: "COMPLETE" });
  });

  it("of any shape is read without an exception", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(typeof readAnswer(value).output).toBe("string");
      }),
    );
  });
});
