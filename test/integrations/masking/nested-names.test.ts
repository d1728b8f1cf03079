import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { guardOpenAI, openaiChat } from "../../../src/integrations/openai.ts";
import { createMasker } from "../../../src/masking/index.ts";
import { wellBehaved } from "../../support/models/model-answers.ts";
import { useStand } from "../../support/stands/stand.ts";

const EMAIL = "jane.doe@example.com";
const model = "gpt-4o-mini";

describe("a guarded client within a call of a client with a masker", () => {
  const stand = useStand({ forbidden: [EMAIL] }, wellBehaved);

  const clients = () => {
    const guard = stand.guard({ masker: createMasker() });
    const bare = new OpenAI({ apiKey: "unused", baseURL: `${stand.provider.url}/v1` });
    return { guard, client: guardOpenAI(bare, guard) };
  };
  const bodies = (): string => stand.provider.requests.map(({ text }) => text).join();

  it.each([
    ["the name of a speaker", { name: EMAIL }, {}],
    ["a stop sequence", {}, { stop: [EMAIL] }],
  ])("masks %s that the call around it did not have", async (_what, speaker, settings) => {
    const { guard, client } = clients();
    await guard.call({
      model,
      input: "How are you?",
      execute: async ({ input, signal }) => {
        const messages = [{ role: "user" as const, content: input, ...speaker }];
        const body = { model, messages, ...settings };
        const { choices } = await client.chat.completions.create(body, { signal });
        return choices[0]?.message.content ?? "";
      },
    });
    expect(bodies()).toContain("[EMAIL_1]");
    expect(bodies()).not.toContain(EMAIL);
  });

  it.each([
    ["was masked by the call around it", EMAIL],
    ["has nothing to mask", "Jane"],
  ])("makes one lifecycle with it if a name %s", async (_what, name) => {
    const { guard, client } = clients();
    const messages = [{ role: "user" as const, content: "How are you?", name }];
    await guard.call({ provider: openaiChat(client), request: { model, messages } });
    expect(bodies()).not.toContain(EMAIL);
    expect(stand.plane.guardRequests).toHaveLength(1);
  });

  it("makes one lifecycle with it if it adds a name without anything to mask", async () => {
    const { guard, client } = clients();
    await guard.call({
      model,
      input: `Write to ${EMAIL}.`,
      execute: async ({ input, signal }) => {
        const messages = [{ role: "user" as const, content: input, name: "part-0.pdf" }];
        const body = { model, messages, stop: ["END"] };
        const { choices } = await client.chat.completions.create(body, { signal });
        return choices[0]?.message.content ?? "";
      },
    });
    expect(stand.plane.guardRequests).toHaveLength(1);
  });
});
