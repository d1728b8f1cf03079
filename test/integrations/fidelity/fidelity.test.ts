import type OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { guardOpenAI } from "../../../src/integrations/openai.ts";
import {
  type FidelityCall,
  type FidelityParts,
  fidelityContract,
} from "../../../src/testing/index.ts";
import { ALL_KINDS, type OpenAIKind } from "../../support/models/openai-kinds.ts";

const MODEL = "gpt-4o-mini";
const REQUEST = {
  model: MODEL,
  messages: [
    { role: "system" as const, content: "You are terse." },
    { role: "user" as const, content: "What is the capital of France?" },
  ],
};

const HEADERS = { "content-type": "application/json", "x-request-id": "req_1" };

const CHAT = {
  headers: HEADERS,
  body: JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_700_000_000,
    model: MODEL,
    choices: [
      {
        index: 0,
        finish_reason: "stop",
        logprobs: null,
        message: { role: "assistant", content: '{"city":"Paris"}', refusal: null },
      },
    ],
    usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
  }),
};

const chunk = (delta: object, finish: string | null = null): string => {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const object = "chat.completion.chunk";
  return `data: ${JSON.stringify({ id: "chatcmpl-1", object, created: 1, model: MODEL, choices })}\n\n`;
};

const STREAM = {
  headers: { "content-type": "text/event-stream", "x-request-id": "req_2" },
  body: [
    chunk({ role: "assistant", content: "" }),
    chunk({ content: "Par" }),
    chunk({ content: "is" }),
    chunk({}, "stop"),
    "data: [DONE]\n\n",
  ],
};

const EMBEDDING = {
  headers: HEADERS,
  body: JSON.stringify({
    object: "list",
    model: "text-embedding-3-small",
    data: [{ object: "embedding", index: 0, embedding: [0.25, -0.5] }],
    usage: { prompt_tokens: 2, total_tokens: 2 },
  }),
};

/**
 * Not for Azure's clients: theirs throws, guarded or not, because it does not pass on its API
 * version.
 */
const WITH_OPTIONS: FidelityCall<OpenAI> = {
  answer: CHAT,
  run: (client, signal) =>
    client.withOptions({ maxRetries: 1 }).chat.completions.create(REQUEST, { signal }),
};

function partsOf(kind: OpenAIKind): FidelityParts<OpenAI> {
  const create = (client: OpenAI, signal: AbortSignal) =>
    client.chat.completions.create(REQUEST, { signal });
  return {
    open: (url) => kind.make(url),
    guard: (client, guard) => guardOpenAI(client, guard),
    call: { answer: CHAT, run: create },
    stream: {
      answer: STREAM,
      run: (client, signal) =>
        client.chat.completions.create({ ...REQUEST, stream: true }, { signal }),
    },
    helpers: {
      "withResponse()": {
        answer: CHAT,
        run: (client, signal) => create(client, signal).withResponse(),
      },
      "asResponse()": {
        answer: CHAT,
        run: (client, signal) => create(client, signal).asResponse(),
      },
      "parse()": {
        answer: CHAT,
        run: (client, signal) => client.chat.completions.parse(REQUEST, { signal }),
      },
      "stream().finalChatCompletion()": {
        answer: STREAM,
        run: (client, signal) =>
          client.chat.completions.stream(REQUEST, { signal }).finalChatCompletion(),
      },
      ...(kind.azure ? {} : { "withOptions()": WITH_OPTIONS }),
      "post()": {
        answer: CHAT,
        run: (client, signal) => client.post("/chat/completions", { body: REQUEST, signal }),
      },
      "embeddings.create()": {
        answer: EMBEDDING,
        run: (client, signal) =>
          client.embeddings.create(
            { model: "text-embedding-3-small", input: "Paris", encoding_format: "float" },
            { signal },
          ),
      },
    },
  };
}

describe.each(ALL_KINDS)("a guarded $name client, compared to an unguarded one", (kind) => {
  for (const { title, run } of fidelityContract(partsOf(kind))) it(title, run);
});

