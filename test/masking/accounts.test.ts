import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";
import { grouped, iban } from "./texts/samples.ts";

const masker = createMasker();

function found(text: string): string[] {
  return masker.detect(text).map(({ type, start, end }) => `${type} ${text.slice(start, end)}`);
}

/** From countries whose accounts may contain letters: fewer than a third of it is digits. */
const romanian = iban("RO", "FFSNEUQNPX6GJPQXTXMT");
const maltese = iban("MT", "MALT01100ASTQWERTZUIOPLKMLC");

describe("IBANs with mostly letters are found", () => {
  it.each([
    ["in one word", romanian, `Mon IBAN : ${romanian}`],
    ["in groups of four", grouped(romanian, 4, " "), `konto ${grouped(romanian, 4, " ")}, danke`],
    ["with a last group of three", grouped(maltese, 4, " "), `| ${grouped(maltese, 4, " ")} |`],
    ["in small letters", maltese.toLowerCase(), `iban=${maltese.toLowerCase()}`],
    ["in full-width letters", wide(romanian), `IBAN ${wide(romanian)}`],
  ])("%s", (_how, written, text) => {
    expect(found(text)).toEqual([`IBAN ${written}`]);
  });

  it("but not in words with the right checksum", () => {
    const words = grouped(romanian, 5, " ");
    expect(
      found(`${words} ${words.toLowerCase()} ${grouped(romanian, 4, "-").toLowerCase()}`),
    ).toEqual([]);
  });

  it("but not without digits other than the check digits", () => {
    expect(found(iban("RO", "FFSNEUQNPXQGJPQXTXMT"))).toEqual([]);
  });
});

function wide(text: string): string {
  return text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
}
