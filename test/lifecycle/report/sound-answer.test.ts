import { describe, expect, it } from "vitest";
import { soundAnswer } from "../../../src/lifecycle/report/sound-answer.ts";
import type { Answer } from "../../../src/providers/provider.ts";

/** What somebody's codec gave for an answer. */
const read = (facts: object): Answer => soundAnswer({ output: "Paris", ...facts });

describe("what a codec has read", () => {
  it("is taken as it is when an event can hold it", () => {
    const answer = { output: "Paris", model: "model-a", finishReason: "stop" };
    expect(soundAnswer(answer)).toBe(answer);
  });

  it.each([5, null, {}, ["model-a"], "m".repeat(2_049)])(
    "has no model and no reason for its end where an event could hold none: %j",
    (word) => {
      expect(read({ model: word })).toEqual({ output: "Paris" });
      expect(read({ finishReason: word })).toEqual({ output: "Paris" });
      expect(read({ model: "model-a", finishReason: word })).toEqual({
        output: "Paris",
        model: "model-a",
      });
    },
  );

  it("keeps the longest word there may be", () => {
    const model = "m".repeat(2_048);
    expect(read({ model })).toMatchObject({ model });
  });

  it("is no answer without a text", () => {
    expect(() => read({ output: undefined })).toThrow(TypeError);
  });
});
