import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";
import { card, token } from "./texts/samples.ts";

const values: readonly (readonly [string, string])[] = [
  ["a telephone number", "+49 30 901820"],
  ["an American one", "(415) 555-0132"],
  ["a card", card("4", 16, 3)],
  ["an account", ["DE89", "3704", "0044", "0532", "0130", "00"].join(" ")],
  ["a social security number", ["536", "22", "1234"].join("-")],
  ["an address of a network", "203.0.113.7"],
  ["one of version 6", "2a02:1234:abcd::7"],
  ["an address of a device", "3c:22:fb:01:9a:4e"],
  ["a national insurance number", ["AB", "12", "34", "56", "C"].join(" ")],
  ["a wallet", `0x${"52908400098527886e0f7030069857d2e4169ee7"}`],
  ["a mail address", "jane@example.com"],
  ["a token", ["gh", "p_"].join("") + token(31, 36)],
];

describe("a value within emphasis marks of Markdown or a chat is found", () => {
  for (const [what, value] of values) {
    it.each(["_", "*", "**", "***", "~~", "**_"])(`${what} between %s`, (sign) => {
      const closing = [...sign].reverse().join("");
      expect(valuesIn(`Please use ${sign}${value}${closing}, thanks.`)).toEqual([value]);
    });
  }

  it("also next to its keyword in a sentence", () => {
    expect(valuesIn("Her NHS number is _943 476 5919_.")).toEqual(["943 476 5919"]);
  });

  it.each([
    "host_203.0.113.7_a, name_415-555-0132, x_3c22fb019a4e_y",
    "_10.2.0_ and __1.2.3__, build_4_15_5550132",
    "const _0x4a3b2c = _12; __version_1_2_3_4__",
  ])("but not as a part of the names in %s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});
