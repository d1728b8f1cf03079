import type { FormatSamples } from "./contract-samples.ts";

/** Samples of the AI SDK's formats, by name. */

const PICTURE = "iVBORw0KGgo=";
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const usage = { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 };

const texts = [
  "Answer in brief.",
  "What is on this picture?",
  "I think, so I look.",
  "Let me look.",
  '{"at":"a b","times":2}',
  "A cat, it seems.",
  '{"seen":["a cat"]}',
  "first part",
  "because I said so",
];

/** A conversation with every kind of part; files in the form of each version. */
function conversation(file: (mediaType: string, data: string) => object) {
  const result = (id: string, output: object) => ({
    type: "tool-result",
    toolCallId: id,
    toolName: "look",
    output,
  });
  return {
    model: "m",
    stream: false,
    temperature: 0.5,
    headers: { "x-a": "b" },
    tools: [{ type: "function", name: "look", description: "looks at things", inputSchema: {} }],
    prompt: [
      {
        role: "system",
        content: texts[0],
        providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } },
      },
      { role: "user", content: [{ type: "text", text: texts[1] }, file("image/png", PICTURE)] },
      {
        role: "assistant",
        content: [
          {
            type: "reasoning",
            text: texts[2],
            providerOptions: { google: { thoughtSignature: "EqQBCkYIBxgCKkD+/=" } },
          },
          { type: "text", text: texts[3], providerOptions: { openai: { itemId: "msg_1" } } },
          {
            type: "tool-call",
            toolCallId: "c1",
            toolName: "look",
            input: { at: "a b", times: 2 },
            providerExecuted: true,
          },
        ],
      },
      {
        role: "tool",
        content: [
          result("c1", { type: "text", value: texts[5] }),
          result("c2", { type: "json", value: { seen: ["a cat"] } }),
          result("c3", {
            type: "content",
            value: [{ type: "text", text: texts[7] }, file("image/png", PICTURE)],
          }),
          result("c4", { type: "execution-denied", reason: texts[8] }),
        ],
      },
    ],
  };
}

const said = [
  { type: "stream-start", warnings: [] },
  { type: "response-metadata", id: "1", modelId: "m-2026" },
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta: "well" },
  { type: "text-delta", id: "t", delta: " said" },
  { type: "text-end", id: "t" },
  { type: "tool-input-start", id: "c1", toolName: "look" },
  { type: "tool-input-delta", id: "c1", delta: '{"at":' },
  { type: "tool-input-delta", id: "c1", delta: '"it"}' },
  { type: "tool-input-end", id: "c1" },
  { type: "tool-call", toolCallId: "c1", toolName: "look", input: '{"at":"it"}' },
];
const output = 'well said\nlook({"at":"it"})';

const usage2 = { inputTokens: 7, outputTokens: 5, totalTokens: 12, cachedInputTokens: 3 };
const usage3 = {
  inputTokens: { total: 7, noCache: 4, cacheRead: 3, cacheWrite: undefined },
  outputTokens: { total: 5, text: 3, reasoning: 2 },
};
const cached = { prompt_tokens_details: { cached_tokens: 3 } };
const reasoned = { completion_tokens_details: { reasoning_tokens: 2 } };

