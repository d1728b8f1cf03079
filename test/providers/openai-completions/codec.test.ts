import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_CAPTURED_LENGTH } from "../../../src/providers/answer/capture.ts";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";
import { openaiCompletionsCodec } from "../../../src/providers/openai-completions/codec.ts";
import { itKeepsRequests } from "../../support/request-properties.ts";

const { readPrompt, readAnswer, collectAnswer, matches, isStoredAt } = openaiCompletionsCodec;

const text = fc.string({ unit: "binary" }).map((tail) => `text ${tail}`);

describe("a completions request", () => {
  itKeepsRequests({
    codec: openaiCompletionsCodec,
    request: fc.record(
      {
        model: fc.constant("gpt-3.5-turbo-instruct"),
        prompt: fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.constant([[1, 2], [3]])),
        suffix: fc.oneof(text, fc.constant(null)),
        echo: fc.boolean(),
        stop: fc.constant(["\n"]),
        stream: fc.boolean(),
      },
      { requiredKeys: ["model"] },
    ),
    anyRequest: fc.record({ prompt: fc.jsonValue(), suffix: fc.jsonValue() }),
  });

  it("shows the guard the prompt and the suffix", () => {
    const { segments, uninspected } = readPrompt({ prompt: ["a", "b"], suffix: "c" });
    expect(segments.map((segment) => segment.text)).toEqual(["a", "b", "c"]);
    expect(uninspected).toEqual([]);
    expect(readPrompt({ prompt: [1, 2] }).uninspected).toMatchObject([{ kind: "file", count: 1 }]);
  });
});

it("shows the variables of a gateway's stored completions prompt, and knows its route", () => {
  const request = { variables: { question: "Who is Ada?", notes: ["Born in 1815"] } };
  const { segments } = readPrompt(request);
  expect(segments.map((segment) => segment.text)).toEqual(["Who is Ada?", "Born in 1815"]);

  const stored = { method: "POST", path: "/v1/prompts/pp-greeting/completions" };
  expect(matches(stored)).toBe(true);
  expect(isStoredAt?.(stored)).toBe(true);
  expect(isStoredAt?.({ method: "POST", path: "/v1/completions" })).toBe(false);
});

const choice = fc.record({
  pieces: fc.array(fc.string({ unit: "binary" }), { maxLength: 4 }),
  finish: fc.constantFrom("stop", "length"),
});

describe("a completions answer", () => {
  it("has the text of all choices, whether whole or streamed and cut anywhere", () => {
    fc.assert(
      fc.property(fc.array(choice, { maxLength: 3 }), (choices) => {
        const collector = collectAnswer();
        const texts = choices.map(() => "");
        choices.forEach(({ pieces, finish }, index) => {
          for (const piece of pieces) {
            texts[index] += piece;
            collector.push({ model: "m", choices: [{ index, text: piece, finish_reason: null }] });
            const expected = readAnswer({ choices: texts.map((each) => ({ text: each })) });
            expect(collector.answer().output).toBe(expected.output);
          }
          collector.push({ model: "m", choices: [{ index, text: "", finish_reason: finish }] });
        });
        const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
        collector.push({ model: "m", choices: [], usage });
        const whole = choices.map(({ finish }, index) => ({
          index,
          text: texts[index],
          finish_reason: finish,
        }));
        expect(collector.answer()).toEqual(readAnswer({ model: "m", choices: whole, usage }));
      }),
    );
  });

  it("has the message's text in a dialect that fills in the middle", () => {
    const message = { role: "assistant", content: "middle" };
    expect(readAnswer({ choices: [{ message }] }).output).toBe("middle");
  });

  it("has failed if it contains an error, whole or in a stream that had started", () => {
    const error = { message: "Out of memory", code: 503, type: "overloaded" };
    const failed = { failed: true, error: { name: "APIError", status: 503, code: "overloaded" } };
    expect(readAnswer({ error })).toMatchObject({ ...failed, output: "" });
    expect(readAnswer({ choices: [{ text: "", error }] })).toMatchObject(failed);
    const collector = collectAnswer();
    collector.push({ choices: [{ index: 0, text: "All is" }] });
    collector.push({ error });
    expect(collector.answer()).toMatchObject({ ...failed, output: "All is" });
    expect(readAnswer({ choices: [{ text: "All is well." }], error: null }).failed).toBeUndefined();
  });

  it("is kept up to a limit, and read without an exception", () => {
    const collector = collectAnswer();
    for (let at = 0; at < 2_000; at += 1) {
      collector.push({ choices: [{ index: 0, text: "x".repeat(50) }] });
    }
    const { output, omittedLength } = collector.answer();
    expect(output.length).toBe(MAX_CAPTURED_LENGTH);
    expect(output.length + (omittedLength ?? 0)).toBe(100_000);
    const index = fc.oneof(fc.anything(), fc.double());
    const chunk = fc.record({ choices: fc.array(fc.record({ index, text: fc.anything() })) });
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.anything(), chunk)), (chunks) => {
        const any = collectAnswer();
        for (const each of chunks) any.push(each);
        expect(typeof any.answer().output).toBe("string");
        expect(typeof readAnswer(chunks[0]).output).toBe("string");
      }),
    );
  });
});

it.each([
  ["/v1/completions", true],
  ["/completions", true],
  ["/v1/fim/completions", true],
  ["/v1/chat/completions", false],
  ["/v1/chat%2Fcompletions", false],
  ["/v1/Chat//completions/", false],
  ["/v1/completions/1", false],
])("recognizes %s as a completions route: %s, and never as a chat", (path, expected) => {
  const route = { method: "POST", path };
  expect(matches(route)).toBe(expected);
  expect(matches(route) && openaiChatCodec.matches(route)).toBe(false);
});
