import { gzipSync } from "node:zlib";
import type OpenAI from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { GuardedModelClient, GuardedModelClientOptions } from "../../../src/index.ts";
import { lifecycleOf } from "../../../src/index.ts";
import { guardOpenAI, openaiChat } from "../../../src/integrations/openai.ts";
import { createMasker } from "../../../src/masking/index.ts";
import { completion, json, sse, streamThen } from "../../support/models/model-answers.ts";
import type { ModelAnswer } from "../../support/models/model-server.ts";
import { OPENAI_KINDS } from "../../support/models/openai-kinds.ts";
import { SAID, saysStreamed, saysWhole } from "../../support/restoration/placeholder-model.ts";
import { openStand, type Stand } from "../../support/stands/stand.ts";

const MAIL = "ada@example.com";
const PHONE = "+44 20 7946 0958";
/** A value that JSON has to escape. */
const PASSWORD = 'correct"horse\\battery9';
const INPUT = `I am ${MAIL}, ${PHONE}. password: '${PASSWORD}'`;
const request = {
  model: "gpt-4o-mini",
  messages: [{ role: "user" as const, content: INPUT }],
};

/** What the app must get. */
const SEEN = {
  words: `Dear ${MAIL}, call ${PHONE}. [not one] [EMAIL`,
  second: { mail: MAIL },
  arguments: { to: MAIL, note: PASSWORD },
  other: { phones: [PHONE] },
};

let stand: Stand;

beforeAll(async () => {
  stand = await openStand({ policy: () => ({ allowed: true }), forbidden: [MAIL, PASSWORD] });
});

/** Only the app has originals: guard, provider and events have placeholders. */
afterEach(async () => {
  const { guardRequests, stored } = stand.plane;
  const others = [guardRequests, stored, stand.provider.requests].map((told) =>
    JSON.stringify(told),
  );
  await stand.clear();
  for (const secret of [MAIL, "7946 0958", "battery9"]) {
    expect(others.map((told) => told.includes(secret))).toEqual([false, false, false]);
  }
});

afterAll(async () => stand.close());

const guarding = (own: GuardedModelClientOptions = {}): GuardedModelClient =>
  stand.guard({ masker: createMasker(), restoreOutput: true, ...own });

/** The output of the only event, once it has arrived. */
async function toldOutput(guard: GuardedModelClient): Promise<string | undefined> {
  await guard.flush({ deadlineMs: 3_000 });
  expect(stand.plane.stored).toHaveLength(1);
  return stand.plane.stored[0]?.output;
}

const TOLD = [SAID.words, `send(${SAID.arguments})`, `send(${SAID.other})`, SAID.second].join("\n");

/** The texts of a complete answer. */
function textsOf({ choices }: OpenAI.ChatCompletion): unknown {
  const [first, second] = choices;
  const calls = first?.message.tool_calls?.map((call) =>
    call.type === "function" ? JSON.parse(call.function.arguments) : undefined,
  );
  return {
    words: first?.message.content,
    second: JSON.parse(second?.message.content ?? ""),
    arguments: calls?.[0],
    other: calls?.[1],
  };
}

type Chunk = OpenAI.ChatCompletionChunk;

/** Assembles the chunks, and checks that every text is complete when its end is reported. */
async function gather(chunks: AsyncIterable<Chunk>): Promise<unknown> {
  const words = ["", ""];
  const calls = ["", ""];
  const ended = new Set<number>();
  for await (const { choices } of chunks) {
    for (const { index, delta, finish_reason } of choices) {
      expect(ended.has(index)).toBe(false);
      words[index] += delta.content ?? "";
      for (const call of delta.tool_calls ?? []) {
        calls[call.index] += call.function?.arguments ?? "";
      }
      if (finish_reason !== null) ended.add(index);
    }
  }
  const parsed = calls.map((text) => JSON.parse(text));
  return {
    words: words[0],
    second: JSON.parse(words[1] ?? ""),
    arguments: parsed[0],
    other: parsed[1],
  };
}

