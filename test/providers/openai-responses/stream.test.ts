import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_CAPTURED_LENGTH } from "../../../src/providers/answer/capture.ts";
import { openaiResponsesCodec } from "../../../src/providers/openai-responses/codec.ts";

const { collectAnswer, readAnswer } = openaiResponsesCodec;

function collect(events: readonly unknown[]) {
  const collector = collectAnswer();
  for (const event of events) collector.push(event);
  return collector.answer();
}

const pieces = fc.array(fc.string({ unit: "binary" }), { maxLength: 4 });
const item = fc.oneof(
  fc.record({ kind: fc.constant("message" as const), parts: fc.array(pieces, { maxLength: 2 }) }),
  fc.record({ kind: fc.constant("refusal" as const), pieces }),
  fc.record({ kind: fc.constant("function_call" as const), name: fc.constant("f"), pieces }),
  fc.record({ kind: fc.constant("custom_tool_call" as const), name: fc.constant("sql"), pieces }),
  fc.record({ kind: fc.constant("code_interpreter_call" as const), pieces }),
);
type Item = typeof item extends fc.Arbitrary<infer Value> ? Value : never;

/** An item with the texts that have arrived. */
function itemOf(said: Item): object {
  switch (said.kind) {
    case "message":
      return messageOf(said.parts.map((each) => ({ type: "output_text", text: each.join("") })));
    case "refusal":
      return messageOf([{ type: "refusal", refusal: said.pieces.join("") }]);
    case "function_call":
      return { type: said.kind, name: said.name, arguments: said.pieces.join("") };
    case "custom_tool_call":
      return { type: said.kind, name: said.name, input: said.pieces.join("") };
    case "code_interpreter_call":
      return { type: said.kind, code: said.pieces.join("") };
  }
}

function messageOf(content: readonly object[]): object {
  return { type: "message", role: "assistant", content };
}

const DELTA_OF = {
  refusal: "response.refusal.delta",
  function_call: "response.function_call_arguments.delta",
  custom_tool_call: "response.custom_tool_call_input.delta",
  code_interpreter_call: "response.code_interpreter_call_code.delta",
} as const;

/** The events of an item, and with each event the item so far. */
function eventsOf(said: Item, output_index: number): { event: object; item: object }[] {
  const empty: Item =
    said.kind === "message" ? { ...said, parts: [] } : ({ ...said, pieces: [] } as Item);
  const events: { event: object; item: object }[] = [
    {
      event: { type: "response.output_item.added", output_index, item: itemOf(empty) },
      item: itemOf(empty),
    },
  ];
  if (said.kind === "message") {
    said.parts.forEach((part, content_index) => {
      part.forEach((delta, at) => {
        const parts = [...said.parts.slice(0, content_index), part.slice(0, at + 1)];
        const event = { type: "response.output_text.delta", output_index, content_index, delta };
        events.push({ event, item: itemOf({ ...said, parts }) });
      });
    });
  } else {
    said.pieces.forEach((delta, at) => {
      const event = { type: DELTA_OF[said.kind], output_index, content_index: 0, delta };
      events.push({
        event,
        item: itemOf({ ...said, pieces: said.pieces.slice(0, at + 1) } as Item),
      });
    });
  }
  const whole = itemOf(said);
  events.push({
    event: { type: "response.output_item.done", output_index, item: whole },
    item: whole,
  });
  return events;
}

