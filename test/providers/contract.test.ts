import { AssertionError } from "node:assert";
import { describe, expect, it } from "vitest";
import { providerContract } from "../../src/testing/index.ts";
import { CONTRACT_CODECS, SAMPLES } from "./contract-samples.ts";

for (const codec of CONTRACT_CODECS) {
  describe(`the format ${codec.name} keeps the contract: it`, () => {
    const samples = SAMPLES[codec.name];
    for (const { title, run } of providerContract({
      provider: { codec },
      requests: [],
      ...samples,
    })) {
      it(title, run);
    }
  });
}

interface Note {
  readonly words: string;
  readonly more?: { readonly words: string };
}

describe("the provider contract suite", () => {
  const codec = CONTRACT_CODECS[0] as (typeof CONTRACT_CODECS)[number];
  const read = (texts: readonly string[]) => ({
    model: "m",
    stream: false,
    segments: texts.map((each) => ({ role: "user", kind: "text" as const, text: each })),
    uninspected: [],
  });
  const sample = {
    name: "two texts",
    request: { words: "one text", more: { words: "and another" } },
    texts: ["one text", "and another"],
  };
  const failuresOf = async (own: object): Promise<string[]> => {
    const cases = providerContract({
      provider: { codec: { ...codec, ...own } },
      requests: [sample],
      streams: [{ name: "s", chunks: [{ text: "a" }, { text: "b" }], output: "ab" }],
    });
    const failed: string[] = [];
    for (const { title, run } of cases) {
      await run().catch((error: unknown) => {
        expect(error).toBeInstanceOf(Error);
        failed.push(title);
      });
    }
    return failed;
  };

  it("has titles that are all different", () => {
    const cases = providerContract({ provider: { codec }, requests: [sample] });
    expect(cases.length).toBeGreaterThan(8);
    expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length);
  });

  it.each<[string, unknown]>([
    ["parts must be an object", null],
    ["provider must be an object", { requests: [sample] }],
    ["provider.codec must be an object", { provider: {}, requests: [sample] }],
    ["requests must be an array", { provider: { codec } }],
    ["answer is no known part", { provider: { codec }, requests: [sample], answer: [] }],
  ])("names the part that is wrong: %s", (said, parts) => {
    expect(() => providerContract(parts as never)).toThrow(`providerContract: ${said}`);
  });

  it("requires a request, since it would check nothing without one", () => {
    expect(() => providerContract({ provider: { codec }, requests: [] })).toThrow(
      /needs at least one request/,
    );
  });

  it("detects a codec that misses a text", async () => {
    const failed = await failuresOf({
      readPrompt: ({ words }: Note) => read([words]),
      writePrompt: (note: Note, [words]: string[]) => ({ ...note, words }),
    });
    expect(failed).toContain("shows the guard every text, each once and in order (two texts)");
  });

  it.each<[string, object, object?]>([
    ["has segments without a role", { segments: [{ kind: "text", text: "one text" }] }],
    [
      "has segments of a kind that there is not",
      { segments: [{ role: "user", kind: "words", text: "one text" }] },
    ],
    ["counts nothing", { uninspected: [{ kind: "image", count: 0, mediaTypes: [] }] }],
    [
      "has content of a kind that there is not",
      { uninspected: [{ kind: "picture", count: 1, mediaTypes: [] }] },
    ],
    ["names no model", { model: undefined }],
    ["names another model", { model: "n" }, { model: "m" }],
    ["asks for a stream where nobody did", { stream: true }, { stream: false }],
  ])("detects a codec whose prompt %s", async (_, wrong, told = {}) => {
    const prompt = { ...read(sample.texts), ...wrong };
    const [judged] = providerContract({
      provider: { codec: { ...codec, readPrompt: () => prompt as never } },
      requests: [{ ...sample, ...told }],
    }).filter(({ title }) => title === "says of what it read what it is (two texts)");
    await expect(judged?.run()).rejects.toThrow(AssertionError);
  });

  it("detects a collector without an output before the first chunk", async () => {
    const failed = await failuresOf({
      collectAnswer: () => {
        let output: string | undefined;
        return {
          push: ({ text = "" }: { text?: string }) => {
            output = (output ?? "") + text;
          },
          answer: () => ({ output }),
        };
      },
    });
    expect(failed).toContain("may be asked at any time what has arrived (s)");
  });

  it("detects a codec that modifies the app's object", async () => {
    const failed = await failuresOf({
      readPrompt: ({ words, more }: Note) => read([words, more?.words ?? ""]),
      writePrompt: (note: { words: string; more: { words: string } }, texts: string[]) => {
        note.more.words = texts[1] ?? "";
        return { ...note, words: texts[0] };
      },
    });
    expect(failed).toContain("never changes a request (two texts)");
  });

  it("detects a codec whose copy shares objects with the original", async () => {
    const failed = await failuresOf({
      readPrompt: ({ words, more }: Note) => read([words, more?.words ?? ""]),
      writePrompt: (note: Note, [words]: string[]) => ({ ...note, words }),
    });
    expect(failed).toContain(
      "gives a copy that later changes of the original do not reach (two texts)",
    );
  });

  it("detects a collector that fails at unknown events, or loses its state", async () => {
    const stumbling = await failuresOf({
      collectAnswer: () => {
        let output = "";
        return {
          push: ({ text }: { text: string }) => {
            output += text.toString();
          },
          answer: () => ({ output }),
        };
      },
    });
    expect(stumbling).toContain("takes no harm from events it does not know (s)");
    const forgetful = await failuresOf({
      collectAnswer: () => {
        let output = "";
        return {
          push: ({ text }: { text?: string }) => {
            output += text ?? "";
          },
          answer: () => {
            const said = output;
            output = "";
            return { output: said };
          },
        };
      },
    });
    expect(forgetful).toContain("may be asked at any time what has arrived (s)");
  });

  it("detects an error body that is not JSON", async () => {
    const cases = providerContract({
      provider: { codec: { ...codec, errorBody: () => new Error("no JSON") } },
      requests: [sample],
    });
    await expect(cases.at(-1)?.run()).rejects.toBeInstanceOf(AssertionError);
  });
});
