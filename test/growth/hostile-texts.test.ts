import { describe, expect, it } from "vitest";
import { createMasker, defineDetector } from "../../src/masking/index.ts";
import { fastest } from "../masking/texts/fastest.ts";
import { hostileTexts } from "../masking/texts/hostile-texts.ts";

describe("masking takes linear time", () => {
  // The scan is timed, so the text must be scanned again each time.
  const masker = createMasker({ remember: false });
  const texts = hostileTexts(200_000);

  it.each(Object.keys(texts))("for 200 kB of %s", (name) => {
    const text = texts[name] ?? "";
    // A quarter of a second on an idle core; more for a shared one.
    expect(fastest(() => masker.mask(text), 500)).toBeLessThan(600);
  });

  it("even for patterns that make backtracking engines hang", () => {
    for (const pattern of [/(a+)+$/, /(a|a)*b/, /(?:a|ab|b)*c/, /(x+x+)+y/, /(.*)*z/]) {
      const own = createMasker({ detectors: [defineDetector({ type: "OWN", pattern })] });
      const text = `${"a".repeat(20_000)}!`;
      expect(fastest(() => own.mask(text), 3_000)).toBeLessThan(3_000);
    }
  });
});
