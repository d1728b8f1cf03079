/**
 * One line guards an existing OpenAI client.
 *
 * GUARD_BASE_URL, GUARD_API_KEY and GUARD_SYSTEM_ID say where the data plane is; OPENAI_API_KEY
 * and OPENAI_BASE_URL are read by the OpenAI client itself.
 */
import OpenAI from "openai";
// In your project: from "guarded-model-client" and from "guarded-model-client/openai".
import { GuardedModelClient, guardErrorOf } from "../src/index.ts";
import { guardOpenAI } from "../src/integrations/openai.ts";

const guard = new GuardedModelClient();
const openai = guardOpenAI(new OpenAI(), guard); // This one.

async function ask(question: string): Promise<string> {
  try {
    const completion = await openai.chat.completions.create({
      model: "gpt-4.1-mini",
      messages: [
        { role: "system", content: "Answer in one sentence." },
        { role: "user", content: question },
      ],
    });
    return completion.choices[0]?.message.content ?? "";
  } catch (error) {
    const refusal = guardErrorOf(error);
    // All other errors are the OpenAI client's own, as without a guard.
    if (refusal === undefined) throw error;
    return `No answer (${refusal.code}).`;
  }
}

try {
  for (const question of process.argv.slice(2)) console.log(await ask(question));
} finally {
  await guard.close();
}
