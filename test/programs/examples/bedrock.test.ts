import { once } from "node:events";
import { createServer, type Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  conversed,
  converseEvents,
  EVENT_STREAM,
  eventFrame,
} from "../../support/models/converse-answers.ts";
import { runExample } from "./run-example.ts";
import { type Services, startServices } from "./services.ts";

const ANSWER = "Mild, with a blue sky.";
const CALL = { toolUse: { toolUseId: "t1", name: "weather", input: { city: "Oslo" } } };

let services: Services;
let bedrock: Http2Server;
const bodies: string[] = [];

/** Bedrock uses HTTP/2. */
beforeAll(async () => {
  services = await startServices(ANSWER);
  bedrock = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    bodies.push(body);
    if (request.url.endsWith("-stream")) {
      response.writeHead(200, { "content-type": EVENT_STREAM });
      for (const event of converseEvents([ANSWER])) response.write(eventFrame(event));
      response.end();
      return;
    }
    const isFirst = !body.includes("toolResult");
    const answer = conversed([isFirst ? CALL : { text: ANSWER }]);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ...answer, stopReason: isFirst ? "tool_use" : "end_turn" }));
  });
  bedrock.listen(0, "127.0.0.1");
  await once(bedrock, "listening");
});

afterAll(async () => {
  await Promise.all([services.close(), new Promise((resolve) => bedrock.close(resolve))]);
});

it("the Bedrock example guards tool rounds, streams and denials", async () => {
  const { port } = bedrock.address() as AddressInfo;
  const example = runExample("bedrock.ts", {
    env: {
      ...services.env,
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: `http://127.0.0.1:${port}`,
      AWS_REGION: "eu-west-1",
      AWS_BEARER_TOKEN_BEDROCK: "any",
      // The SDK warns about versions of Node.js that it will no longer support.
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
    },
  });
  expect(await example.ended).toBe(0);
  expect(example.stderr()).toBe("");
  expect(example.stdout()).toBe(`${ANSWER}\n${ANSWER}\ndenied\n`);

  expect(bodies).toHaveLength(3);
  expect(bodies.join()).not.toContain("ada@example.com");
  expect(services.plane.events()).toMatchObject([
    { output: 'weather({"city":"Oslo"})', metadata: { example: "bedrock" } },
    { input: expect.stringContaining("Ask [EMAIL_1] for more."), output: ANSWER },
    { output: ANSWER, metadata: { outcome: "complete" } },
  ]);
});
