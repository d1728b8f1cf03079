import { BedrockRuntime, InvokeModelCommand } from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { describe, expect, it } from "vitest";
import type { GuardedModelClient } from "../../src/client.ts";
import { guardErrorOf } from "../../src/guard-error-of.ts";
import { guardAnthropic } from "../../src/integrations/anthropic.ts";
import { bedrockConverse, guardBedrock } from "../../src/integrations/bedrock.ts";
import { googleGenerateContent, guardGoogle } from "../../src/integrations/google.ts";
import { guardOpenAI, openaiChat } from "../../src/integrations/openai.ts";
import { ANTHROPIC } from "../support/models/anthropic-kind.ts";
import { asking } from "../support/models/bedrock-stand.ts";
import { bedrock } from "../support/models/converse-answers.ts";
import { gemini } from "../support/models/gemini-answers.ts";
import { json, wellBehaved } from "../support/models/model-answers.ts";
import type { ModelAnswer } from "../support/models/model-server.ts";
import { OPENAI_KINDS } from "../support/models/openai-kinds.ts";
import { gather } from "../support/outcomes.ts";
import { stopwatch } from "../support/processes/stopwatch.ts";
import { hold } from "../support/stands/gate.ts";
import { useStand } from "../support/stands/stand.ts";

const REQUEST = { model: "m", messages: [{ role: "user" as const, content: "Hello." }] };

/** Answers each kind of request in its own format. */
const anybody: ModelAnswer = (scene) => {
  const { path } = scene.request;
  if (/:\w+$|:\w+\?|\/interactions/.test(path)) return gemini(scene);
  return path.startsWith("/model/") ? bedrock(scene) : wellBehaved(scene);
};

const stand = useStand(
  { allowUnguarded: (event) => event.event_type === "human_override" },
  anybody,
);

type Begin = (guard: GuardedModelClient) => Promise<unknown>;

const own = { model: "m", input: "Hello." };
const execute = () => "Hi.";
async function* executeStream() {
  yield "Hi.";
}

