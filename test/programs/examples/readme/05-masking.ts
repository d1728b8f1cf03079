import OpenAI from "openai";
import { GuardedModelClient } from "../../../../src/index.ts";
import { guardOpenAI } from "../../../../src/integrations/openai.ts";
import { createMasker } from "../../../../src/masking/index.ts";

const guard = new GuardedModelClient({ masker: createMasker(), restoreOutput: true });
const openai = guardOpenAI(new OpenAI(), guard);

// Guard, provider and telemetry see "Write to [EMAIL_1]." The answer has ada@example.com again.
const completion = await openai.chat.completions.create({
  model: "gpt-4.1-mini",
  messages: [{ role: "user", content: "Write to ada@example.com." }],
});
console.log(completion.choices[0]?.message.content);
