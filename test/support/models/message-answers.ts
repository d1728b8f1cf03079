import { json, openStream, sse } from "./model-answers.ts";
import type { ModelAnswer, ModelScene } from "./model-server.ts";

/** The provider's answer to everything. */
const MESSAGE_WORDS = ["All", " is", " well."];
export const MESSAGE_TEXT = MESSAGE_WORDS.join("");

const MODEL = "claude-sonnet-5-20260115";
const HEAD = { id: "msg_1", type: "message", role: "assistant", model: MODEL };
/** The usage when the answer begins, and when it ends. */
const BEGUN = {
  input_tokens: 4,
  cache_creation_input_tokens: 1,
  cache_read_input_tokens: 2,
  output_tokens: 1,
  service_tier: "standard",
};
const ENDED = { output_tokens: 5 };

/** The same usage, in the contract's names. */
export const MESSAGE_USAGE = {
  prompt_tokens: 7,
  completion_tokens: 5,
  total_tokens: 12,
  prompt_tokens_details: { cached_tokens: 2 },
  cache_creation_input_tokens: 1,
  cache_read_input_tokens: 2,
  service_tier: "standard",
};

/** A complete message (Anthropic reference, "Create a Message"). */
export function messageBody(
  content: readonly object[] = [{ type: "text", text: MESSAGE_TEXT, citations: null }],
  overrides: object = {},
): Record<string, unknown> {
  const usage = { ...BEGUN, ...ENDED };
  const ended = { stop_reason: "end_turn", stop_sequence: null };
  return { ...HEAD, content, ...ended, usage, ...overrides };
}

/** The events of a streamed message (Anthropic reference, "Streaming messages"). */
export function messageEvents(words: readonly string[] = MESSAGE_WORDS): object[] {
  const delta = (text: string) => ({
    type: "content_block_delta",
    index: 0,
    delta: { type: "text_delta", text },
  });
  return [
    {
      type: "message_start",
      message: { ...HEAD, content: [], stop_reason: null, stop_sequence: null, usage: BEGUN },
    },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "ping" },
    ...words.map(delta),
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: "end_turn", stop_sequence: null },
      usage: ENDED,
    },
    { type: "message_stop" },
  ];
}

/** The events of a message that calls a tool, with its input in pieces. */
export function toolUseEvents(pieces: readonly string[]): object[] {
  const [start, , , , , , , end, stop] = messageEvents();
  return [
    ...[start as object],
    {
      type: "content_block_start",
      index: 0,
      content_block: { type: "tool_use", id: "toolu_1", name: "weather", input: {} },
    },
    ...pieces.map((partial_json) => ({
      type: "content_block_delta",
      index: 0,
      delta: { type: "input_json_delta", partial_json },
    })),
    { type: "content_block_stop", index: 0 },
    { ...end, delta: { stop_reason: "tool_use", stop_sequence: null } },
    stop as object,
  ];
}

/** An event with its name, as on the wire. */
export function namedEvent(event: object): string {
  return `event: ${(event as { type: string }).type}\n${sse(event)}`;
}

/** Sends events; the test decides what follows. */
export function sendsEvents(
  events: readonly object[],
  then: (response: ModelScene["response"]) => void | Promise<void> = (response) =>
    void response.end(),
): ModelAnswer {
  return async ({ response }) => {
    openStream(response);
    const text = events.map(namedEvent).join("");
    await new Promise((resolve) => response.write(text, resolve));
    await then(response);
  };
}

/** The first `count` events of a good answer; the test decides what follows. */
export function messageThen(
  count: number,
  then: (response: ModelScene["response"]) => void | Promise<void>,
): ModelAnswer {
  return sendsEvents(messageEvents().slice(0, count), then);
}

/** An error in Anthropic's shape. `retry-after-ms` keeps a client's retries quick. */
export function messageFailure(status: number, type = "api_error"): ModelAnswer {
  const error = { type, message: `It failed with ${status}.` };
  return json({ type: "error", error, request_id: "req_42" }, status, {
    "retry-after-ms": "1",
    "request-id": "req_42",
  });
}

/** Complete or streamed, as requested; a token count if that is requested. */
export const sendsMessage: ModelAnswer = (scene) => {
  const { body, path } = scene.request;
  if (path.includes("count_tokens")) return json({ input_tokens: 7 })(scene);
  if (body.stream === true) return sendsEvents(messageEvents())(scene);
  return json(messageBody(), 200, { "request-id": "req_42" })(scene);
};
