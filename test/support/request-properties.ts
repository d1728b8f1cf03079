import fc from "fast-check";
import { expect, it } from "vitest";
import { type ProviderCodec, UnreadableRequestError } from "../../src/providers/provider.ts";

/** The requests to test a codec with. */
export interface RequestProperties {
  readonly codec: ProviderCodec<object, unknown, unknown>;
  /** Requests in which every text begins with `text `, and nothing else does. */
  readonly request: fc.Arbitrary<object>;
  /** Any other request; the codec may refuse it. */
  readonly anyRequest: fc.Arbitrary<object>;
}

/** The properties of every codec regarding requests. */
export function itKeepsRequests({ codec, request, anyRequest }: RequestProperties): void {
  const { readPrompt, writePrompt, collapsePrompt } = codec;
  const textsOf = (body: object): string[] => readPrompt(body).segments.map(({ text }) => text);

  it("writes the same bytes if no text was changed", () => {
    fc.assert(
      fc.property(fc.oneof(request, anyRequest), (body) => {
        const texts = unlessRefused(() => textsOf(body));
        if (texts === undefined) return;
        expect(JSON.stringify(writePrompt(body, texts))).toBe(JSON.stringify(body));
      }),
    );
  });

  it("writes every text in its own place, and changes nothing else", () => {
    fc.assert(
      fc.property(request, (body) => {
        const before = readPrompt(body);
        const texts = before.segments.map((_, index) => `rewritten ${index}`);
        const written = writePrompt(body, texts);
        expect(blanked(written, /^rewritten \d+$/)).toEqual(blanked(body, /^text /));
        expect(readPrompt(written)).toEqual({
          ...before,
          segments: before.segments.map((segment, index) => ({ ...segment, text: texts[index] })),
        });
      }),
    );
  });

  it("never changes its input, frozen or not", () => {
    fc.assert(
      fc.property(request, (generated) => {
        const body = freeze(structuredClone(generated));
        const json = JSON.stringify(body);
        writePrompt(
          body,
          textsOf(body).map(() => "x"),
        );
        collapsePrompt(body, "x");
        expect(JSON.stringify(body)).toBe(json);
      }),
    );
  });

  it("returns a copy that later changes of the original do not affect", () => {
    fc.assert(
      fc.property(request, (generated) => {
        const body = structuredClone(generated);
        const texts = textsOf(body);
        const copy = writePrompt(body, texts);
        spoil(body);
        expect(textsOf(copy)).toEqual(texts);
      }),
    );
  });

  it("reads every text once, in order", () => {
    fc.assert(
      fc.property(request, (body) => {
        expect(textsOf(body)).toEqual(strings(body).filter((each) => each.startsWith("text ")));
      }),
    );
  });

  it("rejects a wrong number of texts", () => {
    fc.assert(
      fc.property(request, (body) => {
        const texts = textsOf(body);
        expect(() => writePrompt(body, [...texts, "more"])).toThrow(RangeError);
        if (texts.length > 0) expect(() => writePrompt(body, texts.slice(1))).toThrow(RangeError);
      }),
    );
  });

  it("collapses into a request with one text", () => {
    fc.assert(
      fc.property(request, (body) => {
        const collapsed = collapsePrompt(body, "all of it");
        expect(textsOf(collapsed).filter((each) => each !== "")).toEqual(["all of it"]);
        expect(strings(collapsed).filter((each) => each.startsWith("text "))).toEqual([]);
        expect(collapsed).not.toBe(body);
      }),
    );
  });
}

function unlessRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableRequestError) return undefined;
    throw error;
  }
}

/** The same value with every text blank. */
function blanked(value: unknown, text: RegExp): unknown {
  if (typeof value === "string") return text.test(value) ? "" : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => blanked(each, text));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, blanked(each, text)]));
}

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const each of Object.values(value)) freeze(each);
  }
  return value;
}

/** Replaces every text, and adds text wherever possible. */
function spoil(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  const container = value as Record<string, unknown>;
  for (const key of Object.keys(container)) {
    spoil(container[key]);
    const text = container[key];
    if (typeof text === "string" && text.startsWith("text ")) container[key] = "spoiled";
  }
  if (Array.isArray(value)) value.push({ role: "user", content: "spoiled" });
  else container.content = "spoiled";
}

function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(strings);
}
