import type OpenAI from "openai";
import { zodResponseFormat } from "openai/helpers/zod";
import { describe, it } from "vitest";
import { z } from "zod";
import { listen } from "../../support/clients/listen.ts";
import { compare, type Scenario, settle } from "../../support/clients/side-by-side.ts";
import {
  completion,
  failure,
  json,
  sse,
  streamed,
  streamThen,
  wellBehaved,
} from "../../support/models/model-answers.ts";
import type { ModelAnswer, ModelScene } from "../../support/models/model-server.ts";
import { ALL_KINDS, type OpenAIKind } from "../../support/models/openai-kinds.ts";
import { useStand } from "../../support/stands/stand.ts";

const model = "gpt-4o-mini";
const hello = { model, messages: [{ role: "user" as const, content: "How are you?" }] };
const answer = wellBehaved;

const CALL = {
  id: "call_1",
  type: "function",
  function: { name: "weather", arguments: '{"city":"Oslo"}' },
};

/** Calls a tool first, and answers once it has the tool's result. */
const callsTool: ModelAnswer = (scene) => {
  if (hasToolResult(scene)) return wellBehaved(scene);
  if (scene.request.body.stream === true) return streamedCall(scene);
  return json(completion({ tool_calls: [CALL] }))(scene);
};

const streamedCall: ModelAnswer = streamThen(0, (response) => {
  const chunk = (delta: object, finish_reason: string | null) => ({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, delta, finish_reason }],
  });
  const { arguments: words, ...named } = CALL.function;
  const begun = { ...CALL, index: 0, function: { ...named, arguments: "" } };
  response.write(sse(chunk({ role: "assistant", tool_calls: [begun] }, null)));
  for (const piece of [words.slice(0, 5), words.slice(5)]) {
    const rest = { index: 0, function: { arguments: piece } };
    response.write(sse(chunk({ tool_calls: [rest] }, null)));
  }
  response.write(sse(chunk({}, "tool_calls")));
  response.end(sse("[DONE]"));
});

function hasToolResult({ request }: ModelScene): boolean {
  const messages = request.body.messages as readonly { role: string }[];
  return messages.some((message) => message.role === "tool");
}

const EVENTS = [
  ...["connect", "chunk", "content", "content.delta", "content.done", "chatCompletion"],
  ...["message", "functionToolCall", "functionToolCallResult", "finalContent", "finalMessage"],
  ...["finalChatCompletion", "finalFunctionToolCall", "totalUsage", "error", "abort", "end"],
  ...["tool_calls.function.arguments.delta", "tool_calls.function.arguments.done"],
];

const weatherTool = (seen: unknown[]) => ({
  type: "function" as const,
  function: {
    name: "weather",
    description: "Tells the weather",
    parameters: { type: "object", properties: { city: { type: "string" } } },
    parse: JSON.parse,
    function: (given: unknown) => {
      seen.push(given);
      return "Rain.";
    },
  },
});

async function runTools(client: OpenAI, stream: boolean): Promise<unknown> {
  const seen: unknown[] = [];
  const params = { ...hello, stream, tools: [weatherTool(seen)] };
  const runner = client.chat.completions.runTools(params as never);
  const heard = listen(runner, EVENTS);
  const content = await runner.finalContent();
  return {
    content,
    heard,
    seen,
    messages: runner.messages,
    completions: runner.allChatCompletions(),
  };
}

const SCENARIOS: Record<string, Scenario> = {
  "stream() tells all its events": {
    answer,
    run: async (client) => {
      const runner = client.chat.completions.stream(hello);
      const heard = listen(runner, EVENTS);
      const content = await runner.finalContent();
      const final = await runner.finalChatCompletion();
      const state = [runner.ended, runner.aborted, runner.errored];
      return { content, final, heard, state, message: await runner.finalMessage() };
    },
  },
  "stream() can be looped over": {
    answer,
    run: async (client) => {
      const chunks: unknown[] = [];
      const runner = client.chat.completions.stream(hello);
      for await (const chunk of runner) chunks.push(chunk);
      return { chunks, final: await runner.finalChatCompletion() };
    },
  },
  "stream() parses by a zod schema": {
    answer: streamed(['{"mood":', '"good"}']),
    run: async (client) => {
      const format = zodResponseFormat(z.object({ mood: z.string() }), "mood");
      const runner = client.chat.completions.stream({ ...hello, response_format: format });
      const heard = listen(runner, EVENTS);
      return { final: await runner.finalChatCompletion(), heard };
    },
  },
  "stream() becomes a readable stream and back": {
    answer,
    run: (client) => new Response(client.chat.completions.stream(hello).toReadableStream()).text(),
  },
  "stream() fails with the SDK's own error": {
    answer: failure(400),
    outcomes: ["error"],
    run: async (client, kind) => {
      const runner = client.chat.completions.stream(hello);
      const heard = listen(runner, EVENTS);
      return { failed: await settle(runner.finalContent(), kind), heard };
    },
  },
  "stream() that breaks fails with the SDK's own error": {
    answer: streamThen(3, (response) => void response.socket?.destroy()),
    outcomes: ["error"],
    hangUps: 1,
    run: async (client, kind) => {
      const runner = client.chat.completions.stream(hello);
      return { failed: await settle(runner.finalContent(), kind), errored: runner.errored };
    },
  },
  "stream() can be aborted": {
    answer: streamThen(2, () => undefined),
    outcomes: ["cancelled"],
    hangUps: 1,
    run: async (client, kind) => {
      const runner = client.chat.completions.stream(hello);
      runner.once("chunk", () => setTimeout(() => runner.abort(), 5));
      return { failed: await settle(runner.done(), kind), aborted: runner.aborted };
    },
  },
  "runTools takes one lifecycle a round": {
    answer: callsTool,
    outcomes: ["complete", "complete"],
    run: (client) => runTools(client, false),
  },
  "streamed runTools takes one lifecycle a round": {
    answer: callsTool,
    outcomes: ["complete", "complete"],
    run: (client) => runTools(client, true),
  },
  "runTools fails with the SDK's own error": {
    answer: (scene) => (hasToolResult(scene) ? failure(500) : callsTool)(scene),
    outcomes: ["complete", "error"],
    run: (client, kind) => settle(runTools(client, false), kind),
  },
};

describe.each(ALL_KINDS)("$name, guarded, has the same helpers", (kind: OpenAIKind) => {
  const stand = useStand();

  it.each(Object.entries(SCENARIOS))("%s", (_title, scenario) => compare(stand, kind, scenario));
});
