import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";
import { valuesIn } from "./texts/found.ts";

const masker = createMasker();
/** Eight numbers of two bytes, each times eleven, as BitLocker prints them. */
const key = [12, 60_001, 7_349, 33_280, 50_112, 999, 65_535, 41_007]
  .map((number) => String(number * 11).padStart(6, "0"))
  .join("-");
const passcode = ["48", "2915"].join("");

describe("numbers are found in formats that have no words", () => {
  it.each([
    [
      "a telephone and a fax in X12",
      "PER*IC*BOB*TE*4155550132*EX*12*FX*4155550133~",
      ["4155550132", "4155550133"],
    ],
    ["a social security number in X12", "REF*SY*536228726~", ["536228726"]],
    ["a hardware address in German", "MAC-Adresse: 844BF47C41B5", ["844BF47C41B5"]],
    ["an NHS number before its name", "Patient 9434765919 (NHS)", ["9434765919"]],
    [
      "the code of a conference",
      `+14155550132,,81234567890#,,,,*${passcode}#`,
      ["+14155550132", passcode],
    ],
    ["a key of BitLocker", `it asks for ${key} again`, [key]],
    ["the same with spaces", key.replaceAll("-", " "), [key.replaceAll("-", " ")]],
  ])("%s", (_what, text, values) => {
    expect(valuesIn(text)).toEqual(values);
  });

  it("but not where the digits are others", () => {
    const wrong = key.replace(/\d-/, (end) => `${(Number(end[0]) + 1) % 10}-`);
    const zeros = Array.from({ length: 8 }, () => "000000").join("-");
    for (const text of [wrong, zeros]) expect(masker.detect(`the id ${text} is known`)).toEqual([]);
    expect(valuesIn("x = price*te*4155550132;")).toEqual([]);
  });
});
