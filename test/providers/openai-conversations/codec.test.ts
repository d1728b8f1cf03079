import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openaiConversationsCodec } from "../../../src/providers/openai-conversations/codec.ts";
import { itKeepsRequests } from "../../support/request-properties.ts";
import { items } from "../openai-responses/requests.ts";

const { matches, collapsePrompt, readAnswer } = openaiConversationsCodec;

describe("items for an OpenAI conversation", () => {
  itKeepsRequests({
    codec: openaiConversationsCodec,
    request: fc.record({ items, metadata: fc.constant({ tag: "of the app" }) }),
    anyRequest: fc.record({ items: fc.jsonValue() }),
  });

  it("collapse into one message", () => {
    const items = [
      { type: "message", role: "user", content: "a" },
      { type: "message", role: "user", content: "b" },
    ];
    expect(collapsePrompt({ items }, "all")).toEqual({
      items: [{ type: "message", role: "user", content: "all" }],
    });
  });

  it("have an answer without output, since no model generated the stored items", () => {
    const data = [{ type: "message", role: "user", content: [{ type: "input_text", text: "a" }] }];
    expect(readAnswer({ object: "list", data })).toEqual({ output: "" });
  });

  it.each([
    ["/v1/conversations", true],
    ["/v1/conversations/conv_1/items", true],
    ["/v1/conversations/conv_1", false],
    ["/v1/conversations/conv_1/items/msg_1", false],
  ])("are sent to %s: %s", (path, expected) => {
    expect(matches({ method: "POST", path })).toBe(expected);
  });
});
