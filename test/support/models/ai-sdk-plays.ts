import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { z } from "zod";
import type { GuardedModelClient } from "../../../src/index.ts";
import { guardMiddleware } from "../../../src/integrations/ai-sdk.ts";
import type { FidelityCall } from "../../../src/testing/index.ts";
import type { AiMajor } from "./ai-majors.ts";
import { shownOf } from "./ai-sdk-results.ts";

type OpenAI = ReturnType<AiMajor["openai"]>;
type Language = ReturnType<OpenAI["chat"]>;
type Embedding = ReturnType<OpenAI["embedding"]>;
type Picture = ReturnType<OpenAI["image"]>;

/** The models of an app. Speech models and the like cannot be wrapped. */
export interface Models {
  readonly chat: Language;
  readonly embedding: Embedding;
  readonly picture: Picture;
}

const MODEL = "gpt-4o-mini";
const HEADERS = { "content-type": "application/json", "x-request-id": "req_1" };
const STREAM_HEADERS = { "content-type": "text/event-stream", "x-request-id": "req_2" };
const HEAD = { id: "chatcmpl-1", created: 1_700_000_000, model: `${MODEL}-2024` };
const USAGE = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 };
const SAID = '{"city":"Paris"}';

const wholeOf = (message: object, finish_reason = "stop") => ({
  headers: HEADERS,
  body: JSON.stringify({
    ...HEAD,
    object: "chat.completion",
    choices: [{ index: 0, finish_reason, logprobs: null, message }],
    usage: USAGE,
  }),
});

const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;
const chunk = (delta: object, finish_reason: string | null = null): string =>
  event({
    ...HEAD,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason }],
  });

export const WHOLE = wholeOf({ role: "assistant", content: SAID, refusal: null });
export const STREAM = {
  headers: STREAM_HEADERS,
  body: [
    // Two events, because providers of the newer majors read two before they answer.
    chunk({ role: "assistant", content: "" }) + chunk({ content: '{"city":' }),
    chunk({ content: '"Paris"}' }),
    chunk({}, "stop"),
    event({ ...HEAD, object: "chat.completion.chunk", choices: [], usage: USAGE }),
    "data: [DONE]\n\n",
  ],
};

const TOOL_CALL = {
  id: "call_1",
  type: "function",
  function: { name: "weather", arguments: '{"city":"Oslo"}' },
};
const WHOLE_CALL = wholeOf(
  { role: "assistant", content: null, refusal: null, tool_calls: [TOOL_CALL] },
  "tool_calls",
);
const STREAMED_CALL = {
  headers: STREAM_HEADERS,
  body: [
    chunk({ role: "assistant", content: null, tool_calls: [{ index: 0, ...TOOL_CALL }] }),
    chunk({}, "tool_calls"),
    event({ ...HEAD, object: "chat.completion.chunk", choices: [], usage: USAGE }),
    "data: [DONE]\n\n",
  ],
};

const EMBEDDINGS = {
  headers: HEADERS,
  body: JSON.stringify({
    object: "list",
    model: "text-embedding-3-small",
    data: [0, 1].map((index) => ({ object: "embedding", index, embedding: [0.25, -index] })),
    usage: { prompt_tokens: 2, total_tokens: 2 },
  }),
};
const EMBEDDING = {
  headers: HEADERS,
  body: JSON.stringify({
    object: "list",
    model: "text-embedding-3-small",
    data: [{ object: "embedding", index: 0, embedding: [0.25, -0.5] }],
    usage: { prompt_tokens: 2, total_tokens: 2 },
  }),
};
const PICTURE = {
  headers: HEADERS,
  body: JSON.stringify({ created: 1_700_000_000, data: [{ b64_json: "iVBORw0KGgo=" }] }),
};

export const prompt = "What is the capital of France?";
export const system = "You are terse.";

/** What a model is called with if there is no guard. */
export const asked = (abortSignal: AbortSignal): LanguageModelV4CallOptions => ({
  prompt: [
    { role: "system", content: system },
    { role: "user", content: [{ type: "text", text: prompt }] },
  ],
  abortSignal,
});

/**
 * The actual class of a `ReadableStream` depends on how it was piped, and on the version of
 * Node.js.
 */
export function iterable(stream: ReadableStream<unknown>): AsyncIterable<unknown> {
  return { [Symbol.asyncIterator]: () => stream.values()[Symbol.asyncIterator]() };
}

