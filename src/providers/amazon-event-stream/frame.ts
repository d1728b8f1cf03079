import { crc32 } from "node:zlib";

/**
 * One message of `application/vnd.amazon.eventstream` (AWS event stream encoding): total length,
 * length of the headers, checksum of both; headers; payload; checksum of everything. Numbers are
 * big-endian, checksums CRC-32 (ISO 3309).
 */
export interface EventFrame {
  /** The whole message as received. */
  readonly bytes: Uint8Array;
  /** Its headers, undecoded. */
  readonly headers: Uint8Array;
  readonly payload: Uint8Array;
}

/** Two lengths and their checksum. */
export const PRELUDE_BYTES = 12;
const CHECKSUM_BYTES = 4;
const OVERHEAD_BYTES = PRELUDE_BYTES + CHECKSUM_BYTES;

/** Maximum size of a message in bytes: 16 MB of payload and 128 kB of headers, by the encoding. */
const MAX_FRAME_BYTES = 16 * 1024 * 1024 + 128 * 1024 + OVERHEAD_BYTES;

/** The bytes are not a message, or were damaged. */
export class BrokenFrameError extends Error {}

/** The length of the message that starts with this prelude. @throws BrokenFrameError */
export function frameLength(prelude: Uint8Array): number {
  const view = viewOf(prelude);
  const length = view.getUint32(0);
  const isWhole = view.getUint32(8) === crc32(prelude.subarray(0, 8));
  const fits = length >= OVERHEAD_BYTES + view.getUint32(4) && length <= MAX_FRAME_BYTES;
  if (!(isWhole && fits)) throw new BrokenFrameError("a message's prelude is broken");
  return length;
}

/** Parses a complete message. @throws BrokenFrameError */
export function readFrame(bytes: Uint8Array): EventFrame {
  const view = viewOf(bytes);
  const end = bytes.length - CHECKSUM_BYTES;
  if (view.getUint32(end) !== crc32(bytes.subarray(0, end))) {
    throw new BrokenFrameError("a message's checksum does not match");
  }
  const payloadAt = PRELUDE_BYTES + view.getUint32(4);
  return {
    bytes,
    headers: bytes.subarray(PRELUDE_BYTES, payloadAt),
    payload: bytes.subarray(payloadAt, end),
  };
}

/** A message with these encoded headers and this payload. */
export function writeFrame(headers: Uint8Array, payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(OVERHEAD_BYTES + headers.length + payload.length);
  const view = viewOf(bytes);
  view.setUint32(0, bytes.length);
  view.setUint32(4, headers.length);
  view.setUint32(8, crc32(bytes.subarray(0, 8)));
  bytes.set(headers, PRELUDE_BYTES);
  bytes.set(payload, PRELUDE_BYTES + headers.length);
  const end = bytes.length - CHECKSUM_BYTES;
  view.setUint32(end, crc32(bytes.subarray(0, end)));
  return bytes;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
