import { describe, expect, it } from "vitest";
import { createMasker, restore } from "../../src/masking/index.ts";
import { valuesIn } from "./texts/found.ts";

const CARD = "4111111111111111";
const SSN = "536-22-8726";
const IP = "203.0.113.77";
const IBAN = "DE89370400440532013000";
const PHONE = "+44 20 7946 0958";
const TOKEN = ["ghp", "x7Kq2mVt9LbN4cRw8ZsY1dFhJ3gP6aQeU5oT"].join("_");
const ALL = [CARD, SSN, IP, IBAN, PHONE, TOKEN];

/** Those of the values that no find in `written` contains. */
const missedIn = (write: (value: string) => string): string[] =>
  ALL.filter((value) => !valuesIn(write(value)).some((found) => found.includes(value)));

describe("a value is found that touches another text where a disguise could join them:", () => {
  it.each<[string, (value: string) => string]>([
    ["variables of an environment", (value) => `A=1\0B=${value}\0PATH=/usr/bin\0`],
    ["fields between zero bytes", (value) => `id\x0012\0${value}\x0012\0name\0`],
    ["texts that React wrote side by side", (value) => `<b>Nr12<!-- -->${value}<!-- -->5x</b>`],
    ["parts of a long word", (value) => `<td>12<wbr>${value}<wbr>34</td>`],
    ["a number in parentheses before it", (value) => `⑴${value} ⑵${value}`],
    ["a number in a circle before it", (value) => `①${value}`],
    ["a black number before it", (value) => `➊${value}`],
    ["a letter in a circle before it", (value) => `ⓐ${value}`],
    ["the sign of a footnote", (value) => `${value}ᵃ and ${value}¹`],
    ["the picture of a letter", (value) => `\u{1f17f}\ufe0f${value}`],
    ["spaces of no width", (value) => `12\u200b${value}\u200b34`],
    ["marks of direction in HTML", (value) => `12&rlm;${value}&lrm;34`],
    ["pictures that got lost", (value) => `12\ufffc${value}\ufffc34`],
  ])("%s", (_what, write) => {
    expect(missedIn(write)).toEqual([]);
  });

  it.each(["\0", "\u0001", "\u001f", "\v"])("in JSON, which can still be parsed: %j", (sign) => {
    const masker = createMasker();
    for (const value of ALL) {
      const text = JSON.stringify({ fields: `Nr${sign}${value}${sign}12` });
      const { text: masked, vault } = masker.mask(text);
      expect(masked).not.toContain(value);
      expect(JSON.parse(masked).fields).toMatch(/^Nr.*\[\w+\].*12$/s);
      expect(restore(masked, vault)).toBe(text);
    }
  });

  it("each of two of them", () => {
    const text = `${CARD}\0${CARD}\0`;
    const { text: masked, vault } = createMasker().mask(text);
    expect(masked).toBe("[CREDIT_CARD_1]\0[CREDIT_CARD_1]\0");
    expect(restore(masked, vault)).toBe(text);
  });

  it("and a password whose name has accents of its own, next to a price that is struck out", () => {
    const password = ["Tulipan", "4711"].join("");
    for (const name of ["mật khẩu", "κωδικός", "slaptažodis", "パスワード"])
      expect(valuesIn(`1\u03360\u0336 ${name.normalize("NFD")}: ${password}`)).toEqual([password]);
  });
});
