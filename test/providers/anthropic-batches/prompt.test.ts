import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anthropicBatchesCodec } from "../../../src/providers/anthropic-batches/codec.ts";
import { anthropicMessagesCodec } from "../../../src/providers/anthropic-messages/codec.ts";
import { request } from "../anthropic-messages/requests.ts";

const { readPrompt, writePrompt, collapsePrompt } = anthropicBatchesCodec;

const batch = fc.array(request, { maxLength: 3 }).map((all) => ({
  requests: all.map((params, at) => ({ custom_id: `id-${at}`, params })),
}));

describe("a batch of Anthropic messages", () => {
  it("has the segments of each of its messages", () => {
    fc.assert(
      fc.property(batch, (body) => {
        const each = body.requests.map(({ params }) => anthropicMessagesCodec.readPrompt(params));
        const prompt = readPrompt(body);
        expect(prompt.segments).toEqual(each.flatMap(({ segments }) => segments));
        expect(prompt.model).toBe(each[0]?.model ?? "");
      }),
    );
  });

  it("is written with the same bytes if unchanged, and rewritten in place", () => {
    fc.assert(
      fc.property(batch, (body) => {
        const texts = readPrompt(body).segments.map(({ text }) => text);
        expect(JSON.stringify(writePrompt(body, texts))).toBe(JSON.stringify(body));
        const others = texts.map((_, at) => `rewritten ${at}`);
        const written = readPrompt(writePrompt(body, others)).segments;
        expect(written.map(({ text }) => text)).toEqual(others);
      }),
    );
  });

  it("shows text in unexpected places", () => {
    const odd = { requests: ["one", { custom_id: { x: "two" }, aside: "three", params: "four" }] };
    const texts = readPrompt(odd).segments.map(({ text }) => text);
    expect(texts).toEqual(["one", "two", "three", "four"]);
  });

  it("cannot be collapsed into one request", () => {
    expect(() => collapsePrompt({ requests: [] }, "all")).toThrow(RangeError);
  });
});
