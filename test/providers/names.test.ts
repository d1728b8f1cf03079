import { describe, expect, it } from "vitest";
import { aiSdkLanguageModelCodec } from "../../src/providers/ai-sdk-language-model/codec.ts";
import { anthropicBatchesCodec } from "../../src/providers/anthropic-batches/codec.ts";
import { anthropicMessagesCodec } from "../../src/providers/anthropic-messages/codec.ts";
import {
  bedrockConverseCodec,
  bedrockConverseInputCodec,
} from "../../src/providers/bedrock-converse/codec.ts";
import { bedrockCountTokensInputCodec } from "../../src/providers/bedrock-count-tokens/codec.ts";
import { bedrockInvokeInputCodec } from "../../src/providers/bedrock-invoke/codec.ts";
import { googleCachedContentsCodec } from "../../src/providers/google-cached-contents/codec.ts";
import { googleCountTokensCodec } from "../../src/providers/google-count-tokens/codec.ts";
import { googleGenerateContentCodec } from "../../src/providers/google-generate-content/codec.ts";
import { sdkPrompt } from "../../src/providers/google-generate-content/prompt.ts";
import { googleInteractionsCodec } from "../../src/providers/google-interactions/codec.ts";
import { ollamaChatCodec } from "../../src/providers/ollama-chat/codec.ts";
import { openaiAssistantsCodec } from "../../src/providers/openai-assistants/codec.ts";
import { openaiChatCodec } from "../../src/providers/openai-chat/codec.ts";
import { openaiCompletionsCodec } from "../../src/providers/openai-completions/codec.ts";
import { openaiConversationsCodec } from "../../src/providers/openai-conversations/codec.ts";
import { openaiResponsesCodec } from "../../src/providers/openai-responses/codec.ts";
import type { ProviderCodec } from "../../src/providers/provider.ts";

const NAME = "jane.doe@example.com.pdf";
/** A name in the form that Bedrock requires. */
const WORD = "jane.doe-555-0100";
const PDF = "data:application/pdf;base64,JVBERi0=";

const user = (content: unknown) => [{ role: "user", content }];
const openaiFile = [
  { type: "text", text: "Hello." },
  { type: "file", file: { filename: NAME, file_data: PDF } },
];
const inputFile = [{ type: "input_file", filename: NAME, file_data: PDF }];
const geminiFile = {
  inlineData: { mimeType: "application/pdf", data: "JVBERi0=", displayName: NAME },
};
const document = { name: WORD, format: "pdf", source: { bytes: new Uint8Array([1, 2]) } };
const encoded = { ...document, source: { bytes: "JVBERi0=" } };
const blocks = [{ type: "container_upload", filename: NAME }];

type Row = readonly [name: string, codec: unknown, request: object];

