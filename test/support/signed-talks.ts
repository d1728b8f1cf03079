import Anthropic from "@anthropic-ai/sdk";
import {
  BedrockRuntime,
  type ContentBlock,
  InvokeModelCommand,
  InvokeModelWithResponseStreamCommand,
} from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import OpenAI from "openai";
import type { GuardedModelClient } from "../../src/index.ts";
import { guardAnthropic } from "../../src/integrations/anthropic.ts";
import { guardBedrock } from "../../src/integrations/bedrock.ts";
import { guardGoogle } from "../../src/integrations/google.ts";
import { guardOpenAI } from "../../src/integrations/openai.ts";
import { type ConverseEvent, conversed, EVENT_STREAM, eventFrame } from "./converse-answers.ts";
import { messageBody, messageEvents, namedEvent } from "./message-answers.ts";
import { completion, openStream, sse } from "./model-answers.ts";
import type { ModelAnswer } from "./model-server.ts";

/** What the model makes up while it thinks, and the pieces in which that arrives. */
export const INVENTED = "invented@example.com";
export const PIECES = ["Is it [EMAIL_1] or inv", "ented@exam", "ple.com? \ud83d", "\ude42 Hm."];
export const THOUGHT = PIECES.join("");
export const SIGNATURE = Buffer.alloc(48, "signed").toString("base64");
export const ASKED = "My address is jane@example.com.";
export const AGAIN = "And what is yours?";

/** A conversation of two turns with a real client, which the second answer ends. */
export interface SignedTalk {
  /** What the model answers to the first turn. */
  readonly answer: ModelAnswer;
  /** Takes both turns; sends back what the first one's answer held, changed by `meddle`. */
  readonly run: (client: TalkClient, meddle: Meddle) => Promise<void>;
  /** What stands in the second request as it came. */
  readonly sealed: object;
}

/** Where a talk's client finds its provider, and its guard. */
export interface TalkClient {
  readonly url: string;
  /** Where another client takes the second turn, instead of the same one. */
  readonly elsewhere?: string | undefined;
  readonly guard: GuardedModelClient;
}

/** The clients for both turns: one and the same, unless the second goes elsewhere. */
function both<C>({ url, elsewhere }: TalkClient, clientAt: (url: string) => C): readonly [C, C] {
  const client = clientAt(url);
  return [client, elsewhere === undefined ? client : clientAt(elsewhere)];
}

/** What an app does to what it sends back: JSON in, JSON out. */
export type Meddle = (json: string) => string;

const meddled = <T>(value: T, meddle: Meddle): T => JSON.parse(meddle(JSON.stringify(value))) as T;

const THINKING = { type: "thinking", thinking: THOUGHT, signature: SIGNATURE };
const TEXT = { type: "text", text: "I do not know." };

/** The events of a message that was thought about. */
export function thoughtEvents(pieces: readonly string[] = PIECES): object[] {
  const [start, ...rest] = messageEvents([]);
  const thinking = { type: "thinking", thinking: "", signature: "" };
  const delta = (one: object) => ({ type: "content_block_delta", index: 0, delta: one });
  return [
    start as object,
    { type: "content_block_start", index: 0, content_block: thinking },
    ...pieces.map((piece) => delta({ type: "thinking_delta", thinking: piece })),
    delta({ type: "signature_delta", signature: SIGNATURE }),
    ...rest.slice(2),
  ];
}

const whole =
  (body: object): ModelAnswer =>
  ({ response }) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };

const events =
  (all: readonly object[], write: (event: object) => string = sse): ModelAnswer =>
  ({ response }) => {
    openStream(response);
    response.end(all.map(write).join(""));
  };

const frames =
  (all: readonly ConverseEvent[]): ModelAnswer =>
  ({ response }) => {
    response.writeHead(200, { "content-type": EVENT_STREAM });
    for (const event of all) response.write(eventFrame(event));
    response.end();
  };

const user = (content: string) => ({ role: "user" as const, content });

