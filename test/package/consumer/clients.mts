// Every guard function with every client that it accepts: the types stay exactly the client's own.
import { createOpenAI as createOpenAI7 } from "@ai-sdk/openai";
import type { EmbeddingModelV4, ImageModelV4, LanguageModelV4 } from "@ai-sdk/provider";
import Anthropic from "@anthropic-ai/sdk";
import { type GenerateContentResponse, GoogleGenAI } from "@google/genai";
import * as ai7 from "ai";
import * as ai5 from "ai5";
import { createOpenAI as createOpenAI5 } from "ai5-openai";
import * as ai6 from "ai6";
import { createOpenAI as createOpenAI6 } from "ai6-openai";
import {
  type GuardedModelClient,
  type GuardedResult,
  type GuardedStream,
  guardFetch,
  type Lifecycle,
  lifecycleOf,
} from "guarded-model-client";
import { guardMiddleware } from "guarded-model-client/ai-sdk";
import { anthropicMessages, guardAnthropic } from "guarded-model-client/anthropic";
import { googleGenerateContent, guardGoogle } from "guarded-model-client/google";
import { guardOpenAI, openaiChat, openaiResponses } from "guarded-model-client/openai";
import OpenAI, { AzureOpenAI } from "openai";
import OpenAI5, { AzureOpenAI as AzureOpenAI5 } from "openai5";
import OpenAI6, { AzureOpenAI as AzureOpenAI6 } from "openai6";
import { exactly } from "./exact.mjs";

declare const guard: GuardedModelClient;
const messages = [{ role: "user" as const, content: "text" }];
const chat = { model: "m", messages };
const azure = { apiKey: "k", endpoint: "https://example.com", apiVersion: "v" };
class Tenants extends OpenAI {
  readonly tenant = "t";
}

// OpenAI: every major, Azure, and the app's own subclasses.
const seven = exactly<OpenAI>()(guardOpenAI(new OpenAI({ apiKey: "k" }), guard));
const six = exactly<OpenAI6>()(guardOpenAI(new OpenAI6({ apiKey: "k" }), guard));
const five = exactly<OpenAI5>()(guardOpenAI(new OpenAI5({ apiKey: "k" }), guard));
exactly<AzureOpenAI>()(guardOpenAI(new AzureOpenAI(azure), guard));
exactly<AzureOpenAI6>()(guardOpenAI(new AzureOpenAI6(azure), guard));
exactly<AzureOpenAI5>()(guardOpenAI(new AzureOpenAI5(azure), guard));
exactly<Tenants>()(guardOpenAI(new Tenants({ apiKey: "k" }), guard));

// The client's own type of answer, with the id of the request.
type Answer<Create extends (...args: never) => PromiseLike<unknown>> = GuardedResult<
  Exclude<Awaited<ReturnType<Create>>, AsyncIterable<unknown>>
>;
exactly<Answer<typeof seven.chat.completions.create>>()(
  await guard.call({ provider: openaiChat(seven), request: chat }),
);
exactly<Answer<typeof six.chat.completions.create>>()(
  await guard.call({ provider: openaiChat(six), request: chat }),
);
exactly<Answer<typeof five.chat.completions.create>>()(
  await guard.call({ provider: openaiChat(five), request: chat }),
);
exactly<GuardedStream<OpenAI.Chat.ChatCompletionChunk>>()(
  await guard.stream({ provider: openaiChat(seven), request: chat }),
);
exactly<GuardedStream<OpenAI6.Chat.ChatCompletionChunk>>()(
  await guard.stream({ provider: openaiChat(six), request: { ...chat, stream: true } }),
);
exactly<GuardedStream<OpenAI5.Chat.ChatCompletionChunk>>()(
  await guard.stream({ provider: openaiChat(five), request: chat }),
);
exactly<Answer<typeof seven.responses.create>>()(
  await guard.call({
    provider: openaiResponses(seven),
    request: { model: "m", input: "text" },
    requestOptions: { timeout: 1_000, maxRetries: 0 },
  }),
);
exactly<Answer<typeof six.responses.create>>()(
  await guard.call({ provider: openaiResponses(six), request: { model: "m", input: "text" } }),
);
exactly<Answer<typeof five.responses.create>>()(
  await guard.call({ provider: openaiResponses(five), request: { model: "m", input: "text" } }),
);
exactly<GuardedStream<OpenAI.Responses.ResponseStreamEvent>>()(
  await guard.stream({ provider: openaiResponses(seven), request: { model: "m", input: "text" } }),
);

