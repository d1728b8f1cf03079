import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ConfigurationError, type GuardedModelClient, lifecycleOf } from "../../../src/index.ts";
import { guardMiddleware } from "../../../src/integrations/ai-sdk.ts";
import { createMasker } from "../../../src/masking/index.ts";
import {
  AI_MAJORS,
  AI_MAJORS_THAT_WRAP_ALL,
  type AiMajor,
} from "../../support/models/ai-majors.ts";
import {
  completion,
  failure,
  json,
  SAID,
  wellBehaved,
} from "../../support/models/model-answers.ts";
import type { ModelAnswer } from "../../support/models/model-server.ts";
import { runScript } from "../../support/processes/run-script.ts";
import { stopwatch } from "../../support/processes/stopwatch.ts";
import { useStand } from "../../support/stands/stand.ts";

const EMAIL = "jane.doe@example.com";

const stand = useStand({ forbidden: [EMAIL] }, wellBehaved);

/** Fails this many times, and then answers. */
function failing(times: number, answer: ModelAnswer = wellBehaved): ModelAnswer {
  return (scene) => (scene.turn < times ? failure(503)(scene) : answer(scene));
}

function modelOf(ai: AiMajor, guard: GuardedModelClient, maxRetries?: number) {
  const model = ai.openai(stand.provider.baseURL).chat("gpt-4o-mini");
  return ai.sdk.wrapLanguageModel({ model, middleware: guardMiddleware(guard, { maxRetries }) });
}

const outcomes = () => stand.plane.stored.map(({ metadata }) => metadata?.outcome);

const endsByUser = () =>
  stand.plane.stored.map(({ user_id, metadata }) => [user_id, metadata?.outcome]).sort();

