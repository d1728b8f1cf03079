/**
 * A function on a platform with `waitUntil`, which keeps it running after the response. On Vercel,
 * Next.js and Netlify the client finds `waitUntil` itself, and you need no code. If the platform
 * passes it with each request instead, one line hands it the promise to wait for.
 */
import OpenAI from "openai";
// In your project: from "guarded-model-client" and from "guarded-model-client/openai".
import { GuardedModelClient } from "../../src/index.ts";
import { guardOpenAI } from "../../src/integrations/openai.ts";

const guard = new GuardedModelClient();
const openai = guardOpenAI(new OpenAI(), guard);

/** What some platforms pass with each request. */
export interface Context {
  waitUntil(work: Promise<unknown>): void;
}

export default async function handler(request: Request, context?: Context): Promise<Response> {
  const stream = await openai.chat.completions.create({
    model: "gpt-4.1-mini",
    messages: [{ role: "user", content: await request.text() }],
    stream: true,
  });
  // Waits for this response's stream and its telemetry, not for later requests.
  context?.waitUntil(guard.flush({ deadlineMs: 20_000 }));
  return new Response(bodyOf(stream), {
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}

/** The text as it arrives. If the reader disconnects, the model's answer is cancelled too. */
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
