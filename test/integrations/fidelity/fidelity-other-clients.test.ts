import Anthropic from "@anthropic-ai/sdk";
import {
  BedrockRuntime,
  ConverseCommand,
  ConverseStreamCommand,
} from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import { ConfiguredRetryStrategy } from "@smithy/core/retry";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { describe, it } from "vitest";
import { guardAnthropic } from "../../../src/integrations/anthropic.ts";
import { guardBedrock } from "../../../src/integrations/bedrock.ts";
import { guardGoogle } from "../../../src/integrations/google.ts";
import { type FidelityParts, fidelityContract } from "../../../src/testing/index.ts";
import {
  AWS_HEADERS,
  conversed,
  converseEvents,
  EVENT_STREAM,
  eventFrame,
} from "../../support/models/converse-answers.ts";
import {
  generated,
  generatedChunks,
  event as googleEvent,
} from "../../support/models/gemini-answers.ts";
import { gather } from "../../support/outcomes.ts";

const HEADERS = { "content-type": "application/json", "request-id": "req_1" };
const STREAM_HEADERS = { "content-type": "text/event-stream", "request-id": "req_2" };

const MESSAGE = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-sonnet-5-5",
  content: [{ type: "text", text: "Paris.", citations: null }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 12, output_tokens: 3 },
};

const MESSAGE_EVENTS = [
  { type: "message_start", message: { ...MESSAGE, content: [], stop_reason: null } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Par" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "is." } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 3 } },
  { type: "message_stop" },
].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);

const ASKED = {
  model: MESSAGE.model,
  max_tokens: 100,
  system: "You are terse.",
  messages: [{ role: "user" as const, content: "What is the capital of France?" }],
};

const whole = { headers: HEADERS, body: JSON.stringify(MESSAGE) };
const streamed = { headers: STREAM_HEADERS, body: MESSAGE_EVENTS };
const failed = {
  status: 400,
  headers: HEADERS,
  body: JSON.stringify({ type: "error", error: { type: "invalid_request_error", message: "no" } }),
};

const ANTHROPIC: FidelityParts<Anthropic> = {
  open: (url) => new Anthropic({ apiKey: "unused", baseURL: url, maxRetries: 1 }),
  guard: (client, guard) => guardAnthropic(client, guard),
  refusal: failed,
  retries: { status: 500, times: 1 },
  call: {
    answer: whole,
    run: (client, signal) => client.messages.create(ASKED, { signal }),
  },
  stream: {
    answer: streamed,
    run: (client, signal) => client.messages.create({ ...ASKED, stream: true }, { signal }),
  },
  helpers: {
    "withResponse()": {
      answer: whole,
      run: (client, signal) => client.messages.create(ASKED, { signal }).withResponse(),
    },
    "asResponse()": {
      answer: whole,
      run: (client, signal) => client.messages.create(ASKED, { signal }).asResponse(),
    },
    "stream().finalMessage()": {
      answer: streamed,
      run: (client, signal) => client.messages.stream(ASKED, { signal }).finalMessage(),
    },
    "beta.messages.create()": {
      answer: whole,
      run: (client, signal) => client.beta.messages.create(ASKED, { signal }),
    },
    "withOptions()": {
      answer: whole,
      run: (client, signal) =>
        client.withOptions({ maxRetries: 0 }).messages.create(ASKED, { signal }),
    },
    "post()": {
      answer: whole,
      run: (client, signal) => client.post("/v1/messages", { body: ASKED, signal }),
    },
  },
};

const JSON_ONLY = { "content-type": "application/json" };
const contents = "What is the capital of France?";
const model = "gemini-2.5-flash";

/** For both APIs: the answer of the Gemini API and of Vertex AI. */
const EMBEDDED = {
  embeddings: [{ values: [0.25, -0.5] }],
  embedding: { values: [0.25, -0.5] },
  predictions: [{ embeddings: { values: [0.25, -0.5] } }],
};

/** Seconds. */
const retryOptions = { attempts: 3, initialDelay: 0.001, maxDelay: 0.002 };

function googleParts(options: object): FidelityParts<GoogleGenAI> {
  const answer = { headers: JSON_ONLY, body: JSON.stringify(generated()) };
  const streamed = {
    headers: { "content-type": "text/event-stream" },
    body: generatedChunks().map(googleEvent),
  };
  return {
    open: (url) =>
      new GoogleGenAI({
        apiKey: "unused",
        ...options,
        httpOptions: { baseUrl: url, retryOptions },
      }),
    retries: { status: 503, times: 2 },
    guard: (client, guard) => guardGoogle(client, guard),
    call: {
      answer,
      run: (client, abortSignal) =>
        client.models.generateContent({ model, contents, config: { abortSignal } }),
    },
    stream: {
      answer: streamed,
      run: (client, abortSignal) =>
        client.models.generateContentStream({ model, contents, config: { abortSignal } }),
    },
    // It releases its reader and cancels nothing.
    leavesStreamsOpen: true,
    helpers: {
      "chats.sendMessage()": {
        answer,
        run: (client, abortSignal) =>
          client.chats
            .create({ model })
            .sendMessage({ message: contents, config: { abortSignal } }),
      },
      "chats.sendMessageStream()": {
        answer: streamed,
        run: async (client, abortSignal) => {
          const chat = client.chats.create({ model });
          const chunks: unknown[] = [Object.keys(chat)];
          const message = { message: contents, config: { abortSignal } };
          for await (const chunk of await chat.sendMessageStream(message)) chunks.push(chunk);
          return [...chunks, chat.getHistory()];
        },
      },
      "embedContent()": {
        answer: { headers: JSON_ONLY, body: JSON.stringify(EMBEDDED) },
        run: (client, abortSignal) =>
          client.models.embedContent({ model, contents, config: { abortSignal } }),
      },
      "countTokens()": {
        answer: { headers: JSON_ONLY, body: JSON.stringify({ totalTokens: 7 }) },
        run: (client, abortSignal) =>
          client.models.countTokens({ model, contents, config: { abortSignal } }),
      },
    },
  };
}

