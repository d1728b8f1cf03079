import { expect, it } from "vitest";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";
import { WireCollector } from "../../../src/providers/stream/wire-collector.ts";

it.each([
  ["text/event-stream", "data:  "],
  ["text/event-stream", "data:\t"],
  ["application/x-ndjson", "  "],
])("chunks of %s are read after additional whitespace (%j), as by JSON.parse", (type, before) => {
  const chunk = { choices: [{ index: 0, delta: { content: "Hi" } }] };
  const collector = new WireCollector(openaiChatCodec, type);
  collector.push(new TextEncoder().encode(`${before}${JSON.stringify(chunk)}\n\n`));
  expect(collector.answer().output).toBe("Hi");
});
