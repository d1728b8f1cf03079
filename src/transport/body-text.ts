import type { ResponseHeaders, TransportResult } from "./transport.ts";

const STRICT = new TextDecoder("utf-8", { fatal: true });
const LENIENT = new TextDecoder("utf-8");

/**
 * The answer with its body as text. JSON is UTF-8 (RFC 8259, section 8.1): anything else is
 * not an answer, but its text goes along with its flaws so that a denial in it still counts.
 */
export function answerOf(
  status: number,
  headers: ResponseHeaders,
  bytes: Uint8Array,
): TransportResult {
  try {
    return { ok: true, status, headers, body: STRICT.decode(bytes) };
  } catch (cause) {
    const flawedBody = flawedText(bytes);
    return { ok: false, reason: "undecodable", cause, status, headers, flawedBody };
  }
}

/** What can be read of a body that is not whole, or not UTF-8. */
export function flawedText(bytes: Uint8Array): string {
  return LENIENT.decode(bytes);
}
