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

it("takes the name of a video for the user's, to be masked, and that of a function for the app's", () => {
  const video = { type: "video", uri: "https://example.com/v.mp4", name: "Talk with Ada" };
  const call = { type: "function_call", id: "c1", name: "look", arguments: {} };
  const request = { model: "m", input: [{ type: "user_input", content: [video] }, call] };
  const { names, segments } = googleInteractionsCodec.readPrompt(request);
  expect(names).toEqual(["Talk with Ada"]);
  const texts = segments.map(({ text }) => text);
  expect(googleInteractionsCodec.writePrompt(request, texts, ["[NAME_1]"])).toEqual({
    model: "m",
    input: [{ type: "user_input", content: [{ ...video, name: "[NAME_1]" }] }, call],
  });
});
