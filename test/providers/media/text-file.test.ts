import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aiSdkLanguageModelCodec } from "../../../src/providers/ai-sdk-language-model/codec.ts";
import { anthropicMessagesCodec } from "../../../src/providers/anthropic-messages/codec.ts";
import { googleGenerateContentCodec } from "../../../src/providers/google-generate-content/codec.ts";
import { googleInteractionsCodec } from "../../../src/providers/google-interactions/codec.ts";
import { readTextFile } from "../../../src/providers/media/text-file.ts";
import { openaiChatCodec } from "../../../src/providers/openai-chat/codec.ts";
import { openaiResponsesCodec } from "../../../src/providers/openai-responses/codec.ts";
import type { ProviderCodec } from "../../../src/providers/provider.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");
const url = (type: string, text: string) => `data:${type};base64,${base64(text)}`;

const user = (...content: unknown[]) => ({ model: "m", messages: [{ role: "user", content }] });

/** A format's way to carry a file. */
interface Carrier {
  readonly name: string;
  readonly codec: ProviderCodec<never, never, never>;
  request(mediaType: string, content: string): object;
  /** How the content of a file is written, given in base64. */
  content(type: string, encoded: string): string;
}

const plain = (_: string, encoded: string) => encoded;
const inUrl = (type: string, encoded: string) => `data:${type};base64,${encoded}`;

const CARRIERS: readonly Carrier[] = [
  {
    name: "a file of a chat completion",
    codec: openaiChatCodec as never,
    request: (_, file_data) => user({ type: "file", file: { filename: "a", file_data } }),
    content: inUrl,
  },
  {
    name: "an address in a chat completion",
    codec: openaiChatCodec as never,
    request: (_, address) => user({ type: "document_url", document_url: address }),
    content: inUrl,
  },
  {
    name: "a file of a response",
    codec: openaiResponsesCodec as never,
    request: (_, file_data) => ({
      model: "m",
      input: [{ role: "user", content: [{ type: "input_file", filename: "a", file_data }] }],
    }),
    content: inUrl,
  },
  {
    name: "a document of Anthropic's",
    codec: anthropicMessagesCodec as never,
    request: (media_type, data) =>
      user({ type: "document", source: { type: "base64", media_type, data } }),
    content: plain,
  },
  {
    name: "inline data of Gemini's",
    codec: googleGenerateContentCodec as never,
    request: (mimeType, data) => ({
      contents: [{ role: "user", parts: [{ inlineData: { mimeType, data } }] }],
    }),
    content: plain,
  },
  {
    name: "a document of an interaction",
    codec: googleInteractionsCodec as never,
    request: (mime_type, data) => ({ model: "m", input: [{ type: "document", mime_type, data }] }),
    content: plain,
  },
  {
    name: "a file part of the AI SDK's",
    codec: aiSdkLanguageModelCodec as never,
    request: (mediaType, data) => ({
      prompt: [{ role: "user", content: [{ type: "file", mediaType, data }] }],
    }),
    content: plain,
  },
];

describe.each(CARRIERS)("$name with text content", ({ codec, request, content }) => {
  const read = (type: string, encoded: string) =>
    codec.readPrompt(request(type, content(type, encoded)) as never);

  it.each(["text/plain", "text/csv", "application/json", "text/plain;charset=utf-8"])(
    "is shown to the guard (%s)",
    (type) => {
      const { segments, uninspected } = read(type, base64("Name,Größe\nAda,1"));
      expect(segments).toMatchObject([{ kind: "document", text: "Name,Größe\nAda,1" }]);
      expect(uninspected).toEqual([]);
    },
  );

  it("is rewritten in its own encoding", () => {
    const given = request("text/csv", content("text/csv", base64("Ada")));
    const written = codec.writePrompt(given as never, ["[NAME_1] ö"]);
    const expected = request("text/csv", content("text/csv", base64("[NAME_1] ö")));
    expect(JSON.parse(JSON.stringify(written))).toEqual(expected);
    const same = codec.writePrompt(given as never, ["Ada"]);
    expect(JSON.stringify(same)).toBe(JSON.stringify(given));
  });

  it.each([
    ["another charset", "text/plain;charset=utf-16", base64("Ada")],
    ["bytes that are no text", "text/plain", Buffer.from([0xff, 0xfe, 0x41]).toString("base64")],
    ["no base64", "text/plain", "What is this?"],
    ["another type", "application/pdf", base64("%PDF")],
  ])("is counted as a file if it is %s", (_, type, encoded) => {
    const { segments, uninspected } = read(type, encoded);
    expect(segments).toEqual([]);
    expect(uninspected).toMatchObject([{ kind: "file", count: 1 }]);
  });
});

