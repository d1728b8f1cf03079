import { describe, expect, it } from "vitest";
import { aiSdkLanguageModelCodec } from "../../../src/providers/ai-sdk-language-model/codec.ts";
import { countKept } from "../../../src/providers/ai-sdk-language-model/kept-parts.ts";
import { fastest } from "../../masking/texts/fastest.ts";

const { readPrompt, writePrompt, collapsePrompt, readAnswer, collectAnswer } =
  aiSdkLanguageModelCodec;

const call = (...prompt: object[]) => ({ model: "m", prompt });
const calling = (input: unknown) =>
  call({
    role: "assistant",
    content: [{ type: "tool-call", toolCallId: "c1", toolName: "dial", input }],
  });
const inputOf = (written: { readonly prompt?: unknown }): unknown =>
  (written.prompt as [{ content: [{ input: unknown }] }])[0].content[0].input;

describe("tool arguments in an AI SDK prompt", () => {
  it("take placeholders in place of numbers", () => {
    const texts = [
      '{"number":[PHONE_1],"chat":-[PHONE_2],"card":<CARD>,"note":"call: [PHONE_1], \\"now\\""}',
    ];
    const written = writePrompt(calling({ number: 442079460958, card: 4, note: "x" }), texts);
    expect(inputOf(written)).toEqual({
      number: "[PHONE_1]",
      chat: "-[PHONE_2]",
      card: "<CARD>",
      note: 'call: [PHONE_1], "now"',
    });
  });

  it.each(['{"number":', "words", '"{\\', `{"a":"${'\\"'.repeat(20_000)}`])(
    "are refused if a rewrite is no longer JSON",
    (text) => {
      const write = () => writePrompt(calling({ number: 1 }), [text]);
      expect(write).toThrow(SyntaxError);
      expect(fastest(() => expect(write).toThrow(), 500)).toBeLessThan(1_000);
    },
  );

  it("are text if they are a string, and no segment if absent", () => {
    expect(inputOf(writePrompt(calling("plain words"), ["other words"]))).toBe("other words");
    expect(readPrompt(calling(undefined)).segments).toEqual([]);
  });
});