describe.each(AI_MAJORS)("a call that $name retries", (ai) => {
  const { generateText, streamText } = ai.sdk;

  it("is guarded once and leaves one event with its final outcome", async () => {
    const guard = stand.guard();
    stand.provider.answerWith(failing(2));
    const prompt = `I am ${EMAIL}`;
    const { text } = await generateText({ model: modelOf(ai, guard), prompt });
    expect(text).toBe(SAID);
    expect(stand.provider.requests).toHaveLength(3);
    expect(JSON.stringify(stand.provider.requests)).not.toContain(EMAIL);
    expect(stand.plane.guardRequests).toHaveLength(1);
    expect(await guard.flush()).toMatchObject({ created: 1, delivered: 1 });
    expect(stand.plane.stored).toMatchObject([{ output: SAID, metadata: { outcome: "complete" } }]);
    expect(stand.plane.breaches).toEqual([]);
  });

  it("leaves one event if it is streamed", async () => {
    const guard = stand.guard();
    stand.provider.answerWith(failing(2));
    expect(await streamText({ model: modelOf(ai, guard), prompt: "Hello" }).text).toBe(SAID);
    expect(stand.provider.requests).toHaveLength(3);
    expect(stand.plane.guardRequests).toHaveLength(1);
    await guard.flush();
    expect(stand.plane.stored).toMatchObject([{ output: SAID, metadata: { outcome: "complete" } }]);
  });

  it("is one call if its context is made anew for each attempt", async () => {
    const guard = stand.guard();
    stand.provider.answerWith(failing(1));
    const clientEventId = randomUUID();
    const begun: object[] = [];
    const context = () => ({ clientEventId, onLifecycle: (one: object) => void begun.push(one) });
    const bare = ai.openai(stand.provider.baseURL).chat("gpt-4o-mini");
    const middleware = guardMiddleware(guard, { context });
    const model = ai.sdk.wrapLanguageModel({ model: bare, middleware });
    expect(await streamText({ model, prompt: "Hello" }).text).toBe(SAID);
    expect(await guard.flush()).toMatchObject({ created: 1, delivered: 1 });
    expect(stand.plane.stored).toMatchObject([{ event_id: clientEventId, output: SAID }]);
    expect(begun).toHaveLength(1);
  });

  it("is one call if a middleware before the guard gives each attempt a context of its own", async () => {
    const guard = stand.guard();
    stand.provider.answerWith(failing(1));
    const clientEventId = randomUUID();
    const begun: object[] = [];
    const before = {
      wrapGenerate: ({ doGenerate }: { doGenerate: () => Promise<unknown> }) => {
        const onLifecycle = (one: object) => void begun.push(one);
        return guard.withContext({ clientEventId, userId: "u", onLifecycle }, doGenerate);
      },
    };
    const bare = ai.openai(stand.provider.baseURL).chat("gpt-4o-mini");
    const middleware = [before as object, guardMiddleware(guard)];
    const model = ai.sdk.wrapLanguageModel({ model: bare, middleware });
    expect((await generateText({ model, prompt: "Hello" })).text).toBe(SAID);
    expect(stand.plane.guardRequests).toHaveLength(1);
    expect(await guard.flush()).toMatchObject({ created: 1, delivered: 1 });
    expect(stand.plane.stored).toMatchObject([{ event_id: clientEventId, output: SAID }]);
    expect(begun).toHaveLength(1);
  });

  it("has its context asked for once, also if that tells it apart from another call", async () => {
    const guard = stand.guard();
    stand.provider.answerWith(failing(1));
    const asked: object[] = [];
    const context = (options: object) => ({ metadata: { asked: asked.push(options) } });
    const bare = ai.openai(stand.provider.baseURL).chat("gpt-4o-mini");
    const middleware = guardMiddleware(guard, { context });
    const model = ai.sdk.wrapLanguageModel({ model: bare, middleware });
    expect(await streamText({ model, prompt: "Hello" }).text).toBe(SAID);
    expect(asked).toHaveLength(stand.plane.guardRequests.length);
    await guard.close();
  });

  it("leaves one event, without delay, if the last attempt fails as well", async () => {
    const guard = stand.guard();
    stand.provider.answerWith(failure(503));
    const error = await generateText({ model: modelOf(ai, guard), prompt: "Hello" }).catch(
      (thrown: unknown) => thrown,
    );
    const { errors } = error as { readonly errors: readonly unknown[] };
    expect(errors).toHaveLength(3);
    const ids = errors.map((each) => lifecycleOf(each)?.clientEventId);
    expect(new Set(ids).size).toBe(1);
    expect(lifecycleOf(error)?.clientEventId).toBe(ids[0]);
    const waitedMs = stopwatch();
    await guard.flush();
    expect(waitedMs()).toBeLessThan(1_000);
    expect(stand.plane.stored).toMatchObject([
      { event_id: ids[0], event_type: "error", metadata: { error: { status: 503 } } },
    ]);
  });

  it("ends at its first failure if the app declared that it does not retry", async () => {
    const guard = stand.guard();
    stand.provider.answerWith(failing(1));
    const model = modelOf(ai, guard, 0);
    const ask = () => generateText({ model, prompt: "Hello", maxRetries: 0 });
    await expect(ask()).rejects.toThrow();
    expect((await ask()).text).toBe(SAID);
    await guard.flush();
    expect(outcomes()).toEqual(["error", "complete"]);
  });

  it("is not merged with a later call that has the same prompt", async () => {
    const guard = stand.guard();
    stand.provider.answerWith(failing(1));
    const model = modelOf(ai, guard);
    // The middleware does not know that this call is over.
    await expect(generateText({ model, prompt: "Hello", maxRetries: 0 })).rejects.toThrow();
    expect((await generateText({ model, prompt: "Hello" })).text).toBe(SAID);
    expect(stand.plane.guardRequests).toHaveLength(2);
    expect(await guard.flush()).toMatchObject({ created: 2, delivered: 2 });
    expect(outcomes().sort()).toEqual(["complete", "error"]);
  });

  it("stays separate from concurrent calls with the same prompt", async () => {
    const guard = stand.guard();
    stand.provider.answerWith(failing(4));
    const model = modelOf(ai, guard);
    const asked = [1, 2, 3].map(() => generateText({ model, prompt: "Hello" }));
    const streamed = [1, 2, 3].map(() => streamText({ model, prompt: "Hello" }).text);
    const texts = await Promise.all([...asked.map(async (each) => (await each).text), ...streamed]);
    expect(new Set(texts)).toEqual(new Set([SAID]));
    expect(stand.provider.requests).toHaveLength(10);
    expect(stand.plane.guardRequests).toHaveLength(6);
    expect(await guard.flush()).toMatchObject({ created: 6, delivered: 6 });
    expect(outcomes()).toEqual(new Array(6).fill("complete"));
    expect(stand.plane.breaches).toEqual([]);
  });

  it("stays one call over a provider whose fetch is guarded as well", async () => {
    const guard = stand.guard();
    stand.provider.answerWith(failing(1));
    const bare = ai.openai(stand.provider.baseURL, guard.fetch).chat("gpt-4o-mini");
    const model = ai.sdk.wrapLanguageModel({ model: bare, middleware: guardMiddleware(guard) });
    const prompt = `I am ${EMAIL}`;
    expect((await generateText({ model, prompt })).text).toBe(SAID);
    stand.provider.forget();
    stand.provider.answerWith(failing(1));
    expect(await streamText({ model, prompt }).text).toBe(SAID);
    expect(stand.provider.requests).toHaveLength(2);
    expect(stand.plane.guardRequests).toHaveLength(2);
    expect(await guard.flush()).toMatchObject({ created: 2, delivered: 2 });
    expect(stand.plane.breaches).toEqual([]);
  });

  it("stays one call inside guard.call, with the text that was approved there", async () => {
    const guard = stand.guard();
    stand.provider.answerWith(failing(1));
    const model = modelOf(ai, guard);
    const { output } = await guard.call({
      model: "m",
      input: "Hello",
      execute: async ({ input }) => (await generateText({ model, prompt: input })).text,
    });
    expect(output).toBe(SAID);
    expect(stand.plane.guardRequests).toHaveLength(1);
    expect(await guard.flush()).toMatchObject({ created: 1, delivered: 1 });
  });

  it("is cancelled if the app aborts between attempts", async () => {
    const guard = stand.guard();
    const controller = new AbortController();
    stand.provider.answerWith((scene) => {
      json({ error: { message: "Busy" } }, 503)(scene);
      setTimeout(() => controller.abort(), 20);
    });
    const model = modelOf(ai, guard);
    const call = generateText({ model, prompt: "Hello", abortSignal: controller.signal });
    await expect(call).rejects.toThrow();
    await guard.flush();
    expect(outcomes()).toEqual(["cancelled"]);
  });

  it("may end while its client closes", async () => {
    const guard = stand.guard();
    let closing: Promise<unknown> | undefined;
    stand.provider.answerWith((scene) => {
      closing ??= guard.close();
      return failing(1)(scene);
    });
    const { text } = await generateText({ model: modelOf(ai, guard), prompt: "Hello" });
    expect(text).toBe(SAID);
    expect(await closing).toMatchObject({ created: 1, delivered: 1 });
    expect(outcomes()).toEqual(["complete"]);
  });
});

