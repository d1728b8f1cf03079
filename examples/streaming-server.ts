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
  // Every model call started in here gets this request's identity.
  const chunks = await guard.withContext(identityOf(c), () => reply(message));
  // The guard has decided by now, so a denial is a normal response, not a broken stream.
  return streamSSE(c, async (sse) => {
    // If the reader disconnects, the model is stopped and the event's outcome is `cancelled`.
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

/** The rest of the app does not handle requests or identities. */
function reply(message: string) {
  return openai.chat.completions.create({
    model: "gpt-4.1-mini",
    messages: [{ role: "user", content: message }],
    stream: true,
  });
}

function identityOf(c: Context): CallContext {
  return {
    // The result of your authentication; here a proxy in front sets it as a header.
    userId: c.req.header("x-user-id"),
    // No proxy is trusted here: the address is that of the connection; headers are ignored.
    requestIdentity: identityFromRequest(c, { sessionId: { cookie: "session" } }),
  };
}

const port = Number(process.env.PORT ?? 3000);
const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, (address) => {
  console.log(`Listening on http://127.0.0.1:${address.port}`);
});

process.once("SIGTERM", async () => {
  server.close();
  // Waits for open streams; see graceful-shutdown.ts for the complete version.
  await guard.close();
  process.exit(0);
});
