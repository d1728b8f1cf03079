import { describe, expect, it } from "vitest";
import { GOOGLE_CODECS } from "../../../src/providers/google/codecs.ts";
import { googleGenerateContentCodec } from "../../../src/providers/google-generate-content/codec.ts";

/** The texts that the guard is shown of a request. */
function textsAt(path: string, request: object): string[] | undefined {
  const codec = GOOGLE_CODECS.find((each) => each.matches({ method: "POST", path }));
  if (codec === undefined) return undefined;
  const texts = codec.readPrompt(request).segments.map((each) => each.text);
  const written = codec.writePrompt(request, texts);
  expect(JSON.stringify(written)).toBe(JSON.stringify(request));
  const collapsed = codec.collapsePrompt(request, "x");
  expect(codec.readPrompt(collapsed).segments.map((each) => each.text)).toEqual(["x"]);
  return texts;
}

const content = (text: string) => ({ role: "user", parts: [{ text }] });

describe("Google's other methods", () => {
  it.each([
    ["/v1beta/models/e:embedContent", { content: content("a"), title: "b" }, ["a", "b"]],
    [
      "/v1beta/models/e:batchEmbedContents",
      { requests: [{ model: "models/e", content: content("a") }, { content: content("b") }] },
      ["a", "b"],
    ],
    [
      "/v1/publishers/google/models/e:embedContent",
      { content: content("a"), embedContentConfig: { title: "b", taskType: "RETRIEVAL_QUERY" } },
      ["a", "b"],
    ],
    ["/v1beta/models/g:countTokens", { contents: [content("a")] }, ["a"]],
    [
      "/v1/publishers/google/models/g:countTokens",
      {
        contents: [content("a")],
        generationConfig: { audioTranscriptionConfig: { sourceText: "b" }, temperature: 0 },
      },
      ["a", "b"],
    ],
    [
      "/v1beta/models/g:countTokens",
      { generateContentRequest: { contents: [content("a")], systemInstruction: content("b") } },
      ["a", "b"],
    ],
    ["/v1/publishers/google/models/g:computeTokens", { contents: [content("a")] }, ["a"]],
    [
      "/v1beta/models/imagen:predict",
      { instances: [{ prompt: "a" }], parameters: { negativePrompt: "b", sampleCount: 1 } },
      ["a", "b"],
    ],
    [
      "/v1/projects/p/locations/l/endpoints/1:predict",
      {
        instances: [{ prompt: "a" }],
        parameters: {
          style: { wish: "in the manner of b" },
          storageUri: "gs://b/c d",
          stop: ["\n"],
        },
      },
      ["a", "in the manner of b"],
    ],
    [
      "/v1beta/models/veo:predictLongRunning",
      { instances: [{ prompt: "a", image: { bytesBase64Encoded: "AA", mimeType: "image/png" } }] },
      ["a"],
    ],
    [
      "/v1/publishers/google/models/text-embedding:predict",
      { instances: [{ content: "a", task_type: "RETRIEVAL_QUERY" }] },
      ["a"],
    ],
    [
      "/v1beta/models/g:generateContent",
      {
        contents: [content("a")],
        generationConfig: {
          audioTranscriptionConfig: { sourceText: "b", customVocabulary: ["c"], mode: "SMART" },
          responseSchema: { type: "OBJECT", description: "What a developer wrote." },
          stopSequences: ["The end."],
        },
      },
      ["a", "b", "c"],
    ],
    [
      "/v1beta/interactions",
      {
        model: "g",
        input: "a",
        generation_config: {
          temperature: 1,
          transcription_config: { custom_vocabulary: ["b"], adaptation_phrases: ["c"] },
        },
      },
      ["a", "b", "c"],
    ],
    [
      "/v1beta/interactions",
      {
        agent: "g",
        input: "a",
        environment: {
          type: "remote",
          sources: [
            { type: "INLINE", target: "/a.txt", content: "b" },
            { type: "INLINE", content: Buffer.from("c").toString("base64"), encoding: "base64" },
          ],
        },
      },
      ["a", "b", "c"],
    ],
    [
      "/v1beta/cachedContents",
      { model: "models/g", contents: [content("a")], ttl: "60s", systemInstruction: content("b") },
      ["a", "b"],
    ],
  ])("%s shows the guard its texts", (path, request, texts) => {
    expect(textsAt(path, request)).toEqual(texts);
  });

  it("report a voice sample and a continuation as uninspected", () => {
    const { segments, uninspected } = googleGenerateContentCodec.readPrompt({
      contents: [],
      generationConfig: {
        speechConfig: { voiceConfig: { replicatedVoiceConfig: { voiceSampleAudio: "UklGRg==" } } },
      },
      continuationToken: "AAAA",
    });
    expect(segments).toEqual([]);
    expect(uninspected).toEqual([
      { kind: "audio", count: 1, mediaTypes: [] },
      { kind: "reference", count: 1, mediaTypes: [] },
    ]);
  });

  it("keep the model of a batch of embeddings that is collapsed, which the API requires", () => {
    const codec = GOOGLE_CODECS.find((each) => each.name === "google-embed-content");
    const requests = [{ model: "models/e", content: content("a") }, { content: content("b") }];
    expect(codec?.collapsePrompt({ requests }, "x")).toEqual({
      requests: [{ model: "models/e", content: { parts: [{ text: "x" }] } }],
    });
  });

  it("count tokens as usage, with no output", () => {
    const codec = GOOGLE_CODECS.find((each) => each.name === "google-count-tokens");
    expect(codec?.readAnswer({ totalTokens: 7 })).toEqual({
      output: "",
      usage: { prompt_tokens: 7 },
    });
    expect(codec?.readAnswer(null)).toEqual({ output: "" });
  });
});

describe("a Google embeddings answer", () => {
  it("adds up the token counts that Vertex AI returns for each of them", () => {
    const predictions = [3, 4].map((count) => ({
      embeddings: { statistics: { token_count: count } },
    }));
    const codec = GOOGLE_CODECS.find(({ name }) => name === "google-predict");
    expect(codec?.readAnswer({ predictions })).toEqual({ output: "", usage: { prompt_tokens: 7 } });
    expect(codec?.readAnswer({ predictions: [{ mimeType: "image/png" }] }).usage).toBe(undefined);
  });
});

it("reads the short model name from a Google cached content request", () => {
  const codec = GOOGLE_CODECS.find(({ name }) => name === "google-cached-contents");
  for (const model of ["models/g", "projects/p/locations/l/publishers/google/models/g", "g"]) {
    expect(codec?.readPrompt({ model, contents: [content("a")] }).model).toBe("g");
  }
});
