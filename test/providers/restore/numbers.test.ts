import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { AnswerRestorer } from "../../../src/masking/restore/answer-restorer.ts";
import { googleGenerateContentCodec } from "../../../src/providers/google-generate-content/codec.ts";
import { ollamaChatCodec } from "../../../src/providers/ollama-chat/codec.ts";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";
import { ChunkRestorer } from "../../../src/providers/restore/chunk-restorer.ts";
import { LineRestorer } from "../../../src/providers/restore/line-restorer.ts";
import { restoreArray } from "../../../src/providers/restore/restore-array.ts";
import type { BodyRestorer, StreamTexts } from "../../../src/providers/restore/restorer.ts";
import { SseRestorer } from "../../../src/providers/restore/sse-restorer.ts";
import { SseConcealer } from "../../../src/providers/stream/sse-concealer.ts";

const { vault } = createMasker().open();
vault.placeholderFor("EMAIL", "ada@example.com");

const chunksOf = (codec: { readonly streamTexts?: unknown }): ChunkRestorer<unknown> =>
  new ChunkRestorer(codec.streamTexts as StreamTexts<unknown>, new AnswerRestorer(vault));

/** Beyond a double, beyond every number, and with digits that JSON's own writer leaves out. */
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

describe("numbers in a stream whose texts are restored stay as the provider wrote them", () => {
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
    const restored = restoreArray(
      `[${part("To [EMAIL_1], ")},\n${part("and you")}]`,
      chunksOf(googleGenerateContentCodec),
    );
    expect(restored).toBe(`[${part("To ada@example.com, ")},\n${part("and you")}]`);
  });
});

describe("numbers in a stream that was asked for usage stay as the provider wrote them", () => {
  it("where `usage: null` is taken out", () => {
    const told = `data: ${chat("Hi").slice(0, -1)},"usage":null}\n\n`;
    const last = `data: {"id":"c","choices":[],"usage":{"prompt_tokens":1}}\n\n`;
    const seen = through(new SseConcealer(openaiChatCodec as never), `${told}${last}`);
    expect(seen).toBe(`data: ${chat("Hi")}\n\n`);
  });
});
