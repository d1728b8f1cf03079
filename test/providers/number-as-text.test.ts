import { describe, expect, it } from "vitest";
import { aiSdkEmbeddingModelCodec } from "../../src/providers/ai-sdk-embedding-model/codec.ts";
import { aiSdkLanguageModelCodec } from "../../src/providers/ai-sdk-language-model/codec.ts";
import { conversePrompt } from "../../src/providers/bedrock-converse/prompt.ts";
import { BUILT_IN_CODECS } from "../../src/providers/formats.ts";
import { OPENAI_OWN_CODECS } from "../../src/providers/openai/codecs.ts";
import type { AnyCodec } from "../../src/providers/provider.ts";

/** A card's number, as a number. */
const CARD = 4_111_111_111_111_111;

const CODECS: readonly AnyCodec[] = [
  ...[...BUILT_IN_CODECS, ...OPENAI_OWN_CODECS],
  ...[aiSdkLanguageModelCodec, aiSdkEmbeddingModelCodec],
];

function codecOf(name: string): AnyCodec {
  const codec = CODECS.find((each) => each.name === name);
  if (codec === undefined) throw new Error(`There is no codec ${name}.`);
  return codec;
}

const call = (args: unknown) => ({
  id: "c",
  type: "function",
  function: { name: "f", arguments: args },
});

/** Requests in which the card's number is the only text. */
const REQUESTS: readonly (readonly [format: string, request: object])[] = [
  ["openai-chat", { messages: [{ role: "user", content: CARD }] }],
  ["openai-chat", { messages: [{ role: "user", content: [CARD] }] }],
  ["openai-chat", { messages: [{ role: "user", content: [{ type: "text", text: CARD }] }] }],
  ["openai-chat", { messages: [{ role: "tool", tool_call_id: "c", content: CARD }] }],
  ["openai-chat", { messages: [{ role: "assistant", reasoning_content: CARD }] }],
  ["openai-chat", { messages: [{ role: "assistant", tool_calls: [{ index: 0, ...call(CARD) }] }] }],
  ["openai-chat", { messages: [], prediction: { type: "content", content: CARD } }],
  ["openai-chat", { prompt: CARD, max_tokens: 5 }],
  ["openai-chat", { messages: [], documents: [{ id: 1, text: CARD, score: 0.5 }] }],
  ["openai-responses", { input: CARD }],
  ["openai-responses", { input: [{ role: "user", content: CARD }], instructions: null }],
  [
    "openai-responses",
    { input: [{ role: "user", content: [{ type: "input_text", text: CARD }] }] },
  ],
  ["openai-responses", { input: [{ type: "function_call_output", call_id: "c", output: CARD }] }],
  ["openai-responses", { input: [{ type: "function_call", name: "f", arguments: CARD }] }],
  ["openai-responses", { input: [{ type: "next", rows: [{ text: CARD }, 5] }] }],
  ["openai-responses", { instructions: CARD }],
  ["openai-responses", { prompt: { variables: { card: CARD } } }],
  ["openai-embeddings", { input: CARD, dimensions: 3 }],
  ["openai-completions", { prompt: CARD, n: 1 }],
  ["openai-moderations", { input: [CARD] }],
  ["openai-images", { prompt: CARD, n: 1 }],
  ["openai-speech", { input: CARD, speed: 1 }],
  ["openai-assistants", { messages: [{ role: "user", content: CARD }] }],
  ["openai-assistants", { tool_outputs: [{ tool_call_id: "c", output: CARD }] }],
  ["anthropic-messages", { messages: [{ role: "user", content: CARD }], max_tokens: 5 }],
  ["anthropic-messages", { messages: [{ role: "user", content: [{ type: "text", text: CARD }] }] }],
  [
    "anthropic-messages",
    { messages: [{ role: "user", content: [{ type: "next", rows: [{ text: CARD }, 5] }] }] },
  ],
  ["anthropic-messages", { system: CARD, messages: [] }],
  ["anthropic-messages", { messages: [{ role: "user", content: [toolResult(CARD)] }] }],
  ["anthropic-batches", { requests: [{ custom_id: "1", params: { system: CARD } }] }],
  [
    "google-generate-content",
    { contents: [{ role: "user", parts: [{ text: CARD, thought: true }] }] },
  ],
  [
    "google-generate-content",
    { contents: [{ parts: [{ functionResponse: { response: CARD } }] }] },
  ],
  ["google-embed-content", { content: { parts: [{ text: CARD }] } }],
  ["google-interactions", { input: CARD }],
  ["google-interactions", { input: [{ type: "text", text: CARD }] }],
  ["google-predict", { instances: [{ prompt: CARD, width: 64 }], parameters: { sampleCount: 1 } }],
  ["bedrock-converse", { messages: [{ role: "user", content: [{ text: CARD }] }] }],
  ["bedrock-converse", { system: [{ text: CARD }], inferenceConfig: { maxTokens: 5 } }],
  ["bedrock-invoke", { prompt: CARD, max_gen_len: 5, temperature: 0.5 }],
  ["bedrock-invoke", { inputText: CARD, textGenerationConfig: { maxTokenCount: 5 } }],
  ["ollama-chat", { messages: [{ role: "user", content: CARD }] }],
  ["ollama-generate", { prompt: CARD, options: { seed: 5 } }],
  ["ollama-embed", { model: "m", prompt: CARD }],
  ["rerank", { query: CARD, top_n: 2, documents: [] }],
  [
    "ai-sdk-language-model",
    { model: "m", prompt: [{ role: "user", content: [{ type: "text", text: CARD }] }] },
  ],
  ["ai-sdk-embedding-model", { model: "m", values: [CARD] }],
];

