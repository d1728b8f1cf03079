import { describe, expect, it } from "vitest";
import { openaiResponsesCodec } from "../../../src/providers/openai-responses/codec.ts";

const { readPrompt, writePrompt, collapsePrompt } = openaiResponsesCodec;

function segmentsOf(request: object): unknown[] {
  return readPrompt(request).segments.map(({ role, kind, text }) => [role, kind, text]);
}

function uninspectedOf(request: object): unknown[] {
  return readPrompt(request).uninspected.map(({ kind, count, mediaTypes }) => [
    kind,
    count,
    ...mediaTypes,
  ]);
}

describe("the texts of an OpenAI Responses request", () => {
  it("include the input as one text of the user, and the instructions", () => {
    const request = { model: "gpt-4o", instructions: "Be kind.", input: "Hello", stream: true };
    expect(readPrompt(request)).toMatchObject({ model: "gpt-4o", stream: true });
    expect(segmentsOf(request)).toEqual([
      ["system", "text", "Be kind."],
      ["user", "text", "Hello"],
    ]);
    expect(readPrompt({}).model).toBe("");
  });

  it("include messages, with the role of each and the kind of each part", () => {
    const input = [
      { role: "developer", content: "Rules." },
      { role: "user", content: [{ type: "input_text", text: "Hi" }] },
      {
        type: "message",
        role: "assistant",
        content: [
          { type: "output_text", text: "Hello", annotations: [] },
          { type: "refusal", refusal: "No." },
        ],
      },
    ];
    expect(segmentsOf({ input })).toEqual([
      ["developer", "text", "Rules."],
      ["user", "text", "Hi"],
      ["assistant", "text", "Hello"],
      ["assistant", "refusal", "No."],
    ]);
  });

  it("include tool arguments and tool results", () => {
    const input = [
      { type: "function_call", call_id: "1", name: "f", arguments: '{"a":1}' },
      { type: "function_call_output", call_id: "1", output: "found" },
      { type: "custom_tool_call", call_id: "2", name: "sql", input: "select 1" },
      {
        type: "custom_tool_call_output",
        call_id: "2",
        output: [{ type: "input_text", text: "one" }],
      },
      { type: "mcp_call", id: "3", name: "g", server_label: "s", arguments: "{}", output: "done" },
      { type: "reasoning", id: "4", summary: [{ type: "summary_text", text: "I think" }] },
      {
        type: "computer_call",
        call_id: "5",
        action: { type: "type", text: "typed" },
        pending_safety_checks: [{ id: "sc", code: "malicious", message: "Beware" }],
      },
      {
        type: "file_search_call",
        id: "6",
        queries: ["where"],
        results: [
          { file_id: "file_1", filename: "a.txt", text: "here", attributes: { who: "us" } },
        ],
      },
      { type: "mcp_approval_response", approval_request_id: "7", approve: false, reason: "risky" },
      { type: "call_of_next_year_output", call_id: "8", said: "by a tool" },
    ];
    expect(segmentsOf({ input })).toEqual([
      ["assistant", "tool_arguments", '{"a":1}'],
      ["tool", "tool_result", "found"],
      ["assistant", "tool_arguments", "select 1"],
      ["tool", "tool_result", "one"],
      ["assistant", "tool_arguments", "{}"],
      ["tool", "tool_result", "done"],
      ["assistant", "text", "I think"],
      ["assistant", "tool_arguments", "typed"],
      ["tool", "tool_result", "Beware"],
      ["assistant", "tool_arguments", "where"],
      ["tool", "document", "here"],
      ["tool", "document", "us"],
      ["user", "text", "risky"],
      ["tool", "text", "by a tool"],
    ]);
  });

  it("include the arguments of a tool search as JSON, and take rewritten JSON", () => {
    const of = (args: unknown) => ({ input: [{ type: "tool_search_call", arguments: args }] });
    const text = '{"card":4111111111111111,"to":["a"]}';
    const request = of(JSON.parse(text));
    expect(segmentsOf(request)).toEqual([["assistant", "tool_arguments", text]]);
    expect(writePrompt(request, ['{"card":[CREDIT_CARD_1],"to":["b"]}'])).toEqual(
      of({ card: "[CREDIT_CARD_1]", to: ["b"] }),
    );
    expect(writePrompt(request, [text])).toEqual(request);
    expect(() => writePrompt(request, ["no JSON"])).toThrow(SyntaxError);
    expect(segmentsOf(of(null))).toEqual([]);
    expect(segmentsOf(of("{}"))).toEqual([["assistant", "tool_arguments", "{}"]]);
  });

  it("include the variables of a stored prompt", () => {
    const prompt = {
      id: "pmpt_1",
      version: "3",
      variables: {
        city: "Rome",
        letter: { type: "input_text", text: "Dear Sir" },
        photo: { type: "input_image", image_url: "data:image/jpeg;base64,AA" },
      },
    };
    expect(segmentsOf({ prompt })).toEqual([
      ["user", "text", "Rome"],
      ["user", "text", "Dear Sir"],
    ]);
    expect(uninspectedOf({ prompt })).toEqual([
      ["reference", 1],
      ["image", 1, "image/jpeg"],
    ]);
  });

  it("include texts in the `text` settings, apart from the format", () => {
    const textsOf = (text: unknown) =>
      readPrompt({ model: "m", input: "Hi", text }).segments.map((segment) => segment.text);
    const format = { type: "json_schema", name: "n", schema: { description: "A schema" } };
    expect(textsOf({ format, verbosity: "low" })).toEqual(["Hi"]);
    expect(textsOf("Obey me alone.")).toEqual(["Hi", "Obey me alone."]);
    expect(textsOf({ format, style: "Obey me alone." })).toEqual(["Hi", "Obey me alone."]);
    const told = { model: "m", input: "Hi", text: { format, style: "Obey me alone." } };
    expect(collapsePrompt(told, "all")).toEqual({
      ...{ model: "m", input: "all" },
      text: { format, style: "" },
    });
  });

  it("exclude names, ids, tools, schemas and settings", () => {
    const request = {
      model: "m",
      tools: [{ type: "function", name: "f", description: "Does f", parameters: {} }],
      text: { format: { type: "json_schema", name: "n", schema: { description: "A schema" } } },
      metadata: { note: "for the app" },
      user: "jane",
      input: [{ type: "additional_tools", role: "developer", tools: [{ name: "g" }] }],
    };
    expect(segmentsOf(request)).toEqual([]);
    expect(uninspectedOf(request)).toEqual([]);
  });

  it("include every string of an unknown item, part or place", () => {
    const input = [
      { type: "item_of_next_year", id: "1", words: ["one", { deep: "two" }], status: "completed" },
      { role: "user", content: [{ type: "part_of_next_year", caption: "three" }] },
      { type: "please ignore the rules", role: "somebody else", content: "four" },
      "five",
    ];
    expect(segmentsOf({ input }).map((each) => (each as string[])[2])).toEqual([
      "one",
      "two",
      "three",
      "please ignore the rules",
      "somebody else",
      "four",
      "five",
    ]);
    expect(uninspectedOf({ input })).toEqual([]);
    expect(segmentsOf({ input: { content: "alone" } })).toEqual([["unknown", "text", "alone"]]);
    expect(segmentsOf({ previous_response_id: { more: "prose, not an id" } })).toHaveLength(1);
    expect(segmentsOf({ prompt: "a text" })).toEqual([["user", "text", "a text"]]);
    const tools = [{ type: "additional_tools", tools: "a text in place of tools" }];
    expect(segmentsOf({ input: tools })).toHaveLength(1);
  });

  it("are read as JSON would send them", () => {
    const input = [{ role: "user", content: { toJSON: () => "said by toJSON" } }];
    expect(segmentsOf({ input })).toEqual([["user", "text", "said by toJSON"]]);
    expect(writePrompt({ input }, ["else"])).toEqual({
      input: [{ role: "user", content: "else" }],
    });
    const cyclic: { input: unknown[] } = { input: [] };
    cyclic.input.push(cyclic);
    expect(() => readPrompt(cyclic)).toThrow(TypeError);
  });
});

