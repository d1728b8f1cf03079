import Anthropic from "@anthropic-ai/sdk";
import { BedrockRuntime } from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { Ollama } from "ollama";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { GuardedModelClient } from "../../../src/index.ts";
import { guardMiddleware } from "../../../src/integrations/ai-sdk.ts";
import { guardAnthropic } from "../../../src/integrations/anthropic.ts";
import { guardBedrock } from "../../../src/integrations/bedrock.ts";
import { guardGoogle } from "../../../src/integrations/google.ts";
import { guardOpenAI } from "../../../src/integrations/openai.ts";
import { createMasker } from "../../../src/masking/index.ts";
import { AI_MAJORS } from "../../support/models/ai-majors.ts";
import {
  AWS_HEADERS,
  type ConverseEvent,
  conversed,
  converseEvents,
  EVENT_STREAM,
  eventFrame,
  toolEvents,
} from "../../support/models/converse-answers.ts";
import { messageBody } from "../../support/models/message-answers.ts";
import { completion, json, sse } from "../../support/models/model-answers.ts";
import type { ModelAnswer } from "../../support/models/model-server.ts";
import { responseBody } from "../../support/models/response-answers.ts";
import { piecesOf } from "../../support/restoration/placeholder-model.ts";
import { useStand } from "../../support/stands/stand.ts";

/** A password, and JSON with it as PHP and Python write it. */
const PASSWORD = 'Kap"lan/47é\\x';
const PROMPT = String.raw`Ours: {"password":"Kap\"lan\/47\u00e9\\x"}`;

/** Texts of a model that knows only the placeholder. */
const SAID = {
  words: 'It is [SECRET_1]: {"key":"[SECRET_1]"}',
  input: { key: "[SECRET_1]", body: '{"key":"[SECRET_1]"}', list: ["[SECRET_1]"] },
};
const INPUT = JSON.stringify(SAID.input);
/** What the app must get. */
const SEEN = {
  words: `It is ${PASSWORD}: ${JSON.stringify({ key: PASSWORD })}`,
  input: { key: PASSWORD, body: JSON.stringify({ key: PASSWORD }), list: [PASSWORD] },
};

const stand = useStand({ policy: () => ({ allowed: true }), forbidden: ["Kap"] });
const guarding = (): GuardedModelClient =>
  stand.guard({ masker: createMasker(), restoreOutput: true });

/** What an app gets of an answer: its text, and the input of its tool. */
interface Had {
  readonly words: string;
  readonly input: unknown;
}

/** A client, its provider's answers, and what the app gets. */
interface Client {
  readonly whole: ModelAnswer;
  /** In pieces of `size` characters. */
  readonly streamed: (size: number) => ModelAnswer;
  readonly ask: (guard: GuardedModelClient) => Promise<Had>;
  readonly askStream: (guard: GuardedModelClient) => Promise<Had>;
}

const sends =
  (events: readonly unknown[], own: { type?: string; write?: (event: never) => string } = {}) =>
  ({ response }: Parameters<ModelAnswer>[0]): void => {
    const { type = "text/event-stream", write = sse } = own;
    response.writeHead(200, { "content-type": type });
    for (const event of events) response.write(write(event as never));
    response.end();
  };

const call = (own: object = {}) => ({
  ...{ id: "call_1", type: "function", function: { name: "send", arguments: INPUT } },
  ...own,
});
const chatChunk = (delta: object, finish_reason: string | null = null) => ({
  ...{ id: "c", object: "chat.completion.chunk", created: 1, model: "m" },
  choices: [{ index: 0, delta, finish_reason, logprobs: null }],
});
const CHAT = {
  whole: json(completion({ content: SAID.words, tool_calls: [call()] })),
  streamed: (size: number) =>
    sends([
      chatChunk({ role: "assistant", content: "" }),
      ...piecesOf(SAID.words, size).map((content) => chatChunk({ content })),
      chatChunk({
        tool_calls: [{ ...call(), index: 0, function: { name: "send", arguments: "" } }],
      }),
      ...piecesOf(INPUT, size).map((piece) =>
        chatChunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] }),
      ),
      chatChunk({}, "tool_calls"),
      "[DONE]",
    ]),
};
const openai = (guard: GuardedModelClient): OpenAI =>
  guardOpenAI(new OpenAI({ apiKey: "k", baseURL: stand.provider.baseURL, maxRetries: 0 }), guard);
