import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openaiDecisionsCodec } from "../../../src/providers/openai-decisions/codec.ts";
import { itKeepsRequests } from "../../support/request-properties.ts";
import { items, part } from "../openai-responses/requests.ts";

const { readPrompt, writePrompt, readAnswer, matches } = openaiDecisionsCodec;

const text = fc.string({ unit: "binary" }).map((tail) => `text ${tail}`);
const question = fc.oneof(
  fc.record({ type: fc.constant("predicate"), name: fc.constant("safe"), instructions: text }),
  fc.record({
    type: fc.constant("choice"),
    instructions: fc.array(part, { maxLength: 2 }),
    choices: fc.array(fc.record({ value: fc.oneof(text, fc.boolean()), description: text })),
  }),
  fc.record({
    type: fc.constant("score"),
    instructions: fc.array(fc.record({ type: fc.constant("input_json"), data: text })),
    levels: fc.array(fc.record({ label: text })),
  }),
);

describe("an OpenAI decision request", () => {
  itKeepsRequests({
    codec: openaiDecisionsCodec,
    request: fc.record({
      model: fc.constant("m"),
      input: fc.oneof(text, items),
      questions: fc.array(question, { maxLength: 3 }),
    }),
    anyRequest: fc.record({ input: fc.jsonValue(), questions: fc.jsonValue() }),
  });

  it("shows the guard the input and the questions", () => {
    const questions = [{ type: "predicate", name: "safe", instructions: "Is it safe?" }];
    const { segments } = readPrompt({ input: "A letter", questions });
    expect(segments.map((segment) => segment.text)).toEqual(["A letter", "Is it safe?"]);
  });

  it("shows the guard JSON in its input and instructions as JSON, with names and numbers", () => {
    const json = (data: object) => [{ type: "input_json", data }];
    const request = {
      input: [{ role: "user", content: json({ "Ada's card": 4111111111111111 }) }],
      questions: [{ type: "predicate", name: "q", instructions: json([{ "Is it": "stolen?" }]) }],
    };
    const texts = readPrompt(request).segments.map((segment) => segment.text);
    expect(texts).toEqual(['{"Ada\'s card":4111111111111111}', '[{"Is it":"stolen?"}]']);
    const [, question] = texts;
    expect(writePrompt(request, ['{"a card":[CARD_1]}', String(question)])).toEqual({
      ...request,
      input: [{ role: "user", content: json({ "a card": "[CARD_1]" }) }],
    });
  });
});

describe("an OpenAI decision answer", () => {
  it("has one line for each question", () => {
    const answers = [
      { type: "predicate", name: "safe", probability: 0.25 },
      { type: "choice", name: null, choice: "left", confidence: 1, probabilities: [] },
      { type: "choice", name: "open", choice: false },
      { type: "score", name: "tone", score: 3, confidence: 1 },
      { type: "refusal", name: "last" },
    ];
    const usage = { input_tokens: 1, output_tokens: 2, total_tokens: 3 };
    expect(readAnswer({ answers, model: "m", usage })).toEqual({
      output: "safe: 0.25\nleft\nopen: false\ntone: 3\nlast: refusal",
      usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
      model: "m",
    });
    fc.assert(fc.property(fc.anything(), (any) => typeof readAnswer(any).output === "string"));
  });

  it("has the route /decisions", () => {
    expect(matches({ method: "POST", path: "/v1/decisions" })).toBe(true);
    expect(matches({ method: "POST", path: "/v1/decisions/1" })).toBe(false);
  });
});
