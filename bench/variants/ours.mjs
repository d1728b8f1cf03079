// The built package, imported as users do.
import { GuardedModelClient, guardFetch } from "guarded-model-client";
import { guardOpenAI } from "guarded-model-client/openai";
import { CHAT_BODY, MODEL, openClient, PROMPT_TEXT } from "./chat.mjs";

export function open(env) {
  const guard = new GuardedModelClient({
    baseURL: env.origin,
    apiKey: env.apiKey,
    systemId: env.systemId,
  });
  const client = guardOpenAI(openClient(env), guard);
  return {
    chat: () => client.chat.completions.create(CHAT_BODY),
    chatStream: (chunks) =>
      client.chat.completions.create({ ...CHAT_BODY, stream: true, max_tokens: chunks }),
    objects: (source) =>
      guard.stream({
        model: MODEL,
        input: PROMPT_TEXT,
        execute: () => source,
        readChunk: (chunk) => ({ text: chunk.choices[0]?.delta?.content ?? "" }),
      }),
    // Created when it is first measured: a client with a guarded fetch pays for async scopes on
    // Node.js 20 and 22, one without does not.
    get fetch() {
      return guard.fetch;
    },
    guardFetch: (base) => guardFetch(base, guard),
    call: () => guard.call({ model: MODEL, input: PROMPT_TEXT, execute: async () => "token" }),
    settle: async () => {
      await guard.flush();
    },
    close: () => guard.close(),
  };
}
