import { json, openStream, sse } from "./model-answers.ts";
import type { ModelAnswer, ModelScene } from "./model-server.ts";

/** The provider's answer to everything. */
const REPLY_WORDS = ["All", " is", " well."];
export const REPLY = REPLY_WORDS.join("");

const USAGE = {
  input_tokens: 7,
  output_tokens: 5,
  total_tokens: 12,
  input_tokens_details: { cached_tokens: 2 },
  output_tokens_details: { reasoning_tokens: 1 },
};
const HEAD = {
  id: "resp_1",
  object: "response",
  created_at: 1_700_000_000,
  model: "gpt-4o-mini-2024",
  error: null,
  incomplete_details: null,
  parallel_tool_calls: true,
  tool_choice: "auto",
  tools: [],
};
const PART = { type: "output_text", annotations: [], logprobs: [] };

function message(text: string, status = "completed"): object {
  return { id: "msg_1", type: "message", status, role: "assistant", content: [{ ...PART, text }] };
}

/** A complete response (OpenAI reference, "The response object"). */
export function responseBody(overrides: object = {}): Record<string, unknown> {
  return { ...HEAD, status: "completed", output: [message(REPLY)], usage: USAGE, ...overrides };
}

/** The events of a streamed response (OpenAI reference, "Streaming events"). */
export function responseEvents(words = REPLY_WORDS): object[] {
  const begun = { ...HEAD, status: "in_progress", output: [], usage: null };
  const at = { output_index: 0, item_id: "msg_1" };
  const part = { ...at, content_index: 0 };
  const text = words.join("");
  const events: object[] = [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    { type: "response.output_item.added", ...at, item: { ...message(""), content: [] } },
    { type: "response.content_part.added", ...part, part: { ...PART, text: "" } },
    ...words.map((delta) => ({ type: "response.output_text.delta", ...part, delta, logprobs: [] })),
    { type: "response.output_text.done", ...part, text, logprobs: [] },
    { type: "response.content_part.done", ...part, part: { ...PART, text } },
    { type: "response.output_item.done", ...at, item: message(text) },
    { type: "response.completed", response: responseBody() },
  ];
  return events.map((event, sequence_number) => ({ ...event, sequence_number }));
}

/** An event with its name, as on the wire. */
function named(event: object): string {
  return `event: ${(event as { type: string }).type}\n${sse(event)}`;
}

/** The first `count` events; the test decides what follows. */
export function eventsThen(
  count: number,
  then: (response: ModelScene["response"]) => void | Promise<void>,
): ModelAnswer {
  return async ({ response }) => {
    openStream(response);
    const text = responseEvents().slice(0, count).map(named).join("");
    await new Promise((resolve) => response.write(text, resolve));
    await then(response);
  };
}

/** Complete or streamed, as requested. */
export const responds: ModelAnswer = (scene) => {
  const { body, path } = scene.request;
  if (body.stream === true || path.includes("stream=true")) {
    return eventsThen(99, (response) => void response.end())(scene);
  }
  return json(responseBody())(scene);
};
