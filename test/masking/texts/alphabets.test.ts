import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { ALPHANUMERIC, inAnyCase } from "../../../src/masking/text/alphabets.ts";

const LIVING_LETTER =
  /\p{L}(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Thai}\p{Script=Georgian}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}])/u;
/** Characters between words in those languages. */
const SEPARATORS =
  "\t\n !\"#$%&'()*,./:;<=>?@[\\]^`{|}~\u00a0\u00a1\u00ab\u00b7\u00bb\u00bf\u037e\u0387\u0589\u060c\u061b\u061f\u06d4\u0964\u0965\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u2022\u3000\u3001\u3002\u300c\u300d\u30fb\uff01\uff08\uff09\uff0c\uff1a";

describe("letters of all alphabets", () => {
  it("are the letters that people's names are written with", () => {
    const isIn = new RegExp(`^[${ALPHANUMERIC}]$`);
    const names = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code))
      .filter((letter) => LIVING_LETTER.test(letter))
      // Excludes Roman numerals, units and phonetic characters, which NFKC replaces.
      .filter((letter) => letter === letter.normalize("NFKC"));
    expect(names.length).toBeGreaterThan(35_000);
    // Letters introduced by a Roman emperor, and a mark of vertical writing.
    expect(names.filter((letter) => !isIn.test(letter)).join("")).toBe(
      "\u2132\u214e\u2183\u2184\u303b",
    );
  });

  it("contain no separators of words", () => {
    const isIn = new RegExp(`[${ALPHANUMERIC}]`);
    expect([...SEPARATORS].filter((sign) => isIn.test(sign))).toEqual([]);
  });

  it("match words in any mixture of cases", () => {
    const word = new RegExp(`^${inAnyCase("(?:соба(?:ка|чка)|ät)")}$`);
    for (const said of ["собака", "СОБАЧКА", "СоБаКа", "ät", "Ät"]) expect(said).toMatch(word);
    for (const other of ["собак", "at", "котик"]) expect(other).not.toMatch(word);
  });
});

describe("email addresses that are written out", () => {
  it.each([
    "jane DOT doe (AT) example Dot com",
    "Иван собака ПРИМЕР точка рф",
    "MÜLLER (Klammeraffe) firma PUNKT de",
    "josé GUIÓN luis Arroba correo PUNTO es",
    "田中 [at] example [dot] jp",
  ])("are found in any case and alphabet: %s", (address) => {
    const { detect } = createMasker();
    const text = `Write to ${address}`;
    expect(detect(text)).toMatchObject([{ type: "EMAIL", start: 9, end: text.length }]);
  });
});
