import { describe, expect, it } from "vitest";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";

function matches(path: string, method = "POST"): boolean {
  return openaiChatCodec.matches({ method, path });
}

describe("the chat completions route", () => {
  it.each([
    "/v1/chat/completions",
    "/chat/completions",
    "/openai/deployments/gpt/chat/completions",
    "/v1/chat/completions/",
    "//v1//chat///completions//",
    "/V1/Chat/COMPLETIONS",
    "/v1/chat%2Fcompletions",
    "/v1/chat%252fcompletions",
    "/v1/%63hat/complet%69ons",
    "/v1/%zz/chat/comple%74ions",
    "/v1/chat/./completions",
    "/v1/models/../chat/completions",
    "/v1/chat\\completions",
    "/v1/chat;v=1/completions;x",
    "/v1/chat/completions%20",
    "/v1/chat/completions?api-version=1",
    "/v1/chat/completions%3Fa=b",
    "v1/chat/completions",
  ])("is recognized in %s", (path) => {
    expect(matches(path)).toBe(true);
    expect(matches(path, "post")).toBe(true);
  });

  it.each([
    "/v1/completions",
    "/v1/chat/completions/cmpl-1",
    "/v1/chat/completions/cmpl-1/messages",
    "/v1/chat/completionsx",
    "/v1/xchat/completions",
    "/v1/chat/completions/..",
    "/",
    "",
  ])("does not match %s", (path) => {
    expect(matches(path)).toBe(false);
  });

  it("is for POST only, since listing stored completions has no prompt", () => {
    expect(matches("/v1/chat/completions", "GET")).toBe(false);
  });
});
