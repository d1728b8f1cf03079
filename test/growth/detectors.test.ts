import { describe, expect, it } from "vitest";
import {
  type Detector,
  NATIONAL_ID_DETECTORS,
  PII_DETECTORS,
  SECRET_DETECTORS,
} from "../../src/masking/index.ts";
import { Scanner } from "../../src/masking/scan/scanner.ts";
import { leastTime } from "../masking/texts/fastest.ts";

describe("a detector's time grows at most linearly with the text", () => {
  const detectors = [...PII_DETECTORS, ...NATIONAL_ID_DETECTORS, ...SECRET_DETECTORS];
  const isRow = ({ name, optIn }: Detector): boolean =>
    name.startsWith("secret:") || optIn === true;

  it.each(detectors.filter((one) => !isRow(one)).map((one) => [one.name, one] as const))(
    "from 8 kB to 800 kB: %s",
    (_name, detector) => {
      const scanner = new Scanner([detector]);
      for (const piece of piecesFor(detector)) {
        const long = repeated(piece, 800_000);
        const short = long.slice(0, 8_000);
        const atFirst = leastTime(() => scan(scanner, short), 1);
        const later = leastTime(() => scan(scanner, long), 500);
        // Quadratic growth would be a factor of 10,000, linear is 100; the rest is room for a busy
        // machine.
        expect(later, piece).toBeLessThan(Math.max(1_000, atFirst * 600));
      }
    },
  );

  it("because no detector or table row reads further in a longer text", () => {
    for (const detector of detectors) {
      const scanner = new Scanner([detector]);
      for (const piece of piecesFor(detector)) {
        const long = repeated(piece, 800_000);
        const short = long.slice(0, 8_000);
        const alone = leastTime(() => scan(scanner, short), 1);
        // The same 8 kB, followed and preceded by nearly 800 kB.
        const before = leastTime(() => scan(scanner, long, 0, 8_000), 20);
        const behind = leastTime(() => scan(scanner, long, 792_000, 800_000), 20);
        const name = `${detector.name} with ${piece}`;
        // Reading to the end at every gate would take a hundred times as long.
        expect(before, name).toBeLessThan(Math.max(100, alone * 30));
        expect(behind, name).toBeLessThan(Math.max(100, alone * 30));
      }
    }
  }, 60_000);
});

function scan(scanner: Scanner, text: string, from?: number, to?: number): void {
  const opened = scanner.open(text);
  opened.find(from, to);
  scanner.close(opened);
}

function repeated(piece: string, size: number): string {
  return piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
}

/** Texts that trigger a detector all the time: its gates alone, and before possible suffixes. */
function piecesFor({ gates }: Detector): string[] {
  const { literals = [], chars = "", digits, atStart = false } = gates;
  const [literal] = literals;
  const pieces = [
    literal,
    // The next literal must begin a token; a dash before it may still belong to this one.
    literal && `${literal}aB3${atStart ? "-" : ""}`,
    chars[0] && `a${chars[0]}1`,
    digits === "run" ? "1-2 " : undefined,
    digits === "run" ? "4111 1111 " : undefined,
    digits && "a1b2",
  ];
  return pieces.filter((piece): piece is string => piece !== undefined && piece !== "");
}
