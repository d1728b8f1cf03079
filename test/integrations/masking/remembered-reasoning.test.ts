import { describe, expect, it } from "vitest";
import { z } from "zod";
import { guardMiddleware } from "../../../src/integrations/ai-sdk.ts";
import { createMasker } from "../../../src/masking/index.ts";
import { AI_MAJORS, type AiMajor } from "../../support/models/ai-majors.ts";
import {
  ASKED,
  INVENTED,
  PIECES,
  SIGNATURE,
  THOUGHT,
} from "../../support/restoration/signed-thinking.ts";
import { useStand } from "../../support/stands/stand.ts";

/** With every further step of a tool call, the AI SDK sends the model's earlier reasoning. */

const stand = useStand({ forbidden: [INVENTED, "jane@example.com"] });

const SIGNED = { anthropic: { signature: SIGNATURE } };
const CALL = { type: "tool-call", toolCallId: "c", toolName: "look", input: "{}" };

/** Reasons and calls a tool, and answers once it has the result. */
class ThinkingModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly config: object;
  readonly modelId = "m";
  readonly supportedUrls = {};
  readonly prompts: unknown[] = [];
  readonly #major: AiMajor["major"];

  constructor(
    major: AiMajor["major"],
    { provider = "anthropic.messages", baseURL = "https://one.example/v1" } = {},
  ) {
    this.provider = provider;
    this.config = { baseURL };
    this.#major = major;
    this.specificationVersion = `v${major - 3}`;
  }

  async doGenerate({ prompt }: { readonly prompt: unknown }): Promise<object> {
    this.prompts.push(prompt);
    const reasoning = { type: "reasoning", text: THOUGHT, providerMetadata: SIGNED };
    const isFirst = this.prompts.length === 1;
    const content = isFirst ? [reasoning, CALL] : [{ type: "text", text: "Nothing." }];
    return { content, ...this.#ending(isFirst), warnings: [] };
  }

  async doStream({ prompt }: { readonly prompt: unknown }): Promise<object> {
    this.prompts.push(prompt);
    const isFirst = this.prompts.length === 1;
    const reasoning = [
      { type: "reasoning-start", id: "0" },
      ...PIECES.map((delta) => ({ type: "reasoning-delta", id: "0", delta })),
      { type: "reasoning-delta", id: "0", delta: "", providerMetadata: SIGNED },
      { type: "reasoning-end", id: "0" },
      CALL,
    ];
    const words = [
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta: "Nothing." },
      { type: "text-end", id: "0" },
    ];
    const parts = [
      { type: "stream-start", warnings: [] },
      ...(isFirst ? reasoning : words),
      { type: "finish", ...this.#ending(isFirst) },
    ];
    return {
      stream: new ReadableStream({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          controller.close();
        },
      }),
    };
  }

  #ending(isFirst: boolean): object {
    const reason = isFirst ? "tool-calls" : "stop";
    if (this.#major === 5) {
      const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
      return { finishReason: reason, usage };
    }
    const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
    return { finishReason: { unified: reason, raw: reason }, usage };
  }
}

describe.each(AI_MAJORS)("signed reasoning of a model of $name", (ai) => {
  const { generateText, streamText, stepCountIs, tool, wrapLanguageModel } = ai.sdk;
  const look = tool({ inputSchema: z.object({}), execute: async () => "nothing" });
  const thinking = () => {
    const model = new ThinkingModel(ai.major);
    const guard = stand.guard({ masker: createMasker(), restoreOutput: true });
    const middleware = guardMiddleware(guard);
    const wrapped = wrapLanguageModel({ model: model as never, middleware });
    const options = { model: wrapped, prompt: ASKED, tools: { look }, stopWhen: stepCountIs(2) };
    return { model, guard, options };
  };
  const REASONING = { type: "reasoning", text: THOUGHT, providerOptions: SIGNED };

  it("is sent back unchanged with the next step", async () => {
    const { model, options } = thinking();
    const { text } = await generateText(options);
    expect(text).toBe("Nothing.");
    const said = {
      role: "assistant",
      content: expect.arrayContaining([expect.objectContaining(REASONING)]),
    };
    expect(model.prompts[1]).toContainEqual(expect.objectContaining(said));
    expect(JSON.stringify(model.prompts)).not.toContain("jane@example.com");
  });

  it("is sent back unchanged with the next step of a stream", async () => {
    const { model, options } = thinking();
    expect(await streamText(options).text).toBe("Nothing.");
    const said = {
      role: "assistant",
      content: expect.arrayContaining([expect.objectContaining(REASONING)]),
    };
    expect(model.prompts[1]).toContainEqual(expect.objectContaining(said));
    expect(JSON.stringify(model.prompts)).not.toContain("jane@example.com");
  });

  it.each([{ provider: "another.messages" }, { baseURL: "https://two.example/v1" }])(
    "is refused by a masker for any other provider: %o",
    async (other) => {
      const { guard, options } = thinking();
      const { response } = await generateText({ ...options, stopWhen: stepCountIs(1) });
      const said = response.messages.slice(0, 1).map(({ role, content }) => ({
        role,
        content: (content as { type: string }[]).filter(({ type }) => type === "reasoning"),
      }));
      const again = new ThinkingModel(ai.major, other);
      const middleware = guardMiddleware(guard);
      const model = wrapLanguageModel({ model: again as never, middleware });
      const messages = [
        { role: "user", content: ASKED },
        ...said,
        { role: "user", content: "And?" },
      ] as never;
      await expect(generateText({ model, messages, maxRetries: 0 })).rejects.toThrow(
        /Leave it out/,
      );
      expect(again.prompts).toEqual([]);
    },
  );
});
