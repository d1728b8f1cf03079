import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { guardOpenAI } from "../../../src/integrations/openai.ts";
import { completion, json, SAID } from "../../support/models/model-answers.ts";
import { OPENAI_KINDS, type OpenAIKind } from "../../support/models/openai-kinds.ts";
import { useStand } from "../../support/stands/stand.ts";

const model = "gpt-4o-mini";
const headers = { "content-type": "application/json" };
const numbers = '"seed":9007199254740993,"temperature":1.0';
const asking = (content: string): string =>
  `{ "model": "${model}", ${numbers}, "messages": [ { "role": "user", "content": "${content}" } ] }`;
const plain = asking("How are you?");
const personal = asking("Write to jane.doe@example.com");

describe.each(OPENAI_KINDS)("raw bodies of $name, guarded", (kind: OpenAIKind) => {
  const stand = useStand({}, json(completion()));

  const FORMS: readonly (readonly [string, (text: string) => unknown])[] = [
    ["text", (text) => text],
    ["bytes", (text) => new TextEncoder().encode(text)],
    ["a buffer", (text) => Buffer.from(text)],
    ["an array buffer", (text) => new TextEncoder().encode(text).buffer],
  ];

  it.each(FORMS)("are sent byte for byte if they are %s", async (_name, make) => {
    const client = guardOpenAI(kind.make(stand.provider.url), stand.guard());
    const answer = await client.post("/chat/completions", { body: make(plain), headers });
    expect(answer).toMatchObject({ choices: [{ message: { content: SAID } }] });
    expect(stand.plane.guardRequests.map(({ body }) => [body.input, body.model])).toEqual([
      ["How are you?", model],
    ]);
    expect(stand.provider.requests.map(({ text }) => text)).toEqual([plain]);
  });

  it.each(FORMS)(
    "are sent with the guard's rewrite and their own numbers if they are %s",
    async (_name, make) => {
      const client = guardOpenAI(kind.make(stand.provider.url), stand.guard());
      await client.post("/chat/completions", { body: make(personal), headers });
      const [request] = stand.provider.requests;
      expect(request?.body).toMatchObject({
        model,
        messages: [{ role: "user", content: expect.stringMatching(/^Write to \[EMAIL/) }],
      });
      expect(request?.text).toContain(numbers);
      expect(request?.headers["content-type"]).toBe("application/json");
      const event = await stand.plane.waitForEvent();
      expect(event.input).toMatch(/^Write to \[EMAIL/);
    },
  );

  it.each(FORMS)(
    "are shown with all digits of a number, as they are sent, if they are %s",
    async (_name, make) => {
      const client = guardOpenAI(kind.make(stand.provider.url), stand.guard());
      const body = `{"model":"${model}","messages":[{"role":"user","content":63040000000000000043}]}`;
      await client.post("/chat/completions", { body: make(body), headers });
      expect(stand.plane.guardRequests.map(({ body }) => body.input)).toEqual([
        "63040000000000000043",
      ]);
      expect(stand.provider.requests.map(({ text }) => text)).toEqual([body]);
    },
  );

  it("are read before the app can change their bytes", async () => {
    stand.plane.script("guard", { delayMs: 30 });
    const client = guardOpenAI(kind.make(stand.provider.url), stand.guard());
    const bytes = new TextEncoder().encode(plain);
    const answer = client.post("/chat/completions", { body: bytes, headers });
    while (stand.plane.guardRequests.length === 0) await sleep(2);
    bytes.fill(0x20);
    await answer;
    expect(stand.provider.requests.map(({ text }) => text)).toEqual([plain]);
  });
});
