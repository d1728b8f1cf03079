import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readablePart } from "../../src/transport/readable-part.ts";

const MAX_BYTES = 64 * 1024;
const TEXT = Buffer.from('{"allowed":false}');

function packed(times: number): { bytes: Uint8Array; codings: readonly string[] } {
  let bytes: Uint8Array = TEXT;
  for (let time = 0; time < times; time += 1) bytes = gzipSync(bytes);
  return { bytes, codings: Array<string>(times).fill("gzip") };
}

describe("the readable part of a response", () => {
  it("is what was compressed, up to three times", () => {
    const { bytes, codings } = packed(3);
    expect(Buffer.from(readablePart(bytes, codings, MAX_BYTES))).toEqual(TEXT);
  });

  it("is left as it is with more codings: removing hundreds would block the process", () => {
    const { bytes, codings } = packed(4);
    expect(readablePart(bytes, codings, MAX_BYTES)).toBe(bytes);
  });
});
