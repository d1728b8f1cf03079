import { describe, expect, it } from "vitest";
import { executeCodec, type ReadChunk } from "../../src/providers/execute.ts";
import { UnreadableRequestError } from "../../src/providers/provider.ts";

const CODEC = executeCodec({ model: "model-a", stream: false });

describe("the prompt of an execute function", () => {
  it("is one text of the user, and is written back as one", () => {
    expect(CODEC.readPrompt("Hello")).toEqual({
      model: "model-a",
      stream: false,
      segments: [{ role: "user", kind: "text", text: "Hello" }],
      uninspected: [],
    });
    expect(CODEC.writePrompt("Hello", ["Bye"])).toBe("Bye");
    expect(CODEC.collapsePrompt("Hello", "Bye")).toBe("Bye");
  });

  it("is refused if it is not a text", () => {
    for (const input of [undefined, null, 7, { text: "Hello" }, ["Hello"]]) {
      expect(() => CODEC.readPrompt(input as never)).toThrow(UnreadableRequestError);
    }
  });

  it("matches no HTTP route", () => {
    expect(CODEC.matches({ method: "POST", path: "/v1/chat/completions" })).toBe(false);
  });
});

describe("the answer of an execute function", () => {
  it("is a text, or an object with more fields", () => {
    expect(CODEC.readAnswer("Paris")).toEqual({ output: "Paris" });
    const answer = { output: "Paris", usage: { total_tokens: 3 }, model: "model-b" };
    expect(CODEC.readAnswer(answer)).toEqual(answer);
  });

  it("has no field that the service would reject", () => {
    const answer = { output: 7, usage: { total_tokens: -3 }, model: {} } as never;
    expect(CODEC.readAnswer(answer)).toEqual({
      output: "",
      unreadable: true,
      usage: undefined,
      model: undefined,
    });
  });
});

describe("the chunks of an execute function", () => {
  it("are texts, unless readChunk is set", () => {
    const collector = CODEC.collectAnswer();
    for (const chunk of ["Pa", { text: "not read" }, 7, undefined, "ris"]) collector.push(chunk);
    expect(collector.answer()).toEqual({ output: "Paris" });
  });

  it("are reported as unreadable if none of them is a text and readChunk is not set", () => {
    const collector = CODEC.collectAnswer();
    for (const chunk of [undefined, null]) collector.push(chunk);
    expect(collector.answer()).toEqual({ output: "" });
    collector.push({ text: "not read" });
    expect(collector.answer()).toEqual({ output: "", unreadable: true });
  });

  it("have text, usage and model from readChunk; usage is merged key by key", () => {
    const readChunk: ReadChunk<object> = (chunk) => chunk as ReturnType<ReadChunk<object>>;
    const collector = executeCodec({ model: "model-a", stream: true, readChunk }).collectAnswer();
    collector.push({ text: "Pa", model: "model-b" });
    collector.push({ usage: { prompt_tokens: 2 } });
    collector.push({ text: 7, model: 8 });
    collector.push({ text: "ris", usage: { completion_tokens: 1 }, model: "model-c" });
    expect(collector.answer()).toEqual({
      output: "Paris",
      usage: { prompt_tokens: 2, completion_tokens: 1 },
      model: "model-c",
      omittedLength: undefined,
    });
  });

  it("may be read as null, which JavaScript writes for nothing, like undefined", () => {
    const readChunk = ((chunk: object | null) => chunk) as ReadChunk<object | null>;
    const collector = executeCodec({ model: "model-a", stream: true, readChunk }).collectAnswer();
    for (const chunk of [null, { text: "Paris" }, null]) collector.push(chunk);
    expect(collector.answer()).toMatchObject({ output: "Paris", unreadable: undefined });
  });

  it("are kept up to a limit, and the rest is counted", () => {
    const collector = CODEC.collectAnswer();
    collector.push("x".repeat(63_990));
    collector.push("y".repeat(10_000_000));
    collector.push("z");
    const { output, omittedLength } = collector.answer();
    expect(output).toBe(`${"x".repeat(63_990)}${"y".repeat(10)}`);
    expect(omittedLength).toBe(10_000_000 - 10 + 1);
  });
});