const ROWS: readonly Row[] = [
  ["OpenAI chats", openaiChatCodec, { messages: user(openaiFile) }],
  [
    "OpenAI chats, signed",
    openaiChatCodec,
    { messages: [{ role: "user", name: NAME, content: "Hello." }] },
  ],
  ["OpenAI responses", openaiResponsesCodec, { input: user(inputFile) }],
  ["OpenAI conversations", openaiConversationsCodec, { items: user(inputFile) }],
  ["OpenAI assistants", openaiAssistantsCodec, { messages: user(inputFile) }],
  ["Anthropic messages", anthropicMessagesCodec, { messages: user(blocks) }],
  [
    "Anthropic batches",
    anthropicBatchesCodec,
    { requests: [{ custom_id: "1", params: { messages: user(blocks) } }] },
  ],
  [
    "Gemini",
    googleGenerateContentCodec,
    { contents: [{ role: "user", parts: [{ text: "Hello." }, geminiFile] }] },
  ],
  ["Gemini counts", googleCountTokensCodec, { contents: [{ parts: [geminiFile] }] }],
  ["Gemini caches", googleCachedContentsCodec, { contents: [{ parts: [geminiFile] }] }],
  ["Bedrock Converse", bedrockConverseInputCodec, { messages: user([{ document }]) }],
  [
    "Bedrock Converse on the wire",
    bedrockConverseCodec,
    { messages: user([{ document: encoded }]) },
  ],
  [
    "Bedrock counts",
    bedrockCountTokensInputCodec,
    { input: { converse: { messages: user([{ document }]) } } },
  ],
  [
    "Bedrock bodies",
    bedrockInvokeInputCodec,
    { body: JSON.stringify({ messages: user(openaiFile) }) },
  ],
  [
    "the AI SDK",
    aiSdkLanguageModelCodec,
    {
      model: "m",
      prompt: user([
        { type: "file", filename: NAME, mediaType: "application/pdf", data: new Uint8Array([1]) },
      ]),
    },
  ],
  ["where chats end", openaiChatCodec, { messages: user("Hello."), stop: [NAME] }],
  ["where completions end", openaiCompletionsCodec, { prompt: "Hello.", stop: NAME }],
  ["what chats must not say", openaiChatCodec, { messages: user("Hello."), bad_words: [NAME] }],
  [
    "where messages end",
    anthropicMessagesCodec,
    { messages: user("Hello."), stop_sequences: [NAME] },
  ],
  [
    "where Ollama's chats end",
    ollamaChatCodec,
    { messages: user("Hello."), options: { stop: [NAME] } },
  ],
  [
    "where Gemini ends",
    googleGenerateContentCodec,
    { contents: [{ parts: [{ text: "Hello." }] }], generationConfig: { stopSequences: [NAME] } },
  ],
  [
    "where interactions end",
    googleInteractionsCodec,
    { input: "Hello.", generation_config: { stop_sequences: [NAME] } },
  ],
  [
    "where Gemini's SDK ends",
    { ...googleGenerateContentCodec, ...sdkPrompt },
    { contents: "Hello.", config: { stopSequences: [NAME] } },
  ],
  [
    "where Converse ends",
    bedrockConverseInputCodec,
    { messages: user([{ text: "Hello." }]), inferenceConfig: { stopSequences: [NAME] } },
  ],
  [
    "where a model of Converse ends",
    bedrockConverseInputCodec,
    {
      messages: user([{ text: "Hello." }]),
      additionalModelRequestFields: { stop_sequences: [NAME] },
    },
  ],
  [
    "where a body of Bedrock ends",
    bedrockInvokeInputCodec,
    { body: JSON.stringify({ prompt: "Hello.", stop_sequences: [NAME] }) },
  ],
  [
    "where Titan ends",
    bedrockInvokeInputCodec,
    {
      body: JSON.stringify({
        inputText: "Hello.",
        textGenerationConfig: { maxTokenCount: 5, stopSequences: [NAME] },
      }),
    },
  ],
  [
    "where a model of the AI SDK ends",
    aiSdkLanguageModelCodec,
    { model: "m", prompt: user([{ type: "text", text: "Hello." }]), stopSequences: [NAME] },
  ],
];

it("ignores stop sequences without letters or digits for the masker", () => {
  const request = { messages: user("Hello."), stop: ["\n\n", "###", NAME, "4155550123", "```"] };
  expect(openaiChatCodec.readPrompt(request).names).toEqual([NAME, "4155550123"]);
  const written = openaiChatCodec.writePrompt(request, ["Hello."], ["placeholder", "[PHONE_1]"]);
  expect(written).toMatchObject({ stop: ["\n\n", "###", "placeholder", "[PHONE_1]", "```"] });
});

it("sends an empty stop sequence, not the original, if the masker leaves nothing of it", () => {
  const request = { messages: user("Hello."), stop: [NAME] };
  expect(openaiChatCodec.writePrompt(request, ["Hello."], [""])).toMatchObject({ stop: [""] });
});

describe.each(ROWS)("names in a request (%s)", (_, given, request) => {
  const codec = given as ProviderCodec<object, unknown, unknown>;
  const name = JSON.stringify(request).includes(WORD) ? WORD : NAME;

  it("are read for the masker, and not shown to the guard", () => {
    const { names, segments } = codec.readPrompt(request);
    expect(names).toEqual([name]);
    expect(segments.filter(({ text }) => text.includes("jane"))).toEqual([]);
  });

  it("are sent as the masker writes them, each of them, and unchanged without one", () => {
    const texts = codec.readPrompt(request).segments.map(({ text }) => text);
    const masked = codec.writePrompt(request, texts, ["placeholder"]);
    expect(codec.readPrompt(masked).names).toEqual(["placeholder"]);
    expect(JSON.stringify(masked)).not.toContain(name);
    expect(JSON.stringify(codec.writePrompt(request, texts))).toBe(JSON.stringify(request));
    expect(() => codec.writePrompt(request, texts, [])).toThrow(RangeError);
  });
});
