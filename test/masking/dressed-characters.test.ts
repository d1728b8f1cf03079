import { describe, expect, it } from "vitest";
import { createMasker, restore } from "../../src/masking/index.ts";
import { valuesIn } from "./texts/found.ts";

const EMAIL = "jane.doe@example.com";
const CARD = "4111 1111 1111 1111";
const IBAN = "DE89 3704 0044 0532 0130 00";
const SSN = "536-22-8726";
const IP = "203.0.113.77";
const PHONE = "+44 20 7946 0958";
const TOKEN = ["ghp", "x7Kq2mVt9LbN4cRw8ZsY1dFhJ3gP6aQeU5oT"].join("_");
const ALL = [EMAIL, CARD, IBAN, SSN, IP, PHONE, TOKEN];

const code = (char: string): number => char.charCodeAt(0);
const replaced =
  (pattern: RegExp, to: (char: string) => string) =>
  (text: string): string =>
    text.replace(pattern, to);
const digitsFrom = (zero: number) =>
  replaced(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const capitalsFrom = (first: number) =>
  replaced(/[A-Z]/g, (letter) => String.fromCodePoint(first + code(letter) - 65));
const hex = (char: string): string => code(char).toString(16);
const octal = (char: string): string => `\\${code(char).toString(8).padStart(3, "0")}`;

/** Those of `values` that are not found as a whole when they are written in this way. */
function missedOf(write: (text: string) => string, values: readonly string[]): string[] {
  return values.filter((value) => {
    const written = write(value);
    const [found = ""] = valuesIn(`use SSN ${written} please`);
    // What is behind the last character is not part of the value.
    return !written.startsWith(found) || written.length - found.length > 20 || found === "";
  });
}

describe("values are found whose characters are in another dress:", () => {
  it.each<[string, (text: string) => string, readonly string[]]>([
    ["accents on all", replaced(/\w/g, (char) => `${char}\u0301`), ALL],
    ["rings around all", replaced(/\w/g, (char) => `${char}\u20dd`), ALL],
    ["half marks", replaced(/\w/g, (char) => `${char}\ufe20`), ALL],
    ["extended marks", replaced(/\w/g, (char) => `${char}\u1ab0`), ALL],
    ["objects nobody sees", replaced(/./g, (char) => `${char}\ufffc`), ALL],
    ["formats of music", replaced(/./g, (char) => `${char}\u{1d173}`), ALL],
    ["zero bytes", replaced(/./g, (char) => `${char}\0`), ALL],
    ["Balinese digits", digitsFrom(0x1b50), [CARD, IBAN, SSN, IP, PHONE]],
    ["Sinhala digits", digitsFrom(0xde6), [CARD, IBAN, SSN, IP, PHONE]],
    ["twice circled", replaced(/[1-9]/g, (digit) => "⓵⓶⓷⓸⓹⓺⓻⓼⓽".charAt(+digit - 1)), [CARD, IP]],
    ["in parentheses", replaced(/[1-9]/g, (digit) => "⑴⑵⑶⑷⑸⑹⑺⑻⑼".charAt(+digit - 1)), [CARD, IP]],
    ["of dingbats", replaced(/[1-9]/g, (digit) => "➊➋➌➍➎➏➐➑➒".charAt(+digit - 1)), [CARD, IP]],
    ["squared", (text) => capitalsFrom(0x1f130)(text.toUpperCase()), [EMAIL, IBAN]],
    ["in black circles", (text) => capitalsFrom(0x1f150)(text.toUpperCase()), [EMAIL, IBAN]],
    ["in black squares", (text) => capitalsFrom(0x1f170)(text.toUpperCase()), [EMAIL, IBAN]],
    [
      "small capitals",
      replaced(/[a-h]/g, (char) => "ᴀʙᴄᴅᴇꜰɢʜ".charAt(code(char) - 97)),
      [EMAIL, TOKEN],
    ],
    ["raised", replaced(/[a-h]/g, (char) => "ᵃᵇᶜᵈᵉᶠᵍʰ".charAt(code(char) - 97)), [EMAIL, TOKEN]],
    [
      "Cyrillic next to each other",
      replaced(/[DEghp]/g, (char) => ({ E: "Е", h: "һ", p: "р" })[char] ?? char),
      [IBAN, TOKEN],
    ],
    [
      "Armenian and Greek",
      replaced(/[ohv]/g, (char) => ({ o: "օ", h: "հ", v: "ν" })[char] ?? char),
      [TOKEN],
    ],
  ])("%s", (_dress, write, values) => {
    expect(missedOf(write, values)).toEqual([]);
  });

  it.each<[string, (text: string) => string]>([
    ["entities without semicolons", replaced(/./g, (char) => `&#${code(char)}`)],
    ["octal escapes", replaced(/./g, octal)],
    ["escapes of Perl", replaced(/./g, (char) => `\\x{${hex(char)}}`)],
    ["escapes of escape()", replaced(/./g, (char) => `%u00${hex(char)}`)],
  ])("%s", (_escapes, write) => {
    expect(missedOf(write, [EMAIL, TOKEN])).toEqual([]);
  });

  it("separators in octal, as Git and C write them", () => {
    expect(missedOf(replaced(/[.@ -]/g, octal), [EMAIL, CARD, IBAN, SSN, IP])).toEqual([]);
  });

  it.each(["&minus;", "&puncsp;", "&numsp;"])("separators as %s", (entity) => {
    expect(
      missedOf(
        replaced(/[ -]/g, () => entity),
        [SSN, CARD, PHONE],
      ),
    ).toEqual([]);
  });

  it.each(["<!-- -->", "<!---->", "<wbr>", "<wbr/>"])("with %s, as renderers write it", (tag) => {
    expect(
      missedOf(
        replaced(/[@.\d]/g, (char) => char + tag),
        ALL,
      ),
    ).toEqual([]);
  });
});

describe("what looks like another dress stays as it is:", () => {
  it.each([
    "Die Straße heißt nach Ångström; ein Schlüssel (⑴) liegt dort, vgl. ℝ → ℂ und 10ⁿ.",
    "C:\\temp\\100\\056 and D:\\Fotos\\100CANON",
    "\u{1f1e9}\u{1f1ea} \u{1f1eb}\u{1f1f7} \u{1f170}\ufe0f \u{1f17f}\ufe0f",
    "<p>Hello<!-- --> <!-- -->world<wbr></p>",
  ])("%s", (text) => {
    expect(createMasker().mask(text).text).toBe(text);
  });

  it("and Turkish and Vietnamese words for a password with accents of their own are known", () => {
    const password = ["Tulipan", "4711"].join("");
    for (const text of [`hesabın şifresi: ${password}`, `mật khẩu: ${password}`])
      expect(valuesIn(text.normalize("NFD"))).toEqual([password]);
  });

  it("and such values are restored as they were", () => {
    const text = `mail j\u0301ane\u1ab0@exam<wbr>ple.com or 4\u0301111 1111 1111 1111`;
    const { text: masked, vault } = createMasker().mask(text);
    expect(masked).toBe("mail [EMAIL_1] or [CREDIT_CARD_1]");
    expect(restore(masked, vault)).toBe(text);
  });
});
