import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";
import { valuesIn } from "./texts/found.ts";
import { spread } from "./texts/spread.ts";

/** The texts that `pattern` stands for that are not found as a whole behind `before`. */
function missedOf(pattern: string, before = "to "): string[] {
  return spread(pattern).filter((text) => valuesIn(`${before}${text} please`).join() !== text);
}

describe("personal data is found with its signs written as HTML entities", () => {
  it.each([
    "jane{&commat;,&#64;,&#x40;,&#X40;,&amp;commat;,&amp;amp;#64;}example{&period;,&#46;}com",
    "jane{&lowbar;,&#95;}doe@example.com",
    "415{&hyphen;,&dash;,&ndash;,&mdash;}555-0132",
    "415{&shy;,&zwnj;,&zwj;,&#8203;}-555-0132",
    "{&plus;,&#43;}1{&nbsp;,&ensp;,&emsp;,&thinsp;}415 555 0132",
    "{&lpar;,&#40;}415{&rpar;,&#41;} 555-0132",
    "415-555-0132 {&num;,&#35;}12",
    "02{&colon;,&#58;}42:ac:11:00:02",
  ])("%s", (pattern) => {
    expect(missedOf(pattern)).toEqual([]);
  });

  it.each(["&quot;", "&apos;", "&#34;"])("in quotes: %s", (quote) => {
    expect(valuesIn(`phone=${quote}83726451${quote}`)).toEqual(["83726451"]);
  });
});

describe("a telephone number is found in the digits of", () => {
  it.each([..."٠۰߀०০੦૦୦௦౦೦൦๐໐༠၀០᠐０⓪₀"])("%s", (zero) => {
    // Circled digits begin with one: their zero is elsewhere.
    const circled = zero === "⓪";
    const digit = (value: number): string =>
      circled && value > 0
        ? String.fromCharCode(0x2460 + value - 1)
        : String.fromCharCode(zero.charCodeAt(0) + value);
    const number = "030 9017528".replace(/\d/g, (one) => digit(Number(one)));
    expect(valuesIn(`tel. ${number}, ok`)).toEqual([number]);
  });

  it.each(["⁰¹²³⁴⁵⁶⁷⁸⁹", "⓿❶❷❸❹❺❻❼❽❾"])("%s", (digits) => {
    const number = "030 9017528".replace(/\d/g, (one) => digits.charAt(Number(one)));
    expect(valuesIn(`tel. ${number}, ok`)).toEqual([number]);
  });
});

describe("personal data is found with percent escapes", () => {
  it.each([
    "jane{%40,%2540,%252540}example.com",
    "{%2B,%252B,%2b}14155550132",
    "%2B1{%20,%C2%A0,%2520}415{%2D,%20}555{%2D,%2E}0132",
    "%28415%29%20555%2D0132",
    "02%3A42%3aac%3A11%3A00%3A02",
    "jane%5Fdoe@example.com",
    "jane@%5B192.0.2.1%5D",
  ])("%s", (pattern) => {
    expect(missedOf(pattern, "?q=")).toEqual([]);
  });
});

describe("personal data is found with escapes of JSON and JavaScript", () => {
  it.each([
    "jane\\U00000040example.com",
    "jane{\\u0040,\\\\u0040,\\x40}example{\\u002e,\\x2e}com",
    "jane{\\u005f,\\_}doe@example.com",
    "+1\\u00a0415\\u00A0555\\u00ad0132",
    "+1 415\\-555\\-0132",
  ])("%s", (pattern) => {
    expect(missedOf(pattern)).toEqual([]);
  });
});

describe("in JSON whose letters beyond ASCII are escaped, as Python writes it", () => {
  const word = ["Tulipan", "4711"].join("");
  const escaped = (text: string): string =>
    JSON.stringify({ text }).replace(
      /[\u0080-\uffff]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );

  it.each([
    ["an address behind a Chinese word", "邮箱jane@example.com。", "jane@example.com"],
    ["an address behind a picture", "📧jane@example.com", "jane@example.com"],
    ["an address in quotes", "“jane@example.com”", "jane@example.com"],
    ["a telephone number between words", "電話13812345678です", "13812345678"],
    ["a telephone number behind a German word", "für Rückfragen: 0171 5550132", "0171 5550132"],
    ["a password in Chinese", `密码：${word}`, word],
    ["a password in Russian", `пароль: ${word}`, word],
    ["a password in Spanish", `la contraseña: ${word}`, word],
  ])("%s is found, and the rest stays JSON", (_what, text, value) => {
    const json = escaped(text);
    expect(valuesIn(json)).toEqual([value]);
    const masked = createMasker().mask(json).text;
    expect(JSON.parse(masked).text).toMatch(/\[\w+_1\]/);
    expect(masked).toBe(json.replace(value, JSON.parse(masked).text.match(/\[\w+\]/)[0]));
  });

  it("an address with such a letter is masked as a whole", () => {
    expect(valuesIn(escaped("to müller@example.com"))).toEqual([
      escaped("müller@example.com").slice(9, -2),
    ]);
  });
});

describe("personal data is found with marks and blanks between its characters", () => {
  const between = (value: string, sign: string): string => [...value].join(sign) + sign;

  it.each([
    ["strokes", "\\u0336"],
    ["underlines", "\\u0332"],
    ["blank letters", "\\u3164"],
    ["named spaces without a width", "&ZeroWidthSpace;"],
  ])("%s", (_what, written) => {
    const sign = written.replace(/\\u(\w{4})/, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    for (const value of ["4111 1111 1111 1111", "+1 415 555 0132", "jane@example.com"]) {
      // What follows the last character is not part of the value.
      const [found = ""] = valuesIn(`to ${between(value, sign)} please`);
      expect(found + (found.endsWith(sign) ? "" : sign)).toBe(between(value, sign));
    }
  });

  it("accents on digits", () => {
    const mark = String.fromCharCode(0x301);
    const card = "4111 1111 1111 1111".replace(/\d/g, (digit) => digit + mark);
    expect(valuesIn(`to ${card} please`).join()).toContain(card.slice(0, -1));
  });

  it.each([0x02d0, 0x055d, 0x0589, 0x2236, 0xfe55])("a colon of another kind: %d", (code) => {
    const colon = String.fromCharCode(code);
    expect(valuesIn(`phone${colon} 83726451`)).toEqual(["83726451"]);
  });

  it("an at sign by its code point in braces", () => {
    for (const address of ["jane\\u{40}example.com", "jane\\u{0040}example\\u{2e}com"])
      expect(valuesIn(`to ${address} please`)).toEqual([address]);
  });

  it("small forms of signs", () => {
    expect(missedOf("jane\ufe6bexample\ufe52com")).toEqual([]);
    expect(missedOf("\ufe621 415 555 0132")).toEqual([]);
  });
});
