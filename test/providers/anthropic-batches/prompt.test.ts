import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anthropicBatchesCodec } from "../../../src/providers/anthropic-batches/codec.ts";
import { anthropicMessagesCodec } from "../../../src/providers/anthropic-messages/codec.ts";
import { request } from "../anthropic-messages/requests.ts";

const { readPrompt, writePrompt, collapsePrompt } = anthropicBatchesCodec;

const batch = fc.array(request, { maxLength: 3 }).map((all) => ({
  requests: all.map((params, at) => ({ custom_id: `id-${at}`, params })),
}));

describe("a batch of messages", () => {
  it("shows the guard what each of its messages would", () => {
    fc.assert(
      fc.property(batch, (body) => {
        const each = body.requests.map(({ params }) => anthropicMessagesCodec.readPrompt(params));
        const prompt = readPrompt(body);
        expect(prompt.segments).toEqual(each.flatMap(({ segments }) => segments));
        expect(prompt.model).toBe(each[0]?.model ?? "");
      }),
    );
  });

  it("sends the same bytes when nothing was changed, and rewrites in place", () => {
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

  it("shows what stands in it where nobody expects words", () => {
    const odd = { requests: ["one", { custom_id: { x: "two" }, aside: "three", params: "four" }] };
    const texts = readPrompt(odd).segments.map(({ text }) => text);
    expect(texts).toEqual(["one", "two", "three", "four"]);
  });

  it("does not collapse: one text cannot be many requests", () => {
    expect(() => collapsePrompt({ requests: [] }, "all")).toThrow(RangeError);
  });
});