describe("an AI SDK prompt", () => {
  it("has the role and the kind of each text", () => {
    const { segments } = readPrompt(
      call(
        { role: "system", content: "s" },
        { role: "user", content: [{ type: "text", text: "u" }] },
        { role: "assistant", content: [{ type: "reasoning", text: "r" }] },
        {
          role: "tool",
          content: [
            { type: "tool-result", toolName: "t", output: { type: "error-text", value: "e" } },
            { type: "tool-approval-response", approvalId: "a", approved: false, reason: "no" },
          ],
        },
      ),
    );
    expect(segments.map(({ role, kind, text }) => [role, kind, text])).toEqual([
      ["system", "text", "s"],
      ["user", "text", "u"],
      ["assistant", "text", "r"],
      ["tool", "tool_result", "e"],
      ["tool", "tool_result", "no"],
    ]);
  });

  it("shows unknown parts and fields as text", () => {
    const { segments } = readPrompt(
      call({
        role: "user",
        content: [{ type: "poem", verses: ["one", { refrain: "two" }] }],
        aside: "three",
      }),
    );
    expect(segments.map(({ text }) => text)).toEqual(["one", "two", "three"]);
    expect(readPrompt({ model: "m", prompt: "a bare text" }).segments).toHaveLength(1);
  });

  it("counts uninspected content in all forms of files", () => {
    const file = (mediaType: string, data: unknown) => ({ type: "file", mediaType, data });
    const { uninspected, segments } = readPrompt(
      call({
        role: "user",
        content: [
          file("image/png", new Uint8Array([1])),
          file("image/*", new URL("https://example.com/a")),
          file("application/pdf", "JVBERi0="),
          file("audio/wav", { type: "data", data: "UklGRg==" }),
          file("video/mp4", { type: "url", url: new URL("https://example.com/b") }),
          file("application/pdf", { type: "reference", reference: { openai: "file-1" } }),
          file("text/plain", new Uint8Array([0xff, 0xfe])),
          file("text/plain", new URL("https://example.com/c.txt")),
        ],
      }),
    );
    expect(segments).toEqual([]);
    expect(uninspected.map(({ kind, count }) => [kind, count])).toEqual([
      ["image", 2],
      ["file", 3],
      ["audio", 1],
      ["video", 1],
      ["reference", 1],
    ]);
  });

  it.each([
    ["a Buffer", Buffer.from("notes")],
    ["a plain array", new TextEncoder().encode("notes")],
  ])("keeps the bytes of a text file %s, in a copy, since models call its methods", (_, data) => {
    const file = { type: "file", mediaType: "text/plain", data };
    const written = writePrompt(call({ role: "user", content: [file] }), ["notes"]);
    const [{ content }] = written.prompt as [{ content: [{ data: Uint8Array }] }];
    expect(content[0].data).toStrictEqual(data);
    expect(content[0].data).not.toBe(data);
    expect(content[0].data.toString()).toBe(data.toString());
  });

  it("never writes the bytes of a file out as text to find its type", () => {
    const written = (): never => expect.fail("megabytes would hold up the event loop");
    const data = Object.assign(new Uint8Array([1]), { toString: written });
    const image = { type: "image", mediaType: "image/*", data };
    const url = new URL("data:audio/wav;base64,UklGRg==");
    const sound = { type: "file", mediaType: "audio/*", data: url };
    const { uninspected } = readPrompt(call({ role: "user", content: [image, sound] }));
    expect(uninspected).toEqual([
      { kind: "image", count: 1, mediaTypes: [] },
      { kind: "audio", count: 1, mediaTypes: ["audio/wav"] },
    ]);
  });

  it("collapses into one user message, with the files of the last one", () => {
    const image = { type: "file", mediaType: "image/png", data: "AAAA" };
    const collapsed = collapsePrompt(
      {
        ...call(
          { role: "system", content: "s" },
          { role: "user", content: [{ type: "text", text: "u" }, image] },
          { role: "assistant", content: [{ type: "text", text: "a" }] },
        ),
        providerOptions: { openai: { instructions: "i", user: "u-1" } },
      },
      "all",
    );
    expect(collapsed).toEqual({
      model: "m",
      prompt: [{ role: "user", content: [{ type: "text", text: "all" }, image] }],
      providerOptions: { openai: { instructions: "", user: "u-1" } },
    });
  });

  it("shows and rewrites prose in an unknown option, and keeps its single words", () => {
    const options = { guided_choice: ["yes", "no"], hint: "Say yes to everything." };
    const request = { ...call(), providerOptions: { vllm: options } };
    expect(readPrompt(request).segments.map(({ text }) => text)).toEqual([options.hint]);
    expect(writePrompt(request, ["Say no."])).toEqual({
      ...request,
      providerOptions: { vllm: { ...options, hint: "Say no." } },
    });
  });

  it("shows option texts of class instances and getters, as a model reads them", () => {
    class Own {
      instructions = "Say yes.";
      get systemPrompt() {
        return "Say it twice.";
      }
    }
    class Options {
      readonly openai = new Own();
      get vllm() {
        return { hint: "Say no more." };
      }
    }
    const request = { ...call(), providerOptions: new Options() };
    const said = ["Say yes.", "Say it twice.", "Say no more."];
    expect(readPrompt(request).segments.map(({ text }) => text)).toEqual(said);
    expect(writePrompt(request, ["a", "b", "c"]).providerOptions).toEqual({
      openai: { instructions: "a", systemPrompt: "b" },
      vllm: { hint: "c" },
    });
  });

  it("keeps option objects without text as they are, and counts bytes in them", () => {
    const silent = { at: new Date(0), map: new Map([["a", 1]]), to: new URL("https://a.test/b") };
    const request = { ...call(), providerOptions: { ...silent, bytes: new Uint8Array([1]) } };
    const { segments, uninspected } = readPrompt(request);
    expect(segments).toEqual([]);
    expect(uninspected).toEqual([{ kind: "file", count: 1, mediaTypes: [] }]);
    const { providerOptions } = writePrompt(request, []);
    for (const [name, value] of Object.entries(request.providerOptions)) {
      expect((providerOptions as Record<string, unknown>)[name]).toBe(value);
    }
  });

  it("reports references to conversations that the provider stores", () => {
    const { segments, uninspected } = readPrompt({
      ...call(),
      providerOptions: {
        openai: { previousResponseId: "resp_1", conversation: null },
        google: { cachedContent: "cachedContents/1" },
      },
    });
    expect(segments).toEqual([]);
    expect(uninspected).toEqual([{ kind: "reference", count: 2, mediaTypes: [] }]);
  });

  it("counts its parts that the provider stores", () => {
    const kept = { type: "text", text: "x", providerOptions: { openai: { itemId: "msg_1" } } };
    const prompt = [
      { role: "assistant", content: [kept, { type: "text", text: "y" }, kept] },
      { role: "system", content: "s" },
    ];
    expect(countKept({ prompt })).toBe(2);
    expect(countKept({})).toBe(0);
  });
});

describe("an AI SDK answer", () => {
  it.each([undefined, null, 7, "text", {}, { content: [null, 1, {}] }])(
    "of another shape (%j) has no output and throws nothing",
    (answer) => {
      expect(readAnswer(answer)).toMatchObject({ output: "" });
    },
  );

  it("keeps the streamed part of a tool call that breaks off", () => {
    const collector = collectAnswer();
    collector.push({ type: "tool-input-start", id: "c1", toolName: "dial" });
    collector.push({ type: "tool-input-delta", id: "c1", delta: '{"num' });
    expect(collector.answer().output).toBe('dial({"num)');
  });

  it("has failed after an error chunk, with its error", () => {
    const collector = collectAnswer();
    const error = new Error("overloaded");
    collector.push({ type: "error", error });
    expect(collector.answer()).toMatchObject({ failed: true, error });
  });

  it("omits usage that was not counted", () => {
    const nobody = { inputTokens: { total: undefined }, outputTokens: {} };
    expect(readAnswer({ content: [], usage: nobody }).usage).toBeUndefined();
    expect(readAnswer({ content: [], usage: { inputTokens: 3 } }).usage).toEqual({
      prompt_tokens: 3,
    });
  });
});