describe.each(OPENAI_KINDS)("originals restored through a guarded client of $name", (kind) => {
  const open = (guard: GuardedModelClient): OpenAI =>
    guardOpenAI(kind.make(stand.provider.url), guard);

  it("appear in an answer, which keeps the client's own properties", async () => {
    stand.provider.answerWith(saysWhole);
    const guard = guarding();
    const answer = await open(guard).chat.completions.create(request);
    expect(textsOf(answer)).toEqual(SEEN);
    expect(answer._request_id).toBe("req_42");
    expect(lifecycleOf(answer)?.model).toBe(request.model);
    expect(await toldOutput(guard)).toBe(TOLD);
  });

  it("appear next to the raw response, and in the raw response itself", async () => {
    stand.provider.answerWith(saysWhole);
    const guard = guarding();
    const client = open(guard);
    const { data, response } = await client.chat.completions.create(request).withResponse();
    expect(textsOf(data)).toEqual(SEEN);
    expect(response.status).toBe(200);
    const raw = await client.chat.completions.create(request).asResponse();
    expect(raw.headers.get("content-length")).toBeNull();
    expect(raw.headers.get("x-request-id")).toBe("req_42");
    expect([...raw.headers.keys()]).not.toContain("content-length");
    const copy = raw.clone();
    expect(textsOf((await raw.json()) as OpenAI.ChatCompletion)).toEqual(SEEN);
    expect(textsOf(JSON.parse(await copy.text()))).toEqual(SEEN);
  });

  it.each([1, 2, 3, 7, 1_000])("appear in a stream of pieces of %i characters", async (size) => {
    stand.provider.answerWith(saysStreamed(size));
    const guard = guarding();
    const stream = await open(guard).chat.completions.create({ ...request, stream: true });
    expect(await gather(stream)).toEqual(SEEN);
    expect(await toldOutput(guard)).toBe(TOLD);
  });

  it("appear in both branches of a stream, and in one that is sent on", async () => {
    stand.provider.answerWith(saysStreamed(2));
    const client = open(guarding());
    const stream = await client.chat.completions.create({ ...request, stream: true });
    const [left, right] = stream.tee();
    expect(await Promise.all([gather(left), gather(right)])).toEqual([SEEN, SEEN]);
    const other = await client.chat.completions.create({ ...request, stream: true });
    const lines = (await new Response(other.toReadableStream()).text()).trim().split("\n");
    async function* read(): AsyncGenerator<Chunk> {
      for (const line of lines) yield JSON.parse(line);
    }
    expect(await gather(read())).toEqual(SEEN);
  });

  it("appear in the raw bytes of a stream", async () => {
    stand.provider.answerWith(saysStreamed(3));
    const guard = guarding();
    const raw = await open(guard)
      .chat.completions.create({ ...request, stream: true })
      .asResponse();
    expect(await gather(eventsOf(await raw.text()))).toEqual(SEEN);
    expect(await toldOutput(guard)).toBe(TOLD);
  });

  it("appear in the results of stream helpers", async () => {
    stand.provider.answerWith(saysStreamed(3));
    const helper = open(guarding()).chat.completions.stream({ ...request, stream: true });
    const done: unknown[] = [];
    helper.on("content.done", ({ content }) => done.push(content));
    helper.on("tool_calls.function.arguments.done", (call) => done.push(call.arguments));
    expect(textsOf(await helper.finalChatCompletion())).toEqual(SEEN);
    expect(done.slice(0, 1)).toEqual([SEEN.words]);
  });

  it("appear in the input of tools, whose results are masked again", async () => {
    const asksTool: ModelAnswer = (scene) => {
      const { messages } = scene.request.body as { messages: { role: string; content: string }[] };
      const result = messages.find(({ role }) => role === "tool");
      if (result !== undefined)
        return json(completion({ content: `It says: ${result.content}` }))(scene);
      const call = {
        id: "call_1",
        type: "function",
        function: { name: "send", arguments: SAID.arguments },
      };
      return json(completion({ tool_calls: [call] }))(scene);
    };
    stand.provider.answerWith(asksTool);
    const guard = guarding();
    const given: unknown[] = [];
    const runner = open(guard).chat.completions.runTools({
      ...request,
      tools: [
        {
          type: "function",
          function: {
            name: "send",
            description: "Sends a mail",
            parameters: { type: "object", properties: {} },
            parse: JSON.parse,
            function: (args: { to: string }) => {
              given.push(args);
              return `sent to ${args.to} and bob@example.org`;
            },
          },
        },
      ],
    });
    expect(await runner.finalContent()).toBe(`It says: sent to ${MAIL} and bob@example.org`);
    expect(given).toEqual([SEEN.arguments]);
    await guard.flush({ deadlineMs: 3_000 });
    expect(stand.plane.stored[1]?.output).toBe("It says: sent to [EMAIL_1] and [EMAIL_2]");
  });

  it("appear in structured output, which stays valid JSON", async () => {
    const content = '{"mail":"[EMAIL_1]","secret":"[SECRET_1]"}';
    stand.provider.answerWith(json(completion({ content })));
    const schema = { name: "x", schema: { type: "object" } };
    const answer = await open(guarding()).chat.completions.parse({
      ...request,
      response_format: { type: "json_schema", json_schema: schema },
    });
    expect(JSON.parse(answer.choices[0]?.message.content ?? "")).toEqual({
      mail: MAIL,
      secret: PASSWORD,
    });
  });

  it("appear before the error if a stream breaks", async () => {
    stand.provider.answerWith(breaking);
    const guard = guarding();
    const stream = await open(guard).chat.completions.create({ ...request, stream: true });
    let text = "";
    const reading = (async () => {
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? "";
    })();
    await expect(reading).rejects.toThrow();
    expect(text).toBe(`to ${MAIL} and [EMA`);
    expect(await toldOutput(guard)).toBe("to [EMAIL_1] and [EMA");
  });
});