/** What an app can start without waiting for it. */
const BEGINNINGS: Record<string, Begin> = {
  "a call of a function": (guard) => guard.call({ ...own, execute }),
  "a call of a child": (guard) => guard.child({ userId: "u" }).call({ ...own, execute }),
  "a call in a context": (guard) =>
    guard.withContext({ userId: "u" }, () => guard.call({ ...own, execute })),
  "a stream of a function": (guard) => read(guard.stream({ ...own, execute: executeStream })),
  "a call of a provider": (guard) =>
    guard.call({ provider: openaiChat(openai()), request: REQUEST }),
  "a stream of a provider": (guard) =>
    read(guard.stream({ provider: openaiChat(openai()), request: REQUEST })),
  "a call of a provider with a guarded client": (guard) =>
    guard.call({ provider: openaiChat(guardOpenAI(openai(), guard)), request: REQUEST }),
  "a call of a provider with a guarded client of Google": (guard) =>
    guard.call({ provider: googleGenerateContent(guardGoogle(google(), guard)), request: GEMINI }),
  "a call of a provider with a guarded client of Bedrock": (guard) =>
    guard.call({
      provider: bedrockConverse(guardBedrock(aws(), guard)),
      request: asking("Hello."),
    }),
  "a call of a function that fetches": (guard) => {
    const { fetch } = guard;
    return guard.call({ ...own, execute: async () => (await chat({ fetch })).text() });
  },
  "an event beside calls": (guard) =>
    guard.record({ eventType: "human_override", input: "no", output: "yes", model: "m" }),
  "a guarded fetch": async (guard) => (await chat(guard)).text(),
  "a guarded fetch of a body that takes a while": async (guard) => {
    const body = new ReadableStream({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        controller.enqueue(new TextEncoder().encode(JSON.stringify(REQUEST)));
        controller.close();
      },
    });
    return (await chat(guard, { body, duplex: "half" })).text();
  },
  "a request of Anthropic's client": async (guard) => {
    const client = guardAnthropic(ANTHROPIC.make(stand.provider.url), guard);
    return client.messages.create({ ...REQUEST, max_tokens: 9 });
  },
  ...Object.fromEntries(
    OPENAI_KINDS.map(({ name, make }) => [
      `a request of ${name}`,
      async (guard: GuardedModelClient) =>
        guardOpenAI(make(stand.provider.url), guard).chat.completions.create(REQUEST),
    ]),
  ),
  "contents of Google's client": withGoogle(({ models }) => models.generateContent(GEMINI)),
  "contents of Google's client with tools and without continuation": withGoogle(({ models }) =>
    models.generateContent({ ...GEMINI, config: { ...TOOLS, automaticContinuation: false } }),
  ),
  "contents of Google's client with tools it calls by itself": withGoogle(({ models }) =>
    models.generateContent({ ...GEMINI, config: CALLABLE }),
  ),
  "a stream of Google's client": withGoogle(({ models }) =>
    read(models.generateContentStream({ ...GEMINI, config: TOOLS })),
  ),
  "a message of Google's client": withGoogle(({ chats }) =>
    chats.create({ model: GEMINI.model }).sendMessage({ message: "Hello." }),
  ),
  "a streamed message of Google's client": withGoogle(({ chats }) =>
    read(chats.create(CHAT).sendMessageStream({ message: "Hello.", config: TOOLS })),
  ),
  "tokens to count by Google's client": withGoogle(({ models }) => models.countTokens(GEMINI)),
  "values to embed by Google's client": withGoogle(({ models }) => models.embedContent(GEMINI)),
  "an interaction of Google's client": withGoogle(({ interactions }) =>
    interactions.create({ model: GEMINI.model, input: "Hello." }),
  ),
  "a command of Bedrock's client": withAws((client) => client.converse(asking("Hello."))),
  "a command with a body of Bedrock's client": withAws((client) =>
    client.send(
      new InvokeModelCommand({
        modelId: "anthropic.claude-v9",
        contentType: "application/json",
        body: JSON.stringify({
          ...REQUEST,
          anthropic_version: "bedrock-2023-05-31",
          max_tokens: 9,
        }),
      }),
    ),
  ),
  "a command with a callback of Bedrock's client": withAws(
    (client) =>
      new Promise((resolve, reject) => {
        client.converse(asking("Hello."), (error, output) =>
          error ? reject(error) : resolve(output),
        );
      }),
  ),
  "a stream of Bedrock's client": withAws(async (client) => {
    const { stream } = await client.converseStream(asking("Hello."));
    return gather(stream);
  }),
};

const GEMINI = { model: "gemini-2.5-flash", contents: "Hello." };
const CHAT = { model: GEMINI.model, config: { temperature: 0 } };
const DECLARED = { functionDeclarations: [{ name: "weather" }] };
const TOOLS = { tools: [DECLARED] };
const CALLABLE = { tools: [{ tool: async () => DECLARED, callTool: async () => [] }] };

function withGoogle(begin: (client: GoogleGenAI) => Promise<unknown>): Begin {
  return async (guard) => begin(guardGoogle(google(), guard));
}

function withAws(begin: (client: BedrockRuntime) => Promise<unknown>): Begin {
  return async (guard) => begin(guardBedrock(aws(), guard));
}

function openai() {
  const [kind] = OPENAI_KINDS;
  if (kind === undefined) throw new Error("There is no client.");
  return kind.make(stand.provider.url);
}

function google(): GoogleGenAI {
  return new GoogleGenAI({ apiKey: "test-key", httpOptions: { baseUrl: stand.provider.url } });
}

function aws(): BedrockRuntime {
  const credentials = { accessKeyId: "not-a-key", secretAccessKey: "not-a-secret" };
  return new BedrockRuntime({
    endpoint: stand.provider.url,
    region: "eu-west-1",
    credentials,
    requestHandler: new NodeHttpHandler(),
  });
}

async function read(stream: PromiseLike<AsyncIterable<unknown>>): Promise<unknown[]> {
  return gather(await stream);
}

