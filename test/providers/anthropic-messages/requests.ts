import fc from "fast-check";

/**
 * Arbitrary requests for messages. Every text of a conversation, and nothing else, begins with
 * `text `.
 */

const text = fc.string({ unit: "binary" }).map((tail) => `text ${tail}`);
const id = fc.constantFrom("toolu_1", "srvtoolu_2", "file-3");
const name = fc.constantFrom("weather", "web_search");
const cache_control = fc.constant({ type: "ephemeral", ttl: "5m" });

const citation = fc.oneof(
  fc.record({
    type: fc.constant("char_location"),
    cited_text: text,
    document_index: fc.nat(),
    document_title: fc.oneof(text, fc.constant(null)),
    start_char_index: fc.nat(),
  }),
  fc.record({
    type: fc.constant("web_search_result_location"),
    cited_text: text,
    encrypted_index: fc.constant("sealed"),
    title: text,
    url: text,
  }),
);

const textBlock = fc.record(
  {
    type: fc.constant("text"),
    text,
    citations: fc.array(citation, { maxLength: 2 }),
    cache_control,
  },
  { requiredKeys: ["type", "text"] },
);

const binary = fc.constantFrom(
  { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
  { type: "image", source: { type: "url", url: "https://example.com/cat.png" } },
  { type: "image", source: { type: "file", file_id: "file_1" } },
  { type: "document", source: { type: "base64", media_type: "application/pdf", data: "AA" } },
  { type: "document", source: { type: "url", url: "https://example.com/a.pdf" } },
  { type: "document", source: { type: "file", file_id: "file_1" }, citations: { enabled: true } },
  { type: "container_upload", file_id: "file_1" },
);

const document = fc.record(
  {
    type: fc.constant("document"),
    source: fc.oneof(
      fc.record({ type: fc.constant("text"), media_type: fc.constant("text/plain"), data: text }),
      fc.record({
        type: fc.constant("content"),
        content: fc.oneof(text, fc.array(fc.oneof(textBlock, binary), { maxLength: 2 })),
      }),
    ),
    title: text,
    context: text,
    citations: fc.constant({ enabled: true }),
  },
  { requiredKeys: ["type", "source"] },
);

const searchResult = fc.record({
  type: fc.constant("search_result"),
  source: text,
  title: text,
  content: fc.array(textBlock, { maxLength: 2 }),
});

const content = fc.oneof(
  text,
  fc.array(fc.oneof(textBlock, binary, document, searchResult), { maxLength: 2 }),
);

const calls = fc.oneof(
  fc.record({ type: fc.constantFrom("tool_use", "server_tool_use"), id, name, input: text }),
  fc.record({
    type: fc.constant("mcp_tool_use"),
    id,
    name,
    server_name: name,
    input: text,
    cache_control,
  }),
);

const results = fc.oneof(
  fc.record(
    { type: fc.constant("tool_result"), tool_use_id: id, is_error: fc.boolean(), content },
    { requiredKeys: ["type", "tool_use_id"] },
  ),
  fc.record({ type: fc.constant("mcp_tool_result"), tool_use_id: id, content }),
  fc.record({
    type: fc.constant("web_search_tool_result"),
    tool_use_id: id,
    content: fc.array(
      fc.record({
        type: fc.constant("web_search_result"),
        title: text,
        url: text,
        encrypted_content: fc.constant("sealed"),
      }),
      { maxLength: 2 },
    ),
  }),
  fc.record({
    type: fc.constant("web_fetch_tool_result"),
    tool_use_id: id,
    content: fc.record({
      type: fc.constant("web_fetch_result"),
      url: text,
      retrieved_at: fc.constant("2026-01-01T00:00:00Z"),
      content: document,
    }),
  }),
  fc.record({
    type: fc.constantFrom("code_execution_tool_result", "bash_code_execution_tool_result"),
    tool_use_id: id,
    content: fc.record({
      type: fc.constant("code_execution_result"),
      stdout: text,
      stderr: text,
      return_code: fc.nat(),
      content: fc.constant([{ type: "code_execution_output", file_id: "file_1" }]),
    }),
  }),
  fc.record({
    type: fc.constant("text_editor_code_execution_tool_result"),
    tool_use_id: id,
    content: fc.oneof(
      fc.record({
        type: fc.constant("text_editor_code_execution_view_result"),
        content: text,
        file_type: fc.constant("text"),
      }),
      fc.record({
        type: fc.constant("text_editor_code_execution_str_replace_result"),
        lines: fc.array(text, { maxLength: 2 }),
      }),
    ),
  }),
  fc.constant({
    type: "tool_search_tool_result",
    tool_use_id: "toolu_1",
    content: {
      type: "tool_search_tool_search_result",
      tool_references: [{ type: "tool_reference", tool_name: "weather" }],
    },
  }),
);

const others = fc.oneof(
  fc.record({ type: fc.constant("thinking"), thinking: text }),
  fc.constant({ type: "redacted_thinking", data: "sealed" }),
  fc.record({ type: fc.constant("compaction"), content: text }),
  fc.constant({ type: "tool_addition", tool: { type: "tool_reference", name: "weather" } }),
  fc.constant({
    type: "mcp_tool_listing",
    mcp_server_name: "crm",
    tools: [{ name: "find", description: "finds people", input_schema: {} }],
  }),
  fc.record({
    type: fc.constant("block_of_next_year"),
    words: text,
    deep: fc.record({ more: text }),
  }),
);

const block = fc.oneof(textBlock, binary, document, searchResult, calls, results, others);

const message = fc.record({
  role: fc.constantFrom("user", "assistant", "system"),
  content: fc.oneof(text, fc.array(block, { maxLength: 3 })),
});

/** A request as the reference allows it, and a little beyond. */
export const request: fc.Arbitrary<object> = fc.record(
  {
    model: fc.constant("claude-sonnet-5"),
    max_tokens: fc.nat(),
    messages: fc.array(message, { maxLength: 4 }),
    system: fc.oneof(text, fc.array(textBlock, { maxLength: 2 })),
    compaction: fc.record({ type: fc.constant("summarize"), instructions: text }),
    context_management: fc.record({
      edits: fc.array(
        fc.record({
          type: fc.constant("compact_20260112"),
          trigger: fc.constant({ type: "input_tokens", value: 5 }),
          instructions: text,
        }),
        { maxLength: 2 },
      ),
    }),
    fallbacks: fc.constantFrom("default", [{ model: "claude-haiku-5", speed: "fast" }]),
    container: fc.constantFrom("container_1", { id: "container_1", skills: [] }, null),
    thread: fc.constantFrom({ type: "create" }, { type: "continue", previous_message_id: "msg_1" }),
    tools: fc.constant([{ name: "weather", description: "tells the weather", input_schema: {} }]),
    mcp_servers: fc.constant([{ type: "url", name: "crm", url: "https://example.com/mcp" }]),
    metadata: fc.constant({ user_id: "words of the app" }),
    stop_sequences: fc.constant(["END"]),
    stream: fc.boolean(),
  },
  { requiredKeys: ["model", "messages"] },
);

/** Arbitrary JSON in the places of a request. */
export const anyRequest: fc.Arbitrary<object> = fc.oneof(
  fc.record({ messages: fc.jsonValue(), system: fc.jsonValue(), thread: fc.jsonValue() }),
  fc.record({ messages: fc.array(fc.oneof(message, fc.jsonValue() as fc.Arbitrary<object>)) }),
  fc.record({
    messages: fc.array(
      fc.record({
        role: fc.string(),
        content: fc.array(
          fc.record({ type: fc.string(), source: fc.jsonValue(), input: fc.jsonValue() }),
        ),
      }),
    ),
    compaction: fc.jsonValue(),
    container: fc.jsonValue(),
  }),
  fc.dictionary(fc.constantFrom("__proto__", "messages", "toString", "system"), fc.jsonValue()),
);