describe("a guarded client that retries, compared to an unguarded one", () => {
  const retrying = ALL_KINDS.map((kind): [string, FidelityParts<OpenAI>] => [
    kind.name,
    {
      ...partsOf(kind),
      open: (url) => kind.make(url, { maxRetries: 2 }),
      retries: { status: 500, times: 1 },
    },
  ]);
  for (const [name, parts] of retrying) {
    for (const { title, run } of fidelityContract(parts)) {
      if (title.includes("retried")) it(`${title} (${name})`, run);
    }
  }
});

describe("the fidelity suite", () => {
  it.each<[string, unknown]>([
    ["parts must be an object", undefined],
    ["guard must be a function", { open: () => ({}) }],
    ["call.run must be a function", { open: Object, guard: Object, call: { answer: {} } }],
    [
      "helper is no known part",
      { open: Object, guard: Object, call: { answer: {}, run: Object }, helper: {} },
    ],
  ])("names the part that is wrong: %s", (said, parts) => {
    expect(() => fidelityContract(parts as never)).toThrow(`fidelityContract: ${said}`);
  });

  const kind = ALL_KINDS[2] as OpenAIKind;
  const failing = async (flawed: Partial<FidelityParts<OpenAI>>): Promise<string[]> => {
    const failed: string[] = [];
    // Without the helpers, which cannot work with an integration this broken.
    const parts = { ...partsOf(kind), helpers: {}, ...flawed };
    for (const { title, run } of fidelityContract(parts)) {
      await run().catch(() => failed.push(title));
    }
    return failed;
  };

  it("detects an integration that guards nothing", async () => {
    const failed = await failing({ guard: (client) => client });
    expect(failed).toContain("sends nothing to the provider when the guard denies");
    expect(failed).toContain("answers with the same, for the same request");
  });

  it("detects an integration that adds to what the app sees", async () => {
    const failed = await failing({
      guard: (client, guard) => {
        const guarded = guardOpenAI(client, guard);
        const { create } = guarded.chat.completions;
        const add = async (...given: unknown[]): Promise<unknown> => {
          const answer = await Reflect.apply(create, guarded.chat.completions, given);
          return Object.assign(answer as object, { guarded: true });
        };
        Object.assign(guarded.chat.completions, { create: add });
        return guarded;
      },
    });
    expect(failed).toContain("answers with the same, for the same request");
    expect(failed).toContain("streams the same chunks");
  });

  /** Guards the client, and puts another function in the place of `create`. */
  const creating =
    (other: (create: (...given: unknown[]) => Promise<unknown>) => typeof create) =>
    (...[client, guard]: Parameters<FidelityParts<OpenAI>["guard"]>): OpenAI => {
      const guarded = guardOpenAI(client, guard);
      const { completions } = guarded.chat;
      const { create } = completions;
      const own = async (...given: unknown[]) => Reflect.apply(create, completions, given);
      return Object.assign(guarded, { chat: { completions: { create: other(own) } } });
    };

  it.each<[string, string, FidelityParts<OpenAI>["guard"]]>([
    [
      "does not pass the signal on",
      "fails the same way when it is cancelled while it waits",
      creating((create) => (request) => create(request)),
    ],
    [
      "reads a stream to its end before it hands it on",
      "hands the first chunk on before the next one is sent",
      creating((create) => async (...given) => {
        const chunks: unknown[] = [];
        for await (const each of (await create(...given)) as AsyncIterable<unknown>) {
          chunks.push(each);
        }
        return chunks;
      }),
    ],
  ])("fails an integration that %s, and does not wait for it forever", async (_, title, guard) => {
    const judged = fidelityContract({ ...partsOf(kind), guard, endWithinMs: 3_000 }).find(
      (each) => each.title === title,
    );
    await expect(judged?.run()).rejects.toThrow(/did not come within/);
  });
});
