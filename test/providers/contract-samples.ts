import { aiSdkEmbeddingModelCodec } from "../../src/providers/ai-sdk-embedding-model/codec.ts";
import { aiSdkImageModelCodec } from "../../src/providers/ai-sdk-image-model/codec.ts";
import { aiSdkLanguageModelCodec } from "../../src/providers/ai-sdk-language-model/codec.ts";
import { BUILT_IN_CODECS } from "../../src/providers/formats.ts";
import { GOOGLE_OWN_CODECS } from "../../src/providers/google/codecs.ts";
import { OPENAI_OWN_CODECS } from "../../src/providers/openai/codecs.ts";
import type { ProviderCodec } from "../../src/providers/provider.ts";
import type { ProviderContractParts } from "../../src/testing/index.ts";
import {
  MESSAGE_TEXT,
  MESSAGE_USAGE,
  messageBody,
  messageEvents,
  toolUseEvents,
} from "../support/models/message-answers.ts";
import { chunks, completion, SAID } from "../support/models/model-answers.ts";
import { REPLY, responseBody, responseEvents } from "../support/models/response-answers.ts";
import { AI_SDK_SAMPLES } from "./ai-sdk-samples.ts";
import { BEDROCK_SAMPLES } from "./bedrock-samples.ts";
import { GOOGLE_SAMPLES } from "./google-samples.ts";
import { OLLAMA_SAMPLES } from "./ollama-samples.ts";

/** Samples of a built-in wire format. */
export type FormatSamples = Omit<ProviderContractParts<unknown, unknown, unknown>, "provider">;

type Codec = ProviderCodec<unknown, unknown, unknown>;

/** Codecs that the contract suite covers. */
export const CONTRACT_CODECS: readonly Codec[] = [
  ...BUILT_IN_CODECS,
  ...OPENAI_OWN_CODECS,
  ...GOOGLE_OWN_CODECS,
  aiSdkLanguageModelCodec as Codec,
  aiSdkEmbeddingModelCodec as Codec,
  aiSdkImageModelCodec as Codec,
];

const PICTURE = "data:image/png;base64,iVBORw0KGgo=";
const model = "gpt-4o-mini";

function formOf(fields: Readonly<Record<string, string>>, name: string, file: File): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append(name, file, file.name);
  return form;
}

const pictureFile = new File([new Uint8Array([1, 2, 3])], "cat.png", { type: "image/png" });
const speechFile = new File([new Uint8Array([1, 2, 3])], "said.mp3", { type: "audio/mpeg" });

const text = (said: string) => ({ type: "text", text: said });

/** A conversation with every kind of message. */
const chat = {
  model,
  temperature: 0.2,
  messages: [
    { role: "system", content: "Answer in brief." },
    {
      role: "user",
      content: [
        text("What is on this picture?"),
        { type: "image_url", image_url: { url: PICTURE } },
      ],
    },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "call_1", type: "function", function: { name: "look", arguments: '{"at":"a b"}' } },
      ],
    },
    { role: "tool", tool_call_id: "call_1", content: "A cat, it seems." },
  ],
};

const usage = { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 };