describe("an answer collected from a streamed response", () => {
  it("equals at every event the answer of a response with the same content", () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 4 }), (said) => {
        const collector = collectAnswer();
        const begun = { model: "m", status: "in_progress", output: [] };
        collector.push({ type: "response.created", response: begun });
        const output: object[] = [];
        said.forEach((each, index) => {
          for (const { event, item: current } of eventsOf(each, index)) {
            collector.push(event);
            output[index] = current;
            const { output: expected } = readAnswer({ output });
            const soFar = { output: expected, finishReason: undefined, unfinished: true };
            expect(collector.answer()).toMatchObject(soFar);
          }
        });
        const usage = { input_tokens: 1, output_tokens: 2, total_tokens: 3 };
        const response = { model: "m", status: "completed", output, usage };
        collector.push({ type: "response.completed", response });
        expect(collector.answer()).toEqual(readAnswer(response));
      }),
    );
  });

  it("is complete even if the last event has no items, as with some servers", () => {
    const answer = collect([
      { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "Hel" },
      { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "lo" },
      { type: "response.completed", response: { status: "completed", model: "m", output: [] } },
    ]);
    expect(answer).toEqual({ output: "Hello", model: "m", finishReason: "completed" });
  });

  it.each([
    [
      "response.incomplete",
      { status: "incomplete", incomplete_details: { reason: "content_filter" } },
      "content_filter",
    ],
    ["response.failed", { status: "failed", error: { code: "server_error" } }, "failed"],
  ])("ends with %s", (type, response, finishReason) => {
    const answer = collect([{ type, response }]);
    expect(answer.finishReason).toBe(finishReason);
    expect(answer.failed).toBe(type === "response.failed" ? true : undefined);
  });

  it("has failed after an error event, whatever came before", () => {
    const delta = { type: "response.output_text.delta", output_index: 0, delta: "Hel" };
    const error = { type: "error", code: "server_error", message: "It broke." };
    expect(collect([delta, error])).toMatchObject({ output: "Hel", failed: true });
  });

  it("has no finish reason while a response is queued or in progress", () => {
    for (const status of ["queued", "in_progress"]) {
      const response = { status, model: "m" };
      expect(collect([{ type: `response.${status}`, response }]).finishReason).toBeUndefined();
    }
  });

  it("has a shell's commands as far as they arrived if the stream breaks off", () => {
    const type = "response.shell_call_command.delta";
    const item = { type: "shell_call", action: { commands: [], timeout_ms: null } };
    const begun = [
      { type: "response.output_item.added", output_index: 0, item },
      { type, output_index: 0, command_index: 0, delta: "ls" },
      { type, output_index: 0, command_index: 0, delta: " -l" },
      { type, output_index: 0, command_index: 1, delta: "pw" },
    ];
    expect(collect(begun).output).toBe("shell(ls -l\npw)");
    const done = { ...item, action: { commands: ["ls -l", "pwd"] } };
    const whole = { type: "response.output_item.done", output_index: 0, item: done };
    expect(collect([...begun, whole]).output).toBe('shell({"commands":["ls -l","pwd"]})');
  });

  it("has the text that a shell command starts with, before its deltas", () => {
    const type = "response.shell_call_command.added";
    const item = { type: "shell_call", action: { commands: [] } };
    const begun = [
      { type: "response.output_item.added", output_index: 0, item },
      { type, output_index: 0, command_index: 0, command: "ls" },
      {
        ...{ type: "response.shell_call_command.delta", output_index: 0 },
        command_index: 0,
        delta: " -l",
      },
      { type, output_index: 0, command_index: 1, command: "pwd" },
    ];
    expect(collect(begun).output).toBe("shell(ls -l\npwd)");
  });

  it("has the transcript of spoken output as far as it arrived if the stream breaks off", () => {
    const type = "response.audio.transcript.delta";
    const spoken = [{ type: "output_audio", data: "AAAA", transcript: "All is well." }];
    const begun = [
      { type, delta: "All is" },
      { type, delta: " well." },
    ];
    expect(collect(begun).output).toBe("All is well.");
    const response = { status: "completed", output: [{ type: "message", content: spoken }] };
    expect(collect([...begun, { type: "response.completed", response }]).output).toBe(
      "All is well.",
    );
  });

  it("omits reasoning, results of hosted tools and audio", () => {
    const deltas = [
      "response.reasoning_text.delta",
      "response.reasoning_summary_text.delta",
      "response.audio.delta",
      "response.shell_call_output_content.delta",
    ];
    expect(collect(deltas.map((type) => ({ type, output_index: 0, delta: "secret" }))).output).toBe(
      "",
    );
  });

  it("keeps a limited part of an endless one, and counts the rest", () => {
    const collector = collectAnswer();
    for (let at = 0; at < 4_000; at += 1) {
      collector.push({
        type: "response.output_text.delta",
        output_index: 0,
        delta: "x".repeat(41),
      });
    }
    const { output, omittedLength } = collector.answer();
    expect(output.length).toBe(MAX_CAPTURED_LENGTH);
    expect(output.length + (omittedLength ?? 0)).toBe(4_000 * 41);
  });

  it("ignores invalid indexes and invalid events", () => {
    for (const output_index of [-1, 1.5, 1e9, Number.NaN]) {
      const event = { type: "response.output_text.delta", output_index, delta: "x" };
      expect(collect([event]).output).toBe("");
    }
    const event = fc.oneof(
      fc.anything(),
      fc.record({
        type: fc.constantFrom("response.output_item.done", "response.completed", "error"),
        item: fc.anything(),
        response: fc.anything(),
        output_index: fc.oneof(fc.nat(3), fc.anything()),
      }),
    );
    fc.assert(fc.property(fc.array(event), (events) => typeof collect(events).output === "string"));
  });
});
