import { createHash } from "node:crypto";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readablePart } from "../../src/transport/readable-part.ts";

const MAX_BYTES = 64 * 1024;
const TEXT = Buffer.from('{"allowed":false}');

/** Hardly compressible, so that half of the bytes is about half of the text. */
const NOISE = Array.from({ length: 200 }, (_, at) =>
  createHash("sha256").update(`${at}`).digest("hex"),
).join("");

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

  it.each([
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
    ["br", brotliCompressSync],
  ])(
    "has a denial that arrived before a body in %s broke off, or grew too large",
    (coding, pack) => {
      const whole = pack(`{"allowed":false,"reason":"${NOISE}`);
      const cut = whole.subarray(0, Math.floor(whole.length * 0.9));
      for (const [bytes, limit] of [
        [cut, MAX_BYTES],
        [whole, NOISE.length / 2],
      ] as const) {
        const part = Buffer.from(readablePart(bytes, [coding], limit)).toString();
        expect(part).toMatch(/^\{"allowed":false,"reason":"[0-9a-f]+$/);
        expect(part.length).toBeLessThanOrEqual(limit);
      }
    },
  );

  it("is left as it is with more codings: removing hundreds would block the process", () => {
    const { bytes, codings } = packed(4);
    expect(readablePart(bytes, codings, MAX_BYTES)).toBe(bytes);
  });
});
