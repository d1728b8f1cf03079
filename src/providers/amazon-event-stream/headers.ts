import { BrokenFrameError } from "./frame.ts";

/** Size of a value in bytes, by type; strings and bytes have a length prefix. */
const FIXED_BYTES: readonly (number | undefined)[] = [
  0,
  0,
  1,
  2,
  4,
  8,
  undefined,
  undefined,
  8,
  16,
];
const STRING_TYPE = 7;

/** The string headers of a message; others are not needed. @throws BrokenFrameError */
export function readHeaders(bytes: Uint8Array): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoder = new TextDecoder();
  try {
    for (let at = 0; at < bytes.length; ) {
      const nameAt = at + 1;
      const typeAt = nameAt + view.getUint8(at);
      const type = view.getUint8(typeAt);
      const fixed = FIXED_BYTES[type];
      const valueAt = typeAt + (fixed === undefined ? 3 : 1);
      const end = valueAt + (fixed ?? view.getUint16(typeAt + 1));
      if (end > bytes.length) throw new RangeError("a value goes on beyond its message");
      if (type === STRING_TYPE) {
        const name = decoder.decode(bytes.subarray(nameAt, typeAt));
        headers.set(name, decoder.decode(bytes.subarray(valueAt, end)));
      }
      at = end;
    }
  } catch (cause) {
    throw new BrokenFrameError("a message's headers are broken", { cause });
  }
  return headers;
}

/** Encodes string headers. */
export function writeHeaders(headers: Readonly<Record<string, string>>): Uint8Array {
  const parts = Object.entries(headers).map(([name, value]) => {
    const [key, text] = [Buffer.from(name), Buffer.from(value)];
    const length = Buffer.from([text.length >> 8, text.length & 0xff]);
    return Buffer.concat([
      Uint8Array.of(key.length),
      key,
      Uint8Array.of(STRING_TYPE),
      length,
      text,
    ]);
  });
  return Buffer.concat(parts);
}
