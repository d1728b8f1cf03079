import { expect, it } from "vitest";
import { googleGenerateContentCodec } from "../../../src/providers/google-generate-content/codec.ts";

const { readAnswer, collectAnswer, streamTexts } = googleGenerateContentCodec;

const chunkOf = (...parts: readonly object[]) => ({ candidates: [{ content: { parts } }] });

it("has speech transcripts and Google's own tool calls in a Gemini event's output", () => {
  const call = { toolCall: { toolType: "GOOGLE_SEARCH_WEB", id: "1", args: { queries: ["Ada"] } } };
  const bare = { toolCall: {} };
  const spoken = { audioTranscription: { text: "Hello there.", languageCode: "en" } };
  const output = 'Hello there.\ngoogle_search_web({"queries":["Ada"]})\ntool()';
  expect(readAnswer(chunkOf(call, bare, spoken)).output).toBe(output);

  const collector = collectAnswer();
  for (const part of [call, bare, spoken]) collector.push(chunkOf(part));
  expect(collector.answer().output).toBe(output);
});

it("restores originals in the single words of speech transcripts, in a Gemini stream too", () => {
  const visitor = {
    piece: (_: string, text: string) => text,
    whole: (value: unknown) => JSON.parse(JSON.stringify(value).replace("[EMAIL_1]", "a@b.test")),
  };
  const words = [{ word: "[EMAIL_1]", startOffset: "1s" }];
  const chunk = chunkOf({ audioTranscription: { text: "Hello.", words } });
  const restored = streamTexts?.map(chunk, visitor);
  const said = [{ word: "a@b.test", startOffset: "1s" }];
  expect(restored).toEqual(chunkOf({ audioTranscription: { text: "Hello.", words: said } }));
});
