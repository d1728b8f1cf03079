import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { AnswerRestorer } from "../../../src/masking/restore/answer-restorer.ts";
import { writeFrame } from "../../../src/providers/amazon-event-stream/frame.ts";
import { FrameRestorer } from "../../../src/providers/amazon-event-stream/frame-restorer.ts";
import { writeHeaders } from "../../../src/providers/amazon-event-stream/headers.ts";
import { bedrockConverseCodec } from "../../../src/providers/bedrock-converse/codec.ts";
import { bedrockInvokeCodec } from "../../../src/providers/bedrock-invoke/codec.ts";
import { googleGenerateContentCodec } from "../../../src/providers/google-generate-content/codec.ts";
import { ollamaChatCodec } from "../../../src/providers/ollama-chat/codec.ts";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";
import { ArrayRestorer } from "../../../src/providers/restore/array-restorer.ts";
import { ChunkRestorer } from "../../../src/providers/restore/chunk-restorer.ts";
import { LineRestorer } from "../../../src/providers/restore/line-restorer.ts";
import type { BodyRestorer, StreamTexts } from "../../../src/providers/restore/restorer.ts";
import { SseRestorer } from "../../../src/providers/restore/sse-restorer.ts";
import { SseConcealer } from "../../../src/providers/stream/sse-concealer.ts";

const { vault } = createMasker().open();
vault.placeholderFor("EMAIL", "ada@example.com");

const chunksOf = (codec: { readonly streamTexts?: unknown }): ChunkRestorer<unknown> =>
  new ChunkRestorer(codec.streamTexts as StreamTexts<unknown>, new AnswerRestorer(vault));

/** Beyond a double, beyond any number, and with digits that JSON.stringify omits. */
const NUMBERS = `"created":9007199254740993,"cost":1.0,"most":1e400,"p":[0.10,-0]`;

const chat = (content: string): string =>
  `{"id":"c1e5",${NUMBERS},"choices":[{"index":0,"delta":{"content":"${content}"}}]}`;
const line = (content: string): string =>
  `{"model":"m",${NUMBERS},"message":{"role":"assistant","content":"${content}"},"done":false}`;
const part = (text: string): string =>
  `{${NUMBERS},"candidates":[{"index":0,"content":{"parts":[{"text":"${text}"}]}}]}`;

function through(restorer: BodyRestorer, text: string): string {
  const bytes = restorer.push(new TextEncoder().encode(text));
  return new TextDecoder().decode(bytes) + new TextDecoder().decode(restorer.end());
}

describe("numbers in a restored stream stay as the provider wrote them", () => {
  it("in server-sent events", () => {
    const events = (...texts: string[]) => texts.map((text) => `data: ${chat(text)}\n\n`).join("");
    const restored = through(
      new SseRestorer(chunksOf(openaiChatCodec)),
      events("To [EMAIL_1], ", "[EMA", "IL_1]."),
    );
    expect(restored).toBe(events("To ada@example.com, ", "", "ada@example.com."));
  });

  it("in lines of JSON", () => {
    const lines = (...texts: string[]) => texts.map((text) => `${line(text)}\n`).join("");
    const restored = through(
      new LineRestorer(chunksOf(ollamaChatCodec)),
      lines("To [EMAIL_1], ", "[EMA", "IL_1]."),
    );
    expect(restored).toBe(lines("To ada@example.com, ", "", "ada@example.com."));
  });

  it("in one array", () => {
    const restored = through(
      new ArrayRestorer(chunksOf(googleGenerateContentCodec), new AnswerRestorer(vault)),
      `[${part("To [EMAIL_1], ")},\n${part("and you")}]`,
    );
    expect(restored).toBe(`[${part("To ada@example.com, ")},\n${part("and you")}]`);
  });
});

describe("numbers in a restored AWS event stream stay as the provider wrote them", () => {
  const frame = (name: string, json: string): Uint8Array => {
    const headers = { ":message-type": "event", ":event-type": name };
    return writeFrame(writeHeaders(headers), new TextEncoder().encode(json));
  };
  const restored = (codec: { readonly streamTexts?: unknown }, bytes: Uint8Array): Buffer => {
    const restorer = new FrameRestorer(chunksOf(codec));
    return Buffer.concat([restorer.push(bytes), restorer.end()]);
  };

  it("in Converse", () => {
    const delta = (text: string): Uint8Array =>
      frame("contentBlockDelta", `{"contentBlockIndex":0,"delta":{"text":"${text}"},${NUMBERS}}`);
    expect(restored(bedrockConverseCodec, delta("To [EMAIL_1]."))).toEqual(
      Buffer.from(delta("To ada@example.com.")),
    );
  });

  it("in InvokeModel, whose frames contain a model's own chunks", () => {
    const chunk = (text: string): Uint8Array => {
      const inner = `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"${text}"},${NUMBERS}}`;
      return frame("chunk", `{"bytes":"${Buffer.from(inner).toString("base64")}","cost":1.0}`);
    };
    const start = frame(
      "chunk",
      `{"bytes":"${Buffer.from(`{"type":"message_start","message":{}}`).toString("base64")}"}`,
    );
    expect(restored(bedrockInvokeCodec, Buffer.concat([start, chunk("To [EMAIL_1].")]))).toEqual(
      Buffer.concat([start, chunk("To ada@example.com.")]),
    );
  });
});

describe("numbers in a stream with concealed usage stay as the provider wrote them", () => {
  it("when `usage: null` is removed", () => {
    const told = `data: ${chat("Hi").slice(0, -1)},"usage":null}\n\n`;
    const last = `data: {"id":"c","choices":[],"usage":{"prompt_tokens":1}}\n\n`;
    const seen = through(new SseConcealer(openaiChatCodec as never), `${told}${last}`);
    expect(seen).toBe(`data: ${chat("Hi")}\n\n`);
  });
});
