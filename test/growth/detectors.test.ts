import { describe, expect, it } from "vitest";
import {
  type Detector,
  NATIONAL_ID_DETECTORS,
  PII_DETECTORS,
  SECRET_DETECTORS,
} from "../../src/masking/index.ts";
import { Scanner } from "../../src/masking/scan/scanner.ts";
import { leastTime } from "../masking/texts/fastest.ts";

describe("a detector's time grows no faster than the text", () => {
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
        // Quadratic growth would be ten thousand times; a hundred, and room for a busy machine.
        expect(later, piece).toBeLessThan(Math.max(1_000, atFirst * 600));
      }
    },
  );

  it("because no detector, and no row of a table, reads further the longer the text is", () => {
    for (const detector of detectors) {
      const scanner = new Scanner([detector]);
      for (const piece of piecesFor(detector)) {
        const long = repeated(piece, 800_000);
        const short = long.slice(0, 8_000);
        const alone = leastTime(() => scan(scanner, short), 1);
        // The same 8 kB, with nearly 800 kB behind them, and with nearly 800 kB before them.
        const before = leastTime(() => scan(scanner, long, 0, 8_000), 20);
        const behind = leastTime(() => scan(scanner, long, 792_000, 800_000), 20);
        const name = `${detector.name} with ${piece}`;
        // Reading on to the end at every gate would take a hundred times as long.
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

/** Texts that wake a detector all the time: its own gates, alone and in front of what may follow. */
function piecesFor({ gates }: Detector): string[] {
  const { literals = [], chars = "", digits } = gates;
  const [literal] = literals;
  const pieces = [
    literal,
    literal && `${literal}aB3`,
    chars[0] && `a${chars[0]}1`,
    digits === "run" ? "1-2 " : undefined,
    digits === "run" ? "4111 1111 " : undefined,
    digits && "a1b2",
  ];
  return pieces.filter((piece): piece is string => piece !== undefined && piece !== "");
}
