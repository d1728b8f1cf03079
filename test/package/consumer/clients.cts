// The same in CommonJS, for clients that can be required.
import Anthropic from "@anthropic-ai/sdk";
import { generateText as generateText5, wrapLanguageModel as wrap5 } from "ai5";
import { createOpenAI as createOpenAI5 } from "ai5-openai";
import { generateText as generateText6, wrapLanguageModel as wrap6 } from "ai6";
import { createOpenAI as createOpenAI6 } from "ai6-openai";
import type { GuardedModelClient, GuardedResult, GuardedStream } from "guarded-model-client";
import { guardMiddleware } from "guarded-model-client/ai-sdk";
import { anthropicMessages, guardAnthropic } from "guarded-model-client/anthropic";
import { guardOpenAI, openaiChat } from "guarded-model-client/openai";
import OpenAI, { AzureOpenAI } from "openai";
import OpenAI5 from "openai5";
import OpenAI6 from "openai6";

type Same<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
declare function exactly<Expected>(): <Actual>(
  value: Actual,
  ...wrong: Same<Actual, Expected> extends true ? [] : [expected: Expected]
) => Actual;

const messages = [{ role: "user" as const, content: "text" }];
const azure = { apiKey: "k", endpoint: "https://example.com", apiVersion: "v" };

export async function run(guard: GuardedModelClient): Promise<void> {
  const seven = exactly<OpenAI>()(guardOpenAI(new OpenAI({ apiKey: "k" }), guard));
  exactly<OpenAI6>()(guardOpenAI(new OpenAI6({ apiKey: "k" }), guard));
  exactly<OpenAI5>()(guardOpenAI(new OpenAI5({ apiKey: "k" }), guard));
  exactly<AzureOpenAI>()(guardOpenAI(new AzureOpenAI(azure), guard));
  const request = { model: "m", messages };
  exactly<GuardedStream<OpenAI.Chat.ChatCompletionChunk>>()(
    await guard.stream({ provider: openaiChat(seven), request }),
  );
  const claude = exactly<Anthropic>()(guardAnthropic(new Anthropic({ apiKey: "k" }), guard));
  type Said = Exclude<Awaited<ReturnType<typeof claude.messages.create>>, AsyncIterable<unknown>>;
  exactly<GuardedResult<Said>>()(
    await guard.call({
      provider: anthropicMessages(claude),
      request: { ...request, max_tokens: 1 },
    }),
  );
  const middleware = guardMiddleware(guard);
  const model5 = wrap5({ model: createOpenAI5({ apiKey: "k" })("m"), middleware });
  exactly<string>()((await generateText5({ model: model5, prompt: "text" })).text);
  const model6 = wrap6({ model: createOpenAI6({ apiKey: "k" })("m"), middleware });
  exactly<string>()((await generateText6({ model: model6, prompt: "text" })).text);
}