/** Some text, with half a placeholder at its end, and then the connection breaks. */
const breaking: ModelAnswer = (scene) =>
  streamThen(0, async (response) => {
    const chunk = (content: string) => ({
      id: "chatcmpl-1",
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta: { content }, finish_reason: null }],
    });
    for (const word of ["to [EM", "AIL_1] and", " [EMA"]) {
      await new Promise((resolve) => response.write(sse(chunk(word)), resolve));
    }
    response.destroy();
  })(scene);

async function* eventsOf(text: string): AsyncGenerator<Chunk> {
  const events = text.split("\n\n").filter((event) => event !== "");
  expect(events.at(-1)).toBe("data: [DONE]");
  for (const event of events.slice(0, -1)) yield JSON.parse(event.slice("data: ".length));
}

describe("originals restored through fetch", () => {
  const post = (guard: GuardedModelClient, own: object = {}): Promise<Response> =>
    guard.fetch(`${stand.provider.baseURL}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...request, ...own }),
    });

  it("appear in JSON, compressed or not, and headers about the old bytes are removed", async () => {
    const text = JSON.stringify({ ...completion({ content: SAID.words }), big: 1 }).replace(
      '"big":1',
      '"big": 12345678901234567890',
    );
    stand.provider.answerWith(({ response }) => {
      const bytes = gzipSync(text);
      const headers = { "content-type": "application/json", "content-encoding": "gzip" };
      response.writeHead(200, { ...headers, "content-length": bytes.length, etag: '"1"' });
      response.end(bytes);
    });
    const guard = guarding();
    const response = await post(guard);
    for (const name of ["content-length", "content-encoding", "etag"]) {
      expect(response.headers.get(name)).toBeNull();
    }
    expect(await response.text()).toBe(text.replace("[EMAIL_1]", MAIL).replace("[PHONE_1]", PHONE));
    expect(await toldOutput(guard)).toBe(SAID.words);
  });

  it("appear in server-sent events", async () => {
    stand.provider.answerWith(saysStreamed(2));
    const guard = guarding({ captureStreamUsage: "always" });
    const response = await post(guard, { stream: true });
    expect(await gather(eventsOf(await response.text()))).toEqual(SEEN);
    expect(await toldOutput(guard)).toBe(TOLD);
  });

  it("appear before the error if the body breaks", async () => {
    stand.provider.answerWith(breaking);
    const guard = guarding();
    const reader = (await post(guard, { stream: true })).body?.getReader();
    let text = "";
    const decoder = new TextDecoder();
    const reading = (async () => {
      for (let read = await reader?.read(); !read?.done; read = await reader?.read()) {
        text += decoder.decode(read?.value, { stream: true });
      }
    })();
    await expect(reading).rejects.toThrow();
    expect(text).toContain(MAIL);
    expect(text.trimEnd().endsWith('"delta":{"content":"[EMA"},"finish_reason":null}]}')).toBe(
      true,
    );
  });

  it("leave every byte unchanged if nothing was masked, or restoreOutput is off", async () => {
    const text = `{ "choices" : [{"message":{"content":"[EMAIL_1]"}}] , "n": 1.0 }`;
    stand.provider.answerWith(({ response }) => {
      response.writeHead(200, {
        "content-type": "application/json",
        "content-length": text.length,
      });
      response.end(text);
    });
    const nothing = await post(guarding(), { messages: [{ role: "user", content: "Hello" }] });
    expect(nothing.headers.get("content-length")).toBe(String(text.length));
    expect(await nothing.text()).toBe(text);
    const unasked = await post(guarding({ restoreOutput: false }));
    expect(await unasked.text()).toBe(text);
  });
});

describe("originals restored by guard.call and guard.stream", () => {
  it("appear in call, with a function and with a provider", async () => {
    const guard = guarding();
    const plain = await guard.call({
      model: "m",
      input: INPUT,
      execute: async ({ input }) => input,
    });
    expect(plain).toMatchObject({ response: INPUT, output: INPUT });
    const execute = async () => ({ output: "to [EMAIL_1]", usage: { total_tokens: 3 } });
    const shaped = await guard.call({ model: "m", input: INPUT, execute });
    expect(shaped).toMatchObject({
      response: { output: `to ${MAIL}` },
      output: `to ${MAIL}`,
      usage: { total_tokens: 3 },
    });
    await Promise.all([plain.delivery, shaped.delivery]);
    expect(stand.plane.stored.map(({ output }) => output)).toEqual([
      "I am [EMAIL_1], [PHONE_1]. password: '[SECRET_1]'",
      "to [EMAIL_1]",
    ]);
    stand.plane.reset();
    stand.provider.answerWith(saysWhole);
    const provider = openaiChat(OPENAI_KINDS[2]?.make(stand.provider.url) as OpenAI);
    const { response, output, delivery } = await guard.call({ provider, request });
    expect(textsOf(response)).toEqual(SEEN);
    expect(output).toContain(SEEN.words);
    await delivery;
    expect(stand.plane.stored[0]?.output).toBe(TOLD);
  });

  it("appear in stream, with a provider, and in its result", async () => {
    stand.provider.answerWith(saysStreamed(3));
    const guard = guarding();
    const provider = openaiChat(OPENAI_KINDS[2]?.make(stand.provider.url) as OpenAI);
    const stream = await guard.stream({ provider, request });
    expect(await gather(stream)).toEqual(SEEN);
    const { output } = await stream.result;
    expect(output.split("\n")[0]).toBe(SEEN.words);
    expect(await toldOutput(guard)).toBe(TOLD);
  });

  it("appear in stream, with a function whose chunks are or contain texts", async () => {
    const guard = guarding();
    const words = ["to [EM", "AIL", "_1]", " end ["];
    const texts = await guard.stream({
      model: "m",
      input: INPUT,
      execute: async function* () {
        yield* words;
      },
    });
    const seen: string[] = [];
    for await (const text of texts) seen.push(text);
    expect(seen).toEqual(["to ", MAIL, " end ", "["]);
    expect((await texts.result).output).toBe(`to ${MAIL} end [`);
    const shaped = await guard.stream({
      model: "m",
      input: INPUT,
      execute: async function* () {
        for (const [id, text] of words.entries()) yield { id, part: { text } };
      },
      readChunk: ({ part }) => part,
    });
    const parts: { id: number; part: { text: string } }[] = [];
    for await (const part of shaped) parts.push(part);
    expect(parts.map(({ part }) => part.text).join("")).toBe(`to ${MAIL} end [`);
    await guard.flush({ deadlineMs: 3_000 });
    expect(stand.plane.stored.map(({ output }) => output)).toEqual([
      "to [EMAIL_1] end [",
      "to [EMAIL_1] end [",
    ]);
  });

  it("let a stream that is cancelled end at once", async () => {
    const guard = guarding();
    const stream = await guard.stream({
      model: "m",
      input: INPUT,
      execute: async function* ({ signal }) {
        yield "to [EMAIL_1] and [EM";
        await new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        });
      },
    });
    for await (const text of stream) {
      expect(text).toBe(`to ${MAIL} and `);
      break;
    }
    expect(await stream.result).toMatchObject({ outcome: "cancelled", output: `to ${MAIL} and ` });
    expect(await toldOutput(guard)).toBe("to [EMAIL_1] and [EM");
  });
});

describe("a conversation with restored originals", () => {
  it("has the same placeholders in its next turn", async () => {
    stand.provider.answerWith(json(completion({ content: "Hello [EMAIL_1], as said: [PHONE_1]" })));
    const guard = guarding();
    const client = guardOpenAI(OPENAI_KINDS[2]?.make(stand.provider.url) as OpenAI, guard);
    const first = await client.chat.completions.create(request);
    const said = first.choices[0]?.message;
    expect(said?.content).toBe(`Hello ${MAIL}, as said: ${PHONE}`);
    await client.chat.completions.create({
      ...request,
      messages: [
        ...request.messages,
        { role: "assistant", content: said?.content ?? "" },
        { role: "user", content: `And ${MAIL} or bob@example.org?` },
      ],
    });
    const sent = stand.provider.requests.map(({ body }) => body.messages) as {
      content: string;
    }[][];
    expect(sent[1]?.[0]).toEqual(sent[0]?.[0]);
    expect(sent[1]?.slice(1).map(({ content }) => content)).toEqual([
      "Hello [EMAIL_1], as said: [PHONE_1]",
      "And [EMAIL_1] or [EMAIL_2]?",
    ]);
  });

  it("has the same placeholders where a link of the answer has their originals", async () => {
    const link = "[mail](https://x.example/?to=%5BEMAIL_1%5D&tel=%5BPHONE_1%5D)";
    stand.provider.answerWith(json(completion({ content: link })));
    const guard = guarding();
    const client = guardOpenAI(OPENAI_KINDS[2]?.make(stand.provider.url) as OpenAI, guard);
    const first = await client.chat.completions.create(request);
    const content = first.choices[0]?.message.content ?? "";
    expect(content).toContain(`?to=${encodeURIComponent(MAIL)}&tel=${encodeURIComponent(PHONE)}`);
    const messages = [
      ...request.messages,
      { role: "assistant" as const, content },
      { role: "user" as const, content: "And bob@example.org?" },
    ];
    await client.chat.completions.create({ ...request, messages });
    const sent = stand.provider.requests[1]?.body.messages as { content: string }[];
    expect(sent.slice(1).map((message) => message.content)).toEqual([link, "And [EMAIL_2]?"]);
  });

  it("has the same placeholders where a tool or somebody repeats those that were not restored", async () => {
    stand.provider.answerWith(json(completion({ content: "Fine." })));
    const guard = guarding({ restoreOutput: false });
    const client = guardOpenAI(OPENAI_KINDS[2]?.make(stand.provider.url) as OpenAI, guard);
    const call = {
      id: "call_1",
      type: "function" as const,
      function: { name: "send", arguments: '{"to":"[EMAIL_1]"}' },
    };
    const messages = [
      { role: "user" as const, content: `Write to ${MAIL}.` },
      { role: "assistant" as const, content: "Well.", tool_calls: [call] },
      { role: "tool" as const, tool_call_id: "call_1", content: "Sent to [EMAIL_1]." },
      { role: "user" as const, content: "Who are [EMAIL_1], [EMAIL_2] and bob@example.org?" },
    ];
    await client.chat.completions.create({ model: "m", messages });
    const sent = stand.provider.requests[0]?.body.messages as { content: string }[];
    expect(sent.map(({ content }) => content)).toEqual([
      "Write to [EMAIL_1].",
      "Well.",
      "Sent to [EMAIL_1].",
      "Who are [EMAIL_1], [EMAIL_2] and [EMAIL_3]?",
    ]);
  });

  it("sends no short value back in clear that only an answer or a tool says again", async () => {
    stand.provider.answerWith(json(completion({ content: "Fine." })));
    const guard = guarding();
    const client = guardOpenAI(OPENAI_KINDS[2]?.make(stand.provider.url) as OpenAI, guard);
    const call = {
      id: "call_1",
      type: "function" as const,
      function: { name: "check", arguments: '{"said":["4821"],"year":4821}' },
    };
    await client.chat.completions.create({
      model: "m",
      messages: [
        { role: "user", content: "My PIN is 4821." },
        { role: "assistant", content: "So 4821, not 14821?", tool_calls: [call] },
        { role: "tool", tool_call_id: "call_1", content: "4821" },
        { role: "user", content: "Built in 4821." },
      ],
    });
    expect(stand.provider.requests[0]?.body.messages).toMatchObject([
      { content: "My PIN is [SECRET_1]." },
      {
        content: "So [SECRET_1], not 14821?",
        // As a number, it is another one: JSON has no placeholders there.
        tool_calls: [{ function: { arguments: '{"said":["[SECRET_1]"],"year":4821}' } }],
      },
      { content: "[SECRET_1]" },
      { content: "Built in 4821." },
    ]);
  });

  it("gets back what is left of its placeholders after the guard's rewrite", async () => {
    stand.plane.script("guard", [
      { edit: (body) => ({ ...(body as object), transformed_input: "Only [EMAIL_1], please." }) },
    ]);
    const guard = guarding();
    const told: string[] = [];
    const { output } = await guard.call({
      model: "m",
      input: INPUT,
      execute: async ({ input }) => {
        told.push(input);
        return input;
      },
    });
    expect(told).toEqual(["Only [EMAIL_1], please."]);
    expect(output).toBe(`Only ${MAIL}, please.`);
  });
});
