import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openaiEmbeddingsCodec } from "../../../src/providers/openai-embeddings/codec.ts";
import { itKeepsRequests } from "../../support/request-properties.ts";

const { readPrompt, readAnswer, collectAnswer, matches } = openaiEmbeddingsCodec;

const text = fc.string({ unit: "binary" }).map((tail) => `text ${tail}`);
const tokens = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 3 });

describe("an embeddings request", () => {
  itKeepsRequests({
    codec: openaiEmbeddingsCodec,
    request: fc.record(
      {
        model: fc.constant("text-embedding-3-small"),
        input: fc.oneof(text, fc.array(text, { maxLength: 4 }), tokens, fc.array(tokens)),
        encoding_format: fc.constant("float"),
        user: fc.constant("jane"),
        instruction: text,
      },
      { requiredKeys: ["model"] },
    ),
    anyRequest: fc.record({ input: fc.jsonValue(), texts: fc.jsonValue() }),
  });

  it.each([
    ["one text", "a", ["a"]],
    ["many", ["a", "", "b"], ["a", "b"]],
    [
      "texts and pictures of a dialect",
      [{ text: "a" }, { image: "data:image/png;base64,AA" }],
      ["a"],
    ],
  ])("shows the guard %s", (_name, input, texts) => {
    const { segments } = readPrompt({ model: "m", input });
    expect(segments).toEqual(texts.map((each) => ({ role: "user", kind: "text", text: each })));
  });

  it.each([
    ["one list of tokens", [1, 2, 3], 1],
    ["several", [[1], [2, 3]], 2],
    ["tokens among texts", ["a", 1], 1],
  ])("counts %s as files, since the guard cannot read tokens", (_name, input, count) => {
    expect(readPrompt({ input }).uninspected).toEqual([{ kind: "file", count, mediaTypes: [] }]);
  });
});

describe("an embeddings answer", () => {
  it("has usage and a model, and no text", () => {
    const usage = { prompt_tokens: 3, total_tokens: 3 };
    const answer = { output: "", usage, model: "m" };
    const response = { object: "list", data: [{ embedding: [0.1] }], model: "m", usage };
    expect(readAnswer(response)).toEqual(answer);
    const collector = collectAnswer();
    collector.push(response);
    expect(collector.answer()).toEqual(answer);
    fc.assert(fc.property(fc.anything(), (any) => readAnswer(any).output === ""));
  });

  it.each([
    ["texts", { billed_units: { input_tokens: 5 } }, { prompt_tokens: 5 }],
    [
      "texts and images",
      { billed_units: { input_tokens: 5, image_tokens: 7, images: 1 } },
      { prompt_tokens: 5, image_tokens: 7, images: 1 },
    ],
    [
      "a ranking",
      { billed_units: { search_units: 1 }, tokens: { input_tokens: 9, output_tokens: 0 } },
      { search_units: 1, prompt_tokens: 9, completion_tokens: 0 },
    ],
    ["nothing", { api_version: { version: "2" } }, undefined],
    ["no object", "5", undefined],
  ])("has the usage that Cohere reports of %s", (_name, meta, usage) => {
    expect(readAnswer({ id: "e1", embeddings: [[0.1]], meta }).usage).toEqual(usage);
  });
});

it("recognizes POST /embeddings, whatever comes before it", () => {
  for (const path of ["/v1/embeddings", "/embeddings", "/openai/deployments/e/embeddings"]) {
    expect(matches({ method: "POST", path })).toBe(true);
  }
  for (const path of ["/v1/contextualizedembeddings", "/v1/multimodalembeddings", "/v2/embed"]) {
    expect(matches({ method: "POST", path })).toBe(true);
  }
  for (const path of ["/v1/embeddings/1", "/v1/embeddingsx", "/v1/completions"]) {
    expect(matches({ method: "POST", path })).toBe(false);
  }
  expect(matches({ method: "GET", path: "/v1/embeddings" })).toBe(false);
});
