import { endAt, matchAt } from "../../pattern/sticky.ts";
import { type Detector, type Emit, type Hit, SHAPED, VALIDATED } from "../../scan/detector.ts";
import { codeAt, startsToken } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";

const DASH = 45;

/** Maximum length of a key. A 16,384-bit RSA key is about 13 kB. */
const MAX_BODY = 65_536;
/** Minimum number of base64 characters in a key. Ed25519 in PKCS #8 has 64. */
const MIN_BODY = 40;

/**
 * Minimum length of a line that certainly belongs to a key. Lines have 64 or 70 characters; the
 * last may be short.
 */
const MIN_LINE = 24;

const BEGIN =
  /----[- ]BEGIN (?:(?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)[- ]----/y;
const END =
  /-{1,5} ?END (?:(?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)[- ]----/y;

const BODY = new Uint8Array(65_536);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=") {
  BODY[char.charCodeAt(0)] = 1;
}
for (const char of " \t\r\n\\\"',:;.()<>[]@|") BODY[char.charCodeAt(0)] ||= 2;

/** PEM and OpenPGP private keys, with real or `\n`-escaped line breaks, with END or truncated. */
export const privateKey: Detector = {
  type: "PRIVATE_KEY",
  name: "private-key",
  kind: "secret",
  source:
    "RFC 7468 10 and 11, RFC 1421 4.6, RFC 4716, OpenSSH PROTOCOL.key, RFC 9580 6.2, openvpn(8)",
  check: "BEGIN line of a private key, followed by enough base64",
  context: "not public keys",
  gates: { literals: ["-----BEGIN ", "---- BEGIN "] },
  find({ text, at }: Hit, emit: Emit): number {
    const begin = matchAt(BEGIN, text.view, at);
    if (begin === null) return at;
    const from = at + begin[0].length;
    const limit = Math.min(text.length, from + MAX_BODY);
    let end = from;
    let characters = 0;
    // Dashes occur in headers (`DEK-Info`), but not twice in a row before END.
    for (; end < limit; end++) {
      const kind = BODY[codeAt(text, end)];
      if (kind === 1) characters++;
      else if (kind !== 2 && (codeAt(text, end) !== DASH || codeAt(text, end + 1) === DASH)) break;
    }
    if (characters < MIN_BODY) return end;
    const closing = matchAt(END, text.view, end);
    if (closing !== null) emit(at, end + closing[0].length, VALIDATED);
    else {
      const cut = cutEnd(text, from, end);
      if (cut > from) emit(at, cut, SHAPED);
    }
    return end;
  },
};

/** Without an END line, the key continues while its lines are long and contain only base64. */
function cutEnd(text: ScannedText, from: number, limit: number): number {
  let end = from;
  let at = from;
  while (at < limit) {
    let word = at;
    while (word < limit && BODY[codeAt(text, word)] === 1) word++;
    if (word - at >= MIN_LINE) end = word;
    else if (word > at && !isEscapedBreak(text, at)) break;
    at = Math.max(word, at + 1);
  }
  return end;
}

/** The `n` or `r` of an escaped line break. */
function isEscapedBreak(text: ScannedText, at: number): boolean {
  return codeAt(text, at - 1) === 92 && "nr".includes(text.view.charAt(at));
}

/** A PEM private key base64-encoded as a whole, as in Kubernetes secrets. */
export const encodedPrivateKey: Detector = {
  type: "PRIVATE_KEY",
  name: "private-key-base64",
  kind: "secret",
  source: "RFC 7468 within RFC 4648 4",
  check: "decodes to the BEGIN line of a private key",
  gates: { literals: ["LS0tLS1CRUdJTi"] },
  find({ text, at }: Hit, emit: Emit): number {
    const limit = Math.min(text.length, at + MAX_BODY);
    let end = at;
    while (end < limit && BODY[codeAt(text, end)] === 1) end++;
    const opening = Buffer.from(text.after(at, 72), "base64").toString("latin1");
    if (opening.includes("PRIVATE KEY")) emit(at, end, VALIDATED);
    return end;
  },
};

/** What precedes the version in base64, the length of an RSA key. */
const LENGTH = /^MII[CEGJS][A-Za-z0-9+/]{2}$/;
/** One line of base64, as tools break it. */
const LINE = "[A-Za-z0-9+/]{36,128}";
/** A break, real or escaped, perhaps between the pieces of a literal: `…\n" +`, and `"` below. */
const JOINT =
  String.raw`(?:\\{1,2}r|\\{1,2}n){0,2}(?:["'\`][ \t]{0,4}[+.\\]?|\\)?[ \t]{0,4}` +
  String.raw`(?:\r?\n[ \t>]{0,24}|(?<=\\n))(?:[+.]?[ \t]{0,4}["'\`])?`;
/** All of it in one word, or the last line. A short one belongs to it by its padding. */
const LAST_LINE = String.raw`(?:[A-Za-z0-9+/]{16,20000}|[A-Za-z0-9+/]{1,15}(?=={1,2}(?!\w)))={0,2}`;
const BARE = new RegExp(`(?:${LINE}${JOINT}){0,256}${LAST_LINE}`, "y");

/** A private key of which only the base64 is there, without the lines of PEM. */
export const barePrivateKey: Detector = {
  type: "PRIVATE_KEY",
  name: "private-key-bare",
  kind: "secret",
  source: "RFC 5208 5, RFC 8017 A.1.2, RFC 5915 3, RFC 8410 7, OpenSSH PROTOCOL.key",
  check: "begins with the version and the algorithm of a private key, followed by enough base64",
  gates: {
    literals: [
      ...["IBADANBgkqhkiG9w0BAQEFAASC", "IBAAKCAQEA", "IBAAKCAgEA", "IBAAKBgQ"],
      ...["IBAAKCAYEA", "IBAAKCBAEA", "MIGHAgEAMBMGByqGSM49", "MHcCAQEEI", "MIG2AgEAMBAGByqGSM49"],
      ...["MIGkAgEBBD", "MIHuAgEAMBAGByqGSM49", "MIHcAgEBBE", "MIGEAgEAMBAGByqGSM49", "MHQCAQEEI"],
      ...["MC4CAQAwBQYDK2VwBCIEI", "MC4CAQAwBQYDK2VuBCIEI", "MEcCAQAwBQYDK2VxBDsEO"],
      ...["MEYCAQAwBQYDK2VvBDoEO", "b3BlbnNzaC1rZXktdjEAAAA"],
    ],
  },
  find({ text, at, end }: Hit, emit: Emit): number {
    const isRsa = text.view.startsWith("IBA", at);
    const start = isRsa ? at - LENGTH_SIZE : at;
    if (start < 0 || !startsToken(text, start)) return end;
    if (isRsa && !LENGTH.test(text.slice(start, at))) return end;
    const stop = endAt(BARE, text.view, start);
    if (stop - start < MIN_BODY) return end;
    emit(start, stop, VALIDATED);
    return stop;
  },
};

const LENGTH_SIZE = 6;
