import { ChatOpenAI } from "@langchain/openai";
import { HTTPClient, Mistral } from "@mistralai/mistralai";
import Groq from "groq-sdk";
import { afterAll, describe, it, vi } from "vitest";
import {
  type FidelityParts,
  fidelityContract,
  type WireAnswer,
} from "../../../src/testing/index.ts";
import { chunks, completion, sse } from "../../support/models/model-answers.ts";

/** Clients that are guarded by their `fetch`, compared to the same client without a guard. */

type Fetch = typeof globalThis.fetch;

/** The format that all of them use. */
const whole: WireAnswer = {
  headers: { "content-type": "application/json" },
  body: JSON.stringify(completion()),
};
const scene = { request: { body: {} } } as unknown as Parameters<typeof chunks>[0];
const streamed: WireAnswer = {
  headers: { "content-type": "text/event-stream" },
  body: [...chunks(scene), "[DONE]"].map((chunk) =>
    chunk === "[DONE]" ? "data: [DONE]\n\n" : sse(chunk as object),
  ),
};

const content = "How are you?";
const model = "some-model";
const asked = { model, messages: [{ role: "user" as const, content }] };

/** Guards a client by creating a new one with another `fetch`. */
function overFetch<Client extends object>(
  make: (url: string, fetch?: Fetch) => Client,
  parts: Omit<FidelityParts<Client>, "open" | "guard">,
): FidelityParts<Client> {
  const urls = new WeakMap<Client, string>();
  const open = (url: string, fetch?: Fetch): Client => {
    const client = make(url, fetch);
    urls.set(client, url);
    return client;
  };
  return {
    ...parts,
    open: (url) => open(url, (input, init) => fetch(input, init)),
    guard: (client, guard) => open(urls.get(client) ?? "", guard.fetch),
  };
}

const MISTRAL = overFetch(
  (serverURL, fetcher) =>
    new Mistral({
      ...{ apiKey: "unused", serverURL },
      httpClient: new HTTPClient(fetcher === undefined ? {} : { fetcher }),
    }),
  {
    call: {
      answer: whole,
      run: (client, signal) => client.chat.complete(asked, { signal }),
    },
    stream: {
      answer: streamed,
      run: (client, signal) => client.chat.stream(asked, { signal }),
    },
    helpers: {
      "fim.complete()": {
        answer: whole,
        run: (client, signal) =>
          client.fim.complete({ model, prompt: "def f(", suffix: "return a" }, { signal }),
      },
      "agents.complete()": {
        answer: whole,
        run: (client, signal) =>
          client.agents.complete({ agentId: "ag_1", messages: asked.messages }, { signal }),
      },
      "embeddings.create()": {
        answer: {
          body: JSON.stringify({
            ...{
              id: "e",
              object: "list",
              model,
              data: [{ object: "embedding", embedding: [0.5] }],
            },
            usage: { prompt_tokens: 3, total_tokens: 3, completion_tokens: 0 },
          }),
        },
        run: (client, signal) => client.embeddings.create({ model, inputs: content }, { signal }),
      },
    },
  },
);

const GROQ = overFetch(
  (baseURL, fetch) =>
    new Groq({ apiKey: "unused", baseURL, maxRetries: 0, ...(fetch && { fetch }) }),
  {
    call: {
      answer: whole,
      run: (client, signal) => client.chat.completions.create(asked, { signal }),
    },
    stream: {
      answer: streamed,
      run: (client, signal) =>
        client.chat.completions.create({ ...asked, stream: true }, { signal }),
    },
    helpers: {
      "withResponse()": {
        answer: whole,
        run: (client, signal) => client.chat.completions.create(asked, { signal }).withResponse(),
      },
    },
  },
);

const LANGCHAIN = overFetch(
  (baseURL, fetch) =>
    new ChatOpenAI({
      ...{ apiKey: "unused", model, maxRetries: 0 },
      configuration: { baseURL, ...(fetch && { fetch }) },
    }),
  {
    call: { answer: whole, run: (client, signal) => client.invoke(content, { signal }) },
    stream: { answer: streamed, run: (client, signal) => client.stream(content, { signal }) },
    helpers: {
      "batch()": {
        answer: whole,
        run: (client, signal) => client.batch([content, "And you?"], { signal }),
      },
      "bindTools()": {
        answer: {
          body: JSON.stringify(
            completion({
              tool_calls: [
                { id: "c1", type: "function", function: { name: "f", arguments: '{"a":1}' } },
              ],
            }),
          ),
        },
        run: (client, signal) =>
          client
            .bindTools([
              { type: "function", function: { name: "f", parameters: { type: "object" } } },
            ])
            .invoke(content, { signal }),
      },
    },
  },
);

/** From Node.js 24 on, a `break` out of LangChain's own stream never returns, guarded or not. */
function returnsFromBreak(title: string): boolean {
  return Number.parseInt(process.versions.node, 10) < 24 || !title.startsWith("hangs up");
}

const DOORWAYS = {
  "@mistralai/mistralai": fidelityContract(MISTRAL),
  "groq-sdk": fidelityContract(GROQ),
  "@langchain/openai": fidelityContract(LANGCHAIN).filter(({ title }) => returnsFromBreak(title)),
};

// Mistral's client sends a clone of a request that it does not keep. In Node.js nothing references
// a clone's abort controller: after the next garbage collection an abort is lost, with a plain
// fetch too, and the case would wait forever (nodejs/undici#4068). A copy does reference it, and
// the spy keeps the copy and its source.
const clones = vi.spyOn(Request.prototype, "clone").mockImplementation(function (this: Request) {
  return new Request(this);
});
afterAll(() => clones.mockRestore());

describe.each(Object.entries(DOORWAYS))(
  "%s over a guarded fetch, compared to a plain one",
  (_, cases) => {
    for (const { title, run } of cases) it(title, run);
  },
);
