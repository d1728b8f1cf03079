import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openaiVectorSearchCodec } from "../../../src/providers/openai-vector-search/codec.ts";
import { itKeepsRequests } from "../../support/request-properties.ts";

const { readAnswer, matches } = openaiVectorSearchCodec;

const text = fc.string({ unit: "binary" }).map((tail) => `text ${tail}`);

describe("a vector store search", () => {
  itKeepsRequests({
    codec: openaiVectorSearchCodec,
    request: fc.record(
      {
        query: fc.oneof(text, fc.array(text, { maxLength: 3 })),
        max_num_results: fc.constant(3),
        filters: fc.constant({ type: "eq", key: "year", value: 2026 }),
      },
      { requiredKeys: ["query"] },
    ),
    anyRequest: fc.record({ query: fc.jsonValue() }),
  });

  it("has an answer without output, since no model generated what was found", () => {
    const data = [{ file_id: "file_1", content: [{ type: "text", text: "found" }] }];
    expect(readAnswer({ object: "vector_store.search_results.page", data })).toEqual({
      output: "",
    });
  });

  it.each([
    ["/v1/vector_stores/vs_1/search", true],
    ["/v1/vector_stores/vs_1/search/", true],
    ["/v1/vector_stores/search", false],
    ["/v1/vector_stores/vs_1", false],
    ["/v1/search", false],
  ])("is sent to %s: %s", (path, expected) => {
    expect(matches({ method: "POST", path })).toBe(expected);
  });
});
