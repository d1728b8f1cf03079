import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from "node:zlib";
import { isZlibFormat, MAX_CODINGS } from "./content-coding.ts";

type Decode = (bytes: Uint8Array, maxOutputLength: number) => Uint8Array;

/** Returns what there is where the data ends, instead of failing. */
const finishFlush = constants.Z_SYNC_FLUSH;

const gunzip: Decode = (bytes, maxOutputLength) =>
  gunzipSync(bytes, { finishFlush, maxOutputLength });

const DECODERS: ReadonlyMap<string, Decode> = new Map([
  ["gzip", gunzip],
  ["x-gzip", gunzip],
  [
    "deflate",
    (bytes, maxOutputLength) => {
      const inflate = isZlibFormat(bytes) ? inflateSync : inflateRawSync;
      return inflate(bytes, { finishFlush, maxOutputLength });
    },
  ],
  [
    "br",
    (bytes, maxOutputLength) =>
      brotliDecompressSync(bytes, {
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
        maxOutputLength,
      }),
  ],
]);

/**
 * The readable beginning of a body that has not arrived completely, or cannot be decoded: a denial
 * in it counts. A body that does not have its coding, because a proxy removed it but left the
 * header, is returned as it is, and so is one with too many codings.
 */
export function readablePart(
  bytes: Uint8Array,
  codings: readonly string[],
  maxBytes: number,
): Uint8Array {
  if (codings.length > MAX_CODINGS) return bytes;
  let part = bytes;
  for (const coding of codings.toReversed()) {
    const decode = DECODERS.get(coding);
    const decoded = decode && beginningOf(part, decode, maxBytes);
    if (decoded === undefined) break;
    part = decoded;
  }
  return part;
}

/** Undefined if it cannot be decoded. Of one that is too large, some beginning within the limit. */
function beginningOf(bytes: Uint8Array, decode: Decode, maxBytes: number): Uint8Array | undefined {
  for (let end = bytes.length; end > 0; end = Math.floor(end / 2)) {
    try {
      return decode(bytes.subarray(0, end), maxBytes);
    } catch (error) {
      if ((error as { code?: unknown }).code !== "ERR_BUFFER_TOO_LARGE") return undefined;
    }
  }
  return undefined;
}
