import { zodResponseFormat, zodTextFormat } from "openai/helpers/zod";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Lifecycle, lifecycleOf } from "../../src/index.ts";
import { guardMiddleware } from "../../src/integrations/ai-sdk.ts";
import { guardAnthropic } from "../../src/integrations/anthropic.ts";
import { guardOpenAI } from "../../src/integrations/openai.ts";
import { AI_MAJORS } from "../support/models/ai-majors.ts";
import { ANTHROPIC } from "../support/models/anthropic-kind.ts";
import { messageBody, messageEvents, sendsEvents } from "../support/models/message-answers.ts";
import { completion, failure, json, wellBehaved } from "../support/models/model-answers.ts";
import type { ModelAnswer } from "../support/models/model-server.ts";
import { OPENAI_KINDS } from "../support/models/openai-kinds.ts";
import { responds, responseBody } from "../support/models/response-answers.ts";
import { caught } from "../support/outcomes.ts";
import { useStand } from "../support/stands/stand.ts";

/**
 * Whatever an app holds after a call leads to the call's lifecycle, even if the client's own code
 * created it.
 */

const model = "gpt-4o-mini";
const messages = [{ role: "user" as const, content: "How are you?" }];
const asked = { model, messages };
const shape = z.object({ a: z.number() });
type Client = ReturnType<(typeof OPENAI_KINDS)[number]["make"]>;
const RUN = { assistant_id: "asst_1", instructions: "Be brief." };
const inShape = completion({ content: '{"a":1}' });

const stand = useStand({}, wellBehaved);

/** Expects every one of `held` to have the lifecycle of the event at `index`. */
async function leadTo(index: number, held: Readonly<Record<string, unknown>>): Promise<void> {
  const found: [string, Lifecycle | undefined][] = Object.entries(held).map(([name, each]) => [
    ...([name, lifecycleOf(each)] as const),
  ]);
  expect(found.filter(([, lifecycle]) => lifecycle === undefined)).toEqual([]);
  await Promise.all(found.map(([, lifecycle]) => lifecycle?.delivery));
  const id = stand.plane.stored[index]?.event_id;
  expect(found.map(([name, each]) => [name, each?.clientEventId])).toEqual(
    found.map(([name]) => [name, id]),
  );
}

async function drain(chunks: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of chunks);
}

