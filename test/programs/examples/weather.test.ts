import { afterAll, beforeAll, expect, it } from "vitest";
import { runExample } from "./run-example.ts";
import { type Services, startServices } from "./services.ts";

/** Examples that ask for the weather, each through another provider's client. */

const ANSWER = "Mild, with a blue sky.";
let services: Services;

beforeAll(async () => {
  services = await startServices(ANSWER);
  services.provider.prependFixture({
    match: { userMessage: /weather/, hasToolResult: false },
    response: { toolCalls: [{ name: "weather", arguments: '{"city":"Oslo"}' }] },
  });
});

afterAll(() => services.close());

it.each([
  ["Anthropic's client", "anthropic.ts", { metadata: { example: "anthropic" } }],
  ["Google's client", "google.ts", { metadata: { example: "google" } }],
  ["the AI SDK", "ai-sdk.ts", { client_capabilities: { framework: "ai" } }],
])("the example for %s guards calls, tools, streams and denials", async (_client, file, mark) => {
  services.plane.reset();
  services.provider.clearRequests();
  const example = runExample(file, { env: services.env });
  expect(await example.ended).toBe(0);
  expect(example.stderr()).toBe("");
  expect(example.stdout()).toBe(`${ANSWER}\n${ANSWER}\ndenied\n`);

  expect(services.providerBodies()).toHaveLength(3);
  expect(JSON.stringify(services.providerBodies())).not.toContain("ada@example.com");
  expect(services.plane.events()).toMatchObject([
    { output: 'weather({"city":"Oslo"})', ...mark },
    { input: expect.stringContaining("Ask [EMAIL_1] for more."), output: ANSWER },
    { output: ANSWER, metadata: { outcome: "complete" } },
  ]);
  expect(services.plane.lifecycles().map(({ state }) => state)).toEqual([
    ...["finalized", "finalized", "finalized"],
    "denied",
  ]);
});
