import { afterAll, beforeAll, expect, it } from "vitest";
import { runExample } from "./run-example.ts";
import { type Services, startServices } from "./services.ts";

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

it("guards the AI SDK's calls, tools, streams and denials", async () => {
  const example = runExample("ai-sdk.ts", { env: services.env });
  expect(await example.ended).toBe(0);
  expect(example.stderr()).toBe("");
  expect(example.stdout()).toBe(`${ANSWER}\n${ANSWER}\ndenied\n`);

  expect(services.providerBodies()).toHaveLength(3);
  expect(JSON.stringify(services.providerBodies())).not.toContain("ada@example.com");
  expect(services.plane.events().map(({ output }) => output)).toEqual([
    'weather({"city":"Oslo"})',
    ANSWER,
    ANSWER,
  ]);
  expect(services.plane.events()).toMatchObject([
    { client_capabilities: { framework: "ai" } },
    { input: expect.stringContaining("Ask [EMAIL_1] for more.") },
    { metadata: { outcome: "complete" } },
  ]);
});
