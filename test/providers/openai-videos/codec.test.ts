import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openaiVideosCodec } from "../../../src/providers/openai-videos/codec.ts";
import { itKeepsRequests } from "../../support/request-properties.ts";

const { readPrompt, writePrompt, readAnswer, matches } = openaiVideosCodec;

const text = fc.string({ unit: "binary" }).map((tail) => `text ${tail}`);

describe("a video request", () => {
  itKeepsRequests({
    codec: openaiVideosCodec,
    request: fc.record(
      {
        prompt: text,
        model: fc.constant("sora-2"),
        input_reference: fc.constant({ image_url: "data:image/png;base64,AA" }),
        video: fc.constant({ id: "video_1" }),
      },
      { requiredKeys: ["prompt"] },
    ),
    anyRequest: fc.record({ prompt: fc.jsonValue(), input_reference: fc.jsonValue() }),
  });

  it("as a form shows its prompt, and counts its references", () => {
    const form = new FormData();
    form.append("prompt", "A cat");
    form.append("input_reference", new File(["x"], "cat.png", { type: "image/png" }));
    form.append("video[id]", "video_1");
    expect(readPrompt(form)).toMatchObject({
      segments: [{ text: "A cat" }],
      uninspected: [
        { kind: "image", count: 1, mediaTypes: ["image/png"] },
        { kind: "video", count: 1 },
      ],
    });
    const written = writePrompt(form, ["A dog"]) as FormData;
    expect(written.get("prompt")).toBe("A dog");
    expect(written.get("video[id]")).toBe("video_1");
  });

  it("is answered with a job, without output", () => {
    expect(readAnswer({ id: "video_1", model: "sora-2", status: "queued" })).toEqual({
      output: "",
      model: "sora-2",
    });
  });

  it.each([
    ["/v1/videos", true],
    ["/v1/videos/edits", true],
    ["/v1/videos/extensions", true],
    ["/v1/videos/characters", true],
    ["/v1/videos/video_1/remix", true],
    ["/v1/videos/video_1", false],
    ["/v1/videos/video_1/content", false],
  ])("is sent to %s: %s", (path, expected) => {
    expect(matches({ method: "POST", path })).toBe(expected);
  });
});
