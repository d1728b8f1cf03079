import fc from "fast-check";

/**
 * Arbitrary requests for responses. Every text of a conversation, and nothing else, begins with
 * `text `.
 */

const text = fc.string({ unit: "binary" }).map((tail) => `text ${tail}`);
const id = fc.constantFrom("id_1", "call_68af", "msg-2");
const name = fc.constantFrom("weather", "sql");
const status = fc.constantFrom("completed", "in_progress");

const citation = fc.constantFrom(
  { type: "file_citation", file_id: "file_1", filename: "a.txt", index: 3 },
  { type: "url_citation", title: "text of a title", url: "text of an address", start_index: 1 },
);

export const part = fc.oneof(
  fc.record({ type: fc.constantFrom("input_text", "output_text"), text }),
  fc.record({
    type: fc.constant("output_text"),
    text,
    annotations: fc.array(citation, { maxLength: 2 }),
    logprobs: fc.constant([]),
  }),
  fc.record({ type: fc.constant("refusal"), refusal: text }),
  fc.record({ type: fc.constant("new_kind"), caption: text, deep: fc.record({ more: text }) }),
);

const binary = fc.constantFrom(
  { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "auto" },
  { type: "input_image", file_id: "file_1", detail: "low" },
  { type: "input_file", file_data: "data:application/pdf;base64,AA", filename: "a.pdf" },
  { type: "input_file", file_url: "https://example.com/a.pdf" },
  { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
);

const content = fc.oneof(text, fc.array(fc.oneof(part, binary), { maxLength: 3 }));
const outputContent = fc.oneof(content, fc.constantFrom(null, ""));

const calls = fc.oneof(
  fc.record({ type: fc.constant("function_call"), id, call_id: id, name, arguments: text, status }),
  fc.record({ type: fc.constant("custom_tool_call"), call_id: id, name, input: text }),
  fc.record({
    type: fc.constant("mcp_call"),
    id,
    name,
    server_label: name,
    arguments: text,
    output: fc.oneof(text, fc.constant(null)),
    error: fc.oneof(fc.constant(null), fc.record({ type: name, code: fc.nat(), message: text })),
  }),
  fc.record({
    type: fc.constant("mcp_approval_request"),
    id,
    name,
    server_label: name,
    arguments: text,
  }),
  fc.record({
    type: fc.constant("code_interpreter_call"),
    id,
    code: text,
    container_id: id,
    status,
  }),
  fc.record({
    type: fc.constant("computer_call"),
    id,
    call_id: id,
    status,
    action: fc.oneof(
      fc.record({ type: fc.constant("type"), text }),
      fc.constant({ type: "click", button: "left", x: 1, y: 2 }),
    ),
    pending_safety_checks: fc.array(fc.record({ id, code: name, message: text }), { maxLength: 1 }),
  }),
  fc.record({
    type: fc.constant("web_search_call"),
    id,
    action: fc.record({ type: fc.constant("search"), query: text, queries: fc.array(text) }),
    status,
  }),
  fc.record({
    type: fc.constant("file_search_call"),
    id,
    queries: fc.array(text, { maxLength: 2 }),
    results: fc.array(fc.record({ file_id: id, filename: name, text }), { maxLength: 1 }),
  }),
  fc.record({
    type: fc.constant("local_shell_call"),
    id,
    call_id: id,
    action: fc.record({
      type: fc.constant("exec"),
      command: fc.array(text),
      env: fc.record({ A: text }),
    }),
  }),
  fc.record({
    type: fc.constant("shell_call"),
    call_id: id,
    action: fc.record({ commands: fc.array(text) }),
  }),
  fc.record({
    type: fc.constant("apply_patch_call"),
    call_id: id,
    operation: fc.record({ type: fc.constant("update_file"), path: text, diff: text }),
  }),
  fc.record({ type: fc.constant("tool_search_call"), arguments: text }),
  fc.record({ type: fc.constant("program"), id, call_id: id, code: text, fingerprint: id }),
);

const results = fc.oneof(
  fc.record({ type: fc.constant("function_call_output"), call_id: id, output: outputContent }),
  fc.record({ type: fc.constant("custom_tool_call_output"), call_id: id, output: outputContent }),
  fc.constant({
    type: "computer_call_output",
    call_id: "c",
    output: { type: "computer_screenshot", image_url: "data:image/png;base64,AA" },
  }),
  fc.record({ type: fc.constant("local_shell_call_output"), id, output: text }),
  fc.record({
    type: fc.constant("shell_call_output"),
    call_id: id,
    output: fc.array(
      fc.record({
        stdout: text,
        stderr: text,
        outcome: fc.constant({ type: "exit", exit_code: 0 }),
      }),
      { maxLength: 2 },
    ),
  }),
  fc.record({ type: fc.constant("apply_patch_call_output"), call_id: id, output: text, status }),
  fc.record({
    type: fc.constant("code_interpreter_call"),
    id,
    outputs: fc.array(
      fc.oneof(
        fc.record({ type: fc.constant("logs"), logs: text }),
        fc.constant({ type: "image", url: "https://example.com/plot.png" }),
      ),
      { maxLength: 2 },
    ),
  }),
  fc.record({ type: fc.constant("program_output"), id, call_id: id, result: text }),
);

const others = fc.oneof(
  fc.record({
    type: fc.constant("reasoning"),
    id,
    summary: fc.array(fc.record({ type: fc.constant("summary_text"), text }), { maxLength: 2 }),
    encrypted_content: fc.constantFrom(null, "sealed"),
  }),
  fc.constant({ type: "image_generation_call", id: "ig_1", result: "AAAA", action: "generate" }),
  fc.record({
    type: fc.constant("image_generation_call"),
    id,
    result: fc.constant("AA"),
    revised_prompt: text,
  }),
  fc.constant({ type: "compaction", id: "cmp_1", encrypted_content: "sealed" }),
  fc.constant({ type: "item_reference", id: "msg_1" }),
  fc.constant({ id: "msg_2" }),
  fc.constant({
    type: "additional_tools",
    role: "developer",
    tools: [{ type: "function", name: "f" }],
  }),
  fc.record({ type: fc.constant("mcp_approval_response"), approve: fc.boolean(), reason: text }),
  fc.constant({
    type: "configuration_update",
    reasoning: { effort: "low" },
    text: { format: { type: "text" } },
  }),
  fc.record({ type: fc.constant("kind_of_next_year"), words: text, parts: fc.array(text) }),
);

const message = fc.record(
  {
    type: fc.constant("message"),
    role: fc.constantFrom("user", "assistant", "system", "developer"),
    content,
    id,
    status,
    phase: fc.constant("final_answer"),
  },
  { requiredKeys: ["role", "content"] },
);

export const items = fc.array(fc.oneof(message, calls, results, others), { maxLength: 5 });

/** A request as the reference allows it, and a little beyond. */
export const request: fc.Arbitrary<object> = fc.record(
  {
    model: fc.constant("gpt-4o"),
    input: fc.oneof(text, items),
    instructions: fc.oneof(text, fc.constant(null), items),
    prompt: fc.record(
      {
        id: fc.constant("pmpt_1"),
        version: fc.constant("2"),
        variables: fc.dictionary(fc.constantFrom("city", "person"), fc.oneof(text, part, binary)),
      },
      { requiredKeys: ["id"] },
    ),
    previous_response_id: fc.constantFrom("resp_1", null),
    conversation: fc.constantFrom("conv_1", { id: "conv_2" }, null),
    tools: fc.constant([{ type: "function", name: "f", description: "does f" }]),
    text: fc.constant({ format: { type: "json_schema", name: "n", schema: { title: "t" } } }),
    metadata: fc.constant({ tag: "words of the app" }),
    stream: fc.boolean(),
    background: fc.boolean(),
  },
  { requiredKeys: ["model"] },
);

/** Arbitrary JSON in the places of a request. */
export const anyRequest: fc.Arbitrary<object> = fc.oneof(
  fc.record({ input: fc.jsonValue(), instructions: fc.jsonValue(), prompt: fc.jsonValue() }),
  fc.record({ input: fc.array(fc.oneof(message, fc.jsonValue() as fc.Arbitrary<object>)) }),
  fc.record({
    input: fc.array(fc.record({ type: fc.string(), role: fc.string(), content: fc.jsonValue() })),
    conversation: fc.jsonValue(),
  }),
  fc.dictionary(fc.constantFrom("__proto__", "input", "toString", "prompt"), fc.jsonValue()),
);
