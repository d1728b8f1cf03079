import type OpenAI from "openai";
import type { AnswerEnding, Messages } from "../scene.ts";

/** One ordinary call of an app that knows nothing about a guard. */
export async function ask(openai: OpenAI, messages: Messages): Promise<AnswerEnding> {
  const completion = await openai.chat.completions.create({
    model: "gpt-4.1-mini",
    messages: [...messages],
  });
  const text = completion.choices[0]?.message.content ?? "";
  return { kind: "answer", text, from: completion };
}
