import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { json, wellBehaved } from "../../support/models/model-answers.ts";
import { openStand, type Stand } from "../../support/stands/stand.ts";

/**
 * A model's answer is sent back to it with the next turn of a conversation. What its provider
 * signed in it must be unchanged, whether the app got originals or placeholders.
 */

const MAIL = "jane.doe@example.com";
const KNOWN = "[EMAIL_1]";
const signature = "c2lnbmVkIGJ5IHRoZSBwcm92aWRlcg==";
const ASKED = `Write to ${MAIL}, please.`;
const AGAIN = `Did you write to ${MAIL}?`;

/** A request or an answer in some format. */
type Body = Readonly<Record<string, unknown>>;

/** One wire format: a conversation, and the model's answer. */
interface Format {
  readonly path: string;
  /** The request that asks `question` after the turns before. */
  readonly ask: (before: readonly unknown[], question: string) => object;
  /** The turns of that request. */
  readonly turnsOf: (request: Body) => unknown;
  readonly answer: object;
  /** The turns that an app makes of an answer. */
  readonly turnsIn: (answer: Body) => unknown;
}

const user = (content: unknown) => ({ role: "user", content });
const call = { name: "send", arguments: JSON.stringify({ to: KNOWN }) };

const FORMATS: Record<string, Format> = {
  "an interaction of Gemini's": {
    path: "/v1beta/interactions",
    ask: (before, question) => ({
      model: "gemini-3",
      input: [...before, { type: "user_input", content: [{ type: "text", text: question }] }],
    }),
    turnsOf: ({ input }) => input,
    answer: {
      ...{ id: "i", object: "interaction", status: "completed", model: "gemini-3" },
      steps: [
        { type: "thought", signature, summary: [{ type: "text", text: `Who is ${KNOWN}?` }] },
        {
          ...{ type: "google_search_call", id: "s", signature },
          arguments: { queries: [`who is ${KNOWN}`] },
        },
        { type: "function_call", id: "f", name: "send", arguments: { to: KNOWN } },
        { type: "model_output", content: [{ type: "text", text: `Dear ${KNOWN}` }] },
      ],
    },
    turnsIn: ({ steps }) => steps,
  },
  "contents of Gemini's": {
    path: "/v1beta/models/gemini-3:generateContent",
    ask: (before, question) => ({
      contents: [...before, { role: "user", parts: [{ text: question }] }],
    }),
    turnsOf: ({ contents }) => contents,
    answer: {
      candidates: [
        {
          content: {
            role: "model",
            parts: [
              { text: `Who is ${KNOWN}?`, thought: true, thoughtSignature: signature },
              {
                functionCall: { name: "send", args: { to: KNOWN } },
                thoughtSignature: signature,
              },
              { text: `Dear ${KNOWN}` },
            ],
          },
        },
      ],
    },
    turnsIn: ({ candidates }) => [(candidates as { content: unknown }[])[0]?.content],
  },
  "a message of Anthropic's": {
    path: "/v1/messages",
    ask: (before, question) => ({
      ...{ model: "claude", max_tokens: 9, messages: [...before, user(question)] },
    }),
    turnsOf: ({ messages }) => messages,
    answer: {
      ...{ id: "m", type: "message", role: "assistant", model: "claude", stop_reason: "end_turn" },
      content: [
        { type: "compaction", content: `Wrote to ${KNOWN} before.`, signature },
        { type: "thinking", thinking: `Who is ${KNOWN}?`, signature },
        { type: "text", text: `Dear ${KNOWN}` },
        { type: "tool_use", id: "t", name: "send", input: { to: KNOWN } },
      ],
    },
    turnsIn: ({ role, content }) => [{ role, content }],
  },
  "a response of OpenAI's": {
    path: "/v1/responses",
    ask: (before, question) => ({ model: "gpt-5", input: [...before, user(question)] }),
    turnsOf: ({ input }) => input,
    answer: {
      ...{ id: "r", object: "response", status: "completed", model: "gpt-5" },
      output: [
        {
          ...{ type: "reasoning", id: "rs", encrypted_content: signature },
          summary: [{ type: "summary_text", text: `Who is ${KNOWN}?` }],
        },
        { type: "function_call", id: "fc", call_id: "c", ...call },
        {
          ...{ type: "message", id: "msg", role: "assistant", status: "completed" },
          content: [{ type: "output_text", annotations: [], text: `Dear ${KNOWN}` }],
        },
      ],
    },
    turnsIn: ({ output }) => output,
  },
  "a chat of OpenAI's dialects": {
    path: "/v1/chat/completions",
    ask: (before, question) => ({ model: "any", messages: [...before, user(question)] }),
    turnsOf: ({ messages }) => messages,
    answer: {
      ...{ id: "c", object: "chat.completion", model: "any" },
      choices: [
        {
          ...{ index: 0, finish_reason: "tool_calls" },
          message: {
            ...{ role: "assistant", content: `Dear ${KNOWN}` },
            thinking_blocks: [{ type: "thinking", thinking: `Who is ${KNOWN}?`, signature }],
            reasoning_details: [{ type: "reasoning.text", text: `Who is ${KNOWN}?`, signature }],
            tool_calls: [{ id: "t", type: "function", function: call }],
          },
        },
      ],
    },
    turnsIn: ({ choices }) => [(choices as { message: unknown }[])[0]?.message],
  },
};

let stand: Stand;
beforeAll(async () => {
  const policy = () => ({ allowed: true });
  stand = await openStand({ policy, forbidden: [MAIL] }, wellBehaved);
});
afterEach(async () => {
  await stand.clear();
});
afterAll(() => stand.close());

describe.each(Object.entries(FORMATS))("%s is sent back unchanged", (_name, format) => {
  it.each([true, false])("with restoreOutput: %s", async (restoreOutput) => {
    stand.provider.answerWith(json(format.answer));
    const guard = stand.guard({ masker: createMasker(), restoreOutput });
    const post = async (request: object): Promise<Body> => {
      const body = JSON.stringify(request);
      const headers = { "content-type": "application/json" };
      const url = `${stand.provider.url}${format.path}`;
      const answer = await guard.fetch(url, { method: "POST", headers, body });
      expect(answer.status).toBe(200);
      return (await answer.json()) as Body;
    };
    const first = format.ask([], ASKED);
    const answer = await post(first);
    expect(JSON.stringify(answer)).toContain(`Dear ${restoreOutput ? MAIL : KNOWN}`);
    expect(JSON.stringify(answer).replaceAll("\\", "")).toContain(
      `"to":"${restoreOutput ? MAIL : KNOWN}"`,
    );
    const listOf = (turns: unknown) => turns as readonly unknown[];
    const before = [...listOf(format.turnsOf(first as Body)), ...listOf(format.turnsIn(answer))];
    await post(format.ask(before, AGAIN));
    const [sentFirst, sentNext] = stand.provider.requests.map(({ body }) =>
      listOf(format.turnsOf(body)),
    );
    const last = listOf(format.turnsOf(format.ask([], AGAIN.replace(MAIL, KNOWN)) as Body));
    const said = listOf(format.turnsIn(format.answer as Body));
    expect(sentNext).toEqual([...(sentFirst ?? []), ...said, ...last]);
    expect(JSON.stringify(sentNext)).toContain(JSON.stringify(said).slice(1, -1));
    await guard.flush();
    expect(stand.plane.stored).toHaveLength(2);
  });
});