function toolResult(content: unknown) {
  return { type: "tool_result", tool_use_id: "t", is_error: false, content };
}

describe("a number in the place of a text, which lenient servers turn into text", () => {
  it.each(REQUESTS)(
    "is shown to the guard as text, and sent as a number: %s %j",
    (format, request) => {
      const codec = codecOf(format);
      const texts = codec.readPrompt(request).segments.map(({ text }) => text);
      expect(texts).toEqual([String(CARD)]);
      expect(JSON.stringify(codec.writePrompt(request, texts))).toBe(JSON.stringify(request));
    },
  );

  it.each(REQUESTS)("is replaced by the text of a rewrite: %s %j", (format, request) => {
    const written = codecOf(format).writePrompt(request, ["my [CARD_1]"]);
    const json = JSON.stringify(request).replace(String(CARD), '"my [CARD_1]"');
    expect(JSON.stringify(written)).toBe(json);
  });
});

describe("a number that counts something", () => {
  it.each([
    [
      "openai-chat",
      { messages: [{ role: "user", content: "", index: 3, weights: [1, 2] }], n: 2, seed: CARD },
    ],
    ["openai-chat", { messages: [{ role: "assistant", audio: { id: "a", expires_at: 1 } }] }],
    ["openai-chat", { messages: [], documents: [{ text: "", embedding: [0.25, 0.5], score: 1 }] }],
    [
      "openai-responses",
      {
        input: [
          {
            type: "message",
            content: [
              {
                type: "output_text",
                text: "",
                logprobs: [{ token: "", bytes: [72, 105], logprob: -1 }],
                annotations: [{ type: "url_citation", start_index: 1, end_index: 2 }],
              },
            ],
          },
        ],
      },
    ],
    ["openai-embeddings", { input: [1, 2, 3], dimensions: 3 }],
    ...["openai-chat", "openai-responses", "anthropic-messages", "ollama-chat"].map(
      (format): [string, object] => {
        const usage = { input: 12, output: 5, details: { text: 3, cached: null } };
        const answer = {
          role: "assistant",
          content: "",
          usage,
          tokens: { input: 12 },
          cost: usage,
        };
        return [
          format,
          format === "openai-responses" ? { input: [answer] } : { messages: [answer] },
        ];
      },
    ),
    [
      "anthropic-messages",
      {
        messages: [
          {
            role: "user",
            content: [
              {
                type: "text",
                text: "",
                citations: [{ type: "char_location", document_index: 0, start_char_index: 1 }],
              },
            ],
          },
        ],
        max_tokens: 5,
      },
    ],
    [
      "google-generate-content",
      { contents: [{ parts: [{ thought: true, text: "" }] }], generationConfig: { topK: 3 } },
    ],
    ["google-predict", { instances: [[1, 2, 3], { features: [4, 5], input: [0.1, 0.2] }] }],
    ["bedrock-invoke", { inputs: [[0.1, 0.2], [3]], prompt: [1, 2] }],
    ["openai-chat", { messages: [], route: { max_price: { prompt: 1, completion: 2 } } }],
    [
      "ai-sdk-language-model",
      {
        prompt: [],
        providerOptions: { openrouter: { provider: { max_price: { prompt: 1, completion: 2 } } } },
      },
    ],
    ["bedrock-invoke", { prompt: "", max_gen_len: 5, temperature: 0.5, logit_bias: [[1, 2]] }],
    [
      "ollama-generate",
      { prompt: "", options: { seed: 5 }, keep_alive: 5, think: true, raw: true },
    ],
  ])("is not shown: %s %j", (format, request) => {
    expect(codecOf(format).readPrompt(request).segments).toEqual([]);
  });
});

