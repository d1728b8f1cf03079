import { expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { AnswerRestorer } from "../../../src/masking/restore/answer-restorer.ts";
import { googleGenerateContentCodec } from "../../../src/providers/google-generate-content/codec.ts";
import { bodyRestorer } from "../../../src/providers/restore/body-restorer.ts";

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

it.each([
  [
    "the name of a file",
    chunkOf({ inlineData: { data: "iVBORw==", displayName: "[EMAIL_1].png" } }),
  ],
  ["the name of a stored file", chunkOf({ fileData: { fileUri: "f", displayName: "[EMAIL_1]" } })],
  ["the speaker of a transcript", chunkOf({ audioTranscription: { speakerLabel: "[EMAIL_1]" } })],
  ["data beside a part", chunkOf({ partMetadata: { "for [EMAIL_1]": "[EMAIL_1]" } })],
  ["why a prompt was blocked", { promptFeedback: { blockReasonMessage: "of [EMAIL_1]" } }],
])("restores %s in a Gemini stream as in a whole answer", (_, chunk) => {
  const { vault } = createMasker().open();
  vault.placeholderFor("EMAIL", "ada@example.com");
  const restored = (type: string, body: string): string => {
    const restorer = bodyRestorer(googleGenerateContentCodec, type, new AnswerRestorer(vault));
    const bytes = [restorer?.push(Buffer.from(body)), restorer?.end()];
    return Buffer.concat(bytes.map((each) => Buffer.from(each ?? []))).toString();
  };
  const whole = restored("application/json", JSON.stringify(chunk));
  expect(whole).toContain("ada@example.com");
  expect(whole).not.toContain("[EMAIL_1]");
  const streamed = restored("text/event-stream", `data: ${JSON.stringify(chunk)}\n\n`);
  expect(JSON.parse(streamed.replace("data: ", ""))).toEqual(JSON.parse(whole));
});
