import { createHash } from "node:crypto";

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const RIPPLE = "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz";
const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/**
 * Base58Check of a payload, by default 21 bytes (a version and a 160-bit hash): the last four bytes
 * are the first of the double SHA-256 of the rest. Source: Bitcoin wiki, Base58Check encoding.
 */
export function base58Check(
  address: string,
  alphabet: "bitcoin" | "ripple" = "bitcoin",
  payloadBytes = 21,
): boolean {
  const letters = alphabet === "bitcoin" ? BASE58 : RIPPLE;
  const bytes = decodeBase58(address, letters, new Uint8Array(payloadBytes + 4));
  if (bytes === undefined) return false;
  const digest = sha256(sha256(bytes.subarray(0, payloadBytes)));
  return digest.subarray(0, 4).equals(bytes.subarray(payloadBytes));
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/**
 * Decodes `text` into `bytes`, big-endian. Returns undefined if it is no base58 or does not fit.
 */
function decodeBase58(text: string, alphabet: string, bytes: Uint8Array): Uint8Array | undefined {
  for (let i = 0; i < text.length; i++) {
    let carry = alphabet.indexOf(text.charAt(i));
    if (carry < 0) return undefined;
    for (let at = bytes.length - 1; at >= 0; at--) {
      carry += (bytes[at] ?? 0) * 58;
      bytes[at] = carry & 255;
      carry >>= 8;
    }
    if (carry !== 0) return undefined;
  }
  return bytes;
}

/** Bech32 (BIP 173) or bech32m (BIP 350). */
export function bech32(address: string): boolean {
  const lower = address.toLowerCase();
  if (lower !== address && address.toUpperCase() !== address) return false;
  const separator = lower.lastIndexOf("1");
  if (separator < 1 || lower.length - separator < 7) return false;
  let check = 1;
  for (let i = 0; i < separator; i++) check = bech32Step(check, lower.charCodeAt(i) >> 5);
  check = bech32Step(check, 0);
  for (let i = 0; i < separator; i++) check = bech32Step(check, lower.charCodeAt(i) & 31);
  for (let i = separator + 1; i < lower.length; i++) {
    const value = BECH32.indexOf(lower.charAt(i));
    if (value < 0) return false;
    check = bech32Step(check, value);
  }
  return check === 1 || check === 0x2bc830a3;
}

const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

function bech32Step(check: number, value: number): number {
  const top = check >>> 25;
  let next = ((check & 0x1ffffff) << 5) ^ value;
  for (let i = 0; i < 5; i++) if ((top >> i) & 1) next ^= GENERATOR[i] ?? 0;
  return next;
}
