import { describe, expect, it } from "vitest";
import {
  createMasker,
  type Detector,
  defineDetector,
  NATIONAL_ID_DETECTORS,
  PII_DETECTORS,
  SECRET_DETECTORS,
} from "../../src/masking/index.ts";
import { Scanner } from "../../src/masking/scanner.ts";
import { hostileTexts } from "./hostile-texts.ts";

/**
 * The least of up to three runs, in milliseconds of processor time: waiting for other programs is
 * not counted.
 */
function fastest(run: () => void, enough: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3 && best > enough; i++) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

describe("time grows no faster than the text", () => {
  const masker = createMasker();
  const texts = hostileTexts(200_000);

  it.each(Object.keys(texts))("for 200 kB of %s", (name) => {
    const text = texts[name] ?? "";
    // A quarter of a second on an idle core; room for one that is shared.
    expect(fastest(() => masker.mask(text), 500)).toBeLessThan(600);
  });

  it("from 8 kB to 800 kB, for every detector", () => {
    const detectors = [...PII_DETECTORS, ...NATIONAL_ID_DETECTORS, ...SECRET_DETECTORS];
    for (const detector of detectors) {
      const scanner = new Scanner([detector]);
      for (const piece of piecesFor(detector)) {
        // The rows of a table share one piece of code: a smaller text will do for each.
        const isRow = detector.name.startsWith("secret:") || detector.optIn === true;
        const size = isRow ? 20_000 : 800_000;
        const long = piece.repeat(Math.ceil(size / piece.length));
        const short = long.slice(0, size / 100);
        const atFirst = fastest(() => scanner.scan(short), 1);
        const later = fastest(() => scanner.scan(long), 500);
        // Quadratic growth would be ten thousand times; a hundred, and room for a busy machine.
        expect(later, `${detector.name} with ${piece}`).toBeLessThan(Math.max(500, atFirst * 600));
      }
    }
  }, 60_000);

  it("even for patterns that make other engines hang", () => {
    for (const pattern of [/(a+)+$/, /(a|a)*b/, /(?:a|ab|b)*c/, /(x+x+)+y/, /(.*)*z/]) {
      const own = createMasker({ detectors: [defineDetector({ type: "OWN", pattern })] });
      const text = `${"a".repeat(20_000)}!`;
      const before = performance.now();
      own.mask(text);
      expect(performance.now() - before).toBeLessThan(3_000);
    }
  });
});

/** Texts that wake a detector all the time: its own gates, one after the other. */
function piecesFor({ gates }: Detector): string[] {
  const { literals = [], chars = "", digits } = gates;
  const pieces = [
    literals[0],
    chars[0] && `a${chars[0]}1`,
    digits === "run" ? "1-2 " : undefined,
    digits && "a1b2",
  ];
  return pieces.filter((piece): piece is string => piece !== undefined && piece !== "");
}
