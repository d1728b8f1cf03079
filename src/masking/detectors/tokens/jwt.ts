import { CONTEXTUAL, type Detector, type Emit, type Hit, VALIDATED } from "../../scan/detector.ts";
import { codeAt, startsToken } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { joined, wrappedEnd } from "./wrapped-jwt.ts";

const DOT = 46;
const UNDERSCORE = 95;

/** Maximum length read of one part. Cookies and headers are limited to 8 or 16 kB. */
const MAX_TOKEN = 16_384;
/** Maximum length of a first part that is decoded: a header is a small object. */
const MAX_HEADER = 4_096;

const BASE64URL = new Uint8Array(65_536);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=") {
  BASE64URL[char.charCodeAt(0)] = 1;
}

/** Signed and encrypted JSON Web Tokens. The signature may be empty, as with `"alg": "none"`. */
export const jwt: Detector = {
  type: "JWT",
  name: "jwt",
  kind: "secret",
  source: "RFC 7519 3, RFC 7515 7.1 and appendix F, RFC 7516 7.1",
  check: "the header decodes to JSON with `alg`, `typ` or `enc`",
  gates: { literals: ["eyJ", "ewog"] },
  find({ text, at }: Hit, emit: Emit): number {
    const firstDot = partEnd(text, at, MAX_HEADER);
    // A vendor's prefix may precede it: `z_eyJ…`.
    if (!startsToken(text, at) && codeAt(text, at - 1) !== UNDERSCORE) return firstDot;
    if (codeAt(text, firstDot) !== DOT) return reportWrapped(text, at, { end: firstDot, emit });
    const secondDot = partEnd(text, firstDot + 1, MAX_TOKEN);
    if (!isHeader(text.slice(at, firstDot))) return firstDot;
    if (secondDot - firstDot < 3 && !isDetached(text, secondDot))
      return reportWrapped(text, at, { end: secondDot, emit });
    let end = secondDot;
    // A signature, or the three further parts of an encrypted token.
    for (let part = 0; part < 3 && codeAt(text, end) === DOT; part++) {
      const next = partEnd(text, end + 1, MAX_TOKEN);
      if (next === end + 1 && part > 0) break;
      end = next;
    }
    const stop = wrappedEnd(text, at, end);
    emit(at, stop, codeAt(text, secondDot) === DOT ? VALIDATED : CONTEXTUAL);
    return stop;
  },
};

/**
 * Minimum length of the part after an empty part: an AES-GCM initialization vector has 16
 * characters.
 */
const LEAST_BEHIND = 16;

/**
 * Whether the second part is empty rather than a payload, as with `"alg": "dir"` (RFC 7518 4.5).
 */
function isDetached(text: ScannedText, secondDot: number): boolean {
  if (codeAt(text, secondDot) !== DOT || codeAt(text, secondDot - 1) !== DOT) return false;
  return partEnd(text, secondDot + 1, MAX_TOKEN) - secondDot > LEAST_BEHIND;
}

/** A token with a line break before the end of its payload. */
function reportWrapped(
  text: ScannedText,
  at: number,
  { end, emit }: { readonly end: number; readonly emit: Emit },
): number {
  const stop = wrappedEnd(text, at, end);
  if (stop === end) return end;
  const [header = "", payload = "", signature] = joined(text.slice(at, stop)).split(".");
  if (payload.length >= 2 && isHeader(header))
    emit(at, stop, signature === undefined ? CONTEXTUAL : VALIDATED);
  // Avoids reading lines with the same beginning again from each of them.
  return stop;
}

function partEnd(text: ScannedText, from: number, most: number): number {
  const limit = Math.min(text.length, from + most);
  let end = from;
  while (end < limit && BASE64URL[codeAt(text, end)] === 1) end++;
  return end;
}

/** Every header has at least one of these names. */
const NAME = /"(?:alg|typ|enc)"/;

function isHeader(part: string): boolean {
  const json = Buffer.from(part, "base64url").toString("utf8");
  // Parser errors are slow to create.
  if (!NAME.test(json) || !json.trimEnd().endsWith("}")) return false;
  try {
    const header: unknown = JSON.parse(json);
    return (
      typeof header === "object" &&
      header !== null &&
      ("alg" in header || "typ" in header || "enc" in header)
    );
  } catch {
    return false;
  }
}