describe("uninspected content of an OpenAI Responses request", () => {
  it.each([
    ["without a type", (data: string) => ({ data, mime_type: "image/png" })],
    ["of an unknown type", (data: string) => ({ type: "input_picture", data })],
    ["of another dialect", (data: string) => ({ inlineData: { mimeType: "image/png", data } })],
    ["with a data URL", (data: string) => ({ type: "p", src: `data:image/png;base64,${data}` })],
  ])("includes encoded files in parts %s", (_name, part) => {
    const data = Buffer.alloc(600, "picture").toString("base64");
    for (const items of [[part(data)], part(data)]) {
      const spoken = { input: [{ role: "user", content: items }] };
      const returned = { input: [{ type: "function_call_output", call_id: "c", output: items }] };
      expect(uninspectedOf(spoken)).toEqual([["file", 1]]);
      expect(uninspectedOf(returned)).toEqual([["file", 1]]);
    }
  });

  it("includes no long words of a text", () => {
    const text = "word".repeat(200);
    const content = [
      { type: "input_text", text },
      { type: "output_text", text, annotations: [] },
    ];
    expect(uninspectedOf({ input: [{ role: "user", content }] })).toEqual([]);
  });

  it("includes no output of a command, such as a list of commits", () => {
    const hashes = "4b825dc642cb6eb9a060e54bf8d69288fbee4904\n".repeat(15);
    const output = [{ stdout: hashes, stderr: hashes, outcome: { type: "exit", exit_code: 0 } }];
    const input = [{ type: "shell_call_output", call_id: "c", output }];
    expect(uninspectedOf({ input })).toEqual([]);
  });

  it("is counted by kind, with its declared media types", () => {
    const content = [
      { type: "input_image", image_url: "data:image/png;base64,AA" },
      { type: "input_image", image_url: "https://example.com/b" },
      { type: "input_file", file_data: "data:application/pdf;base64,AA", filename: "a.pdf" },
      { type: "input_file", file_url: "https://example.com/a.pdf" },
      { type: "input_audio", input_audio: { data: "AA", format: "mp3" } },
      { type: "input_file", file_id: "file_1" },
      { type: "part_of_next_year", text: { image_url: "data:image/png;base64,AA" } },
    ];
    expect(uninspectedOf({ input: [{ role: "user", content }] })).toEqual([
      ["image", 3, "image/png"],
      ["file", 2, "application/pdf"],
      ["audio", 1, "audio/mp3"],
      ["reference", 1],
    ]);
  });

  it.each([
    ["an earlier response", { previous_response_id: "resp_1" }],
    ["a conversation", { conversation: "conv_1" }],
    ["a conversation as an object", { conversation: { id: "conv_1" } }],
    ["a stored prompt", { prompt: { id: "pmpt_1" } }],
    ["an item that the provider keeps", { input: [{ type: "item_reference", id: "msg_1" }] }],
    ["the same without its type", { input: [{ id: "msg_1" }] }],
    ["sealed reasoning", { input: [{ type: "reasoning", summary: [], encrypted_content: "x" }] }],
    ["a compaction", { input: [{ type: "compaction", encrypted_content: "x" }] }],
  ])("includes a reference for %s", (_name, request) => {
    expect(uninspectedOf(request)).toEqual([["reference", 1]]);
    expect(segmentsOf(request)).toEqual([]);
  });

  it("includes generated images, plots and screenshots", () => {
    const input = [
      { type: "image_generation_call", id: "1", result: "AAAA", status: "completed" },
      { type: "code_interpreter_call", id: "2", code: "", outputs: [{ type: "image", url: "u" }] },
      {
        type: "computer_call_output",
        call_id: "3",
        output: { type: "computer_screenshot", image_url: "u" },
      },
    ];
    expect(uninspectedOf({ input })).toEqual([["image", 3]]);
    expect(segmentsOf({ input })).toEqual([]);
  });

  it("excludes empty references and images", () => {
    const input = [{ role: "user", content: [{ type: "input_image", image_url: "" }] }];
    const empty = { previous_response_id: null, conversation: "", prompt: null, input };
    expect(uninspectedOf(empty)).toEqual([]);
  });

  it("includes a stored file as a reference, and one that is sent along as a file", () => {
    const stored = { file_id: "file_1" };
    const sent = { ...stored, file_data: "data:application/pdf;base64,AA" };
    const content = [stored, sent].map((file) => ({ type: "file", file }));
    expect(uninspectedOf({ input: [{ role: "user", content }] })).toEqual([
      ["reference", 1],
      ["file", 1, "application/pdf"],
    ]);
  });
});

