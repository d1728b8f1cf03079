/**
 * A chat endpoint that streams server-sent events, with the end user's identity on every call.
 * `POST /chat` with `{ "message": "..." }`; PORT says where to listen (0: any free port).
 *
 * GUARD_BASE_URL, GUARD_API_KEY and GUARD_SYSTEM_ID say where the data plane is; OPENAI_API_KEY
 * and OPENAI_BASE_URL are read by the OpenAI client itself.
 */

import { serve } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import OpenAI from "openai";
// In your project: from "guarded-model-client" and from "guarded-model-client/openai".
import {
  type CallContext,
  GuardedModelClient,
  identityFromRequest,
  isGuardDenied,
  isGuardUnavailable,
  lifecycleOf,
} from "../src/index.ts";
import { guardOpenAI } from "../src/integrations/openai.ts";

const guard = new GuardedModelClient({
  defaults: { clientCapabilities: { framework: "hono" } },
});
const openai = guardOpenAI(new OpenAI(), guard);

const app = new Hono();

app.post("/chat", async (c) => {
  const { message } = await c.req.json<{ message: string }>();
  // Everything begun in here, however deep, carries this request's identity.
  const chunks = await guard.withContext(identityOf(c), () => reply(message));
  // The guard has decided by now: a denial is an answer of its own, not a broken stream.
  return streamSSE(c, async (sse) => {
    // A reader who leaves stops the model, and the event says that the call was cancelled.
    sse.onAbort(() => chunks.controller.abort());
    for await (const chunk of chunks) {
      const text = chunk.choices[0]?.delta.content;
      if (text) await sse.writeSSE({ data: JSON.stringify({ text }) });
    }
    const clientEventId = lifecycleOf(chunks)?.clientEventId;
    await sse.writeSSE({ event: "done", data: JSON.stringify({ clientEventId }) });
  });
});

app.onError((error, c) => {
  if (isGuardDenied(error)) return c.json({ error: "This message cannot be answered." }, 403);
  if (isGuardUnavailable(error)) return c.json({ error: "Please try again later." }, 503);
  console.error(error);
  return c.json({ error: "Something went wrong." }, 500);
});

/** The rest of the app knows nothing of requests or identities. */
function reply(message: string) {
  return openai.chat.completions.create({
    model: "gpt-4.1-mini",
    messages: [{ role: "user", content: message }],
    stream: true,
  });
}

function identityOf(c: Context): CallContext {
  return {
    // Whatever your authentication found; here a proxy in front has put it into a header.
    userId: c.req.header("x-user-id"),
    // No proxy is trusted here: the address is that of the connection, whatever headers say.
    requestIdentity: identityFromRequest(c, { sessionId: { cookie: "session" } }),
  };
}

const port = Number(process.env.PORT ?? 3000);
const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, (address) => {
  console.log(`Listening on http://127.0.0.1:${address.port}`);
});

process.once("SIGTERM", async () => {
  server.close();
  // Waits for the streams under way; graceful-shutdown.ts does this at more length.
  await guard.close();
  process.exit(0);
});
