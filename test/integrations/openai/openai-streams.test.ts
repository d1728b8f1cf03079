import type OpenAI from "openai";
import { describe, it } from "vitest";
import {
  compare,
  describeError,
  gather,
  type Scenario,
  settle,
} from "../../support/clients/side-by-side.ts";
import {
  failure,
  openStream,
  sse,
  streamed,
  streamThen,
  wellBehaved,
} from "../../support/models/model-answers.ts";
import { ALL_KINDS, type OpenAIKind } from "../../support/models/openai-kinds.ts";
import { useStand } from "../../support/stands/stand.ts";

const model = "gpt-4o-mini";
const hello = { model, messages: [{ role: "user" as const, content: "How are you?" }] };
const request = { ...hello, stream: true as const };
const answer = wellBehaved;

const open = (client: OpenAI, options?: OpenAI.RequestOptions) =>
  client.chat.completions.create(request, options);

/** Two chunks, and then nothing until the client disconnects. */
const stalling = streamThen(2, () => undefined);

/** The chunks of a stream; soon after the second one, while the third is awaited, it does `act`. */
async function* thenSoon<Chunk>(stream: AsyncIterable<Chunk>, act: () => void) {
  let read = 0;
  for await (const chunk of stream) {
    read += 1;
    if (read === 2) setTimeout(act, 5);
    yield chunk;
  }
}

const READING: Record<string, Scenario> = {
  "every chunk arrives as it was": {
    answer,
    run: async (client, kind) => gather(await open(client), kind),
  },
  "the stream is the SDK's own": {
    answer,
    run: async (client, kind) => {
      const stream = await open(client);
      const names = [stream.constructor.name, Object.keys(stream).sort(), stream.controller.signal];
      return { names: JSON.stringify(names), chunks: await gather(stream, kind) };
    },
  },
  "withResponse gives stream, response and request id": {
    answer,
    run: async (client, kind) => {
      const { data, response, request_id } = await open(client).withResponse();
      const { status, ok, bodyUsed } = response;
      return { request_id, status, ok, bodyUsed, chunks: await gather(data, kind) };
    },
  },
  "asResponse gives the bytes to a reader": {
    answer,
    run: async (client) => {
      const response = await open(client).asResponse();
      let text = "";
      for await (const bytes of response.body ?? []) text += Buffer.from(bytes).toString();
      return { text, used: response.bodyUsed, type: response.headers.get("content-type") };
    },
  },
  "asResponse gives the bytes as text": {
    answer,
    run: async (client) => (await open(client).asResponse()).text(),
  },
  "asResponse gives the bytes to two copies": {
    answer,
    run: async (client) => {
      const response = await open(client).asResponse();
      const copy = response.clone();
      return Promise.all([response.text(), copy.text()]);
    },
  },
  "tee gives the same chunks twice": {
    answer,
    run: async (client, kind) => {
      const [left, right] = (await open(client)).tee();
      return Promise.all([gather(left, kind), gather(right, kind)]);
    },
  },
  "toReadableStream gives lines of JSON": {
    answer,
    run: async (client) => new Response((await open(client)).toReadableStream()).text(),
  },
  "post gives a stream when it is asked to": {
    answer,
    run: async (client, kind) => {
      const options = { body: request, stream: true } as const;
      const posted = client.post("/chat/completions", options);
      return gather((await posted) as AsyncIterable<unknown>, kind);
    },
  },
  "a second reader gets the SDK's own error": {
    answer,
    run: async (client, kind) => {
      const stream = await open(client);
      return { first: await gather(stream, kind), second: await gather(stream, kind) };
    },
  },
  "next after the end is done": {
    answer: streamed([]),
    run: async (client) => {
      const iterator = (await open(client))[Symbol.asyncIterator]();
      const results: unknown[] = [];
      for (let turn = 0; turn < 5; turn += 1) results.push(await iterator.next());
      return results;
    },
  },
  "several nexts at once are answered in order": {
    answer,
    run: async (client) => {
      const iterator = (await open(client))[Symbol.asyncIterator]();
      return Promise.all(Array.from({ length: 9 }, () => iterator.next()));
    },
  },
  "a stream without chunks ends": {
    answer: ({ response }) => {
      openStream(response);
      response.end(sse("[DONE]"));
    },
    run: async (client, kind) => gather(await open(client), kind),
  },
  "an answer that is no stream ends without chunks": {
    answer: ({ response }) => void response.end("{}"),
    run: async (client, kind) => gather(await open(client), kind),
  },
  "chunks with line breaks, comments and odd events arrive as they did": {
    answer: ({ response }) => {
      openStream(response);
      response.write(": keep-alive\n\n");
      response.write('event: custom\r\ndata: {"choices":\r\ndata: []}\r\n\r\n');
      response.write('id: 7\ndata: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n');
      response.end(sse("[DONE]"));
    },
    run: async (client, kind) => gather(await open(client), kind),
  },
};

