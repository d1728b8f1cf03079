import { describe, expect, it } from "vitest";
import { ConfigurationError, defineProvider, type PromptWalk } from "../../src/index.ts";
import { UnreadableRequestError } from "../../src/providers/provider.ts";
import { providerContract } from "../../src/testing/index.ts";

interface Letter {
  readonly model?: string;
  readonly stream?: boolean;
  readonly lines: readonly { readonly by: string; readonly words: string | null }[];
  readonly photo?: string;
}

const mapPrompt = (letter: Letter, { text, uninspected }: PromptWalk): Letter => {
  if (letter.photo !== undefined) uninspected("image", "image/PNG");
  return {
    ...letter,
    lines: letter.lines.map(({ by, words }) => ({ by, words: text(words, by) })),
  };
};
const execute = async () => "a reply";
const letters = defineProvider({ name: "letters", mapPrompt, execute });
const line = (words: string | null, by = "user") => ({ by, words });

describe("a custom provider", () => {
  for (const { title, run } of providerContract({
    provider: letters,
    requests: [
      {
        name: "a letter with a photo",
        request: {
          model: "m",
          lines: [line("dear you", "desk"), line("how are you?"), line(null)],
          photo: "iVBORw0KGgo=",
        },
        texts: ["dear you", "how are you?"],
        binaries: ["iVBORw0KGgo="],
      },
      { name: "nothing", request: { lines: [] }, texts: [] },
    ],
    answers: [{ name: "words", response: "a reply", output: "a reply" }],
  })) {
    it(title, run);
  }

  it("reads model and stream from the usual fields, or from the definition's functions", () => {
    const read = letters.codec.readPrompt({ model: "m", stream: true, lines: [] });
    expect(read).toMatchObject({ model: "m", stream: true });
    expect(letters.codec.readPrompt({ lines: [] })).toMatchObject({ model: "", stream: false });
    const told = defineProvider({ name: "l", mapPrompt, execute, model: () => "told" });
    expect(told.codec.readPrompt({ model: "m", lines: [] }).model).toBe("told");
  });

  it("reports the kinds of uninspected content, with valid media types only", () => {
    const { uninspected } = letters.codec.readPrompt({ lines: [], photo: "x" });
    expect(uninspected).toEqual([{ kind: "image", count: 1, mediaTypes: ["image/png"] }]);
    const odd = defineProvider({
      name: "odd",
      execute,
      mapPrompt: (request: object, walk) => {
        walk.uninspected("file", "words that somebody wrote");
        return { ...request };
      },
    });
    expect(odd.codec.readPrompt({}).uninspected).toEqual([
      { kind: "file", count: 1, mediaTypes: [] },
    ]);
  });

  it("collapses into the last text of a user, and throws if there is none", () => {
    const collapsed = letters.codec.collapsePrompt(
      { lines: [line("a", "desk"), line("b"), line("c"), line("d", "desk")] },
      "all",
    );
    expect(collapsed.lines.map(({ words }) => words)).toEqual(["", "", "all", ""]);
    expect(() => letters.codec.collapsePrompt({ lines: [line("a", "desk")] }, "all")).toThrow(
      RangeError,
    );
  });

  it("reads answers and chunks in the usual form, or with the definition's functions", () => {
    const answers = defineProvider({
      name: "a",
      mapPrompt,
      execute: async () => ({ output: "said", usage: { prompt_tokens: 1 }, model: "n" }),
    });
    const response = { output: "said", usage: { prompt_tokens: 1 }, model: "n" };
    expect(answers.codec.readAnswer(response)).toEqual(response);
    const streams = defineProvider({
      name: "s",
      mapPrompt,
      open: async function* (): AsyncGenerator<{ readonly piece?: string }> {},
      readChunk: ({ piece }) => ({ text: piece, finishReason: piece === "." ? "end" : undefined }),
    });
    const collector = streams.codec.collectAnswer();
    for (const piece of ["a", "b", "."]) collector.push({ piece });
    collector.push({});
    expect(collector.answer()).toMatchObject({ output: "ab.", finishReason: "end" });
  });

  it.each([
    ["an object where a text is", (walk: PromptWalk) => ({ text: walk.text({ hidden: "text" }) })],
    ["a promise in place of a copy", async () => ({})],
    ["nothing in place of a copy", () => undefined],
  ])("refuses %s rather than miss a text", (_, map) => {
    const provider = defineProvider({
      name: "sloppy",
      execute,
      mapPrompt: (_request: object, walk) => map(walk) as object,
    });
    expect(() => provider.codec.readPrompt({})).toThrow();
  });

  it("refuses the request itself in place of a copy, because the app can still change it", () => {
    const provider = defineProvider({ name: "same", execute, mapPrompt: (it: object) => it });
    expect(() => provider.codec.readPrompt({})).toThrow("copy");
  });

  it("names what is unreadable without quoting it", () => {
    const provider = defineProvider({
      name: "deep",
      execute,
      mapPrompt: (request: { readonly words: unknown }, { text }) => ({
        words: text(request.words),
      }),
    });
    const reading = () => provider.codec.readPrompt({ words: ["a secret"] });
    expect(reading).toThrow(UnreadableRequestError);
    expect(reading).not.toThrow("secret");
  });
});

describe("a provider definition", () => {
  const whole = { name: "acme", mapPrompt, execute };

  it.each([
    ["name", { name: undefined }],
    ["name", { name: "two words" }],
    ["name", { name: "" }],
    ["operation", { operation: "two words" }],
    ["mapPrompt", { mapPrompt: undefined }],
    ["mapPrompt", { mapPrompt: "text" }],
    ["model", { model: "m" }],
    ["collapsePrompt", { collapsePrompt: true }],
    ["execute", { execute: "x" }],
    ["execute", { execute: undefined }],
    ["open", { open: {} }],
    ["readAnswer", { readAnswer: null }],
    ["readChunk", { readChunk: 1 }],
    ["collectAnswer", { collectAnswer: [] }],
    ["matches", { matches: "/path" }],
    ["errorBody", { errorBody: "body" }],
  ])("is refused with the name of the wrong field: %s", (field, change) => {
    const define = () => defineProvider({ ...whole, ...change } as typeof whole);
    expect(define).toThrow(ConfigurationError);
    expect(define).toThrow(new RegExp(`defineProvider: .*\\b${field}\\b`));
  });

  it("is refused if it is missing or has an unknown field", () => {
    expect(() => defineProvider(undefined as unknown as typeof whole)).toThrow(ConfigurationError);
    expect(() => defineProvider({ ...whole, readChunks: () => undefined } as typeof whole)).toThrow(
      "readChunks is no known option",
    );
  });
});
