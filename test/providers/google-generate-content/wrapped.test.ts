import { expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { AnswerRestorer } from "../../../src/masking/restore/answer-restorer.ts";
import { googleGenerateContentCodec } from "../../../src/providers/google-generate-content/codec.ts";
import { bodyRestorer } from "../../../src/providers/restore/body-restorer.ts";
import { WireCollector } from "../../../src/providers/stream/wire-collector.ts";

const { collapsePrompt, readAnswer } = googleGenerateContentCodec;

/** As Gemini Code Assist sends each answer and each chunk (`cloudcode-pa.googleapis.com`). */
const wrapped = (text: string, own?: { readonly finishReason: string }) => ({
  response: {
    candidates: [{ content: { role: "model", parts: [{ text }] }, ...own }],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 7 },
    modelVersion: "gemini-x",
  },
  traceId: "t",
});
const END = { finishReason: "STOP" };
const eventsOf = (chunks: readonly object[]): Buffer =>
  Buffer.from(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(""));

it("reads answers and streams that Gemini Code Assist wraps in response", () => {
  const said = {
    output: "All is well.",
    usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
    model: "gemini-x",
    finishReason: "STOP",
  };
  expect(readAnswer(wrapped("All is well.", END))).toEqual(said);

  const collector = new WireCollector(googleGenerateContentCodec, "text/event-stream");
  collector.push(eventsOf([wrapped("All "), wrapped("is well.", END)]));
  expect(collector.answer()).toEqual(said);
});

it("restores originals in the streams of Gemini Code Assist, and the rest of a cut one", () => {
  const { vault } = createMasker().open();
  vault.placeholderFor("EMAIL", "ada@example.com");
  const codec = googleGenerateContentCodec;
  const body = bodyRestorer(codec, "text/event-stream", new AnswerRestorer(vault));
  const sent = [wrapped("to [EM"), wrapped("AIL_1], not to [EM")];
  const got = [body?.push(eventsOf(sent)), body?.end()].map((bytes) => Buffer.from(bytes ?? []));
  const chunks = Buffer.concat(got).toString().split("\n\n").slice(0, -1);
  const parsed = chunks.map((chunk) => JSON.parse(chunk.replace("data: ", "")));
  expect(parsed).toMatchObject([
    wrapped("to "),
    wrapped("ada@example.com, not to "),
    wrapped("[EM"),
  ]);
});

it("sends Gemini Code Assist one approved text where it reads the prompt, in request", () => {
  const call = { functionCall: { name: "read", args: { path: "a file" } } };
  const image = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } };
  const request = {
    model: "gemini-x",
    project: "p-1",
    request: {
      contents: [
        { role: "model", parts: [call] },
        { role: "user", parts: [{ text: "as it was written" }, image] },
      ],
      systemInstruction: { parts: [{ text: "Be nice." }] },
      generationConfig: { temperature: 0 },
    },
  };
  expect(collapsePrompt(request, "approved")).toEqual({
    model: "gemini-x",
    project: "p-1",
    request: {
      contents: [{ role: "user", parts: [{ text: "approved" }, image] }],
      generationConfig: { temperature: 0 },
    },
  });
});