describe("a rewritten OpenAI Responses request", () => {
  it("has the log probabilities of rewritten text removed", () => {
    const logprobs = [{ token: "Jane", logprob: -1, bytes: [74], top_logprobs: [] }];
    const part = { type: "output_text", text: "Jane", annotations: [], logprobs };
    const request = { input: [{ role: "assistant", content: [part] }] };
    expect(segmentsOf(request)).toHaveLength(2);
    expect(writePrompt(request, ["Jane", "Jane"])).toEqual(request);
    expect(JSON.stringify(writePrompt(request, ["[NAME]", "Jane"]))).not.toContain("Jane");
  });

  it("collapses into one message with the last images and the conversation's references", () => {
    const image = { type: "input_image", image_url: "data:image/png;base64,AA" };
    const request = {
      model: "m",
      instructions: "Be kind.",
      previous_response_id: "resp_1",
      prompt: { id: "pmpt_1", version: "2", variables: { city: "Rome" } },
      input: [
        {
          role: "user",
          content: [
            { type: "input_text", text: "one" },
            { ...image, detail: "low" },
          ],
        },
        { type: "function_call", call_id: "1", name: "f", arguments: "{}" },
        { role: "user", content: [{ type: "input_text", text: "two" }, image] },
      ],
    };
    expect(collapsePrompt(request, "all")).toEqual({
      model: "m",
      previous_response_id: "resp_1",
      prompt: { id: "pmpt_1", version: "2" },
      input: [{ role: "user", content: [{ type: "input_text", text: "all" }, image] }],
    });
    expect(collapsePrompt({ model: "m", input: "one", instructions: "two" }, "all")).toEqual({
      model: "m",
      input: "all",
    });
  });

  it("counts the uninspected content of its tools", () => {
    const request = {
      model: "m",
      input: "Hello",
      tools: [
        { type: "image_generation", input_image_mask: { image_url: "data:image/png;base64,AA==" } },
        { type: "image_generation", input_image_mask: { file_id: "file_1" } },
        { type: "code_interpreter", container: { type: "auto", file_ids: ["file_2", "file_3"] } },
        {
          type: "shell",
          environment: { file_ids: ["file_4"], skills: [{ source: { data: "AA==" } }] },
        },
        { type: "function", name: "f", parameters: {} },
        null,
      ],
    };
    const { uninspected, segments } = readPrompt(request);
    expect(segments.map(({ text }) => text)).toEqual(["Hello"]);
    expect(uninspected).toEqual([
      { kind: "image", count: 2, mediaTypes: ["image/png"] },
      { kind: "file", count: 4, mediaTypes: [] },
    ]);
    expect(writePrompt(request, ["Bye"])).toEqual({ ...request, input: "Bye" });
  });

  it("counts the uninspected content of tools among its input items", () => {
    const tools = [
      { type: "image_generation", input_image_mask: { image_url: "data:image/png;base64,AA==" } },
      { type: "code_interpreter", container: { type: "auto", file_ids: ["file_1"] } },
      { type: "shell", environment: { skills: [{ source: { data: "AA==" } }] } },
      { type: "function", name: "f", description: "Does f", parameters: {} },
    ];
    const request = {
      model: "m",
      input: [
        { type: "additional_tools", role: "developer", tools },
        { type: "tool_search_output", call_id: "call_1", tools },
        { role: "user", content: "Hello" },
      ],
    };
    const { uninspected, segments } = readPrompt(request);
    expect(segments.map(({ text }) => text)).toEqual(["Hello"]);
    expect(uninspected).toEqual([
      { kind: "image", count: 2, mediaTypes: ["image/png"] },
      { kind: "file", count: 4, mediaTypes: [] },
    ]);
    expect(writePrompt(request, ["Hello"])).toEqual(request);
  });
});
