import { completion, json, openStream, sse } from "../models/model-answers.ts";
import type { ModelAnswer } from "../models/model-server.ts";

/** Texts of a model that received placeholders, one for each kind of text in an answer. */
export const SAID = {
  words: "Dear [EMAIL_1], call [PHONE_1]. [not one] [EMAIL",
  second: '{"mail":"[email\\\\_1]"}',
  arguments: '{"to":"[EMAIL_1]","note":"[SECRET_1]"}',
  other: '{"phones":["[PHONE_1]"]}',
} as const;

const HEAD = { id: "chatcmpl-1", created: 1_700_000_000, model: "gpt-4o-mini-2024" };

const CALLS = [SAID.arguments, SAID.other].map((text, index) => ({
  id: `call_${index}`,
  type: "function",
  function: { name: "send", arguments: text },
}));

/** A complete answer: two choices, the first with words and two calls. */
export const saysWhole: ModelAnswer = (scene) => {
  const whole = completion({ content: SAID.words, tool_calls: CALLS });
  const [choice] = whole.choices as [object];
  const message = { role: "assistant", content: SAID.second, refusal: null };
  const choices = [choice, { index: 1, message, logprobs: null, finish_reason: "stop" }];
  return json({ ...whole, choices })(scene);
};

/** A chunk of one choice. */
interface ChoiceChunk {
  readonly choices: readonly { readonly index: number }[];
}

/** The same in chunks of `size` characters, with all texts interleaved. */
function chunksOf(size: number): ChoiceChunk[] {
  const chunk = (index: number, delta: object, finish_reason: string | null = null) => ({
    ...HEAD,
    object: "chat.completion.chunk",
    choices: [{ index, delta, logprobs: null, finish_reason }],
  });
  const begun = CALLS.map((call, index) => ({
    ...call,
    index,
    function: { ...call.function, arguments: "" },
  }));
  const said = (index: number, text: string, delta: (piece: string) => object) =>
    piecesOf(text, size).map((piece) => chunk(index, delta(piece)));
  const input = (index: number) => (piece: string) => ({
    tool_calls: [{ index, function: { arguments: piece } }],
  });
  return [
    chunk(0, { role: "assistant", content: "" }),
    chunk(1, { role: "assistant", content: "" }),
    ...inTurns(
      said(0, SAID.words, (content) => ({ content })),
      said(1, SAID.second, (content) => ({ content })),
    ),
    ...begun.map((call) => chunk(0, { tool_calls: [call] })),
    ...inTurns(said(0, SAID.arguments, input(0)), said(0, SAID.other, input(1))),
    chunk(0, {}, "tool_calls"),
    chunk(1, {}, "stop"),
  ];
}

/** Sends those chunks, one event at a time. */
export const saysStreamed = (size: number): ModelAnswer => sends(chunksOf(size));

/** The same with the first choice only, for clients that support no other. */
export const saysOneChoice = (size: number): ModelAnswer =>
  sends(chunksOf(size).filter(({ choices }) => choices[0]?.index === 0));

const sends =
  (chunks: readonly object[]): ModelAnswer =>
  async ({ response }) => {
    openStream(response);
    for (const chunk of chunks) {
      await new Promise((resolve) => response.write(sse(chunk), resolve));
    }
    response.end(sse("[DONE]"));
  };

export function piecesOf(text: string, size: number): string[] {
  return text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
}

function inTurns<T>(...lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat();
}
