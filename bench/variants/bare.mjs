// The OpenAI client, the global fetch and plain iteration, without any guard or telemetry.
import { CHAT_BODY, openClient } from "./chat.mjs";

export function open(env) {
  const client = openClient(env);
  return {
    chat: () => client.chat.completions.create(CHAT_BODY),
    chatStream: (chunks) =>
      client.chat.completions.create({ ...CHAT_BODY, stream: true, max_tokens: chunks }),
    objects: async (source) => source,
    fetch: globalThis.fetch,
    settle: async () => {},
    close: async () => {},
  };
}
