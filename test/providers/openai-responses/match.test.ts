import { describe, expect, it } from "vitest";
import { openaiResponsesCodec } from "../../../src/providers/openai-responses/codec.ts";

function matches(path: string, method = "POST"): boolean {
  return openaiResponsesCodec.matches({ method, path });
}

describe("the routes of OpenAI Responses", () => {
  it.each([
    "/v1/responses",
    "/responses",
    "/openai/v1/responses/",
    "/v1/Responses?beta=true",
    "/v1/%72esponses",
    "/v1/models/../responses",
    "/v1/responses/compact",
    "/v1/responses/input_tokens",
  ])("include %s", (path) => {
    expect(matches(path)).toBe(true);
    expect(matches(path, "post")).toBe(true);
  });

  it.each([
    "/v1/responses/resp_1",
    "/v1/responses/resp_1/cancel",
    "/v1/responses/resp_1/input_items",
    "/v1/responsesx",
    "/v1/xresponses",
    "",
  ])("do not include %s", (path) => {
    expect(matches(path)).toBe(false);
  });

  it("are for POST only, since a stored response is fetched without a prompt", () => {
    expect(matches("/v1/responses", "GET")).toBe(false);
  });
});
