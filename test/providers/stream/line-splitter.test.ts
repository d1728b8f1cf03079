import { describe, expect, it } from "vitest";
import { LineSplitter } from "../../../src/providers/stream/line-splitter.ts";

function split(pieces: readonly (string | Uint8Array)[], maxLength?: number) {
  const lines: (string | undefined)[] = [];
  const splitter = new LineSplitter((line) => lines.push(line), maxLength);
  for (const piece of pieces) splitter.push(piece);
  splitter.end();
  return lines;
}

describe("lines of a stream", () => {
  it("end with LF, CR or CRLF, and the last one also without", () => {
    expect(split(["a\nb\r\nc\rd"])).toEqual(["a", "b", "c", "d"]);
    expect(split(["a\r", "\nb\r", "\rc\n", "\n"])).toEqual(["a", "b", "", "c", ""]);
    expect(split([])).toEqual([]);
  });

  it("keep characters that were cut between bytes, and replace broken ones", () => {
    const bytes = new TextEncoder().encode("€😀\n");
    expect(split([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(["€😀"]);
    expect(split([Uint8Array.of(0x61, 0xff, 0x62)])).toEqual(["a\ufffdb"]);
    expect(split([Uint8Array.of(0x61, 0xe2, 0x82)])).toEqual(["a\ufffd"]);
  });

  it("leave an undefined entry if they are too long", () => {
    expect(split(["short\n", "lo", "ng and ", "longer\nshort\n", "also too long"], 8)).toEqual([
      "short",
      undefined,
      "short",
      undefined,
    ]);
  });
});
