import { describe, expect, it } from "vitest";
import { modelAt as bedrockModelAt } from "../../../src/providers/bedrock-converse/match.ts";
import { googleModelAt } from "../../../src/providers/google/model.ts";
import { fastest } from "../../masking/texts/fastest.ts";

const post = (path: string) => ({ method: "POST", path });

describe("the model in a URL path", () => {
  it("is read from Google's paths with any prefix and suffix", () => {
    for (const [path, model] of [
      ["/v1beta/models/gemini-a:generateContent", "gemini-a"],
      ["/v1beta/tunedModels/mine:generateContent/", "tunedModels/mine"],
      ["/v1/projects/p%2Flocations%2Fl/endpoints/12:predict", "endpoints/12"],
      ["/v1beta//m:generateContent", undefined],
      ["/v1beta/models/a:b:generateContent", undefined],
      ["/m:generateContent", undefined],
      ["/v1beta/models/m:generate2", undefined],
      ["/v1beta/models/m", undefined],
    ] as const) {
      expect(googleModelAt(post(path)), path).toBe(model);
    }
  });

  it("is read from Bedrock's paths with a prefix of any length", () => {
    const id = "a".repeat(2_048);
    const before = "/gateway/model/x".repeat(1_000);
    expect(bedrockModelAt(post(`${before}/model/${id}/converse-stream/`))).toBe(id);
    expect(bedrockModelAt(post(`/gateway/model/${id}a/converse`))).toBeUndefined();
    expect(bedrockModelAt(post("/model/a/model/b/converse"))).toBe("a/model/b");
  });

  it("is read in linear time", () => {
    for (const piece of ["a", "a:", "a/", "/a:a", ":"]) {
      const path = `/v1beta/models/${piece.repeat(200_000 / piece.length)}?`;
      expect(fastest(() => googleModelAt(post(path)), 50)).toBeLessThan(250);
    }
    const path = `${"/model/".repeat(30_000)}/converse;`;
    expect(fastest(() => bedrockModelAt(post(path)), 50)).toBeLessThan(250);
  });
});
