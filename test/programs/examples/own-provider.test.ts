import { afterAll, beforeAll, expect, it } from "vitest";
import { type ModelServer, startModelServer } from "../../support/models/model-server.ts";
import { runExample } from "./run-example.ts";
import { type Services, startServices } from "./services.ts";

const REPLY = "It is on its way.";
const COUNTS = { heard: 9, said: 4 };
let services: Services;
let acme: ModelServer;

beforeAll(async () => {
  services = await startServices("nobody asks this one");
  acme = await startModelServer(({ request, response }) => {
    if (request.path !== "/v2/dialogue/live") {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ reply: REPLY, counts: COUNTS }));
      return;
    }
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    for (const words of REPLY.split(/(?= )/)) response.write(`${JSON.stringify({ words })}\n`);
    response.end(`${JSON.stringify({ counts: COUNTS })}\n`);
  });
});

afterAll(async () => {
  await Promise.all([services.close(), acme.close()]);
});

it("the own-provider example guards a custom protocol with call, stream and fetch", async () => {
  const env = { ...services.env, ACME_URL: acme.url };
  const args = ["Write to ada@example.com when it comes."];
  const example = runExample("own-provider.ts", { env, args });
  expect(await example.ended).toBe(0);
  expect(example.stderr()).toBe("");
  expect(example.stdout()).toBe(`${REPLY}\n`.repeat(3));

  expect(acme.requests.map(({ path }) => path)).toEqual([
    "/v2/dialogue",
    "/v2/dialogue/live",
    "/v2/dialogue",
  ]);
  for (const { body } of acme.requests) {
    expect(body).toEqual({
      model: "acme-3",
      turns: [
        { speaker: "desk", words: "How may I help?", recording: "UklGRg==" },
        { speaker: "caller", words: "Write to [EMAIL_1] when it comes." },
      ],
    });
  }
  const usage = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 };
  const events = services.plane.events();
  expect(events).toHaveLength(3);
  for (const event of events) {
    expect(event).toMatchObject({
      model: "acme-3",
      output: REPLY,
      usage,
      metadata: {
        operation: "dialogue",
        outcome: "complete",
        coverage: { uninspected: [{ kind: "audio", count: 1, media_types: ["audio/wav"] }] },
      },
    });
    expect(event.input).toContain("Write to [EMAIL_1] when it comes.");
    expect(JSON.stringify(event)).not.toContain("ada@example.com");
  }
});
