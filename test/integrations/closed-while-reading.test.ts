import OpenAI from "openai";
import { describe, expect, it, vi } from "vitest";
import { type GuardedModelClient, guardErrorOf, lifecycleOf } from "../../src/index.ts";
import { guardMiddleware } from "../../src/integrations/ai-sdk.ts";
import { guardBedrock } from "../../src/integrations/bedrock.ts";
import { guardOpenAI, openaiChat } from "../../src/integrations/openai.ts";
import { DROP_IN_KINDS } from "../support/clients/drop-in-kinds.ts";
import { eventsThen, hello, streamOf, useBedrockStand } from "../support/models/bedrock-stand.ts";
import { streamThen } from "../support/models/model-answers.ts";
import type { ModelAnswer } from "../support/models/model-server.ts";
import { eventsThen as responseEventsThen } from "../support/models/response-answers.ts";
import { caught, gather } from "../support/outcomes.ts";

const stand = useBedrockStand();

const BEGINNING = streamThen(2, () => undefined);
const MESSAGES = [{ role: "user" as const, content: "Hello." }];
const REQUEST = { model: "m", messages: MESSAGES };

type Stream = AsyncIterable<unknown>;

/** How an app opens a stream, and the start of its answer, which then stalls. */
interface Doorway {
  readonly beginning?: ModelAnswer;
  open(guard: GuardedModelClient): Promise<Stream>;
}

const openai = (): OpenAI => new OpenAI({ apiKey: "unused", baseURL: stand.provider.baseURL });
const chats = (guard: GuardedModelClient) => guardOpenAI(openai(), guard).chat.completions;

async function* stalling() {
  yield "All";
  await new Promise(() => undefined);
}

/** A model as the AI SDK calls it. */
const MODEL = {
  modelId: "m",
  async doStream() {
    const part = { type: "text-delta", id: "1", delta: "All" };
    return { stream: new ReadableStream<unknown>({ start: (opened) => opened.enqueue(part) }) };
  },
};

const DOORWAYS: Record<string, Doorway> = {
  "a function": {
    open: (guard) => guard.stream({ model: "m", input: "Hello.", execute: stalling }),
  },
  "a provider": {
    open: (guard) => guard.stream({ provider: openaiChat(openai()), request: REQUEST }),
  },
  "a model of the AI SDK": {
    async open(guard) {
      const params = { prompt: [{ role: "user", content: [{ type: "text", text: "Hello." }] }] };
      const given = { doStream: () => MODEL.doStream(), params, model: MODEL };
      return (await guardMiddleware(guard).wrapStream(given)).stream;
    },
  },
  "a guarded fetch": {
    async open(guard) {
      const body = JSON.stringify({ ...REQUEST, stream: true });
      const url = `${stand.provider.baseURL}/chat/completions`;
      return (await guard.fetch(url, { method: "POST", body })).body as unknown as Stream;
    },
  },
  ...Object.fromEntries(
    DROP_IN_KINDS.map((kind) => [
      `${kind.name}'s client`,
      {
        beginning: kind.beginning,
        open: (guard) => kind.open(stand.provider.url).guard(guard).stream("Hello."),
      } satisfies Doorway,
    ]),
  ),
  ...Object.fromEntries(
    DROP_IN_KINDS.map((kind) => [
      `${kind.name}'s client over a guarded fetch`,
      {
        beginning: kind.beginning,
        open: ({ fetch }) => kind.open(stand.provider.url, { fetch }).stream("Hello."),
      } satisfies Doorway,
    ]),
  ),
  "Bedrock's client": {
    beginning: eventsThen(2, () => undefined),
    open: (guard) => streamOf(guardBedrock(stand.clientOf(), guard), hello),
  },
  "half of a stream of OpenAI's client": {
    open: async (guard) => (await chats(guard).create({ ...REQUEST, stream: true })).tee()[0],
  },
  "the lines of a stream of OpenAI's client": {
    async open(guard) {
      const stream = await chats(guard).create({ ...REQUEST, stream: true });
      return stream.toReadableStream() as unknown as Stream;
    },
  },
};

/** How many chunks were read, and how many are awaited, when the client closes. */
const MOMENTS = [
  ["before it is read", 0, 0],
  ["between two reads", 1, 0],
  ["while chunks are awaited", 1, 2],
] as const;

describe.each(Object.entries(DOORWAYS))("a stream of %s", (_, { beginning = BEGINNING, open }) => {
  it.each(MOMENTS)(
    "throws at its reader if close gives it up at its deadline %s",
    async (_, count, waiting) => {
      stand.provider.answerWith(beginning);
      const guard = stand.guard();
      const reader = (await open(guard))[Symbol.asyncIterator]();
      for (let read = 0; read < count; read += 1) await reader.next();
      const reads = Promise.allSettled(Array.from({ length: waiting }, () => reader.next()));
      const closing = guard.close({ deadlineMs: 100 });
      const failed = (await reads).find(({ status }) => status === "rejected");
      await closing;
      const { reason: error } = (failed ?? {
        reason: await caught(gather({ [Symbol.asyncIterator]: () => reader })),
      }) as PromiseRejectedResult;
      expect(guardErrorOf(error)?.code ?? error.name).toMatch(/^(client_closed|AbortError)$/);
      expect(await lifecycleOf(error)?.outcome).toBe("cancelled");
    },
  );
});

describe("a helper's stream of OpenAI's client, if close gives it up at its deadline,", () => {
  it("rejects", async () => {
    stand.provider.answerWith(BEGINNING);
    const guard = stand.guard();
    const stream = chats(guard).stream(REQUEST);
    const ended = caught(stream.finalContent());
    await new Promise((resolve) => stream.once("content", resolve));
    await guard.close({ deadlineMs: 100 });
    expect(guardErrorOf(await ended)?.code).toBe("client_closed");
  });

  it("rejects with that as its cause, and does not call it the app's own abort", async () => {
    stand.provider.answerWith(responseEventsThen(5, () => undefined));
    const guard = stand.guard();
    const stream = guardOpenAI(openai(), guard).responses.stream({ model: "m", input: "Hello." });
    const aborted = vi.fn();
    stream.on("abort", aborted);
    const ended = caught(stream.finalResponse());
    await new Promise((resolve) => stream.once("event", resolve));
    await guard.close({ deadlineMs: 100 });
    expect(guardErrorOf(await ended)?.code).toBe("client_closed");
    expect(aborted).not.toHaveBeenCalled();
  });
});
