import type Anthropic from "@anthropic-ai/sdk";
import type { Middleware } from "@anthropic-ai/sdk";
import { describe, it } from "vitest";
import { compareThrough, gather, namesOf, settle } from "../../support/clients/side-by-side.ts";
import {
  ANTHROPIC,
  type AnthropicScenario,
  guardedInPlace,
  overGuardedFetch,
} from "../../support/models/anthropic-kind.ts";
import {
  messageEvents,
  messageFailure,
  messageThen,
  sendsEvents,
  sendsMessage,
  toolUseEvents,
} from "../../support/models/message-answers.ts";
import type { ModelAnswer } from "../../support/models/model-server.ts";
import { useStand } from "../../support/stands/stand.ts";

const hello = {
  model: "claude-sonnet-5",
  max_tokens: 100,
  messages: [{ role: "user" as const, content: "How are you?" }],
};
const streamed = { ...hello, stream: true as const };
const answer = sendsMessage;
const overloaded = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };

/** Fails until the last attempt. */
const flaky: ModelAnswer = (scene) =>
  scene.turn < 2 ? messageFailure(529, "overloaded_error")(scene) : sendsMessage(scene);

async function firstOf(client: Anthropic): Promise<unknown> {
  for await (const event of await client.messages.create(streamed)) return event;
  return undefined;
}

const SCENARIOS: Record<string, AnthropicScenario> = {
  "create gives the message": {
    answer,
    run: async (client) => {
      const message = await client.messages.create(hello);
      return { message, id: message._request_id };
    },
  },
  "withResponse gives the message, the response and the id": {
    answer,
    run: async (client) => {
      const { data, response, request_id } = await client.messages.create(hello).withResponse();
      return { data, request_id, status: response.status, headers: namesOf(response.headers) };
    },
  },
  "asResponse gives the response, to be read": {
    answer,
    run: async (client) => {
      const response = await client.messages.create(hello).asResponse();
      return { type: response.constructor.name, text: await response.text() };
    },
  },
  "asResponse of a stream gives its bytes": {
    answer,
    run: async (client) => (await client.messages.create(streamed).asResponse()).text(),
  },
  "streams arrive event by event": {
    answer,
    run: async (client, kind) => gather(await client.messages.create(streamed), kind),
  },
  "streams split in two tell both halves": {
    answer,
    run: async (client, kind) => {
      const [left, right] = (await client.messages.create(streamed)).tee();
      return [await gather(left, kind), await gather(right, kind)];
    },
  },
  "streams become readable streams": {
    answer,
    run: async (client) =>
      new Response((await client.messages.create(streamed)).toReadableStream()).text(),
  },
  "a beta message is a message": {
    answer,
    run: (client) => client.beta.messages.create({ ...hello, betas: ["context-1m-2025-08-07"] }),
  },
  "post() of one's own is guarded too": {
    answer,
    run: (client) => client.post("/v1/messages", { body: hello }),
  },
  "tokens are counted": {
    answer,
    run: (client) => client.messages.countTokens(hello),
  },
  "a clone is guarded like its original": {
    answer,
    run: (client) => client.withOptions({ timeout: 5_000 }).messages.create(hello),
  },
  "middleware of the app sees what it saw": {
    answer,
    run: async (client) => {
      const seen: unknown[] = [];
      const middleware: Middleware = (request, next) => {
        seen.push(request.method, request.body);
        return next(request);
      };
      const message = await client.withOptions({ middleware: [middleware] }).messages.create(hello);
      return { message, seen };
    },
  },
  "an error of the provider is the SDK's own": {
    answer: messageFailure(400, "invalid_request_error"),
    outcomes: ["error"],
    run: (client, kind) => settle(client.messages.create(hello), kind),
  },
  "an error in the middle of a stream is the SDK's own": {
    answer: sendsEvents([...messageEvents().slice(0, 5), overloaded]),
    outcomes: ["error"],
    run: async (client, kind) => gather(await client.messages.create(streamed), kind),
  },
  "a connection that breaks is the SDK's own error": {
    answer: messageThen(5, (response) => void response.socket?.destroy()),
    outcomes: ["error"],
    hangUps: 1,
    run: async (client, kind) => gather(await client.messages.create(streamed), kind),
  },
  "a break ends the request": {
    answer: messageThen(5, () => undefined),
    outcomes: ["cancelled"],
    hangUps: 1,
    run: (client) => firstOf(client),
  },
  "an abort of the stream ends it quietly": {
    answer: messageThen(5, () => undefined),
    outcomes: ["cancelled"],
    hangUps: 1,
    run: async (client) => {
      const stream = await client.messages.create(streamed);
      const types: string[] = [];
      for await (const event of stream) {
        types.push(event.type);
        if (types.length === 3) stream.controller.abort();
      }
      return types;
    },
  },
  "an abort by signal ends the call with the SDK's own error": {
    answer: () => undefined,
    outcomes: ["cancelled"],
    hangUps: 1,
    run: (client, kind) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 100);
      return settle(client.messages.create(hello, { signal: controller.signal }), kind);
    },
  },
  "stream() gives its last message": {
    answer,
    run: (client) => client.messages.stream(hello).finalMessage(),
  },
  "stream() puts a tool's input together": {
    answer: sendsEvents(toolUseEvents(['{"city"', ': "Oslo"}'])),
    run: (client) => client.messages.stream(hello).finalMessage(),
  },
};

/** What a `fetch` cannot distinguish from separate calls, and from an abort. */
const IN_PLACE: Record<string, AnthropicScenario> = {
  "failed attempts are retried under one guard": {
    answer: flaky,
    client: { maxRetries: 2 },
    run: (client) => client.messages.create(hello),
  },
  "a timeout is the SDK's own": {
    answer: () => undefined,
    outcomes: ["error"],
    hangUps: 1,
    run: (client, kind) => settle(client.messages.create(hello, { timeout: 100 }), kind),
  },
};

describe.each([
  ["guarded in place", guardedInPlace, { ...SCENARIOS, ...IN_PLACE }],
  ["over guard.fetch", overGuardedFetch, SCENARIOS],
] as const)("an Anthropic client %s, compared to unguarded:", (_name, doorway, scenarios) => {
  const stand = useStand({}, sendsMessage);

  it.each(Object.entries<AnthropicScenario>(scenarios))("%s", (_title, scenario) =>
    compareThrough(stand, ANTHROPIC, { ...scenario, doorway }),
  );
});
