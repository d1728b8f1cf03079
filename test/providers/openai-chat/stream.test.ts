import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_CAPTURED_LENGTH } from "../../../src/providers/answer/capture.ts";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";

const { collectAnswer, readAnswer } = openaiChatCodec;

function collect(chunks: readonly unknown[]) {
  const collector = collectAnswer();
  for (const chunk of chunks) collector.push(chunk);
  return collector.answer();
}

function delta(fields: object, index = 0): object {
  return { model: "m", choices: [{ index, delta: fields, finish_reason: null }] };
}

const piece = fc.oneof(fc.string({ unit: "binary" }), fc.constant(""));
const pieces = fc.array(piece, { maxLength: 4 });
const call = fc.record({
  name: fc.constantFrom("weather", "sql"),
  input: pieces,
  custom: fc.boolean(),
});
const choice = fc.record({
  content: pieces,
  refusal: pieces,
  transcript: pieces,
  calls: fc.array(call, { maxLength: 3 }),
  functionCall: fc.option(fc.record({ name: fc.constant("old"), input: pieces })),
  finish: fc.constantFrom("stop", "length", "tool_calls"),
});
type Choice = typeof choice extends fc.Arbitrary<infer Value> ? Value : never;

/** The same choice as one message. */
function whole(said: Choice, index: number): object {
  const calls = said.calls.map(({ name, input, custom }) => {
    return custom
      ? { id: "1", type: "custom", custom: { name, input: input.join("") } }
      : { id: "1", type: "function", function: { name, arguments: input.join("") } };
  });
  const functionCall = said.functionCall;
  return {
    index,
    finish_reason: said.finish,
    message: {
      role: "assistant",
      content: said.content.join(""),
      refusal: said.refusal.join(""),
      audio: { id: "a", data: "AAAA", transcript: said.transcript.join("") },
      tool_calls: calls,
      ...(functionCall === null
        ? {}
        : { function_call: { name: functionCall.name, arguments: functionCall.input.join("") } }),
    },
  };
}

/** The same choice as deltas, with a queue for everything that has an order of its own. */
function queues(said: Choice, index: number): object[][] {
  const toolCall = (at: number, name: string | undefined, text: string, custom: boolean) => {
    const body = custom ? { name, input: text } : { name, arguments: text };
    return delta({ tool_calls: [{ index: at, [custom ? "custom" : "function"]: body }] }, index);
  };
  return [
    said.content.map((content) => delta({ content }, index)),
    said.refusal.map((refusal) => delta({ refusal, content: null }, index)),
    said.transcript.map((transcript) => delta({ audio: { transcript, data: "AA" } }, index)),
    ...said.calls.map(({ name, input, custom }, at) => [
      toolCall(at, name, "", custom),
      ...input.map((text) => toolCall(at, undefined, text, custom)),
    ]),
    said.functionCall === null
      ? []
      : [
          delta({ function_call: { name: said.functionCall.name } }, index),
          ...said.functionCall.input.map((text) =>
            delta({ function_call: { arguments: text } }, index),
          ),
        ],
    [{ choices: [{ index, delta: {}, finish_reason: said.finish }] }],
  ];
}

