import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { type GuardedModelClient, guardErrorOf } from "../../../src/index.ts";
import { guardMiddleware } from "../../../src/integrations/ai-sdk.ts";
import { guardOpenAI, openaiChat } from "../../../src/integrations/openai.ts";
import { createMasker, defineMasker, type Masker } from "../../../src/masking/index.ts";
import { AI_MAJORS } from "../../support/models/ai-majors.ts";
import {
  completion,
  json,
  SAID,
  streamed,
  wellBehaved,
} from "../../support/models/model-answers.ts";
import { useStand } from "../../support/stands/stand.ts";

const MAIL = "ada@example.com";
const messages = [{ role: "user" as const, content: `I am ${MAIL}` }];
const request = { model: "gpt-4o-mini", messages };

const stand = useStand({ policy: () => ({ allowed: true }), forbidden: [MAIL] }, wellBehaved);

const client = (): OpenAI =>
  new OpenAI({ apiKey: "k", baseURL: stand.provider.baseURL, maxRetries: 0 });

async function drain(chunks: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of chunks);
}

/** Every entry point of the library, read to its end. */
const DOORWAYS: readonly [string, (guard: GuardedModelClient) => Promise<unknown>][] = [
  ["guard.call", (guard) => guard.call({ model: "m", input: MAIL, execute: async () => SAID })],
  [
    "guard.call with a provider",
    (guard) => guard.call({ provider: openaiChat(client()), request }),
  ],
  [
    "guard.stream",
    async (guard) =>
      drain(
        await guard.stream({
          model: "m",
          input: MAIL,
          execute: async function* () {
            yield SAID;
          },
        }),
      ),
  ],
  [
    "guard.stream with a provider",
    async (guard) => drain(await guard.stream({ provider: openaiChat(client()), request })),
  ],
  ["guardOpenAI", (guard) => guardOpenAI(client(), guard).chat.completions.create(request)],
  [
    "guardOpenAI, streamed",
    async (guard) =>
      drain(
        await guardOpenAI(client(), guard).chat.completions.create({ ...request, stream: true }),
      ),
  ],
  [
    "guard.fetch",
    async (guard) => {
      const url = `${stand.provider.baseURL}/chat/completions`;
      const answer = await guard.fetch(url, { method: "POST", body: JSON.stringify(request) });
      const text = await answer.text();
      if (!answer.ok)
        throw Object.assign(new Error("refused"), {
          status: answer.status,
          error: JSON.parse(text).error,
          headers: answer.headers,
        });
    },
  ],
  [
    "guardMiddleware",
    (guard) => {
      const [ai] = AI_MAJORS.slice(-1);
      if (ai === undefined) throw new Error("no AI SDK");
      const model = ai.sdk.wrapLanguageModel({
        model: ai.openai(stand.provider.baseURL).chat("gpt-4o-mini"),
        middleware: guardMiddleware(guard) as never,
      });
      return ai.sdk.generateText({ model, prompt: MAIL, maxRetries: 0 });
    },
  ],
];

const finding = (find: () => Promise<never[]>): Masker =>
  defineMasker({ capabilities: { pii: true, secrets: false }, find });

describe.each(DOORWAYS)("through %s, a masker that", (_name, run) => {
  it.each([
    ["fails", finding(() => Promise.reject(new Error(MAIL)))],
    ["never answers", finding(() => new Promise(() => undefined))],
  ])("%s denies the call before any request", async (_how, masker) => {
    const guard = stand.guard({ masker, guardDeadlineMs: 40, restoreOutput: true });
    const error = await run(guard).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(guardErrorOf(error)?.code).toBe("masking_failed");
    expect(String((error as Error).message)).not.toContain(MAIL);
    expect(stand.plane.guardRequests).toEqual([]);
    expect(stand.provider.requests).toEqual([]);
    expect(guard.stats()).toMatchObject({ created: 0 });
  });

  it("fails after the answer withholds it from telemetry, not from the app", async () => {
    const local = createMasker();
    const failing: Masker = {
      capabilities: local.capabilities,
      open() {
        const session = local.open();
        return {
          vault: session.vault,
          reserve: (text) => session.reserve(text),
          mask(text) {
            if (text === SAID) throw new Error(text);
            return session.mask(text);
          },
        };
      },
    };
    const guard = stand.guard({ masker: failing, restoreOutput: true });
    await run(guard);
    await guard.flush({ deadlineMs: 3_000 });
    expect(stand.plane.stored).toMatchObject([
      { output: "[withheld]", metadata: { outcome: "complete", withheld: "masking_failed" } },
    ]);
    expect(stand.plane.stored[0]?.input).toContain("[EMAIL_1]");
  });
});

describe("a vault that fails after the answer", () => {
  /** Knows no originals any more once the provider has been asked. */
  const forgetting = (): Masker => {
    const local = createMasker();
    return {
      capabilities: local.capabilities,
      open() {
        const session = local.open();
        const { vault } = session;
        const own: ReturnType<Masker["open"]>["vault"] = {
          get size() {
            return vault.size;
          },
          originalOf(placeholder) {
            if (stand.provider.requests.length > 0) throw new Error(MAIL);
            return vault.originalOf(placeholder);
          },
          placeholders: () => vault.placeholders(),
          toJSON: () => vault.toJSON(),
        };
        return {
          vault: own,
          reserve: (text) => session.reserve(text),
          mask: (text) => session.mask(text),
        };
      },
    };
  };

  it.each([
    ["a complete answer", json(completion({ content: "You are [EMAIL_1]." }))],
    ["a stream", streamed(["You are [EM", "AIL_1]", "."])],
    ["a stream that has one in a piece", streamed(["You are ", "[EMAIL_1]."])],
  ])("leaves its placeholders in %s through guard.fetch", async (_name, answer) => {
    stand.provider.answerWith(answer);
    const guard = stand.guard({ masker: forgetting(), restoreOutput: true });
    const url = `${stand.provider.baseURL}/chat/completions`;
    const response = await guard.fetch(url, { method: "POST", body: JSON.stringify(request) });
    const said = [...(await response.text()).matchAll(/"content":"([^"]*)"/g)];
    expect(said.map(([, piece]) => piece).join("")).toBe("You are [EMAIL_1].");
    expect(await guard.flush({ deadlineMs: 3_000 })).toMatchObject({ created: 1, delivered: 1 });
  });
});

describe("the names of messages", () => {
  it("are masked like everything else, though the guard does not see them", async () => {
    const guard = stand.guard({ masker: createMasker(), restoreOutput: true });
    await guardOpenAI(client(), guard).chat.completions.create({
      ...request,
      messages: [
        { role: "system", name: "desk", content: "Be brief." },
        { role: "user", name: MAIL, content: "Who am I?" },
        { role: "user", name: "bob@example.org", content: `Not ${MAIL}.` },
      ],
    });
    const sent = stand.provider.requests[0]?.body.messages as { name: string; content: string }[];
    expect(sent.map(({ name, content }) => [name, content])).toEqual([
      ["desk", "Be brief."],
      ["[EMAIL_1]", "Who am I?"],
      ["[EMAIL_2]", "Not [EMAIL_1]."],
    ]);
    expect(JSON.stringify(stand.plane.guardRequests)).not.toContain("bob@");
  });
});
