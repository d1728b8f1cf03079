import { type ConverseEvent, EVENT_STREAM, eventFrame } from "../models/converse-answers.ts";
import { messageEvents } from "../models/message-answers.ts";
import { openStream, sse } from "../models/model-answers.ts";
import type { ModelAnswer } from "../models/model-server.ts";

/**
 * The address that the model invents while it thinks, and the pieces in which its thinking arrives.
 */
export const INVENTED = "invented@example.com";
export const PIECES = ["Is it [EMAIL_1] or inv", "ented@exam", "ple.com? \ud83d", "\ude42 Hm."];
export const THOUGHT = PIECES.join("");
export const SIGNATURE = Buffer.alloc(48, "signed").toString("base64");
export const ASKED = "My address is jane@example.com.";
export const AGAIN = "And what is yours?";

/** A thinking block in Anthropic's format, and the text after it. */
export const THINKING = { type: "thinking", thinking: THOUGHT, signature: SIGNATURE };
export const TEXT = { type: "text", text: "I do not know." };

/** The events of a message with thinking. */
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

/** An answer in one piece. */
export const whole =
  (body: object): ModelAnswer =>
  ({ response }) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  };

/** An answer as events, formatted by `write`. */
export const events =
  (all: readonly object[], write: (event: object) => string = sse): ModelAnswer =>
  ({ response }) => {
    openStream(response);
    response.end(all.map(write).join(""));
  };

/** An answer in AWS event stream frames. */
export const frames =
  (all: readonly ConverseEvent[]): ModelAnswer =>
  ({ response }) => {
    response.writeHead(200, { "content-type": EVENT_STREAM });
    for (const event of all) response.write(eventFrame(event));
    response.end();
  };

/** A thinking step in Google's format. */
export const THOUGHT_STEP = {
  ...{ type: "thought", signature: SIGNATURE },
  summary: [{ type: "text", text: THOUGHT }],
};
export const INTERACTION = {
  id: "i",
  object: "interaction",
  status: "completed",
  model: "gemini-3",
};

/** The same, streamed. */
export const STEP_EVENTS = [
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

/** The chunks of a chat answer, with `parts` in a separate list. */
export const chatEvents = (list: string, parts: readonly object[]) => [
  ...parts.map((part) => ({
    ...{ id: "c", object: "chat.completion.chunk", created: 1, model: "m" },
    choices: [{ index: 0, delta: { [list]: [part] }, finish_reason: null }],
  })),
  "[DONE]" as unknown as object,
];

/** Thinking in OpenRouter's format. */
export const DETAIL = { type: "reasoning.text", text: THOUGHT, signature: SIGNATURE };
