import { expect, it } from "vitest";
import { readPrompt, writePrompt } from "../../../src/providers/openai-responses/prompt.ts";

it("counts a Responses tool's stores and containers, so that denyUninspected stops them", () => {
  const tools = [
    { type: "file_search", vector_store_ids: ["vs_1", "vs_2"] },
    { type: "code_interpreter", container: "cntr_1" },
    { type: "shell", environment: { type: "container_reference", container_id: "cntr_2" } },
    { type: "code_interpreter", container: { type: "auto" } },
    { type: "shell", environment: { type: "local" } },
  ];
  const named = [{ kind: "reference", count: 4, mediaTypes: [] }];

  const request = { model: "m", tools, input: "Hello" };
  expect(readPrompt(request).uninspected).toEqual(named);
  expect(writePrompt(request, ["Bye"])).toEqual({ ...request, input: "Bye" });

  const inside = { model: "m", input: [{ type: "additional_tools", role: "developer", tools }] };
  expect(readPrompt(inside).uninspected).toEqual(named);
});

it("does not count the model's own container when its calls are sent back", () => {
  const environment = { type: "container_reference", container_id: "cntr_1" };
  const shell = { type: "shell_call", call_id: "c", action: { commands: ["ls"] }, environment };
  const code = { type: "code_interpreter_call", id: "i", container_id: "cntr_1", code: "1" };
  expect(readPrompt({ model: "m", input: [shell, code] }).uninspected).toEqual([]);
});

it("does not count the environment of a computer tool, which is no container", () => {
  const screen = { display_width: 800, display_height: 600 };
  const tools = [{ type: "computer_use_preview", ...screen, environment: "browser" }];
  expect(readPrompt({ model: "m", tools, input: "Hello" }).uninspected).toEqual([]);
});