describe("a failed call that may still be retried", () => {
  const [ai] = AI_MAJORS.slice(-1) as [AiMajor];

  it("leaves its event if its client closes first", async () => {
    const guard = stand.guard();
    stand.provider.answerWith((scene) => json({ error: { message: "Busy" } }, 503)(scene));
    const model = modelOf(ai, guard);
    const call = ai.sdk.generateText({ model, prompt: "Hello", maxRetries: 0 });
    await expect(call).rejects.toThrow();
    expect(await guard.close({ deadlineMs: 500 })).toMatchObject({ created: 1, delivered: 1 });
    expect(outcomes()).toEqual(["error"]);
  });

  it("leaves its event if the process simply ends", async () => {
    stand.provider.answerWith((scene) => json({ error: { message: "Busy" } }, 503)(scene));
    const script = `
      import { createOpenAI } from "@ai-sdk/openai";
      import { generateText, wrapLanguageModel } from "ai";
      import { GuardedModelClient } from "~/src/index.ts";
      import { guardMiddleware } from "~/src/integrations/ai-sdk.ts";
      const guard = new GuardedModelClient(${JSON.stringify(stand.plane.clientOptions)});
      const openai = createOpenAI({ apiKey: "unused", baseURL: "${stand.provider.baseURL}" });
      const middleware = guardMiddleware(guard);
      const model = wrapLanguageModel({ model: openai.chat("m"), middleware });
      await generateText({ model, prompt: "Hello", maxRetries: 0 }).catch((error) => {
        console.log(error.statusCode);
      });
    `;
    expect(await runScript(script, { flags: ["--no-warnings"] }).ended).toMatchObject({
      code: 0,
      output: "503\n",
      errors: "",
    });
    expect(outcomes()).toEqual(["error"]);
  });

  it("is told apart by its context", async () => {
    const guard = stand.guard();
    stand.provider.answerWith(failing(2));
    const model = modelOf(ai, guard);
    const ask = (userId: string) =>
      guard.withContext({ userId }, () => ai.sdk.streamText({ model, prompt: "Hello" }).text);
    expect(await Promise.all([ask("user-1"), ask("user-2")])).toEqual([SAID, SAID]);
    await guard.flush();
    expect(stand.plane.stored.map(({ user_id }) => user_id).sort()).toEqual(["user-1", "user-2"]);
  });

  it("is not continued by the same words of another user, once the SDK could have retried", async () => {
    const guard = stand.guard();
    stand.provider.answerWith(failing(1));
    const model = modelOf(ai, guard);
    const ask = async (userId: string): Promise<string> =>
      guard.withContext({ userId }, async () => {
        const asked = { model, prompt: "Hello", maxRetries: 0, onError: () => {} };
        return await ai.sdk.streamText(asked).text;
      });
    await expect(ask("user-1")).rejects.toThrow();
    expect(await ask("user-2")).toBe(SAID);
    expect(stand.plane.guardRequests).toHaveLength(2);
    await guard.flush();
    expect(endsByUser()).toEqual([
      ["user-1", "error"],
      ["user-2", "complete"],
    ]);
  });

  it("is not continued by another user's call of the model itself with the same prompt object", async () => {
    const guard = stand.guard();
    stand.provider.answerWith(failing(1));
    const model = modelOf(ai, guard) as unknown as {
      doGenerate(options: object): Promise<unknown>;
    };
    const prompt = [{ role: "user", content: [{ type: "text", text: "Hello" }] }];
    const ask = (userId: string) =>
      guard.withContext({ userId }, () => model.doGenerate({ prompt }));
    await expect(ask("user-1")).rejects.toThrow();
    await ask("user-2");
    expect(stand.plane.guardRequests).toHaveLength(2);
    await guard.close();
    expect(endsByUser()).toEqual([
      ["user-1", "error"],
      ["user-2", "complete"],
    ]);
  });

  it("is masked in each attempt, and the app gets its originals back", async () => {
    const guard = stand.guard({ masker: createMasker(), restoreOutput: true });
    stand.provider.answerWith(
      failing(1, (scene) => {
        const { messages } = scene.request.body as { messages: { content: string }[] };
        json(completion({ content: `You said: ${messages[0]?.content}` }))(scene);
      }),
    );
    const prompt = `I am ${EMAIL}`;
    const { text } = await ai.sdk.generateText({ model: modelOf(ai, guard), prompt });
    expect(text).toBe(`You said: I am ${EMAIL}`);
    expect(stand.provider.requests).toHaveLength(2);
    expect(JSON.stringify(stand.provider.requests)).not.toContain(EMAIL);
    await guard.flush();
    expect(stand.plane.stored).toHaveLength(1);
    expect(stand.plane.breaches).toEqual([]);
  });

  it("rejects a number of retries that is no non-negative integer", () => {
    const guard = stand.guard();
    for (const maxRetries of [-1, 1.5, Number.NaN]) {
      expect(() => guardMiddleware(guard, { maxRetries })).toThrow(ConfigurationError);
    }
  });
});

