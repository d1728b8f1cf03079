import OpenAI from "openai";
import { GuardedModelClient } from "../../../../src/index.ts";
import { guardOpenAI } from "../../../../src/integrations/openai.ts";

const guard = new GuardedModelClient(); // GUARD_BASE_URL, GUARD_API_KEY, GUARD_SYSTEM_ID
const openai = guardOpenAI(new OpenAI(), guard); // the same client object, now guarded

const completion = await openai.chat.completions.create({
  model: "gpt-4.1-mini",
  messages: [{ role: "user", content: "What is the capital of Norway?" }],
});
console.log(completion.choices[0]?.message.content);