const chat = { model: "m", messages: [{ role: "user" as const, content: PROMPT }] };
const hadOf = ({ choices: [choice] }: OpenAI.ChatCompletion): Had => {
  const called = choice?.message.tool_calls?.[0];
  return {
    words: choice?.message.content ?? "",
    input: called?.type === "function" && JSON.parse(called.function.arguments),
  };
};

const items = (words: string, input: string) => [
  {
    ...{ id: "msg_1", type: "message", status: "completed", role: "assistant" },
    content: [{ type: "output_text", annotations: [], text: words }],
  },
  {
    ...{ id: "fc_1", type: "function_call", call_id: "c1", name: "send", status: "completed" },
    arguments: input,
  },
];
const responseOf = (output: readonly object[]) => responseBody({ output: [...output] });
const had = ({ output_text, output }: OpenAI.Responses.Response): Had => ({
  words: output_text,
  input: JSON.parse((output[1] as OpenAI.Responses.ResponseFunctionToolCall).arguments),
});

const toolUse = { type: "tool_use", id: "toolu_1", name: "send" };
const hadOfMessage = ({ content }: Anthropic.Message): Had => ({
  words: content.map((block) => (block.type === "text" ? block.text : "")).join(""),
  input: content.find((block) => block.type === "tool_use")?.input,
});
const anthropic = (guard: GuardedModelClient): Anthropic =>
  guardAnthropic(new Anthropic({ apiKey: "k", baseURL: stand.provider.url, maxRetries: 0 }), guard);
const message = {
  ...{ model: "claude-sonnet-5", max_tokens: 99 },
  messages: [{ role: "user" as const, content: PROMPT }],
};

const google = (guard: GuardedModelClient): GoogleGenAI =>
  guardGoogle(
    new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: stand.provider.url } }),
    guard,
  );
const candidate = (parts: readonly object[]) => ({
  candidates: [{ content: { role: "model", parts }, index: 0 }],
});
const functionCall = { functionCall: { name: "send", args: SAID.input } };

const bedrock = (guard: GuardedModelClient): BedrockRuntime =>
  guardBedrock(
    new BedrockRuntime({
      ...{ endpoint: stand.provider.url, region: "eu-west-1" },
      credentials: { accessKeyId: "not-a-key", secretAccessKey: "not-a-secret" },
      requestHandler: new NodeHttpHandler(),
    }),
    guard,
  );
const converse = {
  modelId: "m",
  messages: [{ role: "user" as const, content: [{ text: PROMPT }] }],
};

const ollama = (guard: GuardedModelClient): Ollama =>
  new Ollama({ host: stand.provider.url, fetch: guard.fetch });
const line = (own: object) => ({ model: "m", created_at: "2026-01-01T00:00:00Z", ...own });
const ollamaCall = { tool_calls: [{ function: { name: "send", arguments: SAID.input } }] };

