import type { FormatSamples } from "./contract-samples.ts";

const PICTURE = "iVBORw0KGgo=";
const user = (...content: object[]) => ({ role: "user", content });

const claude = {
  anthropic_version: "bedrock-2023-05-31",
  max_tokens: 100,
  system: "Answer in brief.",
  messages: [user({ type: "text", text: "How are you?" })],
};

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64");
const piece = (value: object) => ({ chunk: { bytes: base64(value) } });
const delta = (text: string) => ({
  type: "content_block_delta",
  index: 0,
  delta: { type: "text_delta", text },
});

/** Samples of Bedrock's formats, by name. */
export const BEDROCK_SAMPLES: Readonly<Record<string, FormatSamples>> = {
  "bedrock-converse": {
    requests: [
      {
        name: "a conversation with a picture, a document and a tool",
        request: {
          system: [{ text: "Answer in brief." }, { cachePoint: { type: "default" } }],
          messages: [
            user(
              { text: "What is this?" },
              { image: { format: "png", source: { bytes: PICTURE } } },
              { document: { format: "txt", name: "notes", source: { text: "Some notes." } } },
            ),
            {
              role: "assistant",
              content: [{ toolUse: { toolUseId: "t1", name: "look", input: { at: "a b" } } }],
            },
            user({ toolResult: { toolUseId: "t1", content: [{ text: "A cat." }] } }),
          ],
          inferenceConfig: { maxTokens: 100 },
        },
        texts: ["Answer in brief.", "What is this?", "Some notes.", '{"at":"a b"}', "A cat."],
        binaries: [PICTURE],
      },
    ],
    answers: [
      {
        name: "words and a call",
        response: {
          output: {
            message: {
              role: "assistant",
              content: [
                { text: "All is well." },
                { toolUse: { toolUseId: "t1", name: "look", input: { at: "x" } } },
              ],
            },
          },
          stopReason: "tool_use",
          usage: { inputTokens: 7, outputTokens: 5, totalTokens: 12 },
        },
        output: 'All is well.\nlook({"at":"x"})',
        usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
      },
    ],
    streams: [
      {
        name: "two pieces",
        chunks: [
          { messageStart: { role: "assistant" } },
          { contentBlockDelta: { contentBlockIndex: 0, delta: { text: "All is " } } },
          { contentBlockDelta: { contentBlockIndex: 0, delta: { text: "well." } } },
          { contentBlockStop: { contentBlockIndex: 0 } },
          { messageStop: { stopReason: "end_turn" } },
          { metadata: { usage: { inputTokens: 7, outputTokens: 5, totalTokens: 12 } } },
        ],
        framing: "amazon-event-stream",
        output: "All is well.",
        usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
      },
    ],
  },
  "bedrock-invoke": {
    requests: [
      { name: "Anthropic's", request: claude, texts: ["Answer in brief.", "How are you?"] },
      {
        name: "Nova's",
        request: {
          schemaVersion: "messages-v1",
          system: [{ text: "Answer in brief." }],
          messages: [
            user(
              { text: "What is this?" },
              { image: { format: "png", source: { bytes: PICTURE } } },
            ),
          ],
        },
        texts: ["Answer in brief.", "What is this?"],
        binaries: [PICTURE],
      },
      {
        name: "OpenAI's",
        request: { messages: [{ role: "user", content: "How are you?" }], max_tokens: 5 },
        texts: ["How are you?"],
      },
      {
        name: "Llama's",
        request: { prompt: "How are you?", temperature: 0.5 },
        texts: ["How are you?"],
      },
      {
        name: "Titan's, of a text and a picture",
        request: { inputText: "A cat", inputImage: PICTURE, embeddingConfig: {} },
        texts: ["A cat"],
        binaries: [PICTURE],
      },
      {
        name: "Cohere's, of several texts",
        request: { texts: ["one thing", "another"], input_type: "search_document" },
        texts: ["one thing", "another"],
      },
    ],
    answers: [
      {
        name: "Anthropic's",
        response: {
          type: "message",
          role: "assistant",
          content: [{ type: "text", text: "All is well." }],
          stop_reason: "end_turn",
          usage: { input_tokens: 7, output_tokens: 5 },
        },
        output: "All is well.",
        usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
      },
      {
        name: "Titan's",
        response: { inputTextTokenCount: 7, results: [{ outputText: "All is well." }] },
        output: "All is well.",
        usage: { prompt_tokens: 7 },
      },
    ],
    streams: [
      {
        name: "Anthropic's",
        chunks: [
          piece({ type: "message_start", message: { usage: { input_tokens: 7 } } }),
          piece(delta("All is ")),
          piece(delta("well.")),
          piece({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: {} }),
        ],
        framing: "amazon-event-stream",
        output: "All is well.",
      },
      {
        name: "Llama's",
        chunks: [
          piece({ generation: "All is ", stop_reason: null }),
          piece({
            generation: "well.",
            stop_reason: "stop",
            "amazon-bedrock-invocationMetrics": { inputTokenCount: 7, outputTokenCount: 5 },
          }),
        ],
        framing: "amazon-event-stream",
        output: "All is well.",
        usage: { prompt_tokens: 7, completion_tokens: 5 },
      },
    ],
  },
  "bedrock-count-tokens": {
    requests: [
      {
        name: "a conversation",
        request: { input: { converse: { messages: [user({ text: "How are you?" })] } } },
        texts: ["How are you?"],
      },
      {
        name: "a body of Anthropic's",
        request: { input: { invokeModel: { body: base64(claude) } } },
        texts: ["Answer in brief.", "How are you?"],
      },
    ],
    answers: [
      { name: "a count", response: { inputTokens: 7 }, output: "", usage: { prompt_tokens: 7 } },
    ],
  },
  "bedrock-guardrail": {
    requests: [
      {
        name: "texts of one side",
        request: { source: "INPUT", content: [{ text: { text: "How are you?" } }] },
        texts: ["How are you?"],
      },
      {
        name: "a conversation",
        request: { messages: [user({ text: "How are you?" })], checks: { promptAttack: {} } },
        texts: ["How are you?"],
      },
    ],
    answers: [
      {
        name: "an intervention",
        response: { action: "GUARDRAIL_INTERVENED", outputs: [{ text: "No." }] },
        output: "No.",
      },
    ],
  },
};