const ENDING: Record<string, Scenario> = {
  "a break ends the request": {
    answer: stalling,
    outcomes: ["cancelled"],
    hangUps: 1,
    run: async (client) => {
      const stream = await open(client);
      const seen: unknown[] = [];
      for await (const chunk of stream) {
        seen.push(chunk);
        break;
      }
      return { seen, aborted: stream.controller.signal.aborted };
    },
  },
  "return ends the request": {
    answer: stalling,
    outcomes: ["cancelled"],
    hangUps: 1,
    run: async (client) => {
      const iterator = (await open(client))[Symbol.asyncIterator]();
      const first = await iterator.next();
      return { first, returned: await iterator.return?.(), after: await iterator.next() };
    },
  },
  "controller.abort ends the loop quietly": {
    answer: stalling,
    outcomes: ["cancelled"],
    hangUps: 1,
    run: async (client, kind) => {
      const stream = await open(client);
      const abort = () => stream.controller.abort();
      return gather(thenSoon(stream, abort), kind);
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
  "controller.abort before reading is an end": {
    answer: stalling,
    outcomes: ["cancelled"],
    hangUps: 1,
    run: async (client, kind) => {
      const stream = await open(client);
      stream.controller.abort();
      return gather(stream, kind);
    },
  },
  "the app's signal ends the loop as it does": {
    answer: stalling,
    outcomes: ["cancelled"],
    hangUps: 1,
    run: async (client, kind) => {
      const aborting = new AbortController();
      const stream = await open(client, { signal: aborting.signal });
      return gather(
        thenSoon(stream, () => aborting.abort()),
        kind,
      );
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
  "the app's signal ends bytes that are being read": {
    answer: stalling,
    outcomes: ["cancelled"],
    hangUps: 1,
    run: async (client, kind) => {
      const aborting = new AbortController();
      const response = await open(client, { signal: aborting.signal }).asResponse();
      const reader = response.body?.getReader();
      await reader?.read();
      const pending = settle(reader?.read() ?? Promise.resolve(), kind);
      aborting.abort();
      return pending;
    },
  },
  "the app's signal ends bytes that nobody reads": {
    answer: stalling,
    outcomes: ["cancelled"],
    hangUps: 1,
    run: async (client, kind) => {
      const aborting = new AbortController();
      const response = await open(client, { signal: aborting.signal }).asResponse();
      aborting.abort();
      return settle(response.text(), kind);
    },
  },
  "a reader that cancels ends the request": {
    answer: stalling,
    outcomes: ["cancelled"],
    hangUps: 1,
    run: async (client) => {
      const response = await open(client).asResponse();
      const reader = response.body?.getReader();
      await reader?.read();
      await reader?.cancel();
      return { used: response.bodyUsed, after: await reader?.read() };
    },
  },
  "an error in the loop's body ends the request": {
    answer: stalling,
    outcomes: ["cancelled"],
    hangUps: 1,
    run: async (client, kind) => {
      const stream = await open(client);
      const loop = async () => {
        for await (const _chunk of stream) throw new RangeError("mine");
      };
      return settle(loop(), kind);
    },
  },
  "leaving after the last word has cancelled nothing": {
    answer: streamThen(7, (response) => void response.write(": more\n\n")),
    hangUps: 1,
    run: async (client) => {
      for await (const chunk of await open(client)) {
        if (chunk.choices[0]?.finish_reason === "stop") return chunk;
      }
      return "no end";
    },
  },
};

const FAILING: Record<string, Scenario> = {
  "a stream that is refused rejects before it begins": {
    answer: failure(429),
    outcomes: ["error"],
    run: (client, kind) => settle(open(client), kind),
  },
  "an error within the stream is the SDK's own error": {
    answer: streamThen(3, (response) => {
      response.end(sse({ error: { message: "overloaded", type: "server_error", code: "x" } }));
    }),
    outcomes: ["error"],
    run: async (client, kind) => gather(await open(client), kind),
  },
  "an error event within the stream is what it was": {
    answer: streamThen(3, (response) => {
      response.end('event: error\ndata: {"error":{"message":"overloaded","code":"x"}}\n\n');
    }),
    outcomes: ["error"],
    run: async (client, kind) => gather(await open(client), kind),
  },
  "a connection that breaks is the error it was": {
    answer: streamThen(3, (response) => void response.socket?.destroy()),
    outcomes: ["error"],
    hangUps: 1,
    run: async (client, kind) => gather(await open(client), kind),
  },
  "several nexts at once settle in order when the connection breaks": {
    answer: streamThen(1, (response) => void setTimeout(() => response.socket?.destroy(), 20)),
    outcomes: ["error"],
    hangUps: 1,
    run: async (client) => {
      const iterator = (await open(client))[Symbol.asyncIterator]();
      await iterator.next();
      const settled: string[] = [];
      const nexts = ["first", "second"].map((name) =>
        iterator.next().then(
          () => settled.push(`${name} resolved`),
          () => settled.push(`${name} rejected`),
        ),
      );
      await Promise.all(nexts);
      return settled;
    },
  },
  "a connection that breaks under a byte reader is the error it was": {
    answer: streamThen(3, (response) => void response.socket?.destroy()),
    outcomes: ["error"],
    hangUps: 1,
    run: async (client, kind) => settle((await open(client).asResponse()).text(), kind),
  },
  "a chunk that is no JSON is the error it was": {
    answer: streamThen(3, (response) => void response.end(sse('{"choices":['))),
    client: { logLevel: "off" },
    outcomes: ["error"],
    run: async (client, kind) => gather(await open(client), kind),
  },
  "both branches of a tee fail alike": {
    answer: streamThen(3, (response) => void response.socket?.destroy()),
    outcomes: ["error"],
    hangUps: 1,
    run: async (client, kind) => {
      const [left, right] = (await open(client)).tee();
      return Promise.all([gather(left, kind), gather(right, kind)]);
    },
  },
  "a stream that ends without its end marker ends as it did": {
    answer: streamThen(3, (response) => void response.end()),
    run: async (client, kind) => gather(await open(client), kind),
  },
  "toReadableStream fails as it did": {
    answer: streamThen(3, (response) => void response.socket?.destroy()),
    outcomes: ["error"],
    hangUps: 1,
    run: async (client, kind) => {
      const lines = (await open(client)).toReadableStream();
      return new Response(lines).text().catch((error) => describeError(error, kind));
    },
  },
};

describe.each(ALL_KINDS)("$name, guarded, streams as unguarded", (kind: OpenAIKind) => {
  const stand = useStand();

  it.each(Object.entries({ ...READING, ...ENDING, ...FAILING }))("%s", (_title, scenario) =>
    compare(stand, kind, scenario),
  );
});