export const AI_SDK_SAMPLES: Readonly<Record<string, FormatSamples>> = {
  "ai-sdk-language-model": {
    requests: [
      {
        name: "a conversation with files of version 3",
        request: conversation((mediaType, data) => ({ type: "file", mediaType, data })),
        texts,
        binaries: [PICTURE, "EqQBCkYIBxgCKkD"],
      },
      {
        name: "a conversation with files of version 4",
        request: conversation((mediaType, data) => ({
          type: "file",
          mediaType,
          data: { type: "data", data },
        })),
        texts,
        binaries: [PICTURE],
      },
      {
        name: "text files",
        request: {
          model: "m",
          stream: false,
          prompt: [
            {
              role: "user",
              content: [
                { type: "file", mediaType: "text/plain", data: base64("words in base64") },
                {
                  type: "file",
                  mediaType: "text/markdown",
                  data: new TextEncoder().encode("words in bytes"),
                },
                {
                  type: "file",
                  mediaType: "text/plain",
                  data: { type: "text", text: "words as they are" },
                },
              ],
            },
          ],
        },
        texts: ["words in base64", "words in bytes", "words as they are"],
      },
      {
        name: "instructions among a provider's options",
        request: {
          model: "m",
          stream: false,
          prompt: [{ role: "user", content: [{ type: "text", text: "a question" }] }],
          providerOptions: { openai: { instructions: "be of good cheer", user: "u-1" } },
        },
        texts: ["a question", "be of good cheer"],
      },
      {
        name: "words deep inside of a provider's options",
        request: {
          model: "m",
          stream: false,
          prompt: [{ role: "user", content: [{ type: "text", text: "a question" }] }],
          providerOptions: {
            anthropic: {
              contextManagement: {
                edits: [{ type: "compact_20260112", instructions: "keep the names" }],
              },
              mcpServers: [{ type: "url", name: "crm", url: "https://mcp.test/?a=b" }],
            },
            bedrock: { additionalModelRequestFields: { system: [{ text: "brevity" }] } },
          },
        },
        texts: ["a question", "keep the names", "brevity"],
      },
    ],
    answers: [
      {
        name: "version 2",
        response: {
          content: [
            { type: "reasoning", text: "hm" },
            { type: "text", text: "well" },
            { type: "text", text: " said" },
            { type: "tool-call", toolCallId: "c1", toolName: "look", input: '{"at":"it"}' },
          ],
          finishReason: "tool-calls",
          usage: usage2,
          response: { modelId: "m-2026" },
        },
        output,
        model: "m-2026",
        usage: { ...usage, ...cached },
      },
      {
        name: "version 3",
        response: {
          content: [{ type: "text", text: "well said" }],
          finishReason: { unified: "stop", raw: "end_turn" },
          usage: usage3,
        },
        output: "well said",
        usage: { ...usage, ...cached, ...reasoned },
      },
    ],
    streams: [
      {
        name: "version 2",
        chunks: [...said, { type: "finish", usage: usage2, finishReason: "tool-calls" }],
        framing: "ndjson",
        output,
        model: "m-2026",
        usage,
      },
      {
        name: "version 3",
        chunks: [...said, { type: "finish", usage: usage3, finishReason: { unified: "stop" } }],
        framing: "sse",
        output,
        usage: { ...usage, ...cached, ...reasoned },
      },
    ],
  },
  "ai-sdk-embedding-model": {
    requests: [
      {
        name: "values",
        request: { model: "m", stream: false, values: ["one text", "and another"] },
        texts: ["one text", "and another"],
      },
      {
        name: "a title, and contents beside the values",
        request: {
          model: "m",
          stream: false,
          values: ["one text"],
          providerOptions: {
            vertex: { title: "Minutes", taskType: "RETRIEVAL_DOCUMENT" },
            google: {
              content: [
                [{ text: "more" }, { inlineData: { mimeType: "image/png", data: PICTURE } }],
                null,
              ],
            },
          },
        },
        texts: ["one text", "Minutes", "more"],
        binaries: [PICTURE],
      },
    ],
    answers: [
      {
        name: "vectors",
        response: { embeddings: [[0.1]], usage: { tokens: 3 } },
        output: "",
        usage: { prompt_tokens: 3, total_tokens: 3 },
      },
    ],
  },
  "ai-sdk-image-model": {
    requests: [
      {
        name: "what a picture is not to show",
        request: {
          model: "m",
          stream: false,
          prompt: "a street",
          n: 1,
          providerOptions: {
            vertex: { negativePrompt: "cars", storageUri: "gs://bucket/pictures" },
            bedrock: { negativeText: "rain", maskPrompt: "sky" },
            fal: { image_url: "https://pictures.test/a.png", seed: 1 },
          },
        },
        texts: ["a street", "cars", "rain", "sky"],
        binaries: ["https://pictures.test/a.png"],
      },
      {
        name: "a wish with pictures",
        request: {
          model: "m",
          stream: false,
          prompt: "make it red",
          n: 1,
          files: [
            {
              type: "file",
              mediaType: "image/png",
              data: PICTURE,
              providerOptions: { vertex: { prompt: "the car in it" } },
            },
          ],
          mask: { type: "file", mediaType: "image/png", data: new Uint8Array([1, 2]) },
        },
        texts: ["make it red", "the car in it"],
        binaries: [PICTURE],
      },
    ],
    answers: [
      {
        name: "pictures",
        response: {
          images: [PICTURE],
          response: { modelId: "m-2026" },
          usage: { inputTokens: 7, outputTokens: 5, totalTokens: 12 },
        },
        output: "",
        model: "m-2026",
        usage,
      },
    ],
  },
};
