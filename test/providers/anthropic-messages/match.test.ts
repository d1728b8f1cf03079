import { describe, expect, it } from "vitest";
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
    "",
  ])("do not include %s", (path) => {
    expect(formatOf(path)).toBeUndefined();
  });

  it("are for POST only", () => {
    expect(formatOf("/v1/messages/batches", "GET")).toBeUndefined();
  });
});