function chat(guard: Pick<GuardedModelClient, "fetch">, init: object = {}): Promise<Response> {
  const url = `${stand.provider.baseURL}/chat/completions`;
  return guard.fetch(url, { method: "POST", body: JSON.stringify(REQUEST), ...init });
}

describe.each(Object.entries(BEGINNINGS))("%s, started and not awaited,", (_, begin) => {
  it("is awaited by a flush that follows immediately", async () => {
    const guard = stand.guard();
    const begun = begin(guard);
    expect(await guard.flush()).toMatchObject({ created: 1, delivered: 1 });
    await begun;
  });

  it("is admitted and awaited by a close that follows immediately", async () => {
    const guard = stand.guard();
    const begun = begin(guard);
    expect(await guard.close()).toMatchObject({ created: 1, delivered: 1 });
    await begun;
  });

  it("is refused after close was called, and nothing is sent", async () => {
    const guard = stand.guard();
    const closing = guard.close();
    const refusal = await begin(guard).catch((error: unknown) => error);
    expect(guardErrorOf(refusal)?.code).toBe("client_closed");
    expect(await closing).toMatchObject({ created: 0 });
    expect(stand.plane.guardRequests).toEqual([]);
    expect(stand.plane.events()).toEqual([]);
    expect(stand.provider.requests).toEqual([]);
  });
});

/** What close cannot cancel, because the app has the request. */
const OWN_REQUESTS: Record<string, Begin> = {
  ...BEGINNINGS,
  "a stream of a guarded fetch": async (guard) =>
    (await chat(guard, { body: JSON.stringify({ ...REQUEST, stream: true }) })).text(),
  "a stream of OpenAI's client": async (guard) =>
    read(guardOpenAI(openai(), guard).chat.completions.create({ ...REQUEST, stream: true })),
  "a stream of Anthropic's client": (guard) => {
    const client = guardAnthropic(ANTHROPIC.make(stand.provider.url), guard);
    return read(client.messages.create({ ...REQUEST, max_tokens: 9, stream: true }));
  },
};

it.each([
  "a guarded fetch",
  "a stream of a guarded fetch",
  "a request of Anthropic's client",
  "a stream of Anthropic's client",
  "a request of openai 7",
  "a stream of OpenAI's client",
  "contents of Google's client",
  "a stream of Google's client",
])("%s gets an answer that begins after the deadline of close", async (name) => {
  const begin = OWN_REQUESTS[name] as Begin;
  const usual = await begin(stand.guard());
  const [asked, answered] = [hold(), hold()];
  stand.provider.answerWith(async (scene) => {
    asked.resolve();
    await answered.promise;
    return anybody(scene);
  });
  const guard = stand.guard();
  const begun = begin(guard);
  await asked.promise;
  expect(await guard.close({ deadlineMs: 500 })).toMatchObject({ created: 1, delivered: 1 });
  expect(stand.plane.stored.at(-1)).toMatchObject({ metadata: { outcome: "cancelled" } });
  answered.resolve();
  expect(undated(await begun)).toEqual(undated(usual));
});

/** Without the time in headers. */
function undated(answer: unknown): string {
  return JSON.stringify(answer).replaceAll(/"date":"[^"]*"/g, "");
}

/** Requests without a prompt. */
const HARMLESS: Record<string, (guard: GuardedModelClient) => Promise<unknown>> = {
  "a guarded fetch": (guard) => guard.fetch(`${stand.provider.baseURL}/models`),
  "Google's client": async (guard) => guardGoogle(google(), guard).models.list(),
  "Bedrock's client": async (guard) => guardBedrock(aws(), guard).listAsyncInvokes({}),
};

it.each(Object.entries(HARMLESS))(
  "flush and close do not wait for requests without a prompt by %s",
  async (_, begin) => {
    const guard = stand.guard();
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    stand.provider.answerWith(async (scene) => {
      await answered;
      return json({})(scene);
    });
    const stuck = begin(guard);
    const waitedMs = stopwatch();
    await guard.flush();
    await guard.close();
    expect(waitedMs()).toBeLessThan(2_000);
    answer();
    await stuck;
  },
);
