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
import type { GuardedModelClient } from "../../../src/index.ts";
import { guardAnthropic } from "../../../src/integrations/anthropic.ts";
import { guardBedrock } from "../../../src/integrations/bedrock.ts";
import { guardGoogle } from "../../../src/integrations/google.ts";
import { guardOpenAI } from "../../../src/integrations/openai.ts";
import { AGAIN, ASKED } from "../restoration/signed-thinking.ts";

/** Where a conversation's client finds its provider, and its guard. */
export interface TalkClient {
  readonly url: string;
  /** Where a different client sends the second turn; default: the same client. */
  readonly elsewhere?: string | undefined;
  readonly guard: GuardedModelClient;
}

/** The clients for both turns: the same one, unless the second goes elsewhere. */
function both<C>({ url, elsewhere }: TalkClient, clientAt: (url: string) => C): readonly [C, C] {
  const client = clientAt(url);
  return [client, elsewhere === undefined ? client : clientAt(elsewhere)];
}

/** How an app changes what it sends back: JSON in, JSON out. */
export type Meddle = (json: string) => string;

const meddled = <T>(value: T, meddle: Meddle): T => JSON.parse(meddle(JSON.stringify(value))) as T;

const user = (content: string) => ({ role: "user" as const, content });

/** Anthropic's own client, which returns the assistant's content. */
export function anthropic(ask: (client: Anthropic, body: never) => Promise<Anthropic.Message>) {
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

/** Any client that takes a `fetch`. */
export function overFetch(path: string, stream: boolean, turnOf: (text: string) => object) {
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

/** A model on Bedrock. */
export const modelId = "anthropic.claude-sonnet-5-5-v1:0";
/** A turn of the user, in Bedrock's format. */
export const asks = (text: string) => ({ role: "user" as const, content: [{ text }] });

/** Bedrock's client, with its own format. */
export function converse(ask: (client: BedrockRuntime) => Promise<ContentBlock[]>) {
  return async (talk: TalkClient, meddle: Meddle): Promise<void> => {
    const [client, next] = bedrock(talk);
    const said = meddled({ role: "assistant" as const, content: await ask(client) }, meddle);
    await next.converse({ modelId, messages: [asks(ASKED), said, asks(AGAIN)] });
  };
}

/** Assembles the thinking of a stream, as apps do. */
export async function converseStreamed(client: BedrockRuntime): Promise<ContentBlock[]> {
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

/** Bedrock's client, with a model's own format. */
export function invoke(ask: (client: BedrockRuntime, body: string) => Promise<readonly object[]>) {
  return async (talk: TalkClient, meddle: Meddle): Promise<void> => {
    const [client, next] = bedrock(talk);
    const content = await ask(client, bodyOf([user(ASKED)]));
    const said = meddled({ role: "assistant", content }, meddle);
    const body = bodyOf([user(ASKED), said, user(AGAIN)]);
    await next.send(new InvokeModelCommand({ modelId, body }));
  };
}

/** The content of a complete answer. */
export async function invokeWhole(
  client: BedrockRuntime,
  body: string,
): Promise<readonly object[]> {
  const { body: bytes } = await client.send(new InvokeModelCommand({ modelId, body }));
  return (JSON.parse(bytes.transformToString()) as { content: object[] }).content;
}

/** The content of a streamed answer. */
export async function invokeStreamed(
  client: BedrockRuntime,
  body: string,
): Promise<readonly object[]> {
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
/** Google's client, with interactions. */
export function interaction(
  stream: boolean,
  stepsOf: (answer: never) => Promise<readonly object[]>,
) {
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

/** Assembles the steps of a stream. */
export async function streamedSteps(stream: AsyncIterable<StepEvent>): Promise<readonly object[]> {
  let text = "";
  let signature = "";
  for await (const { delta } of stream) {
    text += delta?.content?.text ?? "";
    signature += delta?.signature ?? "";
  }
  return [{ type: "thought", signature, summary: [{ type: "text", text }] }];
}

type ChatMessage = Readonly<Record<string, unknown>>;

/** OpenAI's client, with the additions of gateways to its messages. */
export function chat(ask: (client: OpenAI, body: never) => Promise<ChatMessage>) {
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

/** The message of a complete answer. */
export async function chatWhole(client: OpenAI, body: never): Promise<ChatMessage> {
  const { choices } = await client.chat.completions.create(body);
  return choices[0]?.message as unknown as ChatMessage;
}

/** The assembled message of a stream, with its thinking in a separate list. */
export const chatStreamed =
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
