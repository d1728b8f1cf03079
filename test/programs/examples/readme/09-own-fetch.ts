import { GuardedModelClient, guardFetch } from "../../../../src/index.ts";

const guard = new GuardedModelClient();

// Your own `fetch`, for a gateway that speaks OpenAI's format under a path of its own.
export const guardedFetch = guardFetch(fetch, guard, {
  rules: [{ format: "openai-chat", matches: ({ url }) => url.pathname === "/ask" }],
  context: () => ({ metadata: { gateway: "llm" } }),
});
