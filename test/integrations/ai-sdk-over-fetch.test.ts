import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { GuardedModelClient } from "../../src/index.ts";
import { guardMiddleware } from "../../src/integrations/ai-sdk.ts";
import { AI_MAJORS } from "../support/ai-majors.ts";
import { wellBehaved } from "../support/model-answers.ts";
import { openStand, type Stand } from "../support/stand.ts";

const EMAIL = "jane.doe@example.com";

let stand: Stand;
beforeAll(async () => {
  stand = await openStand({ forbidden: [EMAIL] }, wellBehaved);
});
beforeEach(() => stand.clear());
afterAll(() => stand.close());

/** What a tool may give, by the words for it in the newest major; older ones have fewer. */
const OUTPUTS = {
  text: { type: "text", value: `By ${EMAIL}` },
  JSON: { type: "json", value: { by: EMAIL, seen: ["a cat"] } },
  "several parts": {
    type: "content",
    value: [
      { type: "text", text: `By ${EMAIL}` },
      { type: "text", text: "a cat" },
    ],
  },
  "an error": { type: "error-text", value: `No ${EMAIL}` },
  "an error in JSON": { type: "error-json", value: { no: EMAIL } },
  "a refusal": { type: "execution-denied" },
  "a refusal with its reason": { type: "execution-denied", reason: `${EMAIL} says no` },
};

describe.each(AI_MAJORS)("a model of $name over a provider whose fetch is guarded too", (ai) => {
  const nested = (guard: GuardedModelClient) =>
    ai.sdk.wrapLanguageModel({
      model: ai.openai(stand.provider.baseURL, guard.fetch).chat("gpt-4o-mini"),
      middleware: guardMiddleware(guard),
    });
  const outputs = Object.entries(OUTPUTS).filter(
    ([, { type }]) => ai.major > 5 || type !== "execution-denied",
  );

  it.each(outputs)("makes one lifecycle where a tool gave %s", async (_, output) => {
    const guard = stand.guard();
    await nested(guard).doGenerate({
      prompt: [
        { role: "user", content: [{ type: "text", text: "Look" }] },
        {
          role: "assistant",
          content: [
            { type: "text", text: "I will, " },
            { type: "text", text: "now." },
            { type: "tool-call", toolCallId: "c1", toolName: "look", input: { at: "it" } },
          ],
        },
        {
          role: "tool",
          content: [
            { type: "tool-result", toolCallId: "c1", toolName: "look", output: output as never },
          ],
        },
      ],
    });
    expect(stand.plane.guardRequests).toHaveLength(1);
    expect(await guard.flush()).toMatchObject({ created: 1, delivered: 1 });
    expect(stand.provider.requests).toHaveLength(1);
    expect(stand.plane.breaches).toEqual([]);
  });

  it("asks again for words that were not approved", async () => {
    const guard = stand.guard();
    const model = ai.openai(stand.provider.baseURL, guard.fetch).chat("gpt-4o-mini");
    const adding = Object.assign(Object.create(model), {
      doGenerate: (options: Parameters<typeof model.doGenerate>[0]) => {
        const prompt = [{ role: "system" as const, content: "More." }, ...options.prompt];
        return model.doGenerate({ ...options, prompt });
      },
    }) as typeof model;
    const middleware = guardMiddleware(guard);
    const wrapped = ai.sdk.wrapLanguageModel({ model: adding, middleware });
    await ai.sdk.generateText({ model: wrapped, prompt: "Hello" });
    expect(stand.plane.guardRequests).toHaveLength(2);
    await guard.flush();
    expect(stand.plane.breaches).toEqual([]);
  });
});
