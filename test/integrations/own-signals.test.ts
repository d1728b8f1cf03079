import { GoogleGenAI } from "@google/genai";
import { describe, expect, it } from "vitest";
import {
  defineProvider,
  type GuardedModelClient,
  type Lifecycle,
  type ProviderCall,
} from "../../src/index.ts";
import { anthropicMessages } from "../../src/integrations/anthropic.ts";
import { googleGenerateContent } from "../../src/integrations/google.ts";
import { guardOpenAI, openaiChat, openaiResponses } from "../../src/integrations/openai.ts";
import { ANTHROPIC } from "../support/models/anthropic-kind.ts";
import { completion, json, wellBehaved } from "../support/models/model-answers.ts";
import { OPENAI_KINDS } from "../support/models/openai-kinds.ts";
import { caught } from "../support/outcomes.ts";
import { PolyfilledSignal } from "../support/polyfilled-signal.ts";
import { useStand } from "../support/stands/stand.ts";

/** An app that moves to `guard.call` keeps the options it passed to its client, signal included. */

const model = "gpt-4o-mini";
const messages = [{ role: "user" as const, content: "How are you?" }];
const enough = new Error("enough");

const stand = useStand({}, wellBehaved);

const PROVIDERS = [
  ...OPENAI_KINDS.flatMap((kind) => [
    [`chats of ${kind.name}`, () => openaiChat(kind.make(stand.provider.url)), { messages }],
    [
      `responses of ${kind.name}`,
      () => openaiResponses(kind.make(stand.provider.url)),
      { input: "How are you?" },
    ],
  ]),
  [
    "messages of Anthropic",
    () => anthropicMessages(ANTHROPIC.make(stand.provider.url)),
    { messages, max_tokens: 16 },
  ],
  ["content of Google", () => googleGenerateContent(google()), { contents: "How are you?" }],
] as [string, () => never, object][];

function google(): GoogleGenAI {
  return new GoogleGenAI({ apiKey: "unused", httpOptions: { baseUrl: stand.provider.url } });
}

describe.each(PROVIDERS)(
  "the signal among the client's own options, with %s,",
  (_name, open, own) => {
    const optionsOf = (signal: AbortSignal) => ({
      provider: open(),
      ...("contents" in own
        ? { request: { model, ...own, config: { abortSignal: signal } } }
        : { request: { model, ...own }, requestOptions: { signal } }),
    });
    const outcomes = async (guard: GuardedModelClient) => {
      await guard.flush({ deadlineMs: 3_000 });
      return stand.plane.stored.map(({ metadata }) => metadata?.outcome);
    };

    it("cancels a call that the provider has not answered", async () => {
      const controller = new AbortController();
      stand.provider.answerWith(() => controller.abort(enough));
      const guard = stand.guard();
      const error = await caught(guard.call(optionsOf(controller.signal)));
      expect(error).toBe(enough);
      await expect.poll(() => stand.provider.hangUps).toBe(1);
      expect(await outcomes(guard)).toEqual(["cancelled"]);
    });

    it("cancels a stream between its chunks", async () => {
      const controller = new AbortController();
      stand.provider.answerWith(({ response }) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write('event: ping\ndata: {"type":"ping"}\n\n');
      });
      const guard = stand.guard();
      const stream = await guard.stream(optionsOf(controller.signal));
      const next = stream[Symbol.asyncIterator]().next();
      controller.abort(enough);
      await Promise.allSettled([next]);
      expect(await stream.result).toMatchObject({ outcome: "cancelled" });
      await expect.poll(() => stand.provider.hangUps).toBe(1);
      expect(await outcomes(guard)).toEqual(["cancelled"]);
    });

    it("cancels a call even if it is no AbortSignal, as the client alone accepts it", async () => {
      const signal = new PolyfilledSignal();
      stand.provider.answerWith(() => signal.abort());
      const guard = stand.guard();
      const calling = guard.call(optionsOf(signal as unknown as AbortSignal));
      expect(await caught(calling)).toMatchObject({ name: "AbortError" });
      await expect.poll(() => stand.provider.hangUps).toBe(1);
      expect(await outcomes(guard)).toEqual(["cancelled"]);
    });

    it("cancels the guard, too, and leaves calls alone whose signal does not abort", async () => {
      stand.provider.answerWith(json(completion()));
      const guard = stand.guard();
      const aborted = AbortSignal.abort(enough);
      expect(await caught(guard.call(optionsOf(aborted)))).toBe(enough);
      expect(await caught(guard.stream(optionsOf(aborted)))).toBe(enough);
      expect(stand.plane.guardRequests).toEqual([]);
      const both = {
        ...optionsOf(new AbortController().signal),
        signal: new AbortController().signal,
      };
      await guard.call(both);
      expect(stand.provider.requests).toHaveLength(1);
      expect(await outcomes(guard)).toEqual(["complete"]);
    });
  },
);

describe("a signal of a polyfill", () => {
  const signal = (): AbortSignal & PolyfilledSignal => new PolyfilledSignal() as never;

  it.each(OPENAI_KINDS)("cancels a call of a guarded client of $name", async (kind) => {
    const own = signal();
    const client = guardOpenAI(kind.make(stand.provider.url), stand.guard());
    stand.provider.answerWith(json(completion()));
    await client.chat.completions.create({ model, messages }, { signal: own });
    stand.provider.answerWith(() => own.abort());
    const calling = client.chat.completions.create({ model, messages }, { signal: own });
    expect((await caught(calling)).constructor.name).toBe("APIUserAbortError");
  });

  it("cancels a call by its context, and together with another signal", async () => {
    const guard = stand.guard();
    for (const requestOptions of [undefined, { signal: new AbortController().signal }]) {
      const own = signal();
      const provider = anthropicMessages(ANTHROPIC.make(stand.provider.url));
      stand.provider.answerWith(() => own.abort());
      const request = { model, messages, max_tokens: 16 };
      const calling = guard.call({ provider, request, requestOptions, signal: own });
      expect(await caught(calling)).toMatchObject({ name: "AbortError" });
    }
  });
});

interface Asked {
  readonly model: string;
  readonly words: string;
}

it.each(["signal", "abortSignal"])(
  "the %s among the options of a format of the app's own cancels the guard, too",
  async (name) => {
    const provider = defineProvider({
      name: "acme",
      mapPrompt: (asked: Asked, { text }) => ({ ...asked, words: text(asked.words) }),
      execute: async (_call: ProviderCall<Asked, object>) => "never",
    });
    const requestOptions = { [name]: AbortSignal.abort(enough) };
    const given = { provider, request: { model, words: "How are you?" }, requestOptions };
    expect(await caught(stand.guard().call(given))).toBe(enough);
    expect(stand.plane.guardRequests).toEqual([]);
  },
);

it("options that cannot be read fail the call, and leave nothing that close waits for", async () => {
  const guard = stand.guard();
  const broken = new Error("no options");
  const requestOptions = {
    get signal(): AbortSignal {
      throw broken;
    },
  };
  const provider = anthropicMessages(ANTHROPIC.make(stand.provider.url));
  let outcome: unknown;
  const onLifecycle = (lifecycle: Lifecycle) => {
    outcome = lifecycle.outcome;
  };
  const request = { model, messages, max_tokens: 16 };
  const error = await caught(guard.call({ provider, request, requestOptions, onLifecycle }));
  expect(error).toBe(broken);
  expect(await outcome).toBe("error");
});
