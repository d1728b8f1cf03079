/**
 * A function whose platform waits for what it is told of, after the answer is out: the client
 * finds `waitUntil` by itself on Vercel, Next.js and Netlify, and there is nothing to do. Where
 * the platform hands it over with each request instead, one line passes on what is to be awaited.
 */
import OpenAI from "openai";
// In your project: from "guarded-model-client" and from "guarded-model-client/openai".
import { GuardedModelClient } from "../../src/index.ts";
import { guardOpenAI } from "../../src/integrations/openai.ts";

const guard = new GuardedModelClient();
const openai = guardOpenAI(new OpenAI(), guard);

/** What some platforms hand over beside the request. */
export interface Context {
  waitUntil(work: Promise<unknown>): void;
}

export default async function handler(request: Request, context?: Context): Promise<Response> {
  const stream = await openai.chat.completions.create({
    model: "gpt-4.1-mini",
    messages: [{ role: "user", content: await request.text() }],
    stream: true,
  });
  // Waits for this answer's stream and for its telemetry; not for requests that come later.
  context?.waitUntil(guard.flush({ deadlineMs: 20_000 }));
  return new Response(bodyOf(stream), {
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}

/** The words as they come. A reader that goes away ends the model's answer, too. */
function bodyOf(stream: AsyncIterable<OpenAI.ChatCompletionChunk>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const chunks = stream[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value.choices[0]?.delta.content ?? ""));
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}
