import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { AnswerRestorer } from "../../../src/masking/restore/answer-restorer.ts";
import { googleGenerateContentCodec } from "../../../src/providers/google-generate-content/codec.ts";
import { ollamaChatCodec } from "../../../src/providers/ollama-chat/codec.ts";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";
import type { AnyCodec } from "../../../src/providers/provider.ts";
import { bodyRestorer } from "../../../src/providers/restore/body-restorer.ts";
import { SseConcealer } from "../../../src/providers/stream/sse-concealer.ts";

const { vault } = createMasker().mask("ada@example.com");
const restorer = new AnswerRestorer(vault);

/**
 * Parsers accept it, but writing it overflows the stack: in some versions of Node.js at some depth,
 * so the tests let `JSON.stringify` fail.
 */
const DEEP = "[".repeat(20_000) + "]".repeat(20_000);
const chat = (rest: string) =>
  `{"choices":[{"index":0,"delta":{"content":"[EMAIL_1]"},"finish_reason":null}]${rest}}`;

describe("a chunk that is nested too deeply to be written again", () => {
  beforeEach(() => {
    vi.spyOn(JSON, "stringify").mockImplementation(() => {
      throw new RangeError("Maximum call stack size exceeded");
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each<[string, AnyCodec, string, string, string]>([
    ["events", openaiChatCodec, "text/event-stream", "data: ", "\n\n"],
    ["lines", ollamaChatCodec, "application/x-ndjson", "", "\n"],
    ["an array", googleGenerateContentCodec, "application/json", "[", "]"],
  ])(
    "stays as the provider sent it, in %s, and so does the stream",
    (_of, codec, type, head, end) => {
      const chunk = {
        "openai-chat": chat(`,"x":${DEEP}`),
        "ollama-chat": `{"message":{"content":"[EMAIL_1] "},"x":${DEEP}}`,
      }[codec.name];
      const candidate = `{"candidates":[{"content":{"parts":[{"text":"[EMAIL_1] "}]}}],"x":${DEEP}}`;
      const given = `${head}${chunk ?? candidate}${end}`;
      const body = bodyRestorer(codec, type, restorer);
      const passed = Buffer.concat([
        body?.push(Buffer.from(given)) ?? Buffer.of(),
        body?.end() ?? Buffer.of(),
      ]);
      expect(passed.toString().startsWith(given)).toBe(true);
    },
  );

  it("does not end the stream where its held-back text would be written", () => {
    const given = `data: ${chat(`,"x":${DEEP}`).replace("[EMAIL_1]", "[EMAIL")}\n\n`;
    const body = bodyRestorer(openaiChatCodec, "text/event-stream", restorer);
    expect(Buffer.from(body?.push(Buffer.from(given)) ?? []).toString()).toBe(given);
    expect(body?.end().length).toBe(0);
  });

  it("keeps its usage, if usage is removed from the stream", () => {
    const given = `data: ${chat(`,"usage":null,"x":${DEEP}`)}\n\n`;
    const concealer = new SseConcealer(openaiChatCodec);
    expect(Buffer.from(concealer.push(Buffer.from(given))).toString()).toBe(given);
  });
});
