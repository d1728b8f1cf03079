import { describe, expect, it } from "vitest";
import { soundAnswer } from "../../../src/lifecycle/report/sound-answer.ts";
import type { Answer } from "../../../src/providers/provider.ts";

/** The checked answer of an arbitrary codec. */
const read = (facts: object): Answer => soundAnswer({ output: "Paris", ...facts });

describe("the check of a codec's answer", () => {
  it("returns a valid answer unchanged", () => {
    const answer = { output: "Paris", model: "model-a", finishReason: "stop" };
    expect(soundAnswer(answer)).toBe(answer);
  });

  it.each([5, null, {}, ["model-a"], "m".repeat(2_049)])(
    "drops a model and a finish reason that an event cannot hold: %j",
    (word) => {
      expect(read({ model: word })).toEqual({ output: "Paris" });
      expect(read({ finishReason: word })).toEqual({ output: "Paris" });
      expect(read({ model: "model-a", finishReason: word })).toEqual({
        output: "Paris",
        model: "model-a",
      });
    },
  );

  it("drops a usage that an event cannot hold, and nothing else", () => {
    const facts = { model: "model-a", finishReason: "stop" };
    expect(read({ ...facts, usage: "many" })).toEqual({ output: "Paris", ...facts });
    const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
    expect(read({ ...facts, usage })).toEqual({ output: "Paris", ...facts, usage });
  });

  it("keeps values of the maximum length", () => {
    const model = "m".repeat(2_048);
    expect(read({ model })).toMatchObject({ model });
  });

  it("throws for an answer without a text", () => {
    expect(() => read({ output: undefined })).toThrow(TypeError);
  });
});
