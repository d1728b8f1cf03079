import type Anthropic from "@anthropic-ai/sdk";
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
import { zodOutputFormat } from "@anthropic-ai/sdk/helpers/zod";
import { describe, it } from "vitest";
import { z } from "zod";
import { listen } from "../../support/clients/listen.ts";
import { compareThrough, gather, settle } from "../../support/clients/side-by-side.ts";
import {
  ANTHROPIC,
  type AnthropicScenario,
  guardedInPlace,
} from "../../support/models/anthropic-kind.ts";
import {
  messageBody,
  messageEvents,
  messageFailure,
  messageThen,
  sendsEvents,
  sendsMessage,
  toolUseEvents,
} from "../../support/models/message-answers.ts";
import { json } from "../../support/models/model-answers.ts";
import type { ModelAnswer, ModelScene } from "../../support/models/model-server.ts";
import { useStand } from "../../support/stands/stand.ts";

const model = "claude-sonnet-5-5";
const hello = {
  model,
  max_tokens: 100,
  messages: [{ role: "user" as const, content: "How are you?" }],
};
const answer = sendsMessage;

const open = (client: Anthropic, options?: Anthropic.RequestOptions) =>
  client.messages.create({ ...hello, stream: true }, options);

/** Four events, and then nothing until the client disconnects. */
const stalling = messageThen(4, () => undefined);

const STREAMS: Record<string, AnthropicScenario> = {
  "withResponse gives stream, response and request id": {
    answer,
    run: async (client, kind) => {
      const { data, response, request_id } = await open(client).withResponse();
      const { status, bodyUsed } = response;
      return { request_id, status, bodyUsed, events: await gather(data, kind) };
    },
  },
  "the response beside a stream can be read in its place": {
    answer,
    run: async (client) => (await open(client).withResponse()).response.text(),
  },
  "a second reader gets the SDK's own error": {
    answer,
    run: async (client, kind) => {
      const stream = await open(client);
      return { first: await gather(stream, kind), second: await gather(stream, kind) };
    },
  },
  "controller.abort without reading on is an end": {
    answer: stalling,
    outcomes: ["cancelled"],
    hangUps: 1,
    run: async (client) => {
      const stream = await open(client);
      const first = await stream[Symbol.asyncIterator]().next();
      stream.controller.abort();
      return first;
    },
  },
  "the app's signal ends the loop as it does": {
    answer: stalling,
    outcomes: ["cancelled"],
    hangUps: 1,
    run: async (client, kind) => {
      const aborting = new AbortController();
      const stream = await open(client, { signal: aborting.signal });
      const watched = (async function* () {
        for await (const event of stream) {
          if (event.type === "content_block_delta") setTimeout(() => aborting.abort(), 5);
          yield event;
        }
      })();
      return gather(watched, kind);
    },
  },
  "the app's signal ends a stream that nobody reads": {
    answer: stalling,
    outcomes: ["cancelled"],
    hangUps: 1,
    run: async (client) => {
      const aborting = new AbortController();
      const stream = await open(client, { signal: aborting.signal });
      aborting.abort();
      return stream.controller.signal.aborted;
    },
  },
  "a stream that is refused rejects before it begins": {
    answer: messageFailure(429),
    outcomes: ["error"],
    run: (client, kind) => settle(open(client), kind),
  },
  "a stream that ends without its end ends as it did": {
    answer: messageThen(4, (response) => void response.end()),
    outcomes: ["error"],
    run: async (client, kind) => gather(await open(client), kind),
  },
};

const EVENTS = [
  ...["connect", "streamEvent", "text", "citation", "inputJson", "thinking", "contentBlock"],
  ...["message", "finalMessage", "error", "abort", "end"],
];

const PIECES = ['{"ci', 'ty": ', '"Oslo"}'];
const CALL = { type: "tool_use", id: "toolu_1", name: "weather", input: { city: "Oslo" } };

/** Calls a tool first, and answers once it has the tool's result. */
const callsTool: ModelAnswer = (scene) => {
  if (hasToolResult(scene)) return sendsMessage(scene);
  if (scene.request.body.stream === true) return sendsEvents(toolUseEvents(PIECES))(scene);
  return json(messageBody([CALL], { stop_reason: "tool_use" }))(scene);
};

function hasToolResult({ request }: ModelScene): boolean {
  return request.text.includes('"tool_result"');
}

