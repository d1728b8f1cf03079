import type { ResponseHeaders, TransportResult } from "./transport.ts";

const STRICT = new TextDecoder("utf-8", { fatal: true });
const LENIENT = new TextDecoder("utf-8");

/**
 * The response with its body as text. JSON is UTF-8 (RFC 8259, section 8.1), so any other body is a
 * failure; its text is kept with replacement characters, so that a denial in it still counts. One
 * byte order mark is ignored, as that section permits and `fetch` does.
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

/** What is readable of a body that is incomplete or not UTF-8. */
export function flawedText(bytes: Uint8Array): string {
  return LENIENT.decode(bytes);
}
