import type Anthropic from "@anthropic-ai/sdk";
import type { Middleware } from "@anthropic-ai/sdk";
import { zodOutputFormat } from "@anthropic-ai/sdk/helpers/zod";
import { describe, it } from "vitest";
import { z } from "zod";
import { compareThrough, settle } from "../../support/clients/side-by-side.ts";
import {
  ANTHROPIC,
  type AnthropicScenario,
  guardedInPlace,
} from "../../support/models/anthropic-kind.ts";
import { messageBody, messageFailure, sendsMessage } from "../../support/models/message-answers.ts";
import { json } from "../../support/models/model-answers.ts";
import type { ModelAnswer } from "../../support/models/model-server.ts";
import { useStand } from "../../support/stands/stand.ts";

const model = "claude-sonnet-5-5";
const hello = {
  model,
  max_tokens: 100,
  messages: [{ role: "user" as const, content: "How are you?" }],
};
const answer = sendsMessage;

const create: AnthropicScenario["run"] = (client, kind) =>
  settle(client.messages.create(hello), kind);

/** The given answers in turn, then good ones. */
function inTurn(...answers: readonly ModelAnswer[]): ModelAnswer {
  return (scene) => (answers[scene.turn] ?? sendsMessage)(scene);
}

const ANSWERS: Record<string, AnthropicScenario> = {
  "then, catch and finally chain as they do": {
    answer,
    run: async (client) => {
      const promise = client.messages.create(hello);
      const order: string[] = [];
      const chained = await promise
        .then((value) => value.content.length)
        .catch(() => -1)
        .finally(() => order.push("finally"));
      const [again, twice] = [await promise, await promise];
      return { chained, order, same: again === twice, name: promise.constructor.name };
    },
  },
  "asResponse gives a response to be read as text, JSON or bytes": {
    answer,
    outcomes: ["complete", "complete", "complete"],
    run: async (client) => {
      const whole = () => client.messages.create(hello).asResponse();
      const text = await (await whole()).text();
      const body = await (await whole()).json();
      const bytes = Buffer.from(await (await whole()).arrayBuffer()).toString();
      return { text, body, bytes };
    },
  },
  "parse gives the object of a zod schema": {
    answer: json(messageBody([{ type: "text", text: '{"mood":"good"}', citations: null }])),
    outcomes: ["complete", "complete"],
    run: async (client) => {
      const format = zodOutputFormat(z.object({ mood: z.string() }));
      const request = { ...hello, output_config: { format } };
      const parsed = await client.messages.parse(request);
      const beta = await client.beta.messages.parse(request);
      return { parsed, beta, object: parsed.parsed_output };
    },
  },
  "countTokens counts": {
    answer,
    outcomes: ["complete", "complete"],
    run: async (client) => {
      const { max_tokens: _, ...counted } = hello;
      const plain = await client.messages.countTokens(counted);
      return { plain, beta: await client.beta.messages.countTokens(counted) };
    },
  },
  "a batch is created": {
    answer: json({ id: "msgbatch_1", type: "message_batch", processing_status: "in_progress" }),
    outcomes: ["complete", "complete"],
    run: async (client) => {
      const requests = [
        { custom_id: "one", params: hello },
        { custom_id: "two", params: { ...hello, system: "Be kind." } },
      ];
      const plain = await client.messages.batches.create({ requests });
      return { plain, beta: await client.beta.messages.batches.create({ requests }) };
    },
  },
  "post and request reach the same endpoint": {
    answer,
    outcomes: ["complete", "complete"],
    run: async (client) => {
      const posted = await client.post("/v1/messages", { body: hello });
      const options = { method: "post" as const, path: "/v1/messages", body: hello };
      return { posted, requested: await client.request(options) };
    },
  },
  "clones keep their options, clones of clones too": {
    answer,
    outcomes: ["complete", "complete"],
    run: async (client) => {
      const one = client.withOptions({ timeout: 5_000, defaultHeaders: { "x-one": "1" } });
      const two = one.withOptions({ maxRetries: 1 });
      const first = await one.messages.create(hello);
      const second = await two.messages.create(hello);
      return { first, second, kept: [one.timeout, two.timeout, one.maxRetries, two.maxRetries] };
    },
  },
  "per-request options arrive": {
    answer,
    run: (client) =>
      client.messages.create(hello, {
        headers: { "x-mine": "yes" },
        query: { debug: "1" },
        timeout: 5_000,
      }),
  },
  "middleware sees every attempt, and its order": {
    answer: inTurn(messageFailure(500)),
    client: { maxRetries: 1 },
    run: async (client) => {
      const seen: string[] = [];
      const note = (name: string): Middleware => {
        return async (request, next, context) => {
          const { body } = context.options as { body?: unknown };
          seen.push(`${name} ${request.method} ${new URL(request.url).pathname} ${typeof body}`);
          const response = await next(request);
          seen.push(`${name} ${response.status}`);
          return response;
        };
      };
      const own = client.withOptions({ middleware: [note("client")] });
      const value = await own.messages.create(hello, { middleware: [note("request")] });
      return { value, seen };
    },
  },
  "an error of middleware is that error": {
    answer,
    outcomes: ["error"],
    run: (client, kind) => {
      const own = client.withOptions({
        middleware: [
          () => {
            throw new RangeError("not today");
          },
        ],
      });
      return settle(own.messages.create(hello), kind);
    },
  },
  "odd but valid requests leave byte for byte": {
    answer,
    run: (client) =>
      client.messages.create({
        ...hello,
        system: [{ type: "text", text: "", cache_control: { type: "ephemeral" } }],
        temperature: undefined,
        metadata: { user_id: "somebody" },
        messages: [
          { role: "user", content: 'Ünïcödé \u2028 and \u{1f600} and " and \\' },
          {
            role: "assistant",
            content: [
              { type: "thinking", thinking: "Hm.", signature: "EqQBCgYIARgCKkD" },
              { type: "redacted_thinking", data: "sealed" },
              {
                type: "tool_use",
                id: "toolu_1",
                name: "f",
                input: { a: 1.5, b: [null, { c: {} }] },
              },
              { type: "tool_use", id: "toolu_2", name: "f", input: {} },
            ],
          },
          {
            role: "user",
            content: [
              { type: "tool_result", tool_use_id: "toolu_1", content: "done", is_error: false },
              {
                type: "tool_result",
                tool_use_id: "toolu_2",
                content: [
                  { type: "text", text: "" },
                  { type: "image", source: { type: "base64", media_type: "image/png", data: "A" } },
                ],
              },
              { type: "document", source: { type: "url", url: "https://example.com/a.pdf" } },
            ],
          },
        ],
      } as unknown as Anthropic.MessageCreateParamsNonStreaming),
  },
  "an answer that is no JSON is the text it is": {
    answer: ({ response }) => void response.end("plain words"),
    run: create,
  },
  "an empty answer is what it was": {
    answer: ({ response }) => void response.writeHead(204).end(),
    run: create,
  },
  "reading what is stored passes": {
    answer: json({ data: [{ id: "m", type: "model" }], has_more: false }),
    outcomes: [],
    run: async (client) => (await client.models.list()).data,
  },
};

