import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";
import { UnreadableRequestError } from "../../../src/providers/provider.ts";
import { anyRequest, request } from "./requests.ts";

const { readPrompt, writePrompt, collapsePrompt } = openaiChatCodec;

/** The texts of a request, or undefined when it is refused. */
function textsOf(body: object): string[] | undefined {
  try {
    return readPrompt(body).segments.map((segment) => segment.text);
  } catch (error) {
    if (error instanceof UnreadableRequestError) return undefined;
    throw error;
  }
}

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const each of Object.values(value)) freeze(each);
  }
  return value;
}

describe("writing a request", () => {
  it("sends the same bytes when nothing was changed", () => {
    fc.assert(
      fc.property(fc.oneof(request, anyRequest), (body) => {
        const texts = textsOf(body);
        if (texts === undefined) return;
        expect(JSON.stringify(writePrompt(body, texts))).toBe(JSON.stringify(body));
      }),
    );
  });

  it("puts every text in its own place and leaves everything else", () => {
    fc.assert(
      fc.property(request, (body) => {
        const before = readPrompt(body);
        const texts = before.segments.map((_, index) => `rewritten ${index}`);
        const after = readPrompt(writePrompt(body, texts));
        expect(after).toEqual({
          ...before,
          segments: before.segments.map((segment, index) => ({ ...segment, text: texts[index] })),
        });
      }),
    );
  });

  it("never changes what it is given, frozen or not", () => {
    fc.assert(
      fc.property(request, (generated) => {
        const body = freeze(structuredClone(generated));
        const json = JSON.stringify(body);
        const texts = readPrompt(body).segments.map(() => "x");
        writePrompt(body, texts);
        collapsePrompt(body, "x");
        expect(JSON.stringify(body)).toBe(json);
      }),
    );
  });

  it("gives a copy that later changes of the original cannot reach", () => {
    fc.assert(
      fc.property(request, (generated) => {
        const body = structuredClone(generated);
        const texts = readPrompt(body).segments.map((segment) => segment.text);
        const json = JSON.stringify(body);
        const copy = writePrompt(body, texts);
        const { messages, prediction } = body as { messages: unknown; prediction: unknown };
        spoil(messages);
        spoil(prediction);
        expect(JSON.stringify(copy)).toBe(json);
      }),
    );
  });

  it("shows the guard every string of the messages but labels and binaries", () => {
    fc.assert(
      fc.property(request, (body) => {
        const shown = new Set(readPrompt(body).segments.map((segment) => segment.text));
        const { messages, prediction } = body as { messages: unknown; prediction: unknown };
        for (const text of [...strings(messages), ...strings(prediction)]) {
          if (text.startsWith("text ")) expect(shown).toContain(text);
        }
      }),
    );
  });

  it("refuses another number of texts than the request has", () => {
    fc.assert(
      fc.property(request, fc.constantFrom(-1, 1), (body, more) => {
        const texts = readPrompt(body).segments.map((segment) => segment.text);
        const wrong = more > 0 ? [...texts, "more"] : texts.slice(1);
        if (wrong.length === texts.length) return;
        expect(() => writePrompt(body, wrong)).toThrow(RangeError);
      }),
    );
  });
});

describe("collapsing a request", () => {
  it("leaves one text, the given one, in one user message", () => {
    fc.assert(
      fc.property(request, (body) => {
        const collapsed = collapsePrompt(body, "all of it");
        const prompt = readPrompt(collapsed);
        expect(prompt.segments).toEqual([{ role: "user", kind: "text", text: "all of it" }]);
        expect((collapsed as { messages: unknown[] }).messages).toHaveLength(1);
        expect(strings(collapsed).filter((text) => text.startsWith("text "))).toEqual([]);
      }),
    );
  });
});

/** Puts other text wherever there is room for it. */
function spoil(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  const container = value as Record<string, unknown>;
  for (const key of Object.keys(container)) {
    spoil(container[key]);
    if (typeof container[key] === "string") container[key] = "spoiled";
  }
  if (Array.isArray(value)) value.push({ role: "user", content: "spoiled" });
  else container.content = "spoiled";
}

function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(strings);
}
