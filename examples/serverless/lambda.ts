/**
 * A function that its platform freezes once it has answered, in the style of AWS Lambda: what is
 * still on its way then goes nowhere. So the handler waits for its telemetry before it returns,
 * within a deadline of its own. The answer costs that wait, the guard's deadline does not change.
 */
import OpenAI from "openai";
// In your project: from "guarded-model-client" and from "guarded-model-client/openai".
import { GuardedModelClient, isGuardDenied } from "../../src/index.ts";
import { guardOpenAI } from "../../src/integrations/openai.ts";

/** Well below the function's own time limit, for the service may be down. */
const FLUSH_DEADLINE_MS = Number(process.env.FLUSH_DEADLINE_MS ?? 2_000);

// Once per instance, outside of the handler: connections stay open from one request to the next.
const guard = new GuardedModelClient();
const openai = guardOpenAI(new OpenAI(), guard);

/** What the platform hands over and takes back, in the parts that are used here. */
export interface Request {
  readonly body: string;
}
export interface Response {
  readonly statusCode: number;
  readonly body: string;
}

export async function handler({ body }: Request): Promise<Response> {
  try {
    return await answer(body);
  } finally {
    // Nothing of ours runs or ticks after this.
    await guard.flush({ deadlineMs: FLUSH_DEADLINE_MS });
  }
}

async function answer(question: string): Promise<Response> {
  try {
    const completion = await openai.chat.completions.create({
      model: "gpt-4.1-mini",
      messages: [{ role: "user", content: question }],
    });
    return { statusCode: 200, body: completion.choices[0]?.message.content ?? "" };
  } catch (error) {
    if (isGuardDenied(error)) return { statusCode: 403, body: "That is not possible." };
    throw error;
  }
}