let aborting = new AbortController();
const STATUSES = [400, 401, 403, 404, 409, 413, 422, 429, 500, 503, 529];

const ERRORS: Record<string, AnthropicScenario> = {
  ...Object.fromEntries(
    STATUSES.map((status): [string, AnthropicScenario] => [
      `a ${status} of the provider is the SDK's own error`,
      { answer: messageFailure(status), run: create, outcomes: ["error"] },
    ]),
  ),
  "all forms of a call reject alike": {
    answer: messageFailure(400),
    outcomes: Array(6).fill("error"),
    run: async (client, kind) => ({
      withResponse: await settle(client.messages.create(hello).withResponse(), kind),
      asResponse: await settle(client.messages.create(hello).asResponse(), kind),
      parse: await settle(client.messages.parse(hello), kind),
      streamed: await settle(client.messages.create({ ...hello, stream: true }), kind),
      post: await settle(client.post("/v1/messages", { body: hello }), kind),
      stream: await settle(client.messages.stream(hello).finalMessage(), kind),
    }),
  },
  "retries of the client succeed within one guarded call": {
    answer: inTurn(messageFailure(500), messageFailure(429)),
    run: create,
    client: { maxRetries: 2 },
  },
  "a call that fails after all its retries is one call": {
    answer: messageFailure(529, "overloaded_error"),
    run: create,
    client: { maxRetries: 2 },
    outcomes: ["error"],
  },
  "a connection that is reset is the SDK's connection error": {
    answer: ({ response }) => void response.socket?.resetAndDestroy(),
    run: create,
    outcomes: ["error"],
    hangUps: 1,
  },
  "a provider that does not answer in time is the SDK's timeout": {
    answer: () => undefined,
    run: create,
    // Enough for a busy machine to send the request.
    client: { timeout: 1_000 },
    outcomes: ["error"],
    hangUps: 1,
  },
  "a signal that was aborted before sends nothing to anybody": {
    answer,
    outcomes: [],
    run: (client, kind) => {
      const signal = AbortSignal.abort(new Error("not needed"));
      return settle(client.messages.create(hello, { signal }), kind);
    },
  },
  "an abort while the provider thinks is the SDK's own abort error": {
    answer: () => aborting.abort(),
    outcomes: ["cancelled"],
    hangUps: 1,
    run: (client, kind) => {
      aborting = new AbortController();
      return settle(client.messages.create(hello, { signal: aborting.signal }), kind);
    },
  },
};

describe("Anthropic's client, guarded, gives the same results as unguarded", () => {
  const stand = useStand();

  it.each(Object.entries({ ...ANSWERS, ...ERRORS }))("%s", (_title, scenario) =>
    compareThrough(stand, ANTHROPIC, { ...scenario, doorway: guardedInPlace }),
  );
});
