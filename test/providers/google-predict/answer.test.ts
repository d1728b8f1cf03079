import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { googlePredictCodec } from "../../../src/providers/google-predict/codec.ts";

const { readAnswer } = googlePredictCodec;

describe("the predictions of a model on Vertex AI", () => {
  it.each<[string, unknown, string]>([
    ["an endpoint of one's own", ["All is well.", "Thank you."], "All is well.\nThank you."],
    ["an older text model", [{ content: "All is well.", safetyAttributes: {} }], "All is well."],
    ["a chat", { choices: [{ message: { content: "All is well." } }] }, "All is well."],
    ["images", [{ mimeType: "image/png", bytesBase64Encoded: "AAAA" }], ""],
    ["embeddings", [{ embeddings: { values: [0.5], statistics: { token_count: 3 } } }], ""],
  ])("have their texts in the output: %s", (_of, predictions, output) => {
    expect(readAnswer({ predictions, deployedModelId: "1" }).output).toBe(output);
  });

  it("have the usage of a chat, and the tokens of embedded texts", () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
    const chat = { choices: [{ message: { content: "Well." }, finish_reason: "stop" }], usage };
    expect(readAnswer({ predictions: chat })).toMatchObject({ usage, finishReason: "stop" });
    const embedded = [{ embeddings: { statistics: { token_count: 3 } } }];
    expect(readAnswer({ predictions: embedded }).usage).toEqual({ prompt_tokens: 3 });
  });

  it("are read without an exception, whatever they are", () => {
    const response = fc.oneof(fc.anything(), fc.record({ predictions: fc.anything() }));
    fc.assert(fc.property(response, (any) => typeof readAnswer(any).output === "string"));
  });
});
