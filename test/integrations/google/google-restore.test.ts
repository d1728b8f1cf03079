import { type ApiError, GoogleGenAI } from "@google/genai";
import { describe, expect, it } from "vitest";
import {
  type GuardedModelClient,
  guardErrorOf,
  isGuardDenied,
  isGuardUnavailable,
} from "../../../src/index.ts";
import { googleGenerateContent, guardGoogle } from "../../../src/integrations/google.ts";
import { createMasker } from "../../../src/masking/index.ts";
import { event, json } from "../../support/models/gemini-answers.ts";
import type { ModelAnswer } from "../../support/models/model-server.ts";
import { caught } from "../../support/outcomes.ts";
import { useStand } from "../../support/stands/stand.ts";

const MAIL = "ada@example.com";
const model = "gemini-2.5-flash";
const asked = { model, contents: `I am ${MAIL}.` };

const stand = useStand({ policy: () => ({ allowed: true }), forbidden: [MAIL] });

const chunk = (parts: readonly object[], own: object = {}): object => ({
  candidates: [{ content: { role: "model", parts }, index: 0, ...own }],
  modelVersion: model,
});

const CALL = { functionCall: { name: "send", args: { to: "[EMAIL_1]" } } };

/** The output of a model that knows only placeholders, split in the middle of them. */
const CHUNKS = [
  chunk([{ text: "Who is [EMA", thought: true }]),
  chunk([{ text: "IL_1]?", thought: true }]),
  chunk([{ text: "Dear [EM" }]),
  chunk([{ text: "AIL_1], hello [E" }]),
  chunk([CALL], { finishReason: "STOP" }),
];

const streamed =
  (events: readonly string[], type = "text/event-stream"): ModelAnswer =>
  ({ response }) => {
    response.writeHead(200, { "content-type": type });
    for (const each of events) response.write(each);
    response.end();
  };

const guarding = (): GuardedModelClient =>
  stand.guard({ masker: createMasker(), restoreOutput: true });

const clientOf = (fetch?: typeof globalThis.fetch): GoogleGenAI =>
  new GoogleGenAI({
    apiKey: "test-key",
    httpOptions: { baseUrl: stand.provider.url, ...(fetch && { fetch }) },
  });

const DOORWAYS: Record<string, (guard: GuardedModelClient) => GoogleGenAI> = {
  "a client guarded in place": (guard) => guardGoogle(clientOf(), guard),
  "a client over guard.fetch": (guard) => clientOf(guard.fetch),
};

describe.each(Object.entries(DOORWAYS))("originals restored through %s", (_name, open) => {
  it("appear in the chunks of a stream: text, thoughts and calls", async () => {
    stand.provider.answerWith(streamed(CHUNKS.map(event)));
    const guard = guarding();
    let said = "";
    let thought = "";
    const calls: unknown[] = [];
    for await (const part of await open(guard).models.generateContentStream(asked)) {
      said += part.text ?? "";
      for (const { text = "", thought: isThought } of part.candidates?.[0]?.content?.parts ?? []) {
        if (isThought) thought += text;
      }
      calls.push(...(part.functionCalls ?? []));
    }
    expect(said).toBe(`Dear ${MAIL}, hello [E`);
    expect(thought).toBe(`Who is ${MAIL}?`);
    expect(calls).toEqual([{ name: "send", args: { to: MAIL } }]);
    await guard.flush();
    expect(stand.plane.stored).toMatchObject([
      { input: "I am [EMAIL_1].", output: 'Dear [EMAIL_1], hello [E\nsend({"to":"[EMAIL_1]"})' },
    ]);
  });

  it("do not change an error between the chunks of a stream, which stays the client's own", async () => {
    const failure = { error: { code: 503, message: "overloaded", status: "UNAVAILABLE" } };
    let fail = (): void => undefined;
    stand.provider.answerWith(({ response }) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(event(chunk([{ text: "Dear [EMAIL_1], hello [EM" }])));
      fail = () => void response.end(JSON.stringify(failure, null, 2));
    });
    const run = async (client: GoogleGenAI) => {
      const said: string[] = [];
      const stream = await client.models.generateContentStream(asked);
      const reading = async () => {
        for await (const part of stream) {
          said.push(part.text ?? "");
          fail();
        }
      };
      const { name, message, status } = (await caught(reading())) as ApiError;
      return { said: said.join(""), error: { name, message, status } };
    };
    const guard = guarding();
    const guarded = await run(open(guard));
    const bare = await run(clientOf());
    expect(guarded).toEqual({ said: `Dear ${MAIL}, hello [EM`, error: bare.error });
    expect(bare.error).toMatchObject({ name: "ApiError", status: 503 });
    await guard.flush();
    expect(stand.plane.stored).toMatchObject([
      {
        event_type: "error",
        output: "Dear [EMAIL_1], hello [EM",
        metadata: { outcome: "error", error: { status: 503, code: "UNAVAILABLE" } },
      },
    ]);
  });

  it("appear in the events of a streamed interaction", async () => {
    const steps = [
      { event_type: "interaction.created", interaction: { id: "i_1", status: "in_progress" } },
      { event_type: "step.start", index: 0, step: { type: "model_output" } },
      { event_type: "step.delta", index: 0, delta: { type: "text", text: "Dear [EM" } },
      { event_type: "step.delta", index: 0, delta: { type: "text", text: "AIL_1] [E" } },
      { event_type: "step.stop", index: 0 },
      { event_type: "interaction.completed", interaction: { id: "i_1", status: "completed" } },
    ];
    const named = steps.map(
      (step) => `event: ${step.event_type}\ndata: ${JSON.stringify(step)}\n\n`,
    );
    stand.provider.answerWith(streamed(named));
    const guard = guarding();
    const stream = await open(guard).interactions.create({
      ...{ model, input: asked.contents, stream: true },
    } as never);
    let said = "";
    for await (const each of stream as unknown as AsyncIterable<{ delta?: { text?: string } }>) {
      said += each.delta?.text ?? "";
    }
    expect(said).toBe(`Dear ${MAIL} [E`);
    await guard.flush();
    expect(stand.plane.stored).toMatchObject([{ output: "Dear [EMAIL_1] [E" }]);
  });
});

