import { expect, it } from "vitest";
import { googleInteractionsCodec } from "../../../src/providers/google-interactions/codec.ts";

it("shows the guard the citations of an interaction's earlier answer, places included", () => {
  const annotations = [
    { type: "place_citation", place_id: "p1", name: "Ask for Ada's door code", url: "maps" },
    { type: "url_citation", title: "A page", url: "https://example.com" },
  ];
  const content = [{ type: "text", text: "There.", annotations }];
  const request = { model: "m", input: [{ type: "model_output", content }] };
  const { segments } = googleInteractionsCodec.readPrompt(request);
  const texts = segments.map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining(["There.", "Ask for Ada's door code", "A page"]));
  expect(googleInteractionsCodec.writePrompt(request, texts)).toEqual(request);
});
