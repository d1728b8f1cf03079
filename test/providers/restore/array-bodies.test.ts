import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { AnswerRestorer } from "../../../src/masking/restore/answer-restorer.ts";
import { googleGenerateContentCodec } from "../../../src/providers/google-generate-content/codec.ts";
import { bodyRestorer } from "../../../src/providers/restore/body-restorer.ts";

const { vault } = createMasker().open();
vault.placeholderFor("EMAIL", "ada@example.com");

/** What an app gets for the pieces of a body, and for its end. */
function passed(pieces: readonly (string | Uint8Array)[]): string[] {
  const body = bodyRestorer(
    googleGenerateContentCodec,
    "application/json; charset=UTF-8",
    new AnswerRestorer(vault),
  );
  if (body === undefined) throw new Error("such a body is restored");
  const given = pieces.map((piece) => body.push(Buffer.from(piece)));
  return [...given, body.end()].map((bytes) => Buffer.from(bytes).toString());
}

const chunk = (text: string, own = ""): string =>
  `{ "candidates": [{ "content": { "parts": [{ "text": ${JSON.stringify(text)} }] }${own} }] }`;
/** As a chunk is written that was changed. */
const changed = (text: string): string => JSON.stringify(JSON.parse(chunk(text)));

/** A chunk of what was held back. */
const rest = (text: string): string =>
  changed(text).replace('[{"content"', '[{"index":0,"content"');

describe("a stream that is sent as one array", () => {
  it("flows chunk by chunk, and holds back only what may become a placeholder", () => {
    const pieces = [
      `[${chunk("Hé, ")}`,
      `\n,\r\n${chunk("to [EM")}`,
      `,${chunk("AIL_1]]}")}`,
      "\n]\n",
    ];
    expect(passed(pieces)).toEqual([
      pieces[0],
      `\n,\r\n${changed("to ")}`,
      `,${changed("ada@example.com]}")}`,
      pieces[3],
      "",
    ]);
  });

  it("is the same wherever its bytes are cut, and has the rest of its words before it ends", () => {
    const stop = chunk("", ', "finishReason": "STOP"');
    const bytes = Buffer.from(` [${chunk("Hé [EM")},\n${chunk('AIL_1] "[')}, ${stop} ]`);
    const told = ` [${changed("Hé ")},\n${changed('ada@example.com "')}, ${rest("[")},\n${stop} ]`;
    const open = Buffer.from(`[${chunk("é [EM")} \n]`);
    const flushed = `[${changed("é ")} \n,\n${rest("[EM")}]`;
    for (const [whole, expected] of [
      [bytes, told],
      [open, flushed],
    ] as const) {
      for (let cut = 0; cut <= whole.length; cut += 1) {
        const text = passed([whole.subarray(0, cut), whole.subarray(cut)]).join("");
        expect(text).toBe(expected);
      }
    }
  });

  it("has what came of it where it is cut short", () => {
    const first = chunk("to [EM");
    expect(
      passed([`[${first},\n`, '{"candidates":[{"content":{"parts":[{"text":"[EMAIL_1]"}']).join(""),
    ).toContain('{"candidates":[{"content":{"parts":[{"text":"ada@example.com"}');
    expect(passed([`[${first}`]).at(-1)).toContain('"[EM"');
  });

  it("stays as it came where nothing in it changes", () => {
    const text = `[ ${chunk("a ] b")} , [1, "]"], "x]", 1.0 ]`;
    expect(passed([text]).join("")).toBe(text);
  });
});