describe.each(AI_MAJORS_THAT_WRAP_ALL)("other models of $name with retries", (ai) => {
  const { embed, embedMany, generateImage, wrapEmbeddingModel, wrapImageModel } = ai.sdk;
  const embeddings = (count: number) =>
    json({
      data: Array.from({ length: count }, (_, index) => ({ index, embedding: [1, 2] })),
      usage: { prompt_tokens: 1, total_tokens: 1 },
    });

  it("leave one event per call", async () => {
    const guard = stand.guard();
    const middleware = guardMiddleware(guard);
    const openai = ai.openai(stand.provider.baseURL);
    const embedding = openai.embedding("text-embedding-3-small");
    const model = wrapEmbeddingModel({ model: embedding, middleware });
    stand.provider.answerWith(failing(2, embeddings(1)));
    await embed({ model, value: "a cat" });
    stand.provider.forget();
    stand.provider.answerWith(failing(2, embeddings(2)));
    await embedMany({ model, values: ["a cat", "a dog"] });
    stand.provider.forget();
    stand.provider.answerWith(failing(1, json({ data: [{ b64_json: "iVBORw0KGgo=" }] })));
    const picture = wrapImageModel({ model: openai.image("gpt-image-1"), middleware });
    await generateImage({ model: picture, prompt: "a cat" });
    await guard.flush();
    expect(outcomes()).toEqual(["complete", "complete", "complete"]);
    expect(stand.plane.guardRequests).toHaveLength(3);
    expect(stand.plane.breaches).toEqual([]);
  });
});