describe("originals restored in Gemini's format", () => {
  it("appear through guard.stream, in the client's own chunks", async () => {
    stand.provider.answerWith(streamed(CHUNKS.map(event)));
    const provider = googleGenerateContent(clientOf());
    let said = "";
    for await (const part of await guarding().stream({ provider, request: asked })) {
      said += part.text ?? "";
    }
    expect(said).toBe(`Dear ${MAIL}, hello [E`);
  });

  it("appear in a stream that is one array, whose other chunks are unchanged", async () => {
    const last = '{"usageMetadata":\t{ "totalTokenCount": 15 }}';
    const array = `[${CHUNKS.map((each) => JSON.stringify(each)).join("\n,\r\n")},\n${last}\n]\n`;
    stand.provider.answerWith(streamed([array], "application/json; charset=UTF-8"));
    const guard = guarding();
    const url = `${stand.provider.url}/v1beta/models/${model}:streamGenerateContent`;
    const contents = [{ parts: [{ text: asked.contents }] }];
    const answer = await guard.fetch(url, { method: "POST", body: JSON.stringify({ contents }) });
    const text = await answer.text();
    expect(text).toContain(last);
    const parts = (JSON.parse(text) as { candidates?: { content: { parts: object[] } }[] }[])
      .flatMap(({ candidates = [] }) => candidates)
      .flatMap(({ content }) => content.parts as { text?: string; thought?: boolean }[]);
    const said = parts.filter(({ thought }) => !thought).map((part) => part.text ?? "");
    expect(said.join("")).toBe(`Dear ${MAIL}, hello [E`);
    expect(parts.at(-1)).toEqual({ functionCall: { name: "send", args: { to: MAIL } } });
    await guard.flush();
    expect(stand.plane.stored[0]).toMatchObject({ usage: { total_tokens: 15 } });
  });
});

describe("an error of Google's client, which has no headers,", () => {
  const failure = async (work: PromiseLike<unknown>): Promise<unknown> =>
    work.then(
      () => new Error("it was not refused"),
      (error: unknown) => error,
    );

  it("is recognized as a denial, for calls and streams", async () => {
    stand.plane.script("guard", { always: { status: 200, body: { allowed: false } } });
    const client = clientOf(stand.guard().fetch);
    for (const call of [
      () => client.models.generateContent(asked),
      () => client.models.generateContentStream(asked),
      () => client.models.countTokens(asked),
      () => client.chats.create({ model }).sendMessage({ message: asked.contents }),
    ]) {
      const error = await failure(call());
      expect(error).toMatchObject({ name: "ApiError", status: 403 });
      expect(isGuardDenied(error)).toBe(true);
      expect(guardErrorOf(error)?.clientEventId).toBeDefined();
    }
    expect(stand.provider.requests).toEqual([]);
    expect(stand.plane.guardRequests).toHaveLength(4);
  });

  it("is recognized as an outage", async () => {
    stand.plane.script("guard", { always: { status: 500, body: { error: "down" } } });
    const client = clientOf(stand.guard({ guardDeadlineMs: 100 }).fetch);
    const error = await failure(client.models.generateContent(asked));
    expect(error).toMatchObject({ name: "ApiError", status: 503 });
    expect(isGuardUnavailable(error)).toBe(true);
    expect(stand.provider.requests).toEqual([]);
  });

  it("is not recognized as a denial if it is the provider's own 403", async () => {
    const own = { error: { code: 403, message: "no access", status: "PERMISSION_DENIED" } };
    stand.provider.answerWith(json(own, 403));
    const client = clientOf(stand.guard().fetch);
    const error = await failure(client.models.generateContent({ ...asked, contents: "Hello." }));
    expect(error).toMatchObject({ name: "ApiError", status: 403 });
    expect(guardErrorOf(error)).toBeUndefined();
  });
});
