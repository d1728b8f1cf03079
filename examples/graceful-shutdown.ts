/**
 * A server that shuts down without losing events: it accepts no more requests, finishes those in
 * progress, and delivers the telemetry that is still queued. `POST /` with the
 * question as its body; PORT says where to listen (0: any free port).
 *
 * The library installs no signal handlers: when to stop is the app's decision.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import OpenAI from "openai";
// In your project: from "guarded-model-client" and from "guarded-model-client/openai".
import { GuardedModelClient } from "../src/index.ts";
import { guardOpenAI } from "../src/integrations/openai.ts";

/**
 * Together they have to stay below what the platform grants between SIGTERM and SIGKILL:
 * Kubernetes 30 seconds by default, many others 10.
 */
const REQUESTS_DEADLINE_MS = Number(process.env.REQUESTS_DEADLINE_MS ?? 4_000);
const DELIVERY_DEADLINE_MS = Number(process.env.DELIVERY_DEADLINE_MS ?? 5_000);

const guard = new GuardedModelClient();
const openai = guardOpenAI(new OpenAI(), guard);

const server = createServer(async (request, response) => {
  const reply = await answer(request).catch(() => undefined);
  // A keep-alive connection would prevent the server from closing.
  if (!server.listening) response.setHeader("connection", "close");
  response.writeHead(reply === undefined ? 502 : 200).end(reply);
});

async function answer(request: IncomingMessage): Promise<string> {
  const completion = await openai.chat.completions.create({
    model: "gpt-4.1-mini",
    messages: [{ role: "user", content: await text(request) }],
  });
  return completion.choices[0]?.message.content ?? "";
}

async function shutDown(): Promise<void> {
  // Refuses new connections and closes idle ones; requests in progress continue.
  const drained = once(server, "close");
  server.close();
  console.log("Stopping");
  await Promise.race([drained, sleep(REQUESTS_DEADLINE_MS)]);
  // Cancels open streams, delivers queued events, and returns the counters.
  const { delivered, created } = await guard.close({ deadlineMs: DELIVERY_DEADLINE_MS });
  console.log(`Stopped: ${delivered} of ${created} events delivered`);
  process.exit(delivered === created ? 0 : 1);
}

process.once("SIGTERM", () => void shutDown());
process.once("SIGINT", () => void shutDown());

server.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(`Listening on http://127.0.0.1:${port}`);
});
