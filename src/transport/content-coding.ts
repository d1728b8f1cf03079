import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import { tooLargeError } from "./body-bytes.ts";

/** A body with its content codings removed, or why that failed. */
export type Decoded =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | {
      readonly ok: false;
      readonly reason: "too_large" | "undecodable";
      readonly cause: unknown;
    };

type Decode = (bytes: Uint8Array, maxOutputLength: number) => Promise<Uint8Array>;

/** What zlib returns if it is asked for `info`, which its types do not say. */
interface Unpacked {
  readonly buffer: Uint8Array;
  /** `bytesWritten`: how many bytes belong to the coding. */
  readonly engine: { readonly bytesWritten: number };
}

const gunzipAsync = decodeBy(gunzip);
const inflateAsync = decodeBy(inflate);
const inflateRawAsync = decodeBy(inflateRaw);
const unbrotliAsync = decodeBy(brotliDecompress);

// RFC 9110, section 8.4.1: x-gzip means gzip.
const DECODERS: ReadonlyMap<string, Decode> = new Map([
  ["gzip", gunzipAsync],
  ["x-gzip", gunzipAsync],
  ["deflate", inflateEither],
  ["br", unbrotliAsync],
]);

/** Real responses have one coding; a long chain is an attempt to waste our CPU time. */
export const MAX_CODINGS = 3;

/** The codings of a `content-encoding` header, in the order in which they were applied. */
export function contentCodings(header: string | readonly string[] | undefined): readonly string[] {
  if (header === undefined || header === "identity") return NONE;
  const joined = typeof header === "string" ? header : header.join(",");
  return joined
    .split(",")
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity");
}

const NONE: readonly string[] = [];

/** Removes the codings, last one first. No intermediate result may exceed `maxBytes`. */
export async function decodeContent(
  bytes: Uint8Array,
  codings: readonly string[],
  maxBytes: number,
): Promise<Decoded> {
  if (codings.length > MAX_CODINGS) return undecodable(new Error("Too many content codings."));
  let decoded = bytes;
  for (const coding of codings.toReversed()) {
    const decode = DECODERS.get(coding);
    if (decode === undefined) return undecodable(new Error("Unknown content coding."));
    try {
      // zlib accepts no limit below 1; an empty body stays empty.
      if (decoded.length > 0) decoded = await decode(decoded, maxBytes);
    } catch (cause) {
      if ((cause as { code?: unknown }).code !== "ERR_BUFFER_TOO_LARGE") return undecodable(cause);
      return { ok: false, reason: "too_large", cause: tooLargeError(maxBytes) };
    }
  }
  return { ok: true, bytes: decoded };
}

/** zlib ignores what stands behind the end, where a denial may be: such a body is not read whole. */
function decodeBy(decode: typeof gunzip): Decode {
  const unpack = promisify(decode) as (bytes: Uint8Array, options: object) => Promise<unknown>;
  return async (bytes, maxOutputLength) => {
    const unpacked = (await unpack(bytes, { maxOutputLength, info: true })) as Unpacked;
    if (unpacked.engine.bytesWritten === bytes.length) return unpacked.buffer;
    throw new Error("There is more behind the end of the coding.");
  };
}

function inflateEither(bytes: Uint8Array, maxOutputLength: number): Promise<Uint8Array> {
  const inflateIt = isZlibFormat(bytes) ? inflateAsync : inflateRawAsync;
  return inflateIt(bytes, maxOutputLength);
}

/**
 * Whether a `deflate` body has the zlib format, which the coding means. Quite a few servers send a
 * raw deflate stream.
 */
export function isZlibFormat(bytes: Uint8Array): boolean {
  const [method = 0, flags = 0] = bytes;
  // RFC 1950, section 2.2: the method is 8, and the first two bytes are a multiple of 31.
  return (method & 15) === 8 && ((method << 8) | flags) % 31 === 0;
}

function undecodable(cause: unknown): Decoded {
  return { ok: false, reason: "undecodable", cause };
}

/**
 * Whether an error says that a body could not be decoded: `fetch` and undici's `decompress`
 * interceptor decode bodies themselves and pass on the error of zlib.
 */
export function isBrokenCoding(error: unknown): boolean {
  try {
    let current: unknown = error;
    for (let depth = 0; depth < 3 && typeof current === "object" && current !== null; depth += 1) {
      const { code, cause } = current as { code?: unknown; cause?: unknown };
      if (typeof code === "string" && /^(Z_|ERR_BROTLI|ERR__ERROR_|ERR_PADDING)/.test(code))
        return true;
      current = cause;
    }
  } catch {
    // An error that cannot be inspected is none of zlib's.
  }
  return false;
}