export function textFunctions(ai: AiMajor): Record<string, FidelityCall<Models>> {
  const { sdk } = ai;
  const schema = z.object({ city: z.string() });
  return {
    "streamText().fullStream": {
      answer: STREAM,
      run: async ({ chat: model }, abortSignal) => {
        const result = sdk.streamText({ model, system, prompt, abortSignal, onError });
        const parts: unknown[] = [];
        for await (const part of result.fullStream) parts.push(await shownOf(part));
        return { parts, result: await shownOf(result) };
      },
    },
    "streamText().textStream": {
      answer: STREAM,
      run: async ({ chat: model }, abortSignal) => {
        const parts: unknown[] = [];
        const onError = ({ error }: { error: unknown }): void => void parts.push({ error });
        const { textStream } = sdk.streamText({ model, system, prompt, abortSignal, onError });
        for await (const part of textStream) parts.push(part);
        return { parts };
      },
    },
    "generateObject()": {
      answer: WHOLE,
      run: async ({ chat: model }, abortSignal) =>
        shownOf(await sdk.generateObject({ model, prompt, schema, abortSignal })),
    },
    "streamObject()": {
      answer: STREAM,
      run: async ({ chat: model }, abortSignal) => {
        const result = sdk.streamObject({ model, prompt, schema, abortSignal, onError });
        const parts: unknown[] = [];
        for await (const part of result.fullStream) parts.push(await shownOf(part));
        return { parts, result: await shownOf(result) };
      },
    },
    "Output.object()": {
      answer: WHOLE,
      run: async ({ chat: model }, abortSignal) => {
        const output = sdk.Output.object({ schema });
        const settings = { model, prompt, output, experimental_output: output, abortSignal };
        return shownOf(await sdk.generateText(settings));
      },
    },
  };
}

export function otherFunctions({ sdk }: AiMajor): Record<string, FidelityCall<Models>> {
  return {
    "embed()": {
      answer: EMBEDDING,
      run: async ({ embedding: model }, abortSignal) =>
        shownOf(await sdk.embed({ model, value: prompt, abortSignal })),
    },
    "embedMany()": {
      answer: EMBEDDINGS,
      run: async ({ embedding: model }, abortSignal) =>
        shownOf(await sdk.embedMany({ model, values: ["a cat", "a dog"], abortSignal })),
    },
    "generateImage()": {
      answer: PICTURE,
      run: async ({ picture: model }, abortSignal) =>
        shownOf(await sdk.generateImage({ model, prompt: "a cat", abortSignal })),
    },
  };
}

/** The same answer twice: one step calls a tool, and the next one would call it again. */
export function toolFunctions({ sdk }: AiMajor): Record<string, FidelityCall<Models>> {
  const asks = (model: Language, abortSignal: AbortSignal) => ({
    model,
    prompt,
    abortSignal,
    onError,
    stopWhen: sdk.stepCountIs(2),
    tools: {
      weather: sdk.tool({
        inputSchema: z.object({ city: z.string() }),
        execute: async ({ city }) => ({ city, mild: true }),
      }),
    },
  });
  return {
    "generateText() with tools": {
      answer: WHOLE_CALL,
      run: async ({ chat }, abortSignal) =>
        shownOf(await sdk.generateText(asks(chat, abortSignal))),
    },
    "streamText() with tools": {
      answer: STREAMED_CALL,
      run: async ({ chat }, abortSignal) => {
        const result = sdk.streamText(asks(chat, abortSignal));
        const parts: unknown[] = [];
        for await (const part of result.fullStream) parts.push(await shownOf(part));
        return { parts, result: await shownOf(result) };
      },
    },
  };
}

/** Errors are reported as parts too; without this handler the SDK prints them. */
function onError(): void {}

/** The unguarded models of a provider at `url`. */
export function openModels(ai: AiMajor, url: string): Models {
  const openai = ai.openai(`${url}/v1`);
  return {
    chat: openai.chat(MODEL),
    embedding: openai.embedding("text-embedding-3-small"),
    picture: openai.image("gpt-image-1"),
  };
}

/** The same models, wrapped as far as the major can wrap them. */
export function guardModels(ai: AiMajor, models: Models, guard: GuardedModelClient): Models {
  const { wrapLanguageModel, wrapEmbeddingModel, wrapImageModel } = ai.sdk;
  const middleware = guardMiddleware(guard);
  const chat = wrapLanguageModel({ model: models.chat, middleware });
  if (ai.major === 5) return { ...models, chat };
  return {
    chat,
    embedding: wrapEmbeddingModel({ model: models.embedding, middleware }),
    picture: wrapImageModel({ model: models.picture, middleware }),
  };
}
