import { expect, it } from "vitest";
import { readPrompt, writePrompt } from "../../../src/providers/openai-chat/prompt.ts";

it("counts the images of a parsed file that is sent back, and shows its texts alone", () => {
  const url = `data:image/png;base64,${"iVBORw0KGgo".repeat(40)}`;
  const content = [
    { type: "text", text: "Ada's report" },
    { type: "image_url", image_url: { url } },
  ];
  const annotations = [
    { type: "file", file: { hash: "0f3a", name: "report.pdf", content } },
    { type: "url_citation", url_citation: { title: "A page", url: "https://a.example" } },
  ];
  const request = { model: "m", messages: [{ role: "assistant", content: "Read.", annotations }] };
  const { segments, uninspected } = readPrompt(request);
  expect(uninspected).toEqual([{ kind: "image", count: 1, mediaTypes: ["image/png"] }]);
  const texts = segments.map(({ text }) => text);
  expect(texts).toEqual(expect.arrayContaining(["Ada's report", "A page", "https://a.example"]));
  expect(texts.join()).not.toContain("base64");
  const masked = writePrompt(
    request,
    texts.map((text) => text.replace("Ada", "[NAME_1]")),
  );
  expect(masked).toEqual(JSON.parse(JSON.stringify(request).replace("Ada", "[NAME_1]")));
});