/** Samples of each format, by name. */
export const SAMPLES: Readonly<Record<string, FormatSamples>> = {
  ...AI_SDK_SAMPLES,
  ...GOOGLE_SAMPLES,
  ...BEDROCK_SAMPLES,
  ...OLLAMA_SAMPLES,
  "openai-chat": {
    requests: [
      {
        name: "a conversation with a picture and a tool",
        request: chat,
        texts: ["Answer in brief.", "What is on this picture?", '{"at":"a b"}', "A cat, it seems."],
        binaries: [PICTURE],
      },
      { name: "no message", request: { model, messages: [] }, texts: [] },
    ],
    answers: [{ name: "a completion", response: completion(), output: SAID, usage }],
    streams: [
      {
        name: "a completion with its usage",
        chunks: chunks({
          request: { body: { stream_options: { include_usage: true } } },
        } as unknown as Parameters<typeof chunks>[0]),
        framing: "sse",
        output: SAID,
        usage,
      },
    ],
  },
  "openai-responses": {
    requests: [
      { name: "a text", request: { model, input: "What is new?" }, texts: ["What is new?"] },
      {
        name: "items",
        request: {
          model,
          instructions: "Answer in brief.",
          input: [
            {
              role: "user",
              content: [
                { type: "input_text", text: "What is on this picture?" },
                { type: "input_image", image_url: PICTURE },
              ],
            },
            { type: "function_call", call_id: "call_1", name: "look", arguments: '{"at":"a b"}' },
            { type: "function_call_output", call_id: "call_1", output: "A cat, it seems." },
          ],
        },
        texts: ["Answer in brief.", "What is on this picture?", '{"at":"a b"}', "A cat, it seems."],
        binaries: [PICTURE],
      },
    ],
    answers: [{ name: "a response", response: responseBody(), output: REPLY, usage }],
    streams: [
      { name: "a response", chunks: responseEvents(), framing: "sse", output: REPLY, usage },
    ],
  },
  "openai-embeddings": {
    requests: [
      {
        name: "a list",
        request: { model, input: ["one text", "and another"] },
        texts: ["one text", "and another"],
      },
      { name: "tokens", request: { model, input: [[1, 2], [3]] }, texts: [], binaries: ["[1,2]"] },
    ],
    answers: [
      {
        name: "vectors",
        response: {
          object: "list",
          model,
          data: [{ embedding: [0.1] }],
          usage: { prompt_tokens: 3, total_tokens: 3 },
        },
        output: "",
        model,
        usage: { prompt_tokens: 3, total_tokens: 3 },
      },
    ],
  },
  rerank: {
    requests: [
      {
        name: "texts",
        request: { model, query: "who is it", documents: ["a cat", "a dog"], top_n: 1 },
        texts: ["who is it", "a cat", "a dog"],
      },
      {
        name: "objects, of which one is a picture",
        request: { model, query: "who is it", documents: [{ text: "a cat" }, { image: PICTURE }] },
        texts: ["who is it", "a cat"],
        binaries: [PICTURE],
      },
      {
        name: "texts by Mixedbread's name",
        request: { model, query: "who is it", input: ["a cat", "dog"], top_k: 1 },
        texts: ["who is it", "a cat", "dog"],
      },
      {
        name: "texts by NVIDIA's name",
        request: { model, query: { text: "who is it" }, passages: [{ text: "dog" }] },
        texts: ["who is it", "dog"],
      },
    ],
    answers: [
      {
        name: "an order",
        response: {
          id: "r",
          model,
          results: [{ index: 1, relevance_score: 0.9 }],
          usage: { total_tokens: 3 },
        },
        output: "",
        model,
        usage: { total_tokens: 3 },
      },
    ],
  },
  "openai-completions": {
    requests: [
      {
        name: "a prompt",
        request: { model, prompt: "Once upon a time", suffix: "the end." },
        texts: ["Once upon a time", "the end."],
      },
    ],
    answers: [
      {
        name: "a completion",
        response: { model, choices: [{ text: " there was", finish_reason: "stop" }], usage },
        output: " there was",
        usage,
      },
    ],
    streams: [
      {
        name: "a completion",
        chunks: [
          { model, choices: [{ index: 0, text: " there", finish_reason: null }] },
          { model, choices: [{ index: 0, text: " was", finish_reason: "stop" }] },
        ],
        framing: "sse",
        output: " there was",
        model,
      },
    ],
  },
  "openai-moderations": {
    requests: [
      {
        name: "parts",
        request: {
          model,
          input: [text("is this fine?"), { type: "image_url", image_url: { url: PICTURE } }],
        },
        texts: ["is this fine?"],
        binaries: [PICTURE],
      },
    ],
    answers: [
      { name: "a verdict", response: { model, results: [{ flagged: false }] }, output: "", model },
    ],
  },
  "openai-images": {
    requests: [
      { name: "a wish", request: { model, prompt: "a black cat" }, texts: ["a black cat"] },
      {
        name: "a form with a picture",
        request: formOf({ model, prompt: "make it red" }, "image", pictureFile),
        texts: ["make it red"],
        binaries: ["cat.png"],
      },
    ],
    answers: [
      {
        name: "a picture",
        response: {
          data: [{ b64_json: "iVBOR" }],
          usage: { input_tokens: 3, output_tokens: 9, total_tokens: 12 },
        },
        output: "",
        usage: { prompt_tokens: 3, completion_tokens: 9 },
      },
    ],
  },
  "openai-speech": {
    requests: [
      {
        name: "words",
        request: { model, voice: "alloy", input: "hello to you", instructions: "speak slowly" },
        texts: ["hello to you", "speak slowly"],
      },
    ],
    streams: [
      {
        name: "sound",
        chunks: [
          { type: "speech.audio.delta", audio: "AAAA" },
          {
            type: "speech.audio.done",
            usage: { input_tokens: 3, output_tokens: 9, total_tokens: 12 },
          },
        ],
        framing: "sse",
        output: "",
        usage: { prompt_tokens: 3, completion_tokens: 9, total_tokens: 12 },
      },
    ],
  },
  "openai-transcriptions": {
    requests: [
      {
        name: "a form with speech",
        request: formOf({ model, prompt: "names: Ada, Bo" }, "file", speechFile),
        texts: ["names: Ada, Bo"],
        binaries: ["said.mp3"],
      },
    ],
    answers: [
      { name: "an object", response: { text: "well said" }, output: "well said" },
      { name: "a text", response: "well said\n", output: "well said\n" },
    ],
    streams: [
      {
        name: "pieces",
        chunks: [
          { type: "transcript.text.delta", delta: "well" },
          { type: "transcript.text.delta", delta: " said" },
          { type: "transcript.text.done", text: "well said" },
        ],
        framing: "sse",
        output: "well said",
      },
    ],
  },
  "anthropic-batches": {
    requests: [
      {
        name: "two messages",
        request: {
          requests: ["the first one", "the second one"].map((content, at) => ({
            custom_id: `r-${at}`,
            params: { model, max_tokens: 16, messages: [{ role: "user", content }] },
          })),
        },
        texts: ["the first one", "the second one"],
      },
    ],
    answers: [
      { name: "a batch", response: { id: "msgbatch_1", type: "message_batch" }, output: "" },
    ],
  },
  "openai-conversations": {
    requests: [
      {
        name: "items",
        request: { items: [{ type: "message", role: "user", content: "a new beginning" }] },
        texts: ["a new beginning"],
      },
    ],
    answers: [{ name: "a conversation", response: { id: "conv_1" }, output: "" }],
  },
  "openai-assistants": {
    requests: [
      {
        name: "a thread and its run",
        request: {
          assistant_id: "asst_1",
          model,
          instructions: "Answer in brief.",
          thread: {
            messages: [
              {
                role: "user",
                content: [text("look at this"), { type: "image_url", image_url: { url: PICTURE } }],
              },
            ],
          },
        },
        texts: ["Answer in brief.", "look at this"],
        binaries: [PICTURE],
      },
    ],
    answers: [
      {
        name: "a run",
        response: { object: "thread.run", model, status: "completed", usage },
        output: "",
        usage,
        model,
      },
    ],
    streams: [
      {
        name: "a run",
        chunks: [
          {
            object: "thread.message.delta",
            delta: { content: [{ index: 0, type: "text", text: { value: "well" } }] },
          },
          {
            object: "thread.message.delta",
            delta: { content: [{ index: 0, type: "text", text: { value: " said" } }] },
          },
          { object: "thread.run", model, status: "completed", usage },
        ],
        framing: "sse",
        output: "well said",
        usage,
      },
    ],
  },
  "openai-vector-search": {
    requests: [{ name: "a question", request: { query: "where is it?" }, texts: ["where is it?"] }],
    answers: [{ name: "finds", response: { data: [] }, output: "" }],
  },
  "openai-videos": {
    requests: [
      { name: "a wish", request: { model, prompt: "a cat that runs" }, texts: ["a cat that runs"] },
    ],
    answers: [{ name: "a job", response: { id: "video_1", model, status: "queued" }, output: "" }],
  },
  "google-decisions": {
    requests: [
      {
        name: "a question",
        request: {
          model,
          input: "is it urgent?",
          questions: { urgency: { type: "choice", instructions: "choose with care" } },
        },
        texts: ["is it urgent?", "choose with care"],
      },
    ],
    answers: [
      {
        name: "a choice",
        response: { answers: { urgency: { type: "choice", choice: "high" } } },
        output: "urgency: high",
      },
    ],
  },
  "openai-decisions": {
    requests: [
      {
        name: "a question",
        request: {
          model,
          input: "is it urgent?",
          questions: [{ name: "urgency", type: "choice", instructions: "choose with care" }],
        },
        texts: ["is it urgent?", "choose with care"],
      },
    ],
    answers: [
      {
        name: "a choice",
        response: { answers: [{ type: "choice", name: "urgency", choice: "high" }] },
        output: "urgency: high",
      },
    ],
  },
  "anthropic-messages": {
    requests: [
      {
        name: "a conversation with a picture, a file and a tool",
        request: {
          model: "claude-sonnet-5",
          max_tokens: 100,
          system: [{ type: "text", text: "Answer in brief." }],
          messages: [
            {
              role: "user",
              content: [
                text("What is on this picture?"),
                {
                  type: "image",
                  source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" },
                },
                {
                  type: "document",
                  source: { type: "text", media_type: "text/plain", data: "A report." },
                },
              ],
            },
            {
              role: "assistant",
              content: [{ type: "tool_use", id: "toolu_1", name: "look", input: { at: "a b" } }],
            },
            {
              role: "user",
              content: [
                { type: "tool_result", tool_use_id: "toolu_1", content: "A cat, it seems." },
              ],
            },
          ],
        },
        texts: [
          "Answer in brief.",
          "What is on this picture?",
          "A report.",
          '{"at":"a b"}',
          "A cat, it seems.",
        ],
        binaries: ["iVBORw0KGgo="],
      },
      { name: "no message", request: { model: "claude-sonnet-5", messages: [] }, texts: [] },
    ],
    answers: [
      { name: "a message", response: messageBody(), output: MESSAGE_TEXT, usage: MESSAGE_USAGE },
    ],
    streams: [
      {
        name: "a message",
        chunks: messageEvents(),
        framing: "sse",
        output: MESSAGE_TEXT,
        usage: MESSAGE_USAGE,
      },
      {
        name: "a call",
        chunks: toolUseEvents(['{"city"', ': "Paris"}']),
        framing: "sse",
        output: 'weather({"city":"Paris"})',
      },
    ],
  },
};
