import { EventStreamCodec } from "@smithy/core/event-streams";
import type { ModelAnswer, ModelScene } from "./model-server.ts";

/** The answer of a model on Bedrock to everything, whole and in words. */
const CONVERSE_WORDS = ["All ", "is ", "well."];
export const CONVERSE_SAID = CONVERSE_WORDS.join("");
const CONVERSE_USAGE = { inputTokens: 12, outputTokens: 5, totalTokens: 17 };

/** The same usage, in the contract's names. */
export const CONVERSE_TOLD = { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 };

/** A complete answer (Bedrock reference, `ConverseResponse`). */
export function conversed(content: readonly object[] = [{ text: CONVERSE_SAID }]): object {
  return {
    metrics: { latencyMs: 7 },
    output: { message: { content, role: "assistant" } },
    stopReason: "end_turn",
    usage: CONVERSE_USAGE,
  };
}

/** An event of a stream: its name and content. */
export type ConverseEvent = readonly [name: string, payload: object];

/** The events of a stream of words, as Bedrock sends them, including padding. */
export function converseEvents(words: readonly string[] = CONVERSE_WORDS): ConverseEvent[] {
  return [
    ["messageStart", { p: "abc", role: "assistant" }],
    ...words.map((text): ConverseEvent => {
      return ["contentBlockDelta", { contentBlockIndex: 0, delta: { text }, p: "abcdef" }];
    }),
    ["contentBlockStop", { contentBlockIndex: 0, p: "a" }],
    ["messageStop", { p: "abcd", stopReason: "end_turn" }],
    ["metadata", { metrics: { latencyMs: 7 }, p: "ab", usage: CONVERSE_USAGE }],
  ];
}

/** The events of a stream that calls a tool with `input`, in these pieces of JSON. */
export function toolEvents(name: string, input: readonly string[]): ConverseEvent[] {
  const [start, ...rest] = converseEvents([]);
  const toolUse = { toolUseId: "tooluse_1", name };
  return [
    start as ConverseEvent,
    ["contentBlockStart", { contentBlockIndex: 0, start: { toolUse } }],
    ...input.map((piece): ConverseEvent => {
      return [
        "contentBlockDelta",
        { contentBlockIndex: 0, delta: { toolUse: { input: piece } }, p: "ab" },
      ];
    }),
    ...rest,
  ];
}

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString(),
  (text) => Buffer.from(text),
);

/** One event on the wire, encoded by AWS's own encoder (`application/vnd.amazon.eventstream`). */
export function eventFrame([name, payload]: ConverseEvent): Uint8Array {
  return messageFrame({ ":event-type": name, ":message-type": "event" }, payload);
}

/** An error in the middle of a stream. */
export function exceptionFrame(name: string, message: string): Uint8Array {
  return messageFrame({ ":exception-type": name, ":message-type": "exception" }, { message });
}

function messageFrame(headers: Readonly<Record<string, string>>, payload: object): Uint8Array {
  const named = { ...headers, ":content-type": "application/json" };
  return codec.encode({
    headers: Object.fromEntries(
      Object.entries(named).map(([key, value]) => [key, { type: "string" as const, value }]),
    ),
    body: Buffer.from(JSON.stringify(payload)),
  });
}

export const EVENT_STREAM = "application/vnd.amazon.eventstream";
export const AWS_HEADERS = { "x-amzn-requestid": "11111111-2222-4333-8444-555555555555" };

/** Answers like Bedrock: complete, or as a stream of events. */
export const bedrock: ModelAnswer = (scene) => {
  if (scene.request.path.endsWith("/converse-stream")) return streamed(scene, converseEvents());
  return answered(scene, conversed());
};

export function answered({ response }: ModelScene, body: object, status = 200): void {
  response.writeHead(status, { ...AWS_HEADERS, "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function streamed({ response }: ModelScene, events: readonly ConverseEvent[]): void {
  response.writeHead(200, { ...AWS_HEADERS, "content-type": EVENT_STREAM });
  for (const event of events) response.write(eventFrame(event));
  response.end();
}
