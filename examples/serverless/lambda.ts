/**
 * A function that its platform freezes once it has responded, as AWS Lambda does: events that are
 * still pending then are not sent. So the handler waits for its telemetry before it returns, with
 * its own deadline. This delays the response; the guard's deadline is not affected.
 */
import OpenAI from "openai";
// In your project: from "guarded-model-client" and from "guarded-model-client/openai".
import { GuardedModelClient, isGuardDenied } from "../../src/index.ts";
import { guardOpenAI } from "../../src/integrations/openai.ts";

/** Well below the function's own time limit, because the service may be down. */
const FLUSH_DEADLINE_MS = Number(process.env.FLUSH_DEADLINE_MS ?? 2_000);

// Once per instance, outside of the handler, so that connections stay open between requests.
const guard = new GuardedModelClient();
const openai = guardOpenAI(new OpenAI(), guard);

/** The parts of the platform's request and response that are used here. */
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
    // After this, the library runs no code and no timer.
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
