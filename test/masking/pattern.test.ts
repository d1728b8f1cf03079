import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LinearPattern } from "../../src/masking/pattern/linear-pattern.ts";
import { PatternError } from "../../src/masking/pattern/syntax.ts";

/** The matches of the native regular expression engine. */
function native(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))]
    .map(([match]) => match)
    .filter((match) => match !== "");
}

function linear(pattern: RegExp, text: string): string[] {
  return [...new LinearPattern(pattern).findAll(text)].map(({ start, end }) =>
    text.slice(start, end),
  );
}

describe("linear-time patterns", () => {
  it("find what native regular expressions find", () => {
    const patterns = [
      /ab/,
      /a+/,
      /a+?b/,
      /(?:ab|a)c?/,
      /[ab]{2,3}/,
      /\bab\b/,
      /^a|b$/,
      /^a|b$/m,
      /^[^b]*$/m,
      /a.c/i,
      /\d{2}-?\d{2}/,
      /(a|b)*c/,
      /(?:a?b){1,3}/,
      /[^ab]+/,
      /(?<x>a)(b)?/,
      /\w+\s\w+/,
      /a{0,2}b{2}/,
      /\p{Lu}\p{Ll}+/u,
      /(?:a{0,3}b?){0,3}c/,
      /(?:\b\w{1,2}\b ?){1,3}-/,
      /\w{1,3}-\w/,
      /(?:|a|b|c|1|2|é| |-){2}A/,
    ];
    const text = fc.string({
      unit: fc.constantFrom("a", "b", "c", "A", "C", " ", "-", "1", "2", "é", "É", "\n", "\u2028"),
      maxLength: 16,
    });
    fc.assert(
      fc.property(fc.constantFrom(...patterns), text, (pattern, subject) => {
        expect(linear(pattern, subject)).toEqual(native(pattern, subject));
      }),
      { numRuns: 2_000 },
    );
  });

  it("read characters outside the basic plane as native ones do, with the flag u", () => {
    const patterns = [
      /./u,
      /.../u,
      /a.b/u,
      /😀+/u,
      /[😀-😎]{2}/u,
      /\u{1F600}a|\ud83d\ude01/u,
      /\ud83d/u,
      /\p{L}+/u,
      /\P{L}+/u,
      /[^a]{2}/u,
      /\S+/u,
      /𠀀?a/iu,
      /^[^\n]$/mu,
      /../,
      /[^a]+b/,
    ];
    const unit = fc.constantFrom("a", "b", "\n", "é", "😀", "😁", "𠀀", "\ud83d", "\ude00");
    fc.assert(
      fc.property(
        fc.constantFrom(...patterns),
        fc.string({ unit, maxLength: 8 }),
        (pattern, text) => {
          expect(linear(pattern, text)).toEqual(native(pattern, text));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([/(?=a)b/, /(?!a)b/, /(?<=a)b/, /(?<!a)b/, /(a)\1/, /(?<n>a)\k<n>/])(
    "reject %s",
    (pattern) => {
      expect(() => new LinearPattern(pattern)).toThrow(PatternError);
    },
  );

  it("reject repetitions that are too large", () => {
    expect(() => new LinearPattern(/(?:a{0,99}){0,99}/)).toThrow(/too large/);
    expect(() => new LinearPattern(/a{10000}/)).toThrow(/too large/);
    expect(() => new LinearPattern(/a{2,100000}/)).toThrow(/too large/);
    expect(() => new LinearPattern(/(?:){99999999,}/)).toThrow(/too large/);
  });

  it("reject nested character classes, naming the pattern", () => {
    // Built from strings, because TypeScript allows this flag only for newer targets.
    const [source, flags] = ["[\\p{L}--[a-z]]", "v"];
    const pattern = new RegExp(source, flags);
    expect(() => new LinearPattern(pattern)).toThrow(PatternError);
  });

  it("can match a whole text", () => {
    const pattern = new LinearPattern(/a|ab/);
    expect(pattern.matchesAll("ab")).toBe(true);
    expect(pattern.matchesAll("abc")).toBe(false);
  });
});
