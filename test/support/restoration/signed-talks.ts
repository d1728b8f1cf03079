import {
  anthropic,
  asks,
  chat,
  chatStreamed,
  chatWhole,
  converse,
  converseStreamed,
  interaction,
  invoke,
  invokeStreamed,
  invokeWhole,
  type Meddle,
  modelId,
  overFetch,
  streamedSteps,
  type TalkClient,
} from "../clients/talk-clients.ts";
import { type ConverseEvent, conversed } from "../models/converse-answers.ts";
import { messageBody, namedEvent } from "../models/message-answers.ts";
import { completion } from "../models/model-answers.ts";
import type { ModelAnswer } from "../models/model-server.ts";
import {
  ASKED,
  chatEvents,
  DETAIL,
  events,
  frames,
  INTERACTION,
  PIECES,
  SIGNATURE,
  STEP_EVENTS,
  TEXT,
  THINKING,
  THOUGHT,
  THOUGHT_STEP,
  thoughtEvents,
  whole,
} from "./signed-thinking.ts";

/** A conversation of two turns with a real client; the second answer ends it. */
export interface SignedTalk {
  /** The model's answer to the first turn. */
  readonly answer: ModelAnswer;
  /**
   * Runs both turns; the second sends back the content of the first answer, changed by `meddle`.
   */
  readonly run: (client: TalkClient, meddle: Meddle) => Promise<void>;
  /** Must be in the second request unchanged. */
  readonly sealed: object;
}

/** Conversations with signed thinking, for every client that supports it. */
export const SIGNED_TALKS: Readonly<Record<string, SignedTalk>> = {
  "Anthropic's client": {
    answer: whole(messageBody([THINKING, TEXT])),
    run: anthropic((client, body) => client.messages.create(body)),
    sealed: THINKING,
  },
  "Anthropic's client, streaming": {
    answer: events(thoughtEvents(), namedEvent),
    run: anthropic((client, body) => client.messages.stream(body).finalMessage()),
    sealed: THINKING,
  },
  "a fetch of Anthropic's messages": {
    answer: whole(messageBody([THINKING, TEXT])),
    run: overFetch("/v1/messages", false, (text) => {
      return { role: "assistant", content: (JSON.parse(text) as { content: object }).content };
    }),
    sealed: THINKING,
  },
  "a fetch of Anthropic's messages, streaming": {
    answer: events(thoughtEvents(), namedEvent),
    run: overFetch("/v1/messages", true, () => ({ role: "assistant", content: [THINKING] })),
    sealed: THINKING,
  },
  "Bedrock's client": {
    answer: whole(
      conversed([
        { reasoningContent: { reasoningText: { text: THOUGHT, signature: SIGNATURE } } },
        { text: "I do not know." },
      ]),
    ),
    run: converse(async (client) => {
      const { output } = await client.converse({ modelId, messages: [asks(ASKED)] });
      return output?.message?.content ?? [];
    }),
    sealed: { reasoningText: { text: THOUGHT, signature: SIGNATURE } },
  },
  "Bedrock's client, streaming": {
    answer: frames([
      ["messageStart", { role: "assistant" }],
      ...PIECES.map((text): ConverseEvent => {
        return [
          "contentBlockDelta",
          { contentBlockIndex: 0, delta: { reasoningContent: { text } } },
        ];
      }),
      [
        "contentBlockDelta",
        { contentBlockIndex: 0, delta: { reasoningContent: { signature: SIGNATURE } } },
      ],
      ["contentBlockStop", { contentBlockIndex: 0 }],
      ["messageStop", { stopReason: "end_turn" }],
    ]),
    run: converse(converseStreamed),
    sealed: { reasoningText: { text: THOUGHT, signature: SIGNATURE } },
  },
  "a model of Bedrock's in its own format": {
    answer: whole(messageBody([THINKING, TEXT])),
    run: invoke(invokeWhole),
    sealed: THINKING,
  },
  "a model of Bedrock's in its own format, streaming": {
    answer: frames(
      thoughtEvents().map((event): ConverseEvent => {
        return ["chunk", { bytes: Buffer.from(JSON.stringify(event)).toString("base64") }];
      }),
    ),
    run: invoke(invokeStreamed),
    sealed: THINKING,
  },
  "Google's client, interacting": {
    answer: whole({ ...INTERACTION, steps: [THOUGHT_STEP] }),
    run: interaction(false, async ({ steps }: { readonly steps: readonly object[] }) => steps),
    sealed: THOUGHT_STEP,
  },
  "Google's client, interacting in a stream": {
    answer: events(STEP_EVENTS),
    run: interaction(true, streamedSteps),
    sealed: THOUGHT_STEP,
  },
  "OpenAI's client and LiteLLM": {
    answer: whole(completion({ content: "Ah.", thinking_blocks: [THINKING] } as object)),
    run: chat(chatWhole),
    sealed: THINKING,
  },
  "OpenAI's client and LiteLLM, streaming": {
    answer: events(
      chatEvents("thinking_blocks", [
        ...PIECES.map((thinking) => ({ type: "thinking", thinking, signature: null })),
        { type: "thinking", thinking: "", signature: SIGNATURE },
      ]),
    ),
    run: chat(chatStreamed("thinking_blocks", "thinking", "thinking")),
    sealed: THINKING,
  },
  "OpenAI's client and OpenRouter": {
    answer: whole(completion({ content: "Ah.", reasoning_details: [DETAIL] } as object)),
    run: chat(chatWhole),
    sealed: DETAIL,
  },
  "OpenAI's client and OpenRouter, streaming": {
    answer: events(
      chatEvents("reasoning_details", [
        ...PIECES.map((text) => ({ type: "reasoning.text", text, index: 0 })),
        { type: "reasoning.text", text: null, signature: SIGNATURE, index: 0 },
      ]),
    ),
    run: chat(chatStreamed("reasoning_details", "text", "reasoning.text")),
    sealed: DETAIL,
  },
};
