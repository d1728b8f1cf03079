import { describe, expect, it } from "vitest";
import { GOOGLE_CODECS } from "../../../src/providers/google/codecs.ts";

const STORED = "gs://bucket/a";

/** What the guard cannot see of a request; it sees "a" and nothing else. */
function reported(path: string, request: object): string[] {
  const codec = GOOGLE_CODECS.find((each) => each.matches({ method: "POST", path }));
  const { segments, uninspected } = codec?.readPrompt(request) ?? {};
  expect(segments?.map(({ text }) => text)).toEqual(["a"]);
  return (uninspected ?? []).map(({ kind, count, mediaTypes }) =>
    [kind, count, ...mediaTypes].join(" "),
  );
}

describe("content that the guard cannot see is reported", () => {
  it.each<[object, string]>([
    [{ image: { bytesBase64Encoded: "AAAA", mimeType: "image/png" } }, "image 1 image/png"],
    [{ image: { uri: STORED, mime_type: "image/gif" } }, "image 1 image/gif"],
    [{ image: { gcsUri: STORED } }, "image 1"],
    [{ video: { gcsUri: STORED, mimeType: "video/mp4" } }, "video 1 video/mp4"],
    [{ video: { encodedVideo: "AAAA" } }, "video 1"],
    [{ file: { gcsUri: STORED, mimeType: "application/pdf" } }, "file 1 application/pdf"],
  ])("in a prediction: %j", (media, told) => {
    const path = "/v1/publishers/google/models/m:predict";
    expect(reported(path, { instances: [{ prompt: "a", ...media }] })).toEqual([told]);
  });

  it.each<[object, string]>([
    [{ inlineData: { mimeType: "image/png", data: "AAAA" } }, "image 1 image/png"],
    [{ inline_data: { mime_type: "audio/wav", data: "AAAA" } }, "audio 1 audio/wav"],
    [{ fileData: { fileUri: STORED, mimeType: "video/mp4" } }, "video 1 video/mp4"],
    [{ file_data: { file_uri: STORED, mime_type: "application/pdf" } }, "file 1 application/pdf"],
    [{ inlineData: { data: "AAAA" } }, "file 1"],
    [
      { functionResponse: { name: "f", response: {}, parts: [{ inlineData: { data: "AAAA" } }] } },
      "file 1",
    ],
  ])("in a part of a conversation: %j", (part, told) => {
    const path = "/v1beta/models/m:generateContent";
    expect(reported(path, { contents: [{ parts: [{ text: "a" }, part] }] })).toEqual([told]);
  });

  it.each<[object, string]>([
    [{ type: "image", data: "AAAA", mime_type: "image/png" }, "image 1 image/png"],
    [{ type: "image", uri: STORED }, "image 1"],
    [{ type: "image", uri: "data:image/gif;base64,AAAA" }, "image 1 image/gif"],
    [{ type: "audio", uri: STORED }, "audio 1"],
    [{ type: "video", uri: STORED, mime_type: "video/mp4" }, "video 1 video/mp4"],
    [{ type: "document", uri: STORED, mime_type: "application/pdf" }, "file 1 application/pdf"],
    [{ type: "document", data: "AAAA" }, "file 1"],
  ])("in an interaction: %j", (content, told) => {
    const step = { type: "user_input", content: [{ type: "text", text: "a" }, content] };
    expect(reported("/v1beta/interactions", { input: [step] })).toEqual([told]);
    const result = { type: "function_result", call_id: "c1", result: [content] };
    expect(reported("/v1beta/interactions", { input: [step, result] })[0]).toContain(" 2");
  });

  it.each<[object]>([
    [{ previous_interaction_id: "i1" }],
    [{ continuation_token: "AAAA" }],
    [{ cached_content: "cachedContents/c1" }],
    [{ environment: "environments/e1" }],
    [{ environment: { type: "remote", sources: [{ type: "GCS", source: STORED }] } }],
  ])("in an interaction that continues or uses what is stored at Google: %j", (stored) => {
    expect(reported("/v1beta/interactions", { input: "a", ...stored })).toEqual(["reference 1"]);
  });
});
