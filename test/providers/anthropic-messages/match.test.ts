import { describe, expect, it } from "vitest";
import { anthropicMessagesCodec } from "../../../src/providers/anthropic-messages/codec.ts";
import { BUILT_IN_CODECS } from "../../../src/providers/formats.ts";

function formatOf(path: string, method = "POST"): string | undefined {
  return BUILT_IN_CODECS.find((codec) => codec.matches({ method, path }))?.name;
}

describe("the routes of Anthropic messages", () => {
  it.each([
    "/v1/messages",
    "/v1/messages/",
    "/anthropic/v1/messages",
    "/v1/Messages?beta=true",
    "/v1/%6dessages",
    "/v1/models/../messages",
    "/v1/messages/count_tokens",
    "/v1/projects/p/locations/us-east5/publishers/anthropic/models/claude-x:rawPredict",
    "/v1/projects/p/locations/global/publishers/anthropic/models/claude-x@1:streamRawPredict/",
    "/publishers/anthropic/models/count-tokens%3ArawPredict",
  ])("include %s", (path) => {
    expect(formatOf(path)).toBe("anthropic-messages");
    expect(formatOf(path, "post")).toBe("anthropic-messages");
  });

  it("are distinguished from batches", () => {
    expect(formatOf("/v1/messages/batches")).toBe("anthropic-batches");
  });

  it.each([
    "/v1/messages/batches/msgbatch_1/cancel",
    "/v1/messagesx",
    "/messages",
    "/v1/threads/thread_1/messages",
    "/v1/projects/p/locations/l/publishers/mistralai/models/m:rawPredict",
    "/v1/projects/p/locations/l/endpoints/1:rawPredict",
    "",
  ])("do not include %s", (path) => {
    expect(formatOf(path)).toBeUndefined();
  });

  it.each([
    ["/v1/publishers/anthropic/models/claude-x@20260101:streamRawPredict", "claude-x@20260101"],
    ["/v1/publishers/anthropic/models/count-tokens:rawPredict", undefined],
    ["/v1/messages", undefined],
  ])("name the model in %s, as bodies on Vertex AI have none", (path, model) => {
    expect(anthropicMessagesCodec.modelAt?.({ method: "POST", path })).toBe(model);
  });

  it("are for POST only", () => {
    expect(formatOf("/v1/messages/batches", "GET")).toBeUndefined();
  });
});
