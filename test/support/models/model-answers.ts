import type { ServerResponse } from "node:http";
import type { ModelAnswer, ModelScene } from "./model-server.ts";

/** The provider's answer to everything. */
const WORDS = ["All", " is", " well,", " thank", " you."];
export const SAID = WORDS.join("");

const USAGE = { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 };
const HEAD = { id: "chatcmpl-1", created: 1_700_000_000, model: "gpt-4o-mini-2024" };
const REQUEST_ID = { "x-request-id": "req_42" };

/** A message of the assistant, in the API's format. */
export interface AnswerMessage {
  readonly content?: string | null;
  readonly tool_calls?: readonly unknown[];
}

/** A complete answer (OpenAI reference, "The chat completion object"). */
export function completion(message: AnswerMessage = { content: SAID }): Record<string, unknown> {
  const finish_reason = message.tool_calls === undefined ? "stop" : "tool_calls";
  const whole = { role: "assistant", content: null, refusal: null, ...message };
  const choices = [{ index: 0, message: whole, logprobs: null, finish_reason }];
  return { ...HEAD, object: "chat.completion", choices, usage: USAGE };
}

/** The chunks of a streamed answer, with usage as requested (OpenAI reference, "Streaming"). */
export function chunks(scene: Pick<ModelScene, "request">, words = WORDS): object[] {
  const { stream_options: options } = scene.request.body as {
    stream_options?: { include_usage?: boolean };
  };
  const asked = options?.include_usage === true;
  const usage = asked ? { usage: null } : {};
  const chunk = (delta: object, finish_reason: string | null) => ({
    ...HEAD,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    ...usage,
  });
  return [
    chunk({ role: "assistant", content: "" }, null),
    ...words.map((content) => chunk({ content }, null)),
    chunk({}, "stop"),
    ...(asked ? [{ ...HEAD, object: "chat.completion.chunk", choices: [], usage: USAGE }] : []),
  ];
}

/** A JSON answer. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}) {
  return ({ response }: Pick<ModelScene, "response">): void => {
    const text = JSON.stringify(body);
    response.writeHead(status, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
      ...REQUEST_ID,
      ...headers,
    });
    response.end(text);
  };
}

/** An error in OpenAI's shape. `retry-after-ms` keeps a client's retries quick. */
export function failure(status: number, code = "some_code"): ModelAnswer {
  const error = { message: `It failed with ${status}.`, type: "some_type", param: "model", code };
  return json({ error }, status, { "retry-after-ms": "1" });
}

/** One server-sent event. */
export function sse(data: unknown): string {
  return `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
}

/** Opens a stream of events. */
export function openStream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", ...REQUEST_ID });
  response.flushHeaders();
}

/** A complete streamed answer. */
export function streamed(words = WORDS): ModelAnswer {
  return (scene) => {
    openStream(scene.response);
    for (const chunk of chunks(scene, words)) scene.response.write(sse(chunk));
    scene.response.end(sse("[DONE]"));
  };
}

/** The first `count` chunks; the test decides what follows. */
export function streamThen(
  count: number,
  then: (response: ServerResponse) => void | Promise<void>,
): ModelAnswer {
  return async (scene) => {
    openStream(scene.response);
    const text = chunks(scene).slice(0, count).map(sse).join("");
    await new Promise((resolve) => scene.response.write(text, resolve));
    await then(scene.response);
  };
}

/** Complete or streamed, as requested. */
export const wellBehaved: ModelAnswer = (scene) => {
  if (scene.request.body.stream === true) return streamed()(scene);
  return json(completion())(scene);
};
