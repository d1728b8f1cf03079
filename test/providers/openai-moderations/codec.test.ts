import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openaiModerationsCodec } from "../../../src/providers/openai-moderations/codec.ts";
import { itKeepsRequests } from "../../support/request-properties.ts";

const text = fc.string({ unit: "binary" }).map((tail) => `text ${tail}`);
const part = fc.oneof(
  fc.record({ type: fc.constant("text"), text }),
  fc.constant({ type: "image_url", image_url: { url: "data:image/png;base64,AA" } }),
);

describe("a moderation request", () => {
  itKeepsRequests({
    codec: openaiModerationsCodec,
    request: fc.record(
      {
        input: fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.array(part, { maxLength: 3 })),
        model: fc.constant("omni-moderation-latest"),
      },
      { requiredKeys: ["input"] },
    ),
    anyRequest: fc.record({ input: fc.jsonValue() }),
  });

  it("counts its images", () => {
    const input = [{ type: "image_url", image_url: { url: "data:image/png;base64,AA" } }];
    expect(openaiModerationsCodec.readPrompt({ input }).uninspected).toEqual([
      { kind: "image", count: 1, mediaTypes: ["image/png"] },
    ]);
  });

  it("has names of participants to mask, if it is a conversation", () => {
    const input = [[{ role: "user", name: "Ada", content: "Hello" }]];
    const { names, segments } = openaiModerationsCodec.readPrompt({ input });
    const texts = segments.map(({ text }) => text);
    expect([names, texts]).toEqual([["Ada"], ["user", "Hello"]]);
    expect(openaiModerationsCodec.writePrompt({ input }, texts, ["[NAME_1]"])).toEqual({
      input: [[{ role: "user", name: "[NAME_1]", content: "Hello" }]],
    });
  });

  it("shows the arguments of calls in it as JSON, with names and numbers", () => {
    const call = { function: { name: "pay", arguments: { card: 4111111111111111 } } };
    const input = [[{ role: "assistant", tool_calls: [call] }]];
    const { segments } = openaiModerationsCodec.readPrompt({ input });
    expect(segments.map(({ text }) => text)).toContain('{"card":4111111111111111}');
  });

  it("has an answer without output", () => {
    const response = { id: "modr_1", model: "m", results: [{ flagged: true }] };
    expect(openaiModerationsCodec.readAnswer(response)).toEqual({ output: "", model: "m" });
  });

  it("has the route /moderations", () => {
    const { matches } = openaiModerationsCodec;
    expect(matches({ method: "POST", path: "/v1/moderations" })).toBe(true);
    expect(matches({ method: "POST", path: "/v1/moderation" })).toBe(false);
  });
});
