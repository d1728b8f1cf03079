import { describe, expect, it } from "vitest";
import { createMasker, restore } from "../../src/masking/index.ts";
import { valuesIn } from "./texts/found.ts";

const password = ["Tulipan", "4711"].join("");

describe("words are known whose accents are characters of their own, as PDFs and macOS have them", () => {
  it.each([
    ["Spanish", `La contraseña: ${password}`, password],
    ["Vietnamese, with two marks", `mật khẩu: ${password}`, password],
    ["Turkish", `şifre: ${password}`, password],
    ["Swedish", `lösenord: ${password}`, password],
    ["Korean", `비밀번호: ${password}`, password],
    ["Japanese", `パスワード: ${password}`, password],
    ["Russian", `мой телефон 8 (916) 555-01-32`, "8 (916) 555-01-32"],
    ["German, of a telephone", "für Rückfragen: 0171 5550132", "0171 5550132"],
  ])("%s", (_language, text, value) => {
    const decomposed = text.normalize("NFD");
    expect(valuesIn(decomposed)).toEqual([value]);
    const { text: masked } = createMasker().mask(decomposed);
    expect(masked).toBe(decomposed.replace(value, masked.match(/\[\w+\]/)?.[0] ?? ""));
  });

  it("and a value with such letters is masked as it stands, and restored", () => {
    const value = `Größe-${password}-é`.normalize("NFD");
    const masker = createMasker();
    const { text, vault } = masker.mask(`password: "${value}"`);
    expect(text).toBe('password: "[SECRET_1]"');
    expect(restore(text, vault)).toBe(`password: "${value}"`);
  });

  it("and marks that belong to no letter change nothing", () => {
    const mark = String.fromCharCode(0x301);
    expect(valuesIn(`${mark}${mark} jane@example.com ${mark}`)).toEqual(["jane@example.com"]);
  });
});
