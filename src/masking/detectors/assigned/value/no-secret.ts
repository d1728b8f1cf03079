import { compiled } from "../../../pattern/compiled.ts";
import { alternativesOf } from "../../../text/word-tables.ts";
import { ALIASED_PACKAGE } from "../name/program-names.ts";

/** What templates, patterns and references have somewhere, or begin or end with. */
const TEMPLATE = compiled(
  new RegExp(
    alternativesOf({
      shells: String.raw`\$\{|\$\(|^\\{1,2}\$[A-Z_]{3,40}$|^%\w{1,40}%$`,
      templates: String.raw`\{\{|\}\}|#\{|^%\{|^[$@<{[(]|<[A-Za-z_/-]|^(?:__)?[A-Z\d_]{2,40}__$`,
      formats: String.raw`%\(|%[sdv@](?!\w)|%\d\$[sd@]`,
      omissions: String.raw`\*\*\*|\.\.\.`,
      code: String.raw`^\w{1,40}\(|\)$|\]$|\[\d{1,3}\]\.|^:|^(?:process|import\.meta|Bun)\.env\.`,
      patterns: String.raw`^\*\.|\.\*(?:\.|$)|\(\?[=!:<]|^\+.*\+$`,
      "what is masked already": String.raw`\u007f`,
    }),
  ),
);
/** What locations and references to stores begin or end with. */
const LOCATION = compiled(
  new RegExp(
    alternativesOf({
      schemes: [
        ALIASED_PACKAGE,
        "^(?:ftp|file|wss?|s3|gs|arn|urn|mailto|data|spiffe|vault|op|ssm|secretsmanager):",
        String.raw`^[a-z][a-z\d+.-]{1,24}:\/\/|^(?:env|akeyless|aws|gcp):[\w:/.-]{1,120}$`,
      ],
      "records of a music service": String.raw`^(?:track|album|artist|playlist|episode|show):[\dA-Za-z]{22}$`,
      "names of resources": String.raw`^projects\/[\w-]{1,63}\/secrets\/`,
      paths: String.raw`^(?:\.{0,2}|~)\/|^[A-Za-z]:\\`,
      "revisions of repositories": String.raw`^[\w.-]{1,40}\/[\w.-]{1,80}[#@][0-9a-f]{40}$`,
      files: [
        String.raw`\.(?:pem|key|crt|cer|json|ya?ml|txt|p12|pfx|jks|env|js|ts|py|go|java|php|html|css|png|jpe?g|gif|svg|webp|pdf|csv|md|zip|jar|war|whl|tgz|gz)$`,
      ],
    }),
    "i",
  ),
);
/** Whole values. */
const RESERVED = compiled(
  new RegExp(
    `^(?:${alternativesOf({
      digests: String.raw`sha-?\d+|argon2\w*|pbkdf2[\w-]*(?:\$\d{1,9})?|(?:(?:sun|apr)_?md5|sha\d{1,3}|md\d)_crypt|[\w.-]{1,128}@sha256:[\da-f]{6,64}`,
      signatures: [
        String.raw`(?:id-|[\w.]{1,60}\$)?(?:hmac|none|md[25]|sha\d{0,3}(?:[-_/]\d{3})?)with(?:rsa|dsa|ecdsa|sha\d{1,3})\w{0,24}`,
        String.raw`rsa-?\d+|[hrep]s\d+|ed25519|x25519|secp256[kr]1|p256ecdsa=?|aws4_request`,
      ],
      // AWS Signature Version 4 and its kin: a public key, a date, a region, a service.
      "scopes of signatures": String.raw`[\w.@%-]{0,100}(?:%2f|\/)(?:19|20)\d{6}(?:(?:%2f|\/)[\w-]{0,30}){1,3}(?:%2f|\/)[a-z\d_]{2,12}_request`,
      ciphers: String.raw`aes\d{3}(?:gcm|cbc|ctr)|aes-?\d*(?:-\w+)*`,
      encodings: [
        String.raw`base64(?:url)?(?:-encoded|-?uint)?|latin\d{1,2}|utf-?\d{1,2}[-_]?[lb]e|(?:NS|kCFString)[a-z\d]{0,40}Encoding`,
        String.raw`(?:\\{1,2}u(?!00)[\da-f]{4}){1,80}`,
      ],
      types: String.raw`u?int\d{1,2}(?:clamped)?array|0x[\da-f]{1,16}u?l{0,2}`,
      "encodings of tokens": String.raw`(?:cl|[opr])\d{2,3}k_(?:base|edit|harmony)`,
      protocols: [
        String.raw`oauth2(?:\.0)?|scram-sha-\d+(?:-plus)?|http.*|rfc\d+`,
        String.raw`-{2,32}webkitformboundary\w{0,20}-{0,2}`,
      ],
      colours: String.raw`#[\da-f]{6}(?:[\da-f]{2})?`,
      // Yarn names a patched package with the path of its patch behind the version.
      versions: String.raw`v\d+(?:\.\d+)*|\d+(?:\.\d+){2}#(?:optional!|builtin<|[~.]{0,2}\/)[\w~/.@!<>%:-]{1,200}|[\^~]\d+\.\d[\w.-]*|\d+(?:\.\d+){4,20}`,
      "counts and rates": [
        String.raw`(?:min(?:imum)?|max(?:imum)?)?[-_]?\d{1,3}[-_]?(?:char(?:acter)?|digit|bit|byte)s?`,
        String.raw`[a-z_]{2,24}[=:]\d{1,9}|\d{1,4}(?:[.,]\d{1,3})?[a-z]{1,3}\/[a-z]{1,3}`,
      ],
      times: [
        String.raw`\d{1,2}:\d\d-\d{1,2}:\d\d|\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:t\d\d:\d\d[\d:.]{0,16}(?:z|[+-]\d\d:?\d\d)?)?`,
      ],
      "what is said of technology": String.raw`(?:[a-z\d.]{1,12}-){1,3}(?:hashed|encrypted|encoded|protected|compliant|compatible|based|backed|managed|specific|aware|only|verschlüsselt|kodiert|basiert)`,
      "post codes of Poland": String.raw`\d\d-\d{3}`,
      "classes of CSS modules": String.raw`_[a-z][a-z\d-]{0,40}_[a-z\d]{5}_\d{1,4}`,
      selectors: String.raw`(?:input|div|form|span|button|label|textarea)#(?:[a-z-]{0,30}[_-])?(?:pass|pwd?|login|field|input)[\w-]{0,30}`,
      "keys of keyboards": String.raw`(?:ctrl|control|alt|option|shift|cmd|command|strg|win|meta)(?:\+[\w.]{1,12}){1,4}`,
      "rules of validators": [
        String.raw`(?:required|nullable|sometimes|string|bail|filled|confirmed)(?:\|[a-z_]+(?::[\w,.]+)?)+`,
      ],
    })})$`,
    "i",
  ),
);

/** Placeholders: `${TOKEN}`, `<your key>`, `%s`; patterns; and code between two literals. */
export function isTemplate(value: string): boolean {
  return TEMPLATE.test(value);
}

/** Locations: an address, a path, or a file by its extension. */
export function isLocation(value: string): boolean {
  return LOCATION.test(value);
}

/**
 * Names of algorithms and settings with a number, `sha-256`, `v2.1`, `MD5-hashed`; counts,
 * `prompt=123`; web addresses; rules, `required|min:8`.
 */
export function isReserved(value: string): boolean {
  return RESERVED.test(value);
}

/** A word, or words and a number: `CHACHA20POLY1305`. */
const CONSTANT_WORD = /^(?:(?:[A-Z]{3,16}\d{0,4}){1,4}|[A-Z]{1,2}\d{0,3}|\d{1,4})$/;

/** A type by the version of its API, as Kubernetes names them: `V1alpha1SecretSource`. */
const VERSIONED = /^[Vv]\d{1,2}(?:(?:alpha|beta)\d{1,2})?(?:[A-Z][a-z]{2,16}){1,6}$/;

/**
 * `self::CRYPTO_CHACHA20POLY1305_KEYBYTES`: three or more words, as in names of constants; and types
 * by their version.
 */
export function isConstant(value: string): boolean {
  if (VERSIONED.test(value)) return true;
  const name = /^(?:[A-Za-z_\\]{1,60}::)?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+){2,12})$/.exec(value)?.[1];
  const words = name?.split("_") ?? [];
  return (
    words.every((word) => CONSTANT_WORD.test(word)) &&
    words.filter((word) => /^[A-Z]{4,16}$/.test(word)).length > 1
  );
}

/**
 * Hexadecimal, with dashes, colons or no separators: a digest or an identifier, with its kind as a
 * prefix.
 */
export function isHash(value: string): boolean {
  return /^[0-9a-f:-]{24,191}$|^[a-z][a-z-]{0,40}-[0-9a-f]{40,64}$/i.test(value);
}
