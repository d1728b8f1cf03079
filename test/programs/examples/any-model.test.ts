import { afterAll, beforeAll, expect, it } from "vitest";
import { runExample } from "./run-example.ts";
import { type Services, startServices } from "./services.ts";

const ANSWER = "Because air scatters short waves more than long ones.";
let services: Services;

beforeAll(async () => {
  services = await startServices(ANSWER);
});

afterAll(() => services.close());

it("the any-model example guards a model over plain HTTP, complete and as a stream of lines", async () => {
  const args = ["Why is the sky blue?", "Tell ada@example.com about dusk."];
  const example = runExample("any-model.ts", { env: services.env, args });
  expect(await example.ended).toBe(0);
  expect(example.stderr()).toBe("");
  expect(example.stdout()).toBe(`${ANSWER}\n${ANSWER}\n`);

  const { provider, plane } = services;
  expect(provider.getRequests().map(({ path }) => path)).toEqual(["/api/chat", "/api/chat"]);
  expect(services.providerBodies()).toMatchObject([
    { stream: false, messages: [{ role: "user", content: args[0] }] },
    { stream: true, messages: [{ role: "user", content: "Tell [EMAIL_1] about dusk." }] },
  ]);
  expect(plane.events()).toMatchObject([
    { model: "llama3.2", input: args[0], output: ANSWER, metadata: { service: "any-model" } },
    { model: "llama3.2", input: "Tell [EMAIL_1] about dusk.", output: ANSWER },
  ]);
  for (const { usage } of plane.events()) {
    expect(usage).toMatchObject({
      prompt_tokens: expect.any(Number),
      completion_tokens: expect.any(Number),
      total_tokens: expect.any(Number),
    });
  }
  expect(plane.lifecycles().map(({ state }) => state)).toEqual(["finalized", "finalized"]);
});