// Anthropic
const claude = exactly<Anthropic>()(guardAnthropic(new Anthropic({ apiKey: "k" }), guard));
const asked = { model: "m", max_tokens: 1, messages };
exactly<Answer<typeof claude.messages.create>>()(
  await guard.call({ provider: anthropicMessages(claude), request: asked }),
);
exactly<GuardedStream<Anthropic.RawMessageStreamEvent>>()(
  await guard.stream({ provider: anthropicMessages(claude), request: asked }),
);
exactly<Answer<typeof claude.beta.messages.create>>()(
  await guard.call({ provider: anthropicMessages(claude.beta), request: asked }),
);

// Google
const gemini = exactly<GoogleGenAI>()(guardGoogle(new GoogleGenAI({ apiKey: "k" }), guard));
const content = { model: "m", contents: "text" };
exactly<GuardedResult<GenerateContentResponse>>()(
  await guard.call({ provider: googleGenerateContent(gemini), request: content }),
);
exactly<GuardedStream<GenerateContentResponse>>()(
  await guard.stream({ provider: googleGenerateContent(gemini), request: content }),
);

// The AI SDK: wrapped models have the types of their major.
const middleware = guardMiddleware(guard, { context: () => ({ userId: "u" }), maxRetries: 0 });
const model5 = ai5.wrapLanguageModel({ model: createOpenAI5({ apiKey: "k" })("m"), middleware });
const model6 = ai6.wrapLanguageModel({ model: createOpenAI6({ apiKey: "k" })("m"), middleware });
const openai7 = createOpenAI7({ apiKey: "k" });
const model7 = exactly<LanguageModelV4>()(
  ai7.wrapLanguageModel({ model: openai7("m"), middleware: [middleware] }),
);
exactly<EmbeddingModelV4>()(ai7.wrapEmbeddingModel({ model: openai7.embedding("m"), middleware }));
exactly<ImageModelV4>()(ai7.wrapImageModel({ model: openai7.image("m"), middleware }));
ai6.wrapEmbeddingModel({ model: createOpenAI6({ apiKey: "k" }).embedding("m"), middleware });
ai6.wrapImageModel({ model: createOpenAI6({ apiKey: "k" }).image("m"), middleware });
exactly<string>()((await ai5.generateText({ model: model5, prompt: "text" })).text);
exactly<string>()((await ai6.generateText({ model: model6, prompt: "text" })).text);
exactly<string>()((await ai7.generateText({ model: model7, prompt: "text" })).text);

// Calls with the app's own function.
const { response, output } = await guard.call({
  model: "m",
  input: "text",
  execute: async () => ({ output: "text", mine: 1 }),
});
exactly<number>()(response.mine);
exactly<string>()(output);
exactly<GuardedStream<{ piece: string }>>()(
  await guard.stream({
    model: "m",
    input: "text",
    execute: () => pieces(),
    readChunk: ({ piece }) => ({ text: piece }),
  }),
);
async function* pieces(): AsyncGenerator<{ piece: string }> {
  yield { piece: "a" };
}

// Everything else that an app uses.
exactly<typeof fetch>()(guardFetch(fetch, guard));
exactly<typeof fetch>()(guard.fetch);
exactly<number>()(guard.withContext({ userId: "u" }, () => 1));
exactly<Promise<string>>()(guard.withContext({ userId: "u" }, async () => "text"));
exactly<GuardedModelClient>()(guard.child({ userId: "u" }));
exactly<Lifecycle | undefined>()(lifecycleOf(response));

// Mistakes are compile errors.
// @ts-expect-error: no client at all
guardOpenAI({}, guard);
// @ts-expect-error: another provider's
openaiChat(claude);
// @ts-expect-error: no messages
await guard.call({ provider: openaiChat(seven), request: { model: "m" } });
// @ts-expect-error: not the client's own options
await guard.call({ provider: openaiChat(seven), request: chat, requestOptions: { timeout: "1" } });
// @ts-expect-error: a reader that returns no text
await guard.stream({ model: "m", input: "text", execute: () => pieces(), readChunk: () => 1 });
