import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anthropicMessagesCodec } from "../../../src/providers/anthropic-messages/codec.ts";
import { itKeepsRequests } from "../../support/request-properties.ts";
import { anyRequest, request } from "./requests.ts";

const { readPrompt, writePrompt } = anthropicMessagesCodec;

describe("an Anthropic messages request", () => {
  itKeepsRequests({ codec: anthropicMessagesCodec, request, anyRequest });

  it("shows tool arguments as JSON, and takes rewritten JSON in their place", () => {
    const input = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(input, input, (before, after) => {
        const calling = (value: unknown) => ({
          messages: [
            {
              role: "assistant",
              content: [{ type: "tool_use", id: "toolu_1", name: "f", input: value }],
            },
          ],
        });
        const texts = readPrompt(calling(before)).segments.map(({ text }) => text);
        expect(texts).toEqual([JSON.stringify(before)]);
        const written = writePrompt(calling(before), [JSON.stringify(after)]);
        expect(JSON.stringify(written)).toBe(JSON.stringify(calling(after)));
      }),
    );
  });
});