async function runTools(client: Anthropic, stream: boolean): Promise<unknown> {
  const seen: unknown[] = [];
  const weather = betaZodTool({
    name: "weather",
    description: "Tells the weather",
    inputSchema: z.object({ city: z.string() }),
    run: (input) => {
      seen.push(input);
      return "Rain.";
    },
  });
  const params = { ...hello, stream, tools: [weather] };
  const runner = client.beta.messages.toolRunner(params as never);
  const turns: unknown[] = [];
  for await (const turn of runner as AsyncIterable<unknown>) {
    const helper = turn as { finalMessage?: () => Promise<unknown> };
    turns.push(helper.finalMessage === undefined ? turn : await helper.finalMessage());
  }
  return { turns, seen };
}

const HELPERS: Record<string, AnthropicScenario> = {
  "stream() tells all its events": {
    answer,
    run: async (client) => {
      const helper = client.messages.stream(hello);
      const heard = listen(helper, EVENTS);
      const final = await helper.finalMessage();
      const state = [helper.ended, helper.aborted, helper.errored, helper.request_id];
      return { final, heard, state, text: await helper.finalText() };
    },
  },
  "stream() tells of calls piece by piece": {
    answer: sendsEvents(toolUseEvents(PIECES)),
    run: async (client) => {
      const helper = client.messages.stream(hello);
      const heard = listen(helper, EVENTS);
      return { final: await helper.finalMessage(), heard };
    },
  },
  "stream() can be looped over, and its response had": {
    answer,
    run: async (client, kind) => {
      const helper = client.beta.messages.stream(hello);
      const { response } = await helper.withResponse();
      return { status: response.status, events: await gather(helper, kind) };
    },
  },
  "stream() parses by a zod schema": {
    answer: sendsEvents(messageEvents(['{"mood":', '"good"}'])),
    run: async (client) => {
      const format = zodOutputFormat(z.object({ mood: z.string() }));
      const helper = client.messages.stream({ ...hello, output_config: { format } });
      return (await helper.finalMessage()).parsed_output;
    },
  },
  "stream() fails with the SDK's own error": {
    answer: messageFailure(400),
    outcomes: ["error"],
    run: async (client, kind) => {
      const helper = client.messages.stream(hello);
      const heard = listen(helper, EVENTS);
      return { failed: await settle(helper.finalMessage(), kind), heard };
    },
  },
  "stream() can be aborted": {
    answer: stalling,
    outcomes: ["cancelled"],
    hangUps: 1,
    run: async (client, kind) => {
      const helper = client.messages.stream(hello);
      helper.once("text", () => setTimeout(() => helper.abort(), 5));
      return { failed: await settle(helper.done(), kind), aborted: helper.aborted };
    },
  },
  "a thread goes on, plain and streamed": {
    answer,
    outcomes: ["complete", "complete"],
    run: async (client, kind) => {
      const thread = client.beta.messages.thread({ model, max_tokens: 100 });
      thread.append({ role: "user", content: "How are you?" });
      const first = await thread.send();
      thread.append({ role: "user", content: "And now?" });
      return { first, second: await gather(thread.stream(), kind) };
    },
  },
  "toolRunner takes one lifecycle a round": {
    answer: callsTool,
    outcomes: ["complete", "complete"],
    run: (client) => runTools(client, false),
  },
  "streamed toolRunner takes one lifecycle a round": {
    answer: callsTool,
    outcomes: ["complete", "complete"],
    run: (client) => runTools(client, true),
  },
  "streamed toolRunner is traced by a library that awaits its calls as well": {
    answer: callsTool,
    outcomes: ["complete", "complete"],
    run: (client) => {
      const { messages } = client.beta;
      const create = messages.create.bind(messages) as (...given: unknown[]) => Promise<unknown>;
      const traced = (...given: unknown[]) => {
        const created = create(...given);
        created.catch(() => undefined);
        return created;
      };
      Object.assign(messages, { create: traced });
      return runTools(client, true);
    },
  },
  "toolRunner fails with the SDK's own error": {
    answer: (scene) => (hasToolResult(scene) ? messageFailure(500) : callsTool)(scene),
    outcomes: ["complete", "error"],
    run: (client, kind) => settle(runTools(client, false), kind),
  },
};

describe("Anthropic's client, guarded, streams the same as unguarded", () => {
  const stand = useStand();

  it.each(Object.entries({ ...STREAMS, ...HELPERS }))("%s", (_title, scenario) =>
    compareThrough(stand, ANTHROPIC, { ...scenario, doorway: guardedInPlace }),
  );
});
