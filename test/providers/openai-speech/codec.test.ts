import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openaiSpeechCodec } from "../../../src/providers/openai-speech/codec.ts";
import { WireCollector } from "../../../src/providers/stream/wire-collector.ts";
import { itKeepsRequests } from "../../support/request-properties.ts";

const { readPrompt, collectAnswer } = openaiSpeechCodec;
const codec = openaiSpeechCodec;

const text = fc.string({ unit: "binary" }).map((tail) => `text ${tail}`);

describe("a speech request", () => {
  itKeepsRequests({
    codec,
    request: fc.record(
      {
        input: text,
        instructions: text,
        model: fc.constant("gpt-4o-mini-tts"),
        voice: fc.constantFrom("ash", { id: "voice_1" }),
      },
      { requiredKeys: ["input"] },
    ),
    anyRequest: fc.record({ input: fc.jsonValue(), instructions: fc.jsonValue() }),
  });

  it("shows the guard the input and the instructions", () => {
    expect(readPrompt({ input: "Hello", instructions: "Softly" }).segments).toEqual([
      { role: "user", kind: "text", text: "Hello" },
      { role: "system", kind: "text", text: "Softly" },
    ]);
  });

  it("is refused as a form", () => {
    expect(() => readPrompt(new FormData())).toThrow("a form");
  });
});

describe("a speech answer", () => {
  it.each(["audio/mpeg", "application/octet-stream", "audio/pcm", ""])(
    'of type "%s" has no output, and its sound is not kept',
    (contentType) => {
      const collector = new WireCollector(codec, contentType || null);
      collector.push(new Uint8Array([0xff, 0xfb, 0x00]));
      expect(collector.answer()).toEqual({ output: "" });
      expect(collector.streaming).toBe(false);
    },
  );

  it("has usage at its end if it is streamed as events", () => {
    const collector = collectAnswer();
    collector.push({ type: "speech.audio.delta", audio: "AA" });
    expect(collector.answer().finishReason).toBeUndefined();
    const usage = { input_tokens: 1, output_tokens: 2, total_tokens: 3 };
    collector.push({ type: "speech.audio.done", usage });
    expect(collector.answer()).toMatchObject({
      usage: { total_tokens: 3 },
      finishReason: "completed",
    });
  });
});
