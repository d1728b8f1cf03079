import { isShuffled } from "../../checks/disorder.ts";
import { entropy, isScattered } from "../../checks/randomness.ts";
import { compiled } from "../../pattern/compiled.ts";
import { alternativesOf } from "../../text/word-tables.ts";

/** Minimum entropy of a value, in bits per character; 24 random letters and digits have 4. */
export const LEAST_ENTROPY = 3.8;

/** Names of values that are random but not secret: identifiers, digests, encoded content. */
const HARMLESS = compiled(
  new RegExp(
    alternativesOf({
      identifiers:
        "id(?:s|entifier)?$|uuid|guid|ref|cid|slug|oid|tx|^sha|commit|rev|version|tree|parent|head|base",
      digests: "hash|sha\\d|sha$|sums?$|md5|digest|checksum|crc|integrity|etag|sig|salt",
      "pages of results": "(?:next|continuation|next_?page|^page)_?token$",
      "keys of websites": "site_?key",
      protocols: "nonce|state|cursor|verifier|challenge|boundary|seed",
      content: [
        "data|content|body|text|image|img|icon|font|video|html|css|svg|payload|msg|message",
        "buffer|bytes|wasm|block|b64|hex|alphabet|chars|fixture|sample|mock|cache",
      ],
      places: "src|url|uri|link|path|file|addr|table",
      names: "name|class|selector|title|label|type|order",
      code: "regex|pattern|code|query|str|value|public",
      tests: "test|actual|result|output|input|want|got|have|given|exp",
    }),
  ),
);

/** Whether a name denotes a value that is random but not secret. */
export function saysHarmless(name: string): boolean {
  return HARMLESS.test(name.toLowerCase());
}

/**
 * Shuffled letters of both cases and digits, lowercase letters alternating with digits, or
 * hexadecimal.
 */
export function isMachineMade(value: string): boolean {
  if (!/\d/.test(value)) return false;
  if (isShuffled(value)) return entropy(value) >= LEAST_ENTROPY;
  if (isDigestLong(value)) return entropy(value) >= 3;
  return isScattered(value) && entropy(value) >= 3.4;
}

/** As many hexadecimal digits as an MD5, SHA-1 or SHA-256 digest, which keys can have too. */
export function isDigestLong(value: string): boolean {
  return /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/.test(value);
}
