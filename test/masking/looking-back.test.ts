import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupsBehind, isBehind, lookingBack } from "../../src/masking/pattern/looking-back.ts";
import { ScannedText } from "../../src/masking/text/scanned-text.ts";

function scanned(view: string): ScannedText {
  const text = new ScannedText();
  text.read(view);
  return text;
}

describe("an expression for the text before a position", () => {
  const PATTERNS = [/ab?/, /(?:^|[^a])b{1,3}/, /(?:a |b |\n){2,3}/, /[ab]{1,4}(?: (?=a)| )a?/i];

  it("matches wherever the same expression with its end anchored does", () => {
    const texts = fc.string({ unit: fc.constantFrom("a", "b", "A", " ", "\n"), maxLength: 12 });
    fc.assert(
      fc.property(texts, fc.nat(12), fc.constantFrom(...PATTERNS), (view, place, pattern) => {
        const at = Math.min(place, view.length);
        // The lookahead of the last pattern may read beyond the position, so the text goes on.
        const anchored = new RegExp(`(?:${pattern.source})(?<=^[^]{${at}})`, pattern.flags);
        expect(isBehind(scanned(view), at, lookingBack(pattern))).toBe(anchored.test(view));
      }),
      { numRuns: 2_000 },
    );
  });

  it("tells the groups, and none where the text differs", () => {
    const text = scanned("reset the key");
    const word = lookingBack(/([a-z]{2,9}) /);
    expect(groupsBehind(text, 10, word)?.[1]).toBe("the");
    expect(groupsBehind(text, 9, word)).toBeNull();
  });
});