const modelId = "anthropic.claude-sonnet-5-5-v1:0";
const messages = [{ role: "user" as const, content: [{ text: contents }] }];
const conversation = { modelId, system: [{ text: "You are terse." }], messages };

function openBedrock(endpoint: string): BedrockRuntime {
  const client = new BedrockRuntime({
    endpoint,
    region: "eu-west-1",
    // No signature, because it would contain the time.
    token: { token: "unused" },
    authSchemePreference: ["httpBearerAuth"],
    requestHandler: new NodeHttpHandler(),
    retryStrategy: new ConfiguredRetryStrategy(2, () => 1),
  });
  // It generates a new one for each call.
  client.middlewareStack.add(
    (next) => async (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      delete headers["amz-sdk-invocation-id"];
      return next(args);
    },
    { step: "finalizeRequest", priority: "low" },
  );
  return client;
}

const conversedWhole = { headers: AWS_HEADERS, body: JSON.stringify(conversed()) };

const conversedInEvents = {
  headers: { ...AWS_HEADERS, "content-type": EVENT_STREAM },
  body: converseEvents().map(eventFrame),
};

const invocation = {
  modelId,
  body: JSON.stringify({ ...ASKED, anthropic_version: "bedrock-2023-05-31" }),
};

/** The same message in the chunks of a Bedrock stream. */
const MESSAGE_PIECES = MESSAGE_EVENTS.map((event) => {
  const [, data = ""] = /^data: (.*)$/m.exec(event) ?? [];
  return eventFrame(["chunk", { bytes: Buffer.from(data).toString("base64") }]);
});

const BEDROCK: FidelityParts<BedrockRuntime> = {
  open: openBedrock,
  guard: (client, guard) => guardBedrock(client, guard),
  refusal: {
    status: 400,
    headers: { ...AWS_HEADERS, "x-amzn-errortype": "ValidationException" },
    body: JSON.stringify({ message: "no such model" }),
  },
  retries: { status: 500, times: 1 },
  call: {
    answer: conversedWhole,
    run: (client, abortSignal) => client.send(new ConverseCommand(conversation), { abortSignal }),
  },
  stream: {
    answer: conversedInEvents,
    run: async (client, abortSignal) => {
      const command = new ConverseStreamCommand(conversation);
      const { stream } = await client.send(command, { abortSignal });
      return stream as AsyncIterable<unknown>;
    },
  },
  // It releases its reader and cancels nothing.
  leavesStreamsOpen: true,
  helpers: {
    "converse()": {
      answer: conversedWhole,
      run: (client, abortSignal) => client.converse(conversation, { abortSignal }),
    },
    "converseStream()": {
      answer: conversedInEvents,
      run: async (client, abortSignal) =>
        gather((await client.converseStream(conversation, { abortSignal })).stream),
    },
    "invokeModel()": {
      answer: whole,
      run: (client, abortSignal) => client.invokeModel(invocation, { abortSignal }),
    },
    "invokeModelWithResponseStream()": {
      answer: {
        headers: { ...AWS_HEADERS, "content-type": EVENT_STREAM },
        body: MESSAGE_PIECES,
      },
      run: async (client, abortSignal) =>
        gather((await client.invokeModelWithResponseStream(invocation, { abortSignal })).body),
    },
    "countTokens()": {
      answer: { headers: AWS_HEADERS, body: JSON.stringify({ inputTokens: 7 }) },
      run: (client, abortSignal) =>
        client.countTokens({ modelId, input: { converse: { messages } } }, { abortSignal }),
    },
    "send() with a callback": {
      answer: conversedWhole,
      run: (client) =>
        new Promise((resolve, reject) => {
          client.send(new ConverseCommand(conversation), (error: unknown, output?: object) => {
            if (error === null) resolve(output);
            else reject(error);
          });
        }),
    },
    "converse() with options and a callback": {
      answer: conversedWhole,
      run: (client, abortSignal) =>
        new Promise((resolve, reject) => {
          client.converse(conversation, { abortSignal }, (error: unknown, output?: object) => {
            if (error === null) resolve(output);
            else reject(error);
          });
        }),
    },
  },
};

const DOORWAYS = {
  "@aws-sdk/client-bedrock-runtime": fidelityContract(BEDROCK),
  "@anthropic-ai/sdk": fidelityContract(ANTHROPIC),
  "@google/genai, Gemini API": fidelityContract(googleParts({})),
  "@google/genai, Vertex AI": fidelityContract(googleParts({ vertexai: true })),
};

describe.each(Object.entries(DOORWAYS))("guarded %s, compared to unguarded", (_, cases) => {
  for (const { title, run } of cases) it(title, run);
});