const CLIENTS: Record<string, Client> = {
  "OpenAI's chats": {
    ...CHAT,
    ask: async (guard) => hadOf(await openai(guard).chat.completions.create(chat)),
    askStream: async (guard) =>
      hadOf(await openai(guard).chat.completions.stream(chat).finalChatCompletion()),
  },
  "OpenAI's responses": {
    whole: json(responseOf(items(SAID.words, INPUT))),
    streamed: (size) => {
      const [said, called] = items(SAID.words, INPUT);
      const first = { output_index: 0, item_id: "msg_1", content_index: 0 };
      const second = { output_index: 1, item_id: "fc_1" };
      const part = { type: "output_text", annotations: [], text: "" };
      return sends([
        { type: "response.created", response: responseOf([]) },
        { type: "response.output_item.added", output_index: 0, item: { ...said, content: [] } },
        { type: "response.content_part.added", ...first, part },
        ...piecesOf(SAID.words, size).map((delta) => ({
          ...{ type: "response.output_text.delta", ...first, delta, logprobs: [] },
        })),
        { type: "response.output_text.done", ...first, text: SAID.words, logprobs: [] },
        { type: "response.output_item.done", output_index: 0, item: said },
        { type: "response.output_item.added", output_index: 1, item: { ...called, arguments: "" } },
        ...piecesOf(INPUT, size).map((delta) => ({
          ...{ type: "response.function_call_arguments.delta", ...second, delta },
        })),
        { type: "response.function_call_arguments.done", ...second, arguments: INPUT },
        { type: "response.output_item.done", output_index: 1, item: called },
        { type: "response.completed", response: responseOf(items(SAID.words, INPUT)) },
      ]);
    },
    ask: async (guard) => had(await openai(guard).responses.create({ model: "m", input: PROMPT })),
    askStream: async (guard) => {
      const stream = openai(guard).responses.stream({ model: "m", input: PROMPT });
      let words = "";
      let input = "";
      stream.on("response.output_text.delta", ({ delta }) => {
        words += delta;
      });
      stream.on("response.function_call_arguments.delta", ({ delta }) => {
        input += delta;
      });
      const final = had(await stream.finalResponse());
      expect(final).toEqual({ words, input: JSON.parse(input) });
      return final;
    },
  },
  "Anthropic's messages": {
    whole: json(
      messageBody([
        { type: "text", text: SAID.words },
        { ...toolUse, input: SAID.input },
      ]),
    ),
    streamed: (size) => {
      const block = (index: number, content_block: object, deltas: readonly object[]) => [
        { type: "content_block_start", index, content_block },
        ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
        { type: "content_block_stop", index },
      ];
      const text = piecesOf(SAID.words, size).map((piece) => ({ type: "text_delta", text: piece }));
      const input = piecesOf(INPUT, size).map((partial_json) => ({
        ...{ type: "input_json_delta", partial_json },
      }));
      const events = [
        { type: "message_start", message: messageBody([], { stop_reason: null }) },
        ...block(0, { type: "text", text: "" }, text),
        ...block(1, { ...toolUse, input: {} }, input),
        {
          ...{ type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null } },
          usage: { output_tokens: 5 },
        },
        { type: "message_stop" },
      ];
      const write = (event: { type: string }) => `event: ${event.type}\n${sse(event)}`;
      return sends(events, { write });
    },
    ask: async (guard) => hadOfMessage(await anthropic(guard).messages.create(message)),
    askStream: async (guard) =>
      hadOfMessage(await anthropic(guard).messages.stream(message).finalMessage()),
  },
  "Google's models": {
    whole: json(candidate([{ text: SAID.words }, functionCall])),
    streamed: (size) =>
      sends([
        ...piecesOf(SAID.words, size).map((text) => candidate([{ text }])),
        candidate([functionCall]),
      ]),
    ask: async (guard) => {
      const answer = await google(guard).models.generateContent({ model: "m", contents: PROMPT });
      const [said, called] = answer.candidates?.[0]?.content?.parts ?? [];
      return { words: said?.text ?? "", input: called?.functionCall?.args };
    },
    askStream: async (guard) => {
      const asked = { model: "m", contents: PROMPT };
      let words = "";
      let input: unknown;
      for await (const chunk of await google(guard).models.generateContentStream(asked)) {
        words += chunk.candidates?.[0]?.content?.parts?.[0]?.text ?? "";
        input = chunk.functionCalls?.[0]?.args ?? input;
      }
      return { words, input };
    },
  },
  "Bedrock's Converse": {
    whole: json(
      conversed([
        { text: SAID.words },
        { toolUse: { toolUseId: "t", name: "s", input: SAID.input } },
      ]),
    ),
    streamed:
      (size) =>
      ({ response }) => {
        response.writeHead(200, { ...AWS_HEADERS, "content-type": EVENT_STREAM });
        const words = converseEvents(piecesOf(SAID.words, size)).slice(0, -2);
        const calls = toolEvents("send", piecesOf(INPUT, size)).slice(1);
        const moved = calls.map(([name, payload]): ConverseEvent => {
          const isBlock = "contentBlockIndex" in payload;
          return [name, isBlock ? { ...payload, contentBlockIndex: 1 } : payload];
        });
        for (const event of [...words, ...moved]) response.write(eventFrame(event));
        response.end();
      },
    ask: async (guard) => {
      const { output } = await bedrock(guard).converse(converse);
      const [said, called] = output?.message?.content ?? [];
      return { words: said?.text ?? "", input: called?.toolUse?.input };
    },
    askStream: async (guard) => {
      const { stream } = await bedrock(guard).converseStream(converse);
      let words = "";
      let input = "";
      for await (const { contentBlockDelta } of stream ?? []) {
        words += contentBlockDelta?.delta?.text ?? "";
        input += contentBlockDelta?.delta?.toolUse?.input ?? "";
      }
      return { words, input: JSON.parse(input) };
    },
  },
  "Ollama over guard.fetch": {
    whole: json(
      line({ message: { role: "assistant", content: SAID.words, ...ollamaCall }, done: true }),
    ),
    streamed: (size) =>
      sends(
        [
          ...piecesOf(SAID.words, size).map((content) =>
            line({ message: { role: "assistant", content }, done: false }),
          ),
          line({ message: { role: "assistant", content: "", ...ollamaCall }, done: false }),
          line({ message: { role: "assistant", content: "" }, done: true }),
        ],
        { type: "application/x-ndjson", write: (event) => `${JSON.stringify(event)}\n` },
      ),
    ask: async (guard) => {
      const { message: said } = await ollama(guard).chat(chat);
      return { words: said.content, input: said.tool_calls?.[0]?.function.arguments };
    },
    askStream: async (guard) => {
      let words = "";
      let input: unknown;
      for await (const { message: said } of await ollama(guard).chat({ ...chat, stream: true })) {
        words += said.content;
        input = said.tool_calls?.[0]?.function.arguments ?? input;
      }
      return { words, input };
    },
  },
  ...Object.fromEntries(
    AI_MAJORS.map((ai): [string, Client] => {
      const given: unknown[] = [];
      const send = ai.sdk.tool({
        inputSchema: z.looseObject({}),
        execute: async (input: object) => {
          given.push(input);
          return "sent";
        },
      });
      const ask = (guard: GuardedModelClient) => ({
        model: ai.sdk.wrapLanguageModel({
          model: ai.openai(stand.provider.baseURL).chat("m"),
          middleware: guardMiddleware(guard) as never,
        }),
        tools: { send },
        prompt: PROMPT,
      });
      return [
        ai.name,
        {
          ...CHAT,
          ask: async (guard) => {
            const { text } = await ai.sdk.generateText(ask(guard));
            return { words: text, input: given.pop() };
          },
          askStream: async (guard) => {
            let words = "";
            for await (const piece of ai.sdk.streamText(ask(guard)).textStream) words += piece;
            return { words, input: given.pop() };
          },
        },
      ];
    }),
  ),
};

describe.each(Object.entries(CLIENTS))("a password masked in JSON, through %s", (_name, client) => {
  it("is restored in text and in tool calls, and JSON around it stays valid", async () => {
    stand.provider.answerWith(client.whole);
    expect(await client.ask(guarding())).toEqual(SEEN);
  });

  it.each([1, 3, 1_000])("is restored in a stream of pieces of %i characters", async (size) => {
    stand.provider.answerWith(client.streamed(size));
    expect(await client.askStream(guarding())).toEqual(SEEN);
  });
});

describe("a restored password", () => {
  it("gets the same placeholder in the next turn", async () => {
    stand.provider.answerWith(CLIENTS["Anthropic's messages"]?.whole as ModelAnswer);
    const client = anthropic(guarding());
    const { content } = await client.messages.create(message);
    const result = { type: "tool_result" as const, tool_use_id: toolUse.id, content: "sent" };
    await client.messages.create({
      ...message,
      messages: [
        ...message.messages,
        { role: "assistant", content },
        { role: "user", content: [result] },
      ],
    });
    const turn = stand.provider.requests[1]?.body as typeof message | undefined;
    expect(turn?.messages[1]?.content).toMatchObject([{ text: SAID.words }, { input: SAID.input }]);
  });
});
