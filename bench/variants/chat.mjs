// The request that every variant sends to the model, and its client.
import OpenAI from "openai";

export const MODEL = "gpt-4o-mini";
export const USER_TEXT =
  "Please summarise the following support conversation in three short sentences. ".repeat(5);
export const SYSTEM_TEXT =
  "You are a careful assistant of a small company and answer in plain language. ".repeat(3);

export const CHAT_BODY = {
  model: MODEL,
  messages: [
    { role: "system", content: SYSTEM_TEXT },
    { role: "user", content: USER_TEXT },
  ],
};

export function openClient(env) {
  return new OpenAI({ apiKey: "bench", baseURL: `${env.origin}/v1` });
}

/** What was sent to the model, as one text. */
export const PROMPT_TEXT = `${SYSTEM_TEXT}\n${USER_TEXT}`;
