import fc from "fast-check";
import { describe } from "vitest";
import { aiSdkLanguageModelCodec } from "../../../src/providers/ai-sdk-language-model/codec.ts";
import type { ProviderCodec } from "../../../src/providers/provider.ts";
import { itKeepsRequests } from "../../support/request-properties.ts";

const text = fc.string({ unit: "binary" }).map((tail) => `text ${tail}`);
const options = fc.constantFrom(
  undefined,
  { openai: { itemId: "msg_1" } },
  { anthropic: { cacheControl: { type: "ephemeral" } } },
  { google: { thoughtSignature: "CsoBAdHtim+/=" } },
);

const part = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
  fc.record({ ...fields, providerOptions: options }, { requiredKeys: Object.keys(fields) as [] });

const file = part({
  type: fc.constant("file"),
  mediaType: fc.constantFrom("image/png", "application/pdf", "audio/*"),
  data: fc.constantFrom("AAAA", "https://example.com/a", { type: "data", data: "AAAA" }),
});
const words = part({ type: fc.constantFrom("text", "reasoning"), text });
const called = part({
  type: fc.constant("tool-call"),
  toolCallId: fc.constant("c1"),
  toolName: fc.constant("look"),
  input: text,
});
const output = fc.oneof(
  fc.record({ type: fc.constantFrom("text", "error-text"), value: text }),
  fc.record({ type: fc.constant("execution-denied"), reason: text }),
  fc.record({
    type: fc.constant("content"),
    value: fc.array(fc.oneof(words, file), { maxLength: 3 }),
  }),
);
const result = part({
  type: fc.constant("tool-result"),
  toolCallId: fc.constant("c1"),
  toolName: fc.constant("look"),
  output,
});

const message = fc.oneof(
  fc.record({ role: fc.constant("system"), content: text }),
  fc.record({
    role: fc.constantFrom("user", "assistant", "tool"),
    content: fc.array(fc.oneof(words, file, called, result), { maxLength: 4 }),
  }),
);

const request = fc.record(
  {
    model: fc.constant("m"),
    stream: fc.boolean(),
    prompt: fc.array(message, { maxLength: 4 }),
    temperature: fc.constant(0.5),
    providerOptions: fc.record({ openai: fc.record({ instructions: text }) }),
  },
  { requiredKeys: ["model", "stream", "prompt"] },
);

const anyRequest = fc.record({
  model: fc.constant("m"),
  prompt: fc.oneof(
    fc.jsonValue(),
    fc.array(fc.record({ role: fc.constant("user"), content: fc.jsonValue() })),
    fc.array(fc.record({ content: fc.array(fc.jsonValue()) })),
    fc.array(fc.dictionary(fc.constantFrom("__proto__", "content", "input"), fc.jsonValue())),
  ),
});

describe("an AI SDK language model request", () => {
  itKeepsRequests({
    codec: aiSdkLanguageModelCodec as ProviderCodec<object, unknown, unknown>,
    request,
    anyRequest,
  });
});