/** Anthropic's own client, which gives the assistant's content. */
function anthropic(ask: (client: Anthropic, body: never) => Promise<Anthropic.Message>) {
  return async (talk: TalkClient, meddle: Meddle): Promise<void> => {
    const [client, next] = both(talk, (baseURL) =>
      guardAnthropic(new Anthropic({ apiKey: "no-key", baseURL }), talk.guard),
    );
    const body = { model: "claude-sonnet-5-5", max_tokens: 100, messages: [user(ASKED)] };
    const { content } = await ask(client, body as never);
    const said = meddled({ role: "assistant", content }, meddle);
    await next.messages.create({ ...body, messages: [user(ASKED), said, user(AGAIN)] } as never);
  };
}

/** Anything that takes a `fetch`. */
function overFetch(path: string, stream: boolean, turnOf: (text: string) => object) {
  return async (talk: TalkClient, meddle: Meddle): Promise<void> => {
    const [first, second] = both(talk, (url) => `${url}${path}`);
    const post = async (to: string, messages: readonly object[]): Promise<string> => {
      const answer = await talk.guard.fetch(to, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ model: "m", stream, messages }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
      return text;
    };
    const said = meddled(turnOf(await post(first, [user(ASKED)])), meddle);
    await post(second, [user(ASKED), said, user(AGAIN)]);
  };
}

function bedrock(talk: TalkClient): readonly [BedrockRuntime, BedrockRuntime] {
  return both(talk, (endpoint) => {
    const client = new BedrockRuntime({
      endpoint,
      region: "eu-west-1",
      credentials: { accessKeyId: "not-a-key", secretAccessKey: "not-a-secret" },
      requestHandler: new NodeHttpHandler(),
    });
    return guardBedrock(client, talk.guard);
  });
}

const modelId = "anthropic.claude-sonnet-5-5-v1:0";
const asks = (text: string) => ({ role: "user" as const, content: [{ text }] });

function converse(ask: (client: BedrockRuntime) => Promise<ContentBlock[]>) {
  return async (talk: TalkClient, meddle: Meddle): Promise<void> => {
    const [client, next] = bedrock(talk);
    const said = meddled({ role: "assistant" as const, content: await ask(client) }, meddle);
    await next.converse({ modelId, messages: [asks(ASKED), said, asks(AGAIN)] });
  };
}

/** Adds up the pieces of a stream's thinking, as apps do. */
async function converseStreamed(client: BedrockRuntime): Promise<ContentBlock[]> {
  const { stream } = await client.converseStream({ modelId, messages: [asks(ASKED)] });
  let text = "";
  let signature = "";
  for await (const { contentBlockDelta } of stream ?? []) {
    text += contentBlockDelta?.delta?.reasoningContent?.text ?? "";
    signature += contentBlockDelta?.delta?.reasoningContent?.signature ?? "";
  }
  return [{ reasoningContent: { reasoningText: { text, signature } } }];
}

const CLAUDE = { anthropic_version: "bedrock-2023-05-31", max_tokens: 100 };
const bodyOf = (messages: readonly object[]) => JSON.stringify({ ...CLAUDE, messages });

function invoke(ask: (client: BedrockRuntime, body: string) => Promise<readonly object[]>) {
  return async (talk: TalkClient, meddle: Meddle): Promise<void> => {
    const [client, next] = bedrock(talk);
    const content = await ask(client, bodyOf([user(ASKED)]));
    const said = meddled({ role: "assistant", content }, meddle);
    const body = bodyOf([user(ASKED), said, user(AGAIN)]);
    await next.send(new InvokeModelCommand({ modelId, body }));
  };
}

async function invokeWhole(client: BedrockRuntime, body: string): Promise<readonly object[]> {
  const { body: bytes } = await client.send(new InvokeModelCommand({ modelId, body }));
  return (JSON.parse(bytes.transformToString()) as { content: object[] }).content;
}

async function invokeStreamed(client: BedrockRuntime, body: string): Promise<readonly object[]> {
  const command = new InvokeModelWithResponseStreamCommand({ modelId, body });
  const { body: stream } = await client.send(command);
  let thinking = "";
  let signature = "";
  for await (const { chunk } of stream ?? []) {
    const { delta } = JSON.parse(Buffer.from(chunk?.bytes ?? []).toString());
    thinking += delta?.thinking ?? "";
    signature += delta?.signature ?? "";
  }
  return [{ type: "thinking", thinking, signature }];
}

