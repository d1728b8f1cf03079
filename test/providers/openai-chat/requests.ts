import fc from "fast-check";

/** Arbitrary chat requests. Every text of a conversation, and nothing else, begins with `text `. */

const text = fc.string({ unit: "binary" }).map((tail) => `text ${tail}`);
const maybeText = fc.oneof(text, fc.constantFrom("", null));
const label = fc.constantFrom("call_1", "ada", "x-1");

const textPart = fc.oneof(
  fc.record({ type: fc.constant("text"), text }),
  fc.record({
    type: fc.constant("text"),
    text,
    cache_control: fc.constant({ type: "ephemeral" }),
  }),
  fc.record({ type: fc.constant("refusal"), refusal: text }),
  fc.record({
    type: fc.constant("thinking"),
    thinking: fc.array(fc.record({ type: fc.constant("text"), text }), { maxLength: 2 }),
  }),
);

const binaryPart = fc.constantFrom(
  { type: "image_url", image_url: { url: "data:image/png;base64,AAAA", detail: "auto" } },
  { type: "image_url", image_url: { url: "https://example.com/a.png" } },
  { type: "input_audio", input_audio: { data: "AAAA", format: "mp3" } },
  { type: "file", file: { file_id: "file-1" } },
  { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,AAAA" } },
);

const content = fc.oneof(
  maybeText,
  fc.array(fc.oneof(textPart, binaryPart, text), { maxLength: 4 }),
);

const toolCall = fc.oneof(
  fc.record({
    id: label,
    type: fc.constant("function"),
    function: fc.record({ name: label, arguments: maybeText }),
  }),
  fc.record({
    type: fc.constant("custom"),
    custom: fc.record({ name: label, input: text }),
    id: label,
  }),
);

const message = fc.oneof(
  fc.record(
    { role: fc.constantFrom("system", "developer", "user"), content, name: label },
    { requiredKeys: ["role"] },
  ),
  fc.record(
    {
      content,
      role: fc.constant("assistant"),
      refusal: maybeText,
      tool_calls: fc.array(toolCall, { maxLength: 3 }),
      function_call: fc.oneof(fc.constant(null), fc.record({ name: label, arguments: text })),
      audio: fc.constantFrom(null, { id: "audio_1" }),
      reasoning_content: maybeText,
      unknown_property: fc.oneof(text, fc.record({ deep: fc.array(text, { maxLength: 2 }) })),
    },
    { requiredKeys: ["role"] },
  ),
  fc.record({ role: fc.constant("tool"), tool_call_id: label, content }),
);

const prediction = fc.oneof(
  fc.constant(null),
  fc.record({
    type: fc.constant("content"),
    content: fc.oneof(text, fc.array(fc.record({ type: fc.constant("text"), text }))),
  }),
);

/** A request as the reference allows it, and a little beyond. */
export const request: fc.Arbitrary<object> = fc.record(
  {
    model: fc.constant("gpt-4o"),
    temperature: fc.constant(0.5),
    prediction,
    messages: fc.array(message, { maxLength: 5 }),
    tools: fc.constant([{ type: "function", function: { name: "f", description: "does f" } }]),
    documents: fc.array(fc.record({ title: text }), { maxLength: 2 }),
    stream: fc.boolean(),
  },
  { requiredKeys: ["model", "messages"] },
);

/** Arbitrary JSON in the places of a request. */
export const anyRequest: fc.Arbitrary<object> = fc.oneof(
  fc.record({ messages: fc.jsonValue() }),
  fc.record({ messages: fc.array(fc.oneof(message, fc.jsonValue() as fc.Arbitrary<object>)) }),
  fc.record({
    messages: fc.array(fc.record({ role: fc.constant("user"), content: fc.jsonValue() })),
    prediction: fc.jsonValue(),
    prompt: fc.jsonValue(),
  }),
  fc.dictionary(fc.constantFrom("__proto__", "messages", "toString", "a"), fc.jsonValue()),
);
