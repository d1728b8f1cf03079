import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { GuardedModelClient } from "../../../src/index.ts";
import { guardMiddleware } from "../../../src/integrations/ai-sdk.ts";
import { guardOpenAI } from "../../../src/integrations/openai.ts";
import { createMasker } from "../../../src/masking/index.ts";
import { AI_MAJORS } from "../../support/models/ai-majors.ts";
import { openStream, sse } from "../../support/models/model-answers.ts";
import { responseBody, responseEvents } from "../../support/models/response-answers.ts";
import { SAID, saysOneChoice, saysWhole } from "../../support/restoration/placeholder-model.ts";
import { useStand } from "../../support/stands/stand.ts";

const MAIL = "ada@example.com";
const PHONE = "+44 20 7946 0958";
const PASSWORD = 'correct"horse\\battery9';
const INPUT = `I am ${MAIL}, ${PHONE}. password: '${PASSWORD}'`;

const stand = useStand({ policy: () => ({ allowed: true }), forbidden: [MAIL] });

const guarding = (): GuardedModelClient =>
  stand.guard({ masker: createMasker(), restoreOutput: true });

describe("originals restored in OpenAI's Responses API", () => {
  const request = { model: "gpt-4o-mini", input: INPUT };
  const words = ["Dear [EM", "AIL_1]", " and ["];
  const text = `Dear ${MAIL} and [`;
  const message = (said: string) => ({
    ...{ id: "msg_1", type: "message", status: "completed", role: "assistant" },
    content: [{ type: "output_text", annotations: [], text: said }],
  });
  const call = {
    ...{ id: "fc_1", type: "function_call", call_id: "c1", name: "send", status: "completed" },
    arguments: SAID.arguments,
  };

  it("appear in a complete answer, including tool calls", async () => {
    stand.provider.answerWith(({ response }) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(responseBody({ output: [message(words.join("")), call] })));
    });
    const guard = guarding();
    const client = guardOpenAI(new OpenAI({ apiKey: "k", baseURL: stand.provider.baseURL }), guard);
    const answer = await client.responses.create(request);
    expect(answer.output_text).toBe(text);
    const asked = answer.output[1] as OpenAI.Responses.ResponseFunctionToolCall;
    expect(JSON.parse(asked.arguments)).toEqual({ to: MAIL, note: PASSWORD });
    await guard.flush();
    expect(stand.plane.stored[0]?.output).toBe(`${words.join("")}\nsend(${SAID.arguments})`);
  });

  it("appear in a stream, in each event and at its end", async () => {
    stand.provider.answerWith(({ response }) => {
      openStream(response);
      for (const event of responseEvents(words)) {
        const { type } = event as { type: string };
        const whole = { response: responseBody({ output: [message(words.join(""))] }) };
        const told = type === "response.completed" ? { ...event, ...whole } : event;
        response.write(`event: ${type}\n${sse(told)}`);
      }
      response.end();
    });
    const guard = guarding();
    const client = guardOpenAI(new OpenAI({ apiKey: "k", baseURL: stand.provider.baseURL }), guard);
    const stream = client.responses.stream(request);
    let said = "";
    stream.on("response.output_text.delta", ({ delta }) => {
      said += delta;
    });
    stream.on("response.output_text.done", (done) => expect(done.text).toBe(said));
    const final = await stream.finalResponse();
    expect(said).toBe(text);
    expect(final.output_text).toBe(text);
    const raw = await client.responses.create({ ...request, stream: true }).asResponse();
    const bytes = await raw.text();
    expect(bytes).toContain(`"delta":"${MAIL}"`);
    expect(bytes.match(/^event: response.output_text.delta\ndata: .*"delta":"\["/m)).not.toBeNull();
    await guard.flush();
    expect(stand.plane.stored[0]?.output).toBe(words.join(""));
  });
});

describe.each(AI_MAJORS)("originals restored through $name", (ai) => {
  const open = (guard: GuardedModelClient) =>
    ai.sdk.wrapLanguageModel({
      model: ai.openai(stand.provider.baseURL).chat("gpt-4o-mini"),
      middleware: guardMiddleware(guard) as never,
    });
  const given: unknown[] = [];
  const tools = {
    send: ai.sdk.tool({
      inputSchema: z.looseObject({}),
      execute: async (input: object) => {
        given.push(input);
        return "sent";
      },
    }),
  };
  const ask = (guard: GuardedModelClient) => ({ model: open(guard), tools, prompt: INPUT });
  const words = `Dear ${MAIL}, call ${PHONE}. [not one] [EMAIL`;

  it("appear in a complete answer, and in the input of tools", async () => {
    stand.provider.answerWith(saysWhole);
    given.length = 0;
    const result = await ai.sdk.generateText(ask(guarding()));
    expect(result.text).toBe(words);
    expect(given).toEqual([{ to: MAIL, note: PASSWORD }, { phones: [PHONE] }]);
    // The reported request is the one that was sent.
    expect(JSON.stringify(result.request.body ?? "")).not.toContain(MAIL);
  });

  it("appear in a stream, and in the input of tools", async () => {
    stand.provider.answerWith(saysOneChoice(3));
    given.length = 0;
    const guard = guarding();
    const result = ai.sdk.streamText(ask(guard));
    let text = "";
    for await (const piece of result.textStream) text += piece;
    expect(text).toBe(words);
    expect(given).toEqual([{ to: MAIL, note: PASSWORD }, { phones: [PHONE] }]);
    await guard.flush();
    expect(stand.plane.stored[0]?.output).toContain(SAID.words);
  });
});
