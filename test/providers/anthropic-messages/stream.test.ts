import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_CAPTURED_LENGTH } from "../../../src/providers/answer/capture.ts";
import { anthropicMessagesCodec } from "../../../src/providers/anthropic-messages/codec.ts";
import { messageBody, messageEvents, toolUseEvents } from "../../support/models/message-answers.ts";

const { collectAnswer, readAnswer } = anthropicMessagesCodec;

function collect(events: readonly unknown[]) {
  const collector = collectAnswer();
  for (const event of events) collector.push(event);
  return collector.answer();
}

/** An input as a server writes it, cut into pieces. */
function piecesOf(input: unknown, cuts: readonly number[]): string[] {
  const json = JSON.stringify(input, null, 1);
  const places = [0, ...cuts.map((cut) => cut % json.length).sort((a, b) => a - b), json.length];
  return places.slice(1).map((place, at) => json.slice(places[at], place));
}

describe("an answer collected from an Anthropic message stream", () => {
  it("equals the answer of the same message without streaming", () => {
    expect(collect(messageEvents())).toEqual(readAnswer(messageBody()));
  });

  it("has a tool call as the whole message has it, however its input was cut", () => {
    const input = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 });
    fc.assert(
      fc.property(input, fc.array(fc.nat(), { maxLength: 4 }), (value, cuts) => {
        const call = { type: "tool_use", id: "toolu_1", name: "weather", input: value };
        const whole = messageBody([call], { stop_reason: "tool_use" });
        expect(collect(toolUseEvents(piecesOf(value, cuts)))).toEqual(readAnswer(whole));
      }),
    );
  });

  it("keeps the streamed part of a tool call that broke off", () => {
    expect(collect(toolUseEvents(['{"city": "Pa']).slice(0, 3))).toMatchObject({
      output: 'weather({"city": "Pa)',
      finishReason: undefined,
    });
  });

  it("is unfinished until the stop reason or the last event", () => {
    const events = messageEvents();
    const stopped = events.findIndex((event) => "usage" in event);
    const states = events.map((_, at) => collect(events.slice(0, at + 1)).unfinished);
    expect(stopped).toBeGreaterThan(2);
    expect(states).toEqual(events.map((_, at) => (at < stopped ? true : undefined)));
    expect(collect([events[0], { type: "message_stop" }]).unfinished).toBeUndefined();
    expect(collect([]).unfinished).toBeUndefined();
  });

  it("has the usage of its start and its end, ignoring nulls", () => {
    const [start] = messageEvents();
    const usage = { input_tokens: null, cache_read_input_tokens: null, output_tokens: 9 };
    expect(collect([start, { type: "message_delta", delta: {}, usage }]).usage).toMatchObject({
      prompt_tokens: 7,
      completion_tokens: 9,
      total_tokens: 16,
      prompt_tokens_details: { cached_tokens: 2 },
    });
    expect(collect([start]).usage).toMatchObject({ prompt_tokens: 7, completion_tokens: 1 });
  });

  it("omits thinking, signatures and citations", () => {
    const deltas = [
      { type: "thinking_delta", thinking: "secret" },
      { type: "signature_delta", signature: "secret" },
      { type: "citations_delta", citation: { cited_text: "secret" } },
    ];
    const events = deltas.map((delta) => ({ type: "content_block_delta", index: 0, delta }));
    expect(collect(events).output).toBe("");
  });

  it("has failed after an error event, whatever came before", () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    expect(collect([...messageEvents().slice(0, 5), error])).toMatchObject({
      output: "All is",
      failed: true,
      finishReason: undefined,
    });
  });

  it("keeps a limited part of an endless stream, and counts the rest", () => {
    const delta = { type: "text_delta", text: "x".repeat(41) };
    const event = { type: "content_block_delta", index: 0, delta };
    const { output, omittedLength } = collect(Array.from({ length: 4_000 }, () => event));
    expect(output.length).toBe(MAX_CAPTURED_LENGTH);
    expect(output.length + (omittedLength ?? 0)).toBe(4_000 * 41);
  });

  it("ignores invalid indexes and invalid events", () => {
    const delta = { type: "text_delta", text: "x" };
    for (const index of [-1, 1.5, 1e9, Number.NaN]) {
      expect(collect([{ type: "content_block_delta", index, delta }]).output).toBe("");
    }
    const types = ["message_start", "content_block_start", "content_block_delta", "message_delta"];
    const event = fc.oneof(
      fc.anything(),
      fc.record({
        type: fc.constantFrom(...types),
        index: fc.oneof(fc.nat(3), fc.anything()),
        message: fc.anything(),
        content_block: fc.anything(),
        delta: fc.anything(),
        usage: fc.anything(),
      }),
    );
    fc.assert(fc.property(fc.array(event), (events) => typeof collect(events).output === "string"));
  });
});
