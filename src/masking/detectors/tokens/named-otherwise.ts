import { compiled } from "../../pattern/compiled.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { alternativesOf } from "../../text/word-tables.ts";

/** Maximum length of a name, with what joins it to its value. */
const REACH = 32;
/**
 * Names of digests, public keys, programs and uploads, and of the components of a public key (RFC
 * 7517 and 7518).
 */
const NAMED = compiled(
  new RegExp(
    `(?:${alternativesOf({
      digests: "(?:sha|md)-?\\d{1,3}|digest|checksum|integrity|(?:finger|thumb)print|x5t(?:#s256)?",
      "public keys": "(?:^|[^a-z])kid|[\"'][nxy](?=[\"'])",
      "programs and uploads": "(?:client|upload|cf)[_-]?id",
      "clicks on advertisements": "[?&](?:[a-z]{1,4}clid|[gw]braid|msclkid)",
    })})(?:["'\\]]{0,2}\\s{0,2}[:=]{1,2}\\s{0,2}["'\`]?|-)$|--(?:client|upload)-id ["']?$`,
  ),
);
/** The length of 32 bytes in base64url (RFC 4648, 5). */
const DIGEST = 43;

/**
 * Whether the name before a random value identifies it as a digest, a public key or a program's
 * identifier.
 */
export function isNamedOtherwise(text: ScannedText, start: number): boolean {
  return NAMED.test(text.before(start, REACH).toLowerCase());
}

/**
 * `a9_RYuk…`: whether an apparent prefix is the beginning of a digest that happens to contain a
 * dash or underscore.
 */
export function beginsDigest(prefix: string, size: number): boolean {
  return size === DIGEST && /^[a-z]?\w{0,5}\d[_-]$/i.test(prefix);
}
