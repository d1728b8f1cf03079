import type OpenAI from "openai";
import { zodResponseFormat } from "openai/helpers/zod";
import { describe, it } from "vitest";
import { z } from "zod";
import {
  compare,
  describeError,
  namesOf,
  type Scenario,
  settle,
} from "../../support/clients/side-by-side.ts";
import { completion, json, wellBehaved } from "../../support/models/model-answers.ts";
import { ALL_KINDS, type OpenAIKind } from "../../support/models/openai-kinds.ts";
import { useStand } from "../../support/stands/stand.ts";

const model = "gpt-4o-mini";
const hello = { model, messages: [{ role: "user" as const, content: "How are you?" }] };
const answer = wellBehaved;

const SCENARIOS: Record<string, Scenario> = {
  "create gives the answer, its request id and nothing more": {
    answer,
    run: async (client) => {
      const value = await client.chat.completions.create(hello);
      return { value, id: value._request_id, keys: Reflect.ownKeys(value) };
    },
  },
  "then, catch and finally chain as they do": {
    answer,
    run: async (client) => {
      const order: string[] = [];
      const promise = client.chat.completions.create(hello);
      const chained = await promise
        .then((value) => value.choices.length)
        .catch(() => -1)
        .finally(() => order.push("finally"));
      const [again, twice] = [await promise, await promise];
      return { chained, order, again, same: again === twice };
    },
  },
  "the promise is the SDK's own and is still a promise": {
    answer,
    run: async (client) => {
      const promise = client.chat.completions.create(hello);
      const names = [promise.constructor.name, Object.prototype.toString.call(promise)];
      await promise;
      return { names, isPromise: promise instanceof Promise };
    },
  },
  "withResponse gives the answer, the response and the request id": {
    answer,
    run: async (client) => {
      const { data, response, request_id } = await client.chat.completions
        .create(hello)
        .withResponse();
      return { data, request_id, response: describeResponse(response) };
    },
  },
  "withResponse after the answer was awaited gives the same answer": {
    answer,
    run: async (client) => {
      const promise = client.chat.completions.create(hello);
      const value = await promise;
      const { data } = await promise.withResponse();
      return { same: data === value };
    },
  },
  "asResponse gives a response to be read as text": {
    answer,
    run: async (client) => {
      const response = await client.chat.completions.create(hello).asResponse();
      const before = describeResponse(response);
      const text = await response.text();
      return { before, text, after: describeResponse(response) };
    },
  },
  "asResponse gives a response to be read as JSON, bytes or a blob": {
    answer,
    outcomes: ["complete", "complete", "complete"],
    run: async (client) => {
      const whole = () => client.chat.completions.create(hello).asResponse();
      const body = await (await whole()).json();
      const bytes = await (await whole()).arrayBuffer();
      const blob = await (await whole()).blob();
      return { body, bytes: Buffer.from(bytes).toString(), blob: [blob.type, await blob.text()] };
    },
  },
  "asResponse gives a response to be read chunk by chunk": {
    answer,
    run: async (client) => {
      const response = await client.chat.completions.create(hello).asResponse();
      const reader = response.body?.getReader();
      let text = "";
      const decoder = new TextDecoder();
      for (;;) {
        const result = await reader?.read();
        if (result === undefined || result.done) break;
        text += decoder.decode(result.value, { stream: true });
      }
      reader?.releaseLock();
      const { body } = response;
      return { text, used: response.bodyUsed, sameBody: response.body === body };
    },
  },
  "a response can be cloned and both copies read": {
    answer,
    run: async (client) => {
      const response = await client.chat.completions.create(hello).asResponse();
      const copy = response.clone();
      const described = describeResponse(copy);
      const [one, other] = await Promise.all([response.text(), copy.json()]);
      return { one, other, described, used: [response.bodyUsed, copy.bodyUsed] };
    },
  },
  "a response that was read once cannot be read or cloned again": {
    answer,
    run: async (client, kind) => {
      const response = await client.chat.completions.create(hello).asResponse();
      await response.text();
      const again = await settle(response.text(), kind);
      const cloned = await settle(
        Promise.resolve().then(() => response.clone()),
        kind,
      );
      return { again, cloned };
    },
  },
  "a response can be handed on as a new one": {
    answer,
    run: async (client) => {
      const response = await client.chat.completions.create(hello).asResponse();
      const next = new Response(response.body, response);
      const headers = Object.fromEntries(
        [...next.headers].filter(([name]) => !name.startsWith("x-guard-") && name !== "date"),
      );
      return { status: next.status, headers, text: await next.text() };
    },
  },
  "parse gives the parsed object of a zod schema": {
    answer: json(completion({ content: '{"mood":"good","score":3}' })),
    run: async (client) => {
      const schema = z.object({ mood: z.string(), score: z.number() });
      const parsed = await client.chat.completions.parse({
        ...hello,
        response_format: zodResponseFormat(schema, "mood"),
      });
      return { parsed, object: parsed.choices[0]?.message.parsed, id: parsed._request_id };
    },
  },
  "parse rejects with the SDK's error for what does not fit the schema": {
    answer: json(completion({ content: '{"mood":1}' })),
    run: async (client, kind) => {
      const schema = z.object({ mood: z.string() });
      const format = zodResponseFormat(schema, "mood");
      const parsing = client.chat.completions.parse({ ...hello, response_format: format });
      return Promise.resolve(parsing).then(
        () => "parsed",
        (error) => describeError(error, kind).class,
      );
    },
  },
  "post and request reach the same endpoint": {
    answer,
    outcomes: ["complete", "complete"],
    run: async (client) => {
      const posted = await client.post("/chat/completions", { body: hello });
      const options = { method: "post" as const, path: "/chat/completions", body: hello };
      return { posted, requested: await client.request(options) };
    },
  },
  "clones keep their options, clones of clones too": {
    answer,
    outcomes: ["complete", "complete"],
    run: async (client, { azure }) => {
      // Azure's clients of majors 5 and 6 lose theirs.
      const version = azure ? { apiVersion: "2024-10-21" } : {};
      const headers = { "x-one": "1" };
      const one = client.withOptions({ ...version, timeout: 5_000, defaultHeaders: headers });
      const two = one.withOptions({ ...version, maxRetries: 1 });
      const first = await one.chat.completions.create(hello);
      const second = await two.chat.completions.create(hello);
      const kept = [one.timeout, two.timeout, one.maxRetries, two.maxRetries];
      return { first, second, kept, names: [one.constructor.name, two.constructor.name] };
    },
  },
  "per-request options arrive": {
    answer,
    run: (client) =>
      client.chat.completions.create(hello, {
        headers: { "x-mine": "yes" },
        query: { debug: "1" },
        timeout: 5_000,
        idempotencyKey: "key-1",
      }),
  },
  "frozen requests are sent and never written to": {
    answer,
    run: async (client) => {
      const request = deepFreeze({
        ...hello,
        messages: [
          { role: "system" as const, content: "Be kind." },
          { role: "user" as const, content: [{ type: "text" as const, text: "Hello." }] },
        ],
        tools: [{ type: "function" as const, function: { name: "f", parameters: {} } }],
      });
      const options = Object.freeze({ headers: Object.freeze({ "x-mine": "1" }) });
      const value = await client.chat.completions.create(request, options);
      return { value, request: JSON.stringify(request) };
    },
  },
  "odd but valid requests leave byte for byte": {
    answer,
    run: (client) =>
      client.chat.completions.create({
        ...hello,
        temperature: undefined,
        n: 1,
        metadata: { b: "2", a: "1" },
        messages: [
          { role: "developer", content: "", name: "dev" },
          { role: "user", content: 'Ünïcödé \u2028 and \u{1f600} and " and \\' },
          { role: "assistant", content: null, refusal: "No." },
          {
            role: "assistant",
            tool_calls: [
              { id: "call_1", type: "function", function: { name: "f", arguments: '{"a": 1}' } },
            ],
          },
          { role: "tool", tool_call_id: "call_1", content: "done" },
        ],
      } as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming),
  },
  "an answer that is no JSON is the text it is": {
    answer: ({ response }) => void response.end("plain words"),
    run: (client) => Promise.resolve(client.chat.completions.create(hello)),
  },
  "an answer that claims to be JSON and is not fails the SDK's way": {
    answer: ({ response }) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end('{"choices": [');
    },
    outcomes: ["error"],
    run: (client, kind) => settle(client.chat.completions.create(hello), kind),
  },
  "an empty answer is what it was": {
    answer: ({ response }) => {
      response.writeHead(204).end();
    },
    run: (client, kind) => settle(client.chat.completions.create(hello), kind),
  },
  "an answer without choices is handed on": {
    answer: json({ unexpected: true }),
    run: (client, kind) => settle(client.chat.completions.create(hello), kind),
  },
};

describe.each(ALL_KINDS)("$name, guarded, compared to unguarded", (kind: OpenAIKind) => {
  const stand = useStand();

  it.each(Object.entries(SCENARIOS))("%s", (_title, scenario) => compare(stand, kind, scenario));
});

function describeResponse(response: Response): object {
  const { status, statusText, ok, type, redirected, bodyUsed } = response;
  const names = namesOf(response.headers);
  return {
    ...{ status, statusText, ok, type, redirected, bodyUsed, names },
    path: new URL(response.url).pathname,
    isResponse: response instanceof Response,
    isHeaders: response.headers instanceof Headers,
    requestId: response.headers.get("X-Request-Id"),
    missing: response.headers.get("x-none"),
    has: response.headers.has("content-type"),
  };
}

function deepFreeze<T>(value: T): T {
  for (const member of Object.values(value as object)) {
    if (typeof member === "object" && member !== null) deepFreeze(member);
  }
  return Object.freeze(value);
}