describe("what is kept beside an answer under a name for counts", () => {
  it.each(["openai-chat", "openai-responses", "anthropic-messages", "ollama-chat"])(
    "is shown if it is no number: %s",
    (format) => {
      const answer = { role: "assistant", content: "", tokens: { input: "My words.", output: 5 } };
      const request = format === "openai-responses" ? { input: [answer] } : { messages: [answer] };
      const texts = codecOf(format)
        .readPrompt(request)
        .segments.map(({ text }) => text);
      expect(texts).toEqual(["My words.", "5"]);
    },
  );
});

/** What a function returned, passed on without `JSON.stringify`. */
const RESULT = { card: CARD, "of Jane Doe": true };

describe("an object of the app in the place of a text, which lenient servers turn into text", () => {
  it.each<[string, object]>([
    ["openai-chat", { messages: [{ role: "tool", tool_call_id: "c", content: RESULT }] }],
    ["openai-chat", { messages: [{ role: "user", content: [RESULT] }] }],
    [
      "openai-responses",
      { input: [{ type: "function_call_output", call_id: "c", output: RESULT }] },
    ],
    ["openai-responses", { input: [{ role: "user", content: [RESULT] }] }],
    ["openai-assistants", { tool_outputs: [{ tool_call_id: "c", output: RESULT }] }],
    ["anthropic-messages", { messages: [{ role: "user", content: [toolResult(RESULT)] }] }],
    ["anthropic-messages", { messages: [{ role: "user", content: RESULT }] }],
    ["google-interactions", { input: [{ type: "text", text: RESULT }] }],
    ["ollama-chat", { messages: [{ role: "tool", content: RESULT }] }],
  ])("is shown to the guard with its names and numbers: %s %j", (format, request) => {
    const codec = codecOf(format);
    const texts = codec.readPrompt(request).segments.map(({ text }) => text);
    expect(texts).toEqual([JSON.stringify(RESULT)]);
    expect(JSON.stringify(codec.writePrompt(request, texts))).toBe(JSON.stringify(request));
    const written = codec.writePrompt(request, ['{"card":[CARD_1]}']);
    const json = JSON.stringify(request).replace(JSON.stringify(RESULT), '{"card":"[CARD_1]"}');
    expect(JSON.stringify(written)).toBe(json);
  });
});

describe("what the AWS client turns into words or digits itself", () => {
  it.each([
    ["a big integer", BigInt(CARD), String(CARD)],
    ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
  ])("is shown to the guard in the place of a text: %s", (_name, text, shown) => {
    const { readPrompt, writePrompt } = conversePrompt("bytes");
    const request = { modelId: "m", messages: [{ role: "user", content: [{ text }] }] };
    expect(readPrompt(request).segments.map((each) => each.text)).toEqual([shown]);
    expect(writePrompt(request, [shown])).toEqual(request);
    expect(writePrompt(request, ["other"])).toMatchObject({
      messages: [{ content: [{ text: "other" }] }],
    });
  });
});

it.each<[string, object]>([
  ["openai-chat", { messages: [{ role: "tool", tool_call_id: "c", content: [CARD, 2] }] }],
  ["openai-responses", { input: [{ type: "function_call_output", output: [CARD, 2] }] }],
  ["openai-responses", { input: [{ role: "user", content: [CARD, 2] }] }],
  ["openai-assistants", { tool_outputs: [{ tool_call_id: "c", output: [CARD, 2] }] }],
  ["anthropic-messages", { messages: [{ role: "user", content: [toolResult([CARD, 2])] }] }],
  ["ollama-chat", { messages: [{ role: "tool", content: [CARD, 2] }] }],
])("a list of numbers in the place of a text is shown as one text: %s %j", (format, request) => {
  const codec = codecOf(format);
  const texts = codec.readPrompt(request).segments.map(({ text }) => text);
  expect(texts).toEqual([`[${CARD},2]`]);
  expect(JSON.stringify(codec.writePrompt(request, texts))).toBe(JSON.stringify(request));
});

it.each<[string, object]>([
  ["openai-chat", { messages: [{ role: "user", name: CARD }] }],
  ["openai-moderations", { input: [{ name: CARD }] }],
])("a number in the place of a name is masked like a name: %s %j", (format, request) => {
  const { readPrompt, writePrompt } = codecOf(format);
  expect(readPrompt(request)).toMatchObject({ segments: [], names: [String(CARD)] });
  expect(writePrompt(request, [], [String(CARD)])).toEqual(request);
  expect(JSON.stringify(writePrompt(request, [], ["[CARD_1]"]))).toBe(
    JSON.stringify(request).replace(String(CARD), '"[CARD_1]"'),
  );
});
