import { describe, expect, it } from "vitest";
import { createMasker, restore } from "../../src/masking/index.ts";
import { token } from "./texts/samples.ts";

const masker = createMasker();
const github = `ghp_${token(7, 36)}`;
const stripe = `sk_live_${token(9, 24)}`;

/** Escaped as Markdown editors and converters do. */
const escaped = (text: string): string => text.replaceAll("_", "\\_");

describe("values with underscores escaped by Markdown are found", () => {
  it.each([
    ["an address", "first_last@example.com", "[EMAIL_1]"],
    ["an address whose first letter stands alone", "j_doe_x@example.com", "[EMAIL_1]"],
    ["a token", github, "[SECRET_1]"],
    ["a token with two", stripe, "[SECRET_1]"],
  ])("%s", (_what, value, placeholder) => {
    for (const written of [escaped(value), escaped(escaped(value))]) {
      const text = `- ${written} (new)`;
      const masked = masker.mask(text);
      expect(masked.text).toBe(`- ${placeholder} (new)`);
      expect(restore(masked.text, masked.vault)).toBe(text);
    }
  });

  it("and escaped placeholders are kept, with their numbers reserved", () => {
    const text = "[EMAIL\\_1] wrote to first\\_last@example.com";
    expect(masker.mask(text).text).toBe("[EMAIL\\_1] wrote to [EMAIL_2]");
  });

  it.each(["C:\\_work\\a_b", "\\_", "snake\\_case\\_name", "\\texttt{a\\_b}", "a\\__b"])(
    "but not in %s",
    (text) => {
      expect(masker.mask(text).text).toBe(text);
    },
  );
});
