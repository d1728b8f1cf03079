import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";
import { grouped, iban } from "./texts/samples.ts";

const masker = createMasker();

function found(text: string): string[] {
  return masker.detect(text).map(({ type, start, end }) => `${type} ${text.slice(start, end)}`);
}

/** Of countries whose accounts may be of letters: they have fewer digits than a third. */
const romanian = iban("RO", "FFSNEUQNPX6GJPQXTXMT");
const maltese = iban("MT", "MALT01100ASTQWERTZUIOPLKMLC");

describe("accounts that are of letters mostly are found", () => {
  it.each([
    ["in one word", romanian, `Mon IBAN : ${romanian}`],
    ["in groups of four", grouped(romanian, 4, " "), `konto ${grouped(romanian, 4, " ")}, danke`],
    ["with a last group of three", grouped(maltese, 4, " "), `| ${grouped(maltese, 4, " ")} |`],
    ["in small letters", maltese.toLowerCase(), `iban=${maltese.toLowerCase()}`],
    ["in full-width letters", wide(romanian), `IBAN ${wide(romanian)}`],
  ])("%s", (_how, written, text) => {
    expect(found(text)).toEqual([`IBAN ${written}`]);
  });

  it("but no words with the right remainder", () => {
    const words = grouped(romanian, 5, " ");
    expect(
      found(`${words} ${words.toLowerCase()} ${grouped(romanian, 4, "-").toLowerCase()}`),
    ).toEqual([]);
  });

  it("nor what has no digit but those of a check", () => {
    expect(found(iban("RO", "FFSNEUQNPXQGJPQXTXMT"))).toEqual([]);
  });
});

function wide(text: string): string {
  return text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
}