describe.each(OPENAI_KINDS)("lifecycleOf, with a guarded client of $name, accepts", (kind) => {
  const open = () => guardOpenAI(kind.make(stand.provider.url), stand.guard());

  it("a parsed completion", async () => {
    stand.provider.answerWith(json(inShape));
    const response_format = zodResponseFormat(shape, "shape");
    const parsing = open().chat.completions.parse({ ...asked, response_format });
    const { data, response } = await parsing.withResponse();
    expect(data.choices[0]?.message.parsed).toEqual({ a: 1 });
    await leadTo(0, { data, response, again: await parsing });
  });

  it("a parsed response", async () => {
    const content = [{ type: "output_text", annotations: [], text: '{"a":1}' }];
    const output = [{ type: "message", id: "m", status: "completed", role: "assistant", content }];
    stand.provider.answerWith(json(responseBody({ output })));
    const text = { format: zodTextFormat(shape, "shape") };
    const response = await open().responses.parse({ model, input: "How are you?", text });
    expect(response.output_parsed).toEqual({ a: 1 });
    await leadTo(0, { response });
  });

  it("a page of search results", async () => {
    const found = { file_id: "f", filename: "n", score: 1, attributes: {}, content: [] };
    stand.provider.answerWith(json({ object: "page", data: [found], has_more: false }));
    const page = await open().vectorStores.search("vs_1", { query: "ships" });
    expect(page.data).toEqual([found]);
    await leadTo(0, { page });
  });

  it("a stream, its copies, and the results of a stream helper", async () => {
    const client = open();
    const stream = await client.chat.completions.create({ ...asked, stream: true });
    const copies = stream.tee();
    for (const copy of copies) for await (const _ of copy);
    await leadTo(0, { stream, first: copies[0], second: copies[1] });
    const helper = client.chat.completions.stream(asked);
    const completed = await helper.finalChatCompletion();
    await leadTo(1, { helper, completed, message: await helper.finalMessage() });
  });

  it("a streamed response, and the results of its helper", async () => {
    stand.provider.answerWith(responds);
    const helper = open().responses.stream({ model, input: "How are you?" });
    const response = await helper.finalResponse();
    await leadTo(0, { helper, response });
  });

  it.each([false, true])("the last round of a tool loop, streamed: %s", async (stream) => {
    const call = { id: "c", type: "function", function: { name: "f", arguments: "{}" } };
    const rounds: ModelAnswer = (scene) => {
      if (scene.turn > 0 || stream) return wellBehaved(scene);
      return json(completion({ tool_calls: [call] }))(scene);
    };
    stand.provider.answerWith(rounds);
    const parameters = { type: "object", properties: {} };
    const f = { name: "f", parameters, description: "f", parse: JSON.parse, function: () => "x" };
    const tools = [{ type: "function" as const, function: f }];
    const runner = open().chat.completions.runTools({ ...asked, tools, stream } as never);
    const final = await (
      runner as { finalChatCompletion(): Promise<object> }
    ).finalChatCompletion();
    await leadTo(stream ? 0 : 1, { runner, final });
  });

  it("the errors that the client throws about an answer: too short to parse, or of another shape", async () => {
    const client = open();
    const response_format = zodResponseFormat(shape, "shape");
    const message = { role: "assistant", content: '{"a":' };
    const choices = [{ index: 0, message, finish_reason: "length" }];
    stand.provider.answerWith(json({ ...completion(), choices }));
    const parsing = client.chat.completions.parse({ ...asked, response_format });
    await leadTo(0, { error: await caught(parsing), again: await caught(parsing.withResponse()) });
    stand.provider.answerWith(json(completion({ content: '{"a":"one"}' })));
    const misshapen = client.chat.completions.parse({ ...asked, response_format });
    await leadTo(1, { error: await caught(misshapen) });
  });

  it("the errors of a stream helper, whichever way the app gets them", async () => {
    const client = open();
    stand.provider.answerWith(failure(400));
    const refused = client.chat.completions.stream(asked);
    await leadTo(0, { error: await caught(refused.done()) });
    stand.provider.answerWith(wellBehaved);
    const aborted = client.chat.completions.stream(asked);
    aborted.once("chunk", () => aborted.abort());
    let heard: unknown;
    aborted.on("abort", (error) => {
      heard = error;
    });
    await leadTo(1, { error: await caught(aborted.finalChatCompletion()), heard });
    stand.provider.answerWith(async ({ response }) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify({ id: "c", choices: [] })}\n\n`, () => {
        response.destroy();
      });
    });
    const broken = client.chat.completions.stream(asked);
    await leadTo(2, { error: await caught(drain(broken)) });
  });

  it.each([
    ["stream", (client: Client) => client.beta.threads.runs.stream("thread_1", RUN)],
    ["createAndStream", (client: Client) => client.beta.threads.runs.createAndStream("t", RUN)],
    ["createAndRunStream", (client: Client) => client.beta.threads.createAndRunStream(RUN)],
    [
      "submitToolOutputsStream",
      (client: Client) => {
        const tool_outputs = [{ tool_call_id: "call_1", output: "12 degrees" }];
        const { runs } = client.beta.threads;
        return runs.submitToolOutputsStream("run_1", { thread_id: "thread_1", tool_outputs });
      },
    ],
  ])("the errors of an assistant's helper %s", async (_, begin) => {
    const client = open();
    stand.provider.answerWith(async ({ response }) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const event = { event: "thread.run.created", data: { id: "run_1" } };
      response.write(`event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`, () => {
        response.destroy();
      });
    });
    const broken = begin(client);
    await leadTo(0, { error: await caught(broken.done()), helper: broken });
    stand.provider.answerWith(wellBehaved);
    const aborted = begin(client);
    aborted.once("connect", () => aborted.abort());
    await leadTo(1, { error: await caught(aborted.finalRun()) });
  });

  it("an error that the client made of a failed response, over a guarded fetch", async () => {
    stand.provider.answerWith(failure(400));
    const client = kind.make(stand.provider.url, { fetch: stand.guard().fetch });
    const error = await caught(client.chat.completions.create(asked));
    await leadTo(0, { error, headers: Reflect.get(error, "headers") });
  });

  it("calls without any visible change to the client", () => {
    const bare = kind.make(stand.provider.url);
    const guarded = open();
    for (const pick of [
      (client: typeof bare) => client,
      (client: typeof bare) => client.chat.completions,
      (client: typeof bare) => client.responses,
    ]) {
      expect(Object.keys(pick(guarded))).toEqual(Object.keys(pick(bare)));
    }
    const promises = [bare, guarded].map((client) => client.chat.completions.create(asked));
    const [before, after] = promises.map((promise) => Object.keys(promise));
    for (const promise of promises) promise.catch(() => undefined);
    expect(after).toEqual(before);
  });
});

describe("lifecycleOf, with a guarded client of Anthropic, accepts", () => {
  const question = { ...asked, max_tokens: 16 };
  const open = () => guardAnthropic(ANTHROPIC.make(stand.provider.url), stand.guard());

  it("a stream helper, and its final message", async () => {
    stand.provider.answerWith(sendsEvents(messageEvents()));
    const client = open();
    const helper = client.messages.stream(question);
    const message = await helper.finalMessage();
    await leadTo(0, { helper, message });
    const beta = client.beta.messages.stream(question);
    await leadTo(1, { helper: beta, message: await beta.finalMessage() });
  });

  it("a parsed message", async () => {
    stand.provider.answerWith(
      json(messageBody([{ type: "text", text: '{"a":1}', citations: null }])),
    );
    const schema = z.toJSONSchema(shape);
    const format = { type: "json_schema", schema, parse: JSON.parse };
    const request = { ...question, output_config: { format } } as never;
    const client = open();
    const parsed = (await client.messages.parse(request)) as { parsed_output?: unknown };
    expect(parsed.parsed_output).toEqual({ a: 1 });
    await leadTo(0, { parsed });
    await leadTo(1, { parsed: await client.beta.messages.parse(request) });
  });

  it("the last round of a tool loop", async () => {
    stand.provider.answerWith(json(messageBody()));
    const runner = open().beta.messages.toolRunner({ ...question, tools: [] });
    await leadTo(0, { message: await runner.runUntilDone() });
  });
});

describe.each(AI_MAJORS)("lifecycleOf, with a guarded model of $name, accepts", (ai) => {
  const wrap = () =>
    ai.sdk.wrapLanguageModel({
      model: ai.openai(stand.provider.baseURL).chat(model) as never,
      middleware: guardMiddleware(stand.guard()),
    });

  it("a generated text, its steps and its response", async () => {
    const result = await ai.sdk.generateText({ model: wrap(), prompt: "How are you?" });
    await leadTo(0, { result, step: result.steps[0], response: result.response });
  });

  it("a generated object", async () => {
    stand.provider.answerWith(json(inShape));
    const result = await ai.sdk.generateObject({ model: wrap(), prompt: "Hi", schema: shape });
    await leadTo(0, { result, response: result.response });
  });

  it("the response and steps of a streamed text, without reading them early", async () => {
    const result = ai.sdk.streamText({ model: wrap(), prompt: "How are you?" });
    expect(lifecycleOf(result)).toBeUndefined();
    expect(stand.provider.requests).toEqual([]);
    await result.consumeStream();
    await leadTo(0, { response: await result.response, step: (await result.steps)[0] });
  });
});