const step = (text: string) => ({ type: "user_input", content: [{ type: "text", text }] });
const THOUGHT_STEP = {
  ...{ type: "thought", signature: SIGNATURE },
  summary: [{ type: "text", text: THOUGHT }],
};
const INTERACTION = { id: "i", object: "interaction", status: "completed", model: "gemini-3" };

function interaction(stream: boolean, stepsOf: (answer: never) => Promise<readonly object[]>) {
  return async (talk: TalkClient, meddle: Meddle): Promise<void> => {
    const [client, next] = both(talk, (baseUrl) =>
      guardGoogle(new GoogleGenAI({ apiKey: "no-key", httpOptions: { baseUrl } }), talk.guard),
    );
    const body = (input: readonly object[]) => ({ model: "gemini-3", input });
    const asked = { ...body([step(ASKED)]), stream };
    const said = meddled(
      await stepsOf((await client.interactions.create(asked as never)) as never),
      meddle,
    );
    await next.interactions.create(body([step(ASKED), ...said, step(AGAIN)]) as never);
  };
}

interface StepEvent {
  readonly delta?: { readonly content?: { readonly text: string }; readonly signature?: string };
}

async function streamedSteps(stream: AsyncIterable<StepEvent>): Promise<readonly object[]> {
  let text = "";
  let signature = "";
  for await (const { delta } of stream) {
    text += delta?.content?.text ?? "";
    signature += delta?.signature ?? "";
  }
  return [{ type: "thought", signature, summary: [{ type: "text", text }] }];
}

const STEP_EVENTS = [
  { event_type: "step.start", index: 0, step: { type: "thought" } },
  ...PIECES.map((text) => ({
    ...{ event_type: "step.delta", index: 0 },
    delta: { type: "thought_summary", content: { type: "text", text } },
  })),
  {
    ...{ event_type: "step.delta", index: 0 },
    delta: { type: "thought_signature", signature: SIGNATURE },
  },
  { event_type: "step.stop", index: 0 },
  { event_type: "interaction.completed", interaction: INTERACTION },
];

type ChatMessage = Readonly<Record<string, unknown>>;

/** What gateways add to OpenAI's messages. */
function chat(ask: (client: OpenAI, body: never) => Promise<ChatMessage>) {
  return async (talk: TalkClient, meddle: Meddle): Promise<void> => {
    const [client, next] = both(talk, (url) =>
      guardOpenAI(new OpenAI({ apiKey: "no-key", baseURL: `${url}/v1` }), talk.guard),
    );
    const said = meddled(
      await ask(client, { model: "m", messages: [user(ASKED)] } as never),
      meddle,
    );
    const messages = [user(ASKED), said, user(AGAIN)];
    await next.chat.completions.create({ model: "m", messages } as never);
  };
}

async function chatWhole(client: OpenAI, body: never): Promise<ChatMessage> {
  const { choices } = await client.chat.completions.create(body);
  return choices[0]?.message as unknown as ChatMessage;
}

const chatStreamed =
  (list: string, key: string, type: string) =>
  async (client: OpenAI, body: object): Promise<ChatMessage> => {
    const streamed = { ...body, stream: true } as never;
    const stream = await client.chat.completions.create(streamed);
    let text = "";
    let signature = "";
    for await (const { choices } of stream as unknown as AsyncIterable<Chunk>) {
      for (const part of choices[0]?.delta[list] ?? []) {
        text += part[key] ?? "";
        signature += part.signature ?? "";
      }
    }
    return { role: "assistant", content: "Ah.", [list]: [{ type, [key]: text, signature }] };
  };

interface Chunk {
  readonly choices: readonly { readonly delta: Record<string, Record<string, string>[]> }[];
}

const chatEvents = (list: string, parts: readonly object[]) => [
  ...parts.map((part) => ({
    ...{ id: "c", object: "chat.completion.chunk", created: 1, model: "m" },
    choices: [{ index: 0, delta: { [list]: [part] }, finish_reason: null }],
  })),
  "[DONE]" as unknown as object,
];

const DETAIL = { type: "reasoning.text", text: THOUGHT, signature: SIGNATURE };

/** Talks with signed thinking in them, over every client that has such. */
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
