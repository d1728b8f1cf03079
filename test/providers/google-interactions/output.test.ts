import { expect, it } from "vitest";
import { googleInteractionsCodec } from "../../../src/providers/google-interactions/codec.ts";

const { readAnswer, collectAnswer } = googleInteractionsCodec;

const search = { type: "google_search_call", id: "1", arguments: { queries: ["Ada Lovelace"] } };
const remote = { type: "mcp_server_tool_call", id: "2", name: "look", arguments: { at: "b" } };
const words = { type: "model_output", content: [{ type: "text", text: "She was born in 1815." }] };
const OUTPUT = [
  'google_search({"queries":["Ada Lovelace"]})',
  'look({"at":"b"})',
  "She was born in 1815.",
].join("\n");

it("has Google's and MCP servers' tool calls in the output of an interaction", () => {
  const result = {
    type: "google_search_result",
    call_id: "1",
    result: [{ search_suggestions: "x" }],
  };
  expect(readAnswer({ steps: [search, result, remote, words] }).output).toBe(OUTPUT);
});

it("has the same output for a streamed interaction, however its calls are sent", () => {
  const collector = collectAnswer();
  const { arguments: _, ...begun } = search;
  collector.push({ event_type: "step.start", index: 0, step: { ...begun, arguments: {} } });
  collector.push({ event_type: "step.delta", index: 0, delta: search });
  collector.push({ event_type: "step.delta", index: 1, delta: remote });
  collector.push({ event_type: "step.start", index: 2, step: words });
  expect(collector.answer().output).toBe(OUTPUT);

  const announced = collectAnswer();
  for (const [index, step] of [search, remote, words].entries()) {
    announced.push({ event_type: "step.start", index, step });
  }
  expect(announced.answer().output).toBe(OUTPUT);
});

it("counts an interaction's tool tokens as prompt, so that the total is correct", () => {
  const usage = {
    ...{ total_input_tokens: 7, total_tool_use_tokens: 90, total_output_tokens: 5 },
    ...{ total_thought_tokens: 2, total_tokens: 104 },
  };
  expect(readAnswer({ usage }).usage).toMatchObject({
    ...{ prompt_tokens: 97, completion_tokens: 7, total_tokens: 104 },
  });
});

it.each([
  { event_type: "interaction.completed", interaction: { usage: { total_tokens: 9 } } },
  {
    event_type: "interaction.status_update",
    status: "requires_action",
    usage: { total_tokens: 9 },
  },
  {
    event_type: "step.stop",
    index: 0,
    step_usage: { total_tokens: 4 },
    usage: { total_tokens: 9 },
  },
  { event_type: "step.delta", index: 0, metadata: { total_usage: { total_tokens: 9 } } },
])("counts a streamed interaction's tokens up to its latest event: $event_type", (latest) => {
  const collector = collectAnswer();
  const usage = { total_tokens: 3 };
  collector.push({ event_type: "interaction.created", interaction: { usage } });
  collector.push({ event_type: "step.start", index: 0, step: words });
  collector.push(latest);
  expect(collector.answer().usage).toEqual({ total_tokens: 9 });
});

it.each([
  { event_type: "interaction.completed", interaction: { status: "completed" } },
  { event_type: "interaction.status_update", status: "requires_action" },
  { event_type: "error", error: { code: "overloaded" } },
])("leaves an interaction unfinished without its stream's last event: $event_type", (last) => {
  const collector = collectAnswer();
  const events = [
    { event_type: "interaction.created", interaction: { status: "in_progress" } },
    { event_type: "interaction.status_update", status: "in_progress" },
    { event_type: "step.start", index: 0, step: words },
    { event_type: "step.stop", index: 0 },
    last,
  ];
  const states = events.map((event) => {
    collector.push(event);
    return collector.answer().unfinished === true;
  });
  expect(states).toEqual([true, true, true, true, false]);
});
