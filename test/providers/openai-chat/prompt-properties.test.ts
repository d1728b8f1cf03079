import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";
import { itKeepsRequests } from "../../support/request-properties.ts";
import { anyRequest, request } from "./requests.ts";

describe("the codec of chat completions", () => {
  itKeepsRequests({ codec: openaiChatCodec, request, anyRequest });

  it("collapses into one user message", () => {
    fc.assert(
      fc.property(request, (body) => {
        const collapsed = openaiChatCodec.collapsePrompt(body, "all of it");
        const { segments } = openaiChatCodec.readPrompt(collapsed);
        expect(segments).toEqual([{ role: "user", kind: "text", text: "all of it" }]);
        expect((collapsed as { messages: unknown[] }).messages).toHaveLength(1);
      }),
    );
  });
});
