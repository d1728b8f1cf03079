import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { AnswerRestorer } from "../../../src/masking/restore/answer-restorer.ts";
import { readAnswer } from "../../../src/providers/bedrock-invoke/answer.ts";
import { bedrockInvokeInputCodec as codec } from "../../../src/providers/bedrock-invoke/codec.ts";
import { ChunkRestorer } from "../../../src/providers/restore/chunk-restorer.ts";
import { restorableTexts } from "../../../src/providers/restore/restorable-texts.ts";

const { vault } = createMasker().open();
vault.placeholderFor("EMAIL", "ada@example.com");
const TOLD = "To [EMAIL_1], with [EMA";
const RESTORED = "To ada@example.com, with [EMA";

/** Chunks of a model's stream, as in Bedrock's user guide; the last one is marked. */
type Family = (text: string, isLast: boolean) => object;

const METRICS = { "amazon-bedrock-invocationMetrics": { inputTokenCount: 3, outputTokenCount: 2 } };

const FAMILIES: Record<string, Family> = {
  Titan: (outputText, isLast) => ({
    ...{ outputText, index: 0, completionReason: isLast ? "FINISH" : null },
    ...(isLast ? METRICS : {}),
  }),
  Llama: (generation, isLast) => ({ generation, stop_reason: isLast ? "stop" : null }),
  "Mistral's completions": (text, isLast) => ({
    outputs: [{ text, stop_reason: isLast ? "stop" : null }],
  }),
  "Mistral's chats": (content, isLast) => ({
    choices: [
      { index: 0, message: { role: "assistant", content }, stop_reason: isLast ? "stop" : null },
    ],
  }),
  Cohere: (text, isLast) => ({ text, is_finished: isLast, index: 0 }),
  "Anthropic's completions": (completion, isLast) => ({
    ...{ type: "completion", completion, stop_reason: isLast ? "stop_sequence" : null, stop: null },
  }),
  TwelveLabs: (message, isLast) => ({ message, finishReason: isLast ? "stop" : null }),
  DeepSeek: (text, isLast) => ({ choices: [{ text, stop_reason: isLast ? "stop" : null }] }),
};

const eventOf = (piece: object) => ({
  chunk: { bytes: new TextEncoder().encode(JSON.stringify(piece)) },
});
const pieceIn = (event: unknown) => {
  const { chunk } = event as { chunk: { bytes: Uint8Array } };
  return JSON.parse(new TextDecoder().decode(chunk.bytes)) as object;
};
const saidIn = (events: readonly unknown[]) =>
  events.map((event) => readAnswer(pieceIn(event)).output).join("");

describe.each(Object.entries(FAMILIES))("a stream of %s's", (_name, family) => {
  /** One code unit per chunk, so that every placeholder is cut, and an empty last chunk. */
  const streamOf = (text: string) => [
    ...[...text].map((unit) => eventOf(family(unit, false))),
    eventOf(family("", true)),
  ];

  it("has originals restored wherever it is cut, before its last chunk", () => {
    const texts = restorableTexts<unknown>(codec);
    if (texts === undefined) throw new Error("this codec restores no streams");
    const restorer = new ChunkRestorer(texts, new AnswerRestorer(vault));
    const stream = streamOf(TOLD);
    const events = stream.flatMap((event) => [...restorer.push(event)]);
    expect(restorer.end()).toEqual([]);
    expect(saidIn(events)).toBe(RESTORED);
    expect(events.at(-1)).toBe(stream.at(-1));
    const before = events.slice(0, -1).map(pieceIn);
    expect(before).toEqual(before.map((piece) => ({ ...family(saidOf(piece), false) })));
  });

  it("is collected with the text that the model sent", () => {
    const collector = codec.collectAnswer();
    for (const event of streamOf(TOLD)) collector.push(event);
    expect(collector.answer().output).toBe(TOLD);
  });

  it("is unfinished until its last chunk has a reason or Bedrock's counts", () => {
    const collector = codec.collectAnswer();
    expect(collector.answer().unfinished).not.toBe(true);
    collector.push(eventOf(family("To", false)));
    expect(collector.answer().unfinished).toBe(true);
    collector.push(eventOf({ ...family(".", false), ...METRICS }));
    expect(collector.answer().unfinished).not.toBe(true);
  });

  it("keeps the content of its last chunk", () => {
    const texts = restorableTexts<unknown>(codec);
    if (texts === undefined) throw new Error("this codec restores no streams");
    const restorer = new ChunkRestorer(texts, new AnswerRestorer(vault));
    const events = [eventOf(family("To [EMAIL", false)), eventOf(family("_1", true))];
    const restored = events.flatMap((event) => [...restorer.push(event)]);
    expect(saidIn(restored)).toBe("To [EMAIL_1");
    expect(pieceIn(restored.at(-1))).toEqual(family("[EMAIL_1", true));
  });
});

function saidOf(piece: object): string {
  return readAnswer(piece).output;
}

it("reads the choices' texts of a DeepSeek answer", () => {
  const choices = [{ text: "All is well.", stop_reason: "stop" }];
  expect(readAnswer({ choices }).output).toBe("All is well.");
});