it("a file with text in one property and other content in another is shown, and counted", () => {
  const file = { file_data: url("text/plain", "Ada"), file_url: "https://example.com/a.pdf" };
  for (const [codec, request] of [
    [openaiChatCodec, user({ type: "file", file })],
    [openaiResponsesCodec, { input: [{ role: "user", content: [{ type: "file", file }] }] }],
  ] as const) {
    const { segments, uninspected } = codec.readPrompt(request);
    expect(segments).toMatchObject([{ kind: "document", text: "Ada" }]);
    expect(uninspected).toMatchObject([{ kind: "file", count: 1 }]);
  }
});

describe("a text file", () => {
  it("is read with any media type of a text format", () => {
    const types = [
      ...["text/markdown", "TEXT/Plain", "application/xml", "application/ld+json"],
      ...["application/x-ndjson", "application/yaml", "text/html"],
    ];
    for (const type of types) expect(readTextFile(url(type, "a"))?.text).toBe("a");
    for (const type of ["image/svg+xml", "application/octet-stream", "audio/text"]) {
      expect(readTextFile(url(type, "a"))).toBeUndefined();
    }
  });

  it("is read from all forms of data URLs", () => {
    expect(readTextFile(`data:,a%20b`)?.text).toBe("a b");
    expect(readTextFile(`data:;base64,${base64("a b")}`)?.text).toBe("a b");
    expect(readTextFile(`DATA:text/plain;name=a.txt;charset="UTF-8";base64,YSBi`)?.text).toBe(
      "a b",
    );
    expect(readTextFile("data:text/plain,%ff")).toBeUndefined();
    expect(readTextFile("https://example.com/a.txt")).toBeUndefined();
    expect(readTextFile("data:text/plain,a b")?.write("c d")).toBe("data:text/plain,c%20d");
  });

  it("is read in both base64 alphabets, without padding and with line breaks", () => {
    const text = "~~~???>>>";
    for (const alphabet of ["base64", "base64url"] as const) {
      const encoded = Buffer.from(text).toString(alphabet);
      expect(readTextFile(encoded, "text/plain")?.text).toBe(text);
    }
    expect(readTextFile("YSBi\r\nIGM", "text/plain")?.text).toBe("a b c");
    expect(readTextFile("YSBi!IGM", "text/plain")).toBeUndefined();
    expect(readTextFile("YSBiIA\r\n==\r\n", "text/plain")?.text).toBe("a b ");
  });

  it("is not read from base64 that decoders read differently: padded in the middle, or too much", () => {
    for (const content of ["QQ==QQ==", "QQ=Q", "QQ====", "===="]) {
      expect(readTextFile(content, "text/plain")).toBeUndefined();
    }
  });

  it("reads back as the text that was written", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (from, to) => {
        for (const file of [url("text/plain", from), `data:,${encodeURIComponent(from)}`]) {
          expect(readTextFile(file)?.text).toBe(from);
          expect(readTextFile(readTextFile(file)?.write(to) ?? "")?.text).toBe(to);
        }
      }),
      { numRuns: 50 },
    );
  });
});
