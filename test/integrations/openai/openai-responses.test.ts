import type OpenAI from "openai";
import { zodTextFormat } from "openai/helpers/zod";
import { describe, it } from "vitest";
import { z } from "zod";
import {
  compare,
  describeError,
  gather,
  namesOf,
  type Scenario,
  settle,
} from "../../support/clients/side-by-side.ts";
import { failure, json, sse } from "../../support/models/model-answers.ts";
import { ALL_KINDS } from "../../support/models/openai-kinds.ts";
import { eventsThen, responds, responseBody } from "../../support/models/response-answers.ts";
import { useStand } from "../../support/stands/stand.ts";

const model = "gpt-4o-mini";
const hello = { model, input: "How are you?" };
const history = {
  model,
  instructions: "Be kind.",
  input: [
    { role: "user" as const, content: "Weather?" },
    { type: "function_call" as const, call_id: "1", name: "weather", arguments: "{}" },
    { type: "function_call_output" as const, call_id: "1", output: "sun" },
  ],
};
const streamed = (client: OpenAI) => client.responses.create({ ...hello, stream: true });
const answer = responds;

const SCENARIOS: Record<string, Scenario> = {
  "create gives the answer, its text and its request id": {
    answer,
    run: async (client) => {
      const value = await client.responses.create(history);
      return {
        value,
        text: value.output_text,
        id: value._request_id,
        keys: Reflect.ownKeys(value),
      };
    },
  },
  "create streams every event, in order": {
    answer,
    run: async (client, kind) => gather(await streamed(client), kind),
  },
  "the helper for streams accumulates, tells its listeners and ends": {
    answer,
    run: async (client) => {
      const heard: string[] = [];
      const stream = client.responses.stream(history);
      stream.on("response.output_text.delta", ({ delta, snapshot }) => heard.push(delta, snapshot));
      const final = await stream.finalResponse();
      return { heard, final };
    },
  },
  "parse gives what was parsed": {
    answer: json(responseBody({ output: [jsonMessage('{"name":"Ada"}')] })),
    run: async (client) => {
      const format = zodTextFormat(z.object({ name: z.string() }), "person");
      const value = await client.responses.parse({ ...hello, text: { format } });
      return { parsed: value.output_parsed, value };
    },
  },
  "withResponse and asResponse give the response": {
    answer,
    outcomes: ["complete", "complete"],
    run: async (client) => {
      const { data, response, request_id } = await client.responses.create(hello).withResponse();
      const raw = await client.responses.create(hello).asResponse();
      return { data, names: namesOf(response.headers), request_id, text: await raw.text() };
    },
  },
  "a response in the background comes as it is": {
    answer: json(responseBody({ status: "queued", output: [], usage: null })),
    run: (client) => client.responses.create({ ...hello, background: true, store: true }),
  },
  "stored responses are fetched, streamed, listed, cancelled and deleted without a guard": {
    answer,
    outcomes: [],
    run: async (client, kind) => {
      const whole = await client.responses.retrieve("resp_1");
      const events = await client.responses.retrieve("resp_1", { stream: true });
      const gathered = await gather(events, kind);
      const cancelled = await settle(client.responses.cancel("resp_1"), kind);
      await client.responses.delete("resp_1");
      return { whole, gathered, cancelled };
    },
  },
  "compacting and counting tokens are calls as well": {
    answer: json({ object: "response.input_tokens", input_tokens: 3 }),
    outcomes: ["complete", "complete"],
    run: async (client) => {
      const compacted = await client.post("/responses/compact", { body: history });
      const counted = await client.post("/responses/input_tokens", { body: history });
      return { compacted, counted };
    },
  },
  "a stream that is left is cancelled": {
    answer: eventsThen(6, () => undefined),
    outcomes: ["cancelled"],
    hangUps: 1,
    run: async (client) => {
      const stream = await streamed(client);
      const seen: string[] = [];
      for await (const event of stream) {
        seen.push(event.type);
        if (event.type === "response.output_text.delta") break;
      }
      return { seen, aborted: stream.controller.signal.aborted };
    },
  },
  "a stream that is left after its last word is complete": {
    answer,
    run: async (client) => {
      const seen: string[] = [];
      for await (const event of await streamed(client)) {
        seen.push(event.type);
        if (event.type === "response.completed") break;
      }
      return seen;
    },
  },
  "a stream that is aborted ends as it does": {
    answer: eventsThen(6, () => undefined),
    outcomes: ["cancelled"],
    hangUps: 1,
    run: async (client, kind) => {
      const stream = await streamed(client);
      const seen: string[] = [];
      try {
        for await (const event of stream) {
          seen.push(event.type);
          if (seen.length === 5) stream.controller.abort();
        }
      } catch (error) {
        return { seen, error: describeError(error, kind) };
      }
      return { seen };
    },
  },
  "a stream that breaks off fails as it does": {
    answer: eventsThen(6, (response) => void response.destroy()),
    outcomes: ["error"],
    hangUps: 1,
    run: async (client, kind) => {
      const { values, error } = (await gather(await streamed(client), kind)) as {
        values: unknown[];
        error?: object;
      };
      return { values, failed: error !== undefined };
    },
  },
  "an error in the middle of a stream is thrown": {
    answer: eventsThen(6, (response) => {
      const error = { type: "error", code: "server_error", message: "It broke.", param: null };
      response.end(`event: error\n${sse(error)}`);
    }),
    outcomes: ["error"],
    run: async (client, kind) => gather(await streamed(client), kind),
  },
  "a response that failed is no exception, but is told as an error": {
    answer: json(
      responseBody({ status: "failed", error: { code: "server_error", message: "No." } }),
    ),
    outcomes: ["error"],
    run: (client) => client.responses.create(hello),
  },
  "an error of the provider is one error, after all retries": {
    answer: failure(500),
    client: { maxRetries: 2 },
    outcomes: ["error"],
    run: (client, kind) => settle(client.responses.create(hello), kind),
  },
  "post sends what it is given": {
    answer,
    run: (client) => client.post("/responses", { body: history }),
  },
};

function jsonMessage(text: string): object {
  const content = [{ type: "output_text", annotations: [], logprobs: [], text }];
  return { id: "msg_1", type: "message", status: "completed", role: "assistant", content };
}

describe.each(ALL_KINDS)("the Responses API of $name, guarded, compared to unguarded", (kind) => {
  const stand = useStand();

  it.each(Object.entries(SCENARIOS))("%s", async (_name, scenario) => {
    await compare(stand, kind, scenario);
  });
});
