import fc from "fast-check";
import { expect, it } from "vitest";
import { countLetters, letterPattern } from "../../../src/lifecycle/transcript/scan.ts";

/** Of few letters, so that phrases begin, overlap and end everywhere. */
const letters = (...units: string[]) => fc.constantFrom("a", "z", ...units);
const phrases = fc.string({ unit: letters(" "), minLength: 1, maxLength: 5 });
const texts = fc.string({
  unit: letters("A", "Z", "@", "[", "`", "{", "\u200b", "\n", "é"),
  maxLength: 30,
});

/** The same, said simply: at how many places the letters of `text` go on with those of `phrase`. */
function countSimply(text: string, phrase: string): number {
  const among = text.replace(/[^a-z]/gi, "").toLowerCase();
  const wanted = phrase.replaceAll(" ", "");
  return [...among].filter((_, at) => among.startsWith(wanted, at)).length;
}

it("counts a phrase wherever its letters follow each other, in any case and whatever is between", () => {
  fc.assert(
    fc.property(texts, phrases, (text, phrase) => {
      fc.pre(phrase.trim() !== "");
      expect(countLetters(text, letterPattern(phrase))).toBe(countSimply(text, phrase));
    }),
    { numRuns: 1_000 },
  );
});