describe("a chat completion answer collected from a stream", () => {
  it("equals the whole response's answer, however it was cut and mixed", () => {
    const usage = fc.constantFrom(null, {
      prompt_tokens: 1,
      completion_tokens: 2,
      total_tokens: 3,
    });
    fc.assert(
      fc.property(
        fc.array(choice, { maxLength: 3 }),
        usage,
        fc.infiniteStream(fc.nat()),
        (choices, spent, order) => {
          const waiting = choices.flatMap(queues).filter((queue) => queue.length > 0);
          const chunks: object[] = [{ model: "m", choices: [], usage: null }];
          while (waiting.length > 0) {
            const at = (order.next().value as number) % waiting.length;
            const next = waiting[at]?.shift();
            if (next !== undefined) chunks.push(next);
            if (waiting[at]?.length === 0) waiting.splice(at, 1);
          }
          chunks.push({ model: "m", choices: [], usage: spent });
          expect(collect(chunks)).toEqual(
            readAnswer({ model: "m", choices: choices.map(whole), usage: spent }),
          );
        },
      ),
    );
  });

  it("has what has arrived so far, at any time", () => {
    const collector = collectAnswer();
    expect(collector.answer()).toEqual({ output: "" });
    collector.push(delta({ role: "assistant", content: "Hel" }));
    expect(collector.answer()).toMatchObject({ output: "Hel", model: "m" });
    collector.push(delta({ content: "lo" }));
    expect(collector.answer().output).toBe("Hello");
  });

  it("takes usage from wherever providers send it: last chunk, choice, or x_groq", () => {
    const usage = { total_tokens: 3 };
    expect(
      collect([
        { choices: [], usage },
        { choices: [], usage: null },
      ]).usage,
    ).toEqual(usage);
    expect(collect([{ ...delta({ content: "a" }), usage }]).usage).toEqual(usage);
    expect(collect([{ choices: [], x_groq: { id: "r", usage } }]).usage).toEqual(usage);
    const ended = { index: 0, delta: {}, finish_reason: "stop", usage };
    expect(collect([delta({ content: "a" }), { choices: [ended] }]).usage).toEqual(usage);
  });

  it("has the model even if Azure's first chunk leaves it empty", () => {
    expect(
      collect([
        { model: "", choices: [] },
        { model: "gpt-4o", choices: [] },
      ]).model,
    ).toBe("gpt-4o");
  });

  it("reads tool calls without an index, repeated names, and content in parts", () => {
    const calls = [
      { id: "a", function: { name: "f", arguments: "{" } },
      { function: { name: "f", arguments: "}" } },
      { id: "b", function: { name: "g", arguments: "1" } },
    ];
    const chunks = calls.map((each) => delta({ tool_calls: [each] }));
    chunks.push(delta({ content: [{ type: "text", text: "in parts" }, { type: "reference" }] }));
    expect(collect(chunks).output).toBe("in parts\nf({})\ng(1)");
  });

  it("keeps a limited part of an endless one, cut between characters, and counts the rest", () => {
    const collector = collectAnswer();
    for (let at = 0; at < 5_000; at += 1) {
      collector.push(delta({ content: `😀${"x".repeat(40)}` }));
      collector.push(delta({ content: "y".repeat(41) }, 1));
    }
    const { output, omittedLength } = collector.answer();
    expect(output.length).toBeLessThanOrEqual(MAX_CAPTURED_LENGTH + 1);
    expect(output.length).toBeGreaterThan(MAX_CAPTURED_LENGTH - 2);
    expect(output).not.toMatch(/\p{Surrogate}/u);
    // One line break separates the two choices.
    expect(output.length - 1 + (omittedLength ?? 0)).toBe(5_000 * (42 + 41));
  });

  it("ignores invalid indexes", () => {
    const chunks = [-1, 1.5, 1e9, Number.NaN, 2 ** 40].flatMap((index) => [
      delta({ content: "x" }, index),
      delta({ tool_calls: [{ index, function: { name: "f", arguments: "" } }] }),
    ]);
    expect(collect(chunks).output).toBe("");
  });

  it("ignores invalid chunks", () => {
    const chunk = fc.oneof(
      fc.anything(),
      fc.record({ choices: fc.anything(), usage: fc.anything(), model: fc.anything() }),
      fc.record({ choices: fc.array(fc.anything()) }),
      fc
        .dictionary(
          fc.constantFrom("content", "refusal", "tool_calls", "function_call", "audio"),
          fc.oneof(fc.anything(), fc.array(fc.anything())),
        )
        .map((fields) => delta(fields)),
    );
    fc.assert(fc.property(fc.array(chunk), (chunks) => typeof collect(chunks).output === "string"));
  });
});
