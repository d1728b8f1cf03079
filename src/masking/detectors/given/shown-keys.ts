import { looksRandom } from "../../checks/disorder.ts";
import { alike, type GivenPassword, MARK, next } from "./given-row.ts";

/** 32 or 64 bytes in base64, as Azure issues keys. */
const BYTES = String.raw`([A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==)(?![\w+/=])`;
const ASSIGNS = String.raw`(?:${MARK})?\s{0,8}[:=]\s{0,8}(?:${MARK})?`;
/** Members of an object in JSON between the name of a key and the key itself. */
const MEMBERS = String.raw`(?:${MARK}\w{1,24}${MARK}: ?(?:${MARK}[^"'\n\\]{0,64}${MARK}|null),\s{0,24}){0,3}`;
/** Other arguments of a login module, on the same line or below. */
const ARGUMENTS = String.raw`(?:\s{1,24}\w{1,40}=${MARK}[^"'\n\\]{0,128}${MARK}){0,16}?`;
/** Most users of one login module. */
const MOST_USERS = 32;

const HEXADECIMAL = `: ?${MARK}([0-9a-f]{32})(?=${MARK}`;

/** PKCE (RFC 7636 4.1): 43 to 128 unreserved characters. */
function isVerifier(value: string): boolean {
  return /^[\w.~-]{43,128}$/.test(value) && looksRandom(value);
}

/**
 * Keys whose names say nothing about a secret, as tools of clouds print them and settings hold
 * them.
 */
export const SHOWN_KEYS: readonly GivenPassword[] = [
  // Azure: storage accounts, brokers and devices.
  ...alike("primaryKey|primary_key|secondaryKey|secondary_key", {
    rest: new RegExp(ASSIGNS + BYTES, "y"),
    isPassword: looksRandom,
  }),
  ...alike('keyName"|keyName\\"', {
    rest: new RegExp(
      String.raw`: ?${MARK}\w{1,24}${MARK},\s{0,24}${MEMBERS}${MARK}value${MARK}: ?${MARK}${BYTES}`,
      "iy",
    ),
    isPassword: looksRandom,
  }),
  // Azure's AI services have two keys of this name, which are digests to all appearance.
  {
    mark: '"key1"',
    rest: new RegExp(String.raw`${HEXADECIMAL},\s{0,24}"key2")`, "y"),
    isPassword: looksRandom,
  },
  {
    mark: '"key2"',
    rest: new RegExp(`${HEXADECIMAL})`, "y"),
    isPassword: looksRandom,
    isBehind: (before) => /"key1": ?"[^"\n]{1,64}",\s{0,24}$/.test(before),
  },
  // AWS: a parameter of this type is encrypted where it is kept.
  {
    mark: "SecureString",
    rest: next(String.raw`(?:${MARK})?,?[\s|]{1,80}(?:${MARK})?(?:Value(?:${MARK})?[\s|:]{1,40})?`),
  },
  ...alike("code_verifier|codeVerifier", {
    rest: next(ASSIGNS),
    isPassword: isVerifier,
  }),
  // The session of a website in ASP.NET: 24 of 32 letters and digits.
  { mark: "ASP.NET_SessionId=", rest: /([a-z0-5]{24})(?!\w)/y, isPassword: looksRandom },
  { mark: "device_code=", rest: next(""), isPassword: looksRandom },
  // Kafka: the users of a broker, and of ZooKeeper.
  ...alike("PlainLoginModule |DigestLoginModule ", {
    rest: next(
      String.raw`(?:required|requisite|sufficient)?["';]{0,2}${ARGUMENTS}\s{1,24}user_[\w.-]{1,64}=`,
    ),
    many: MOST_USERS,
  }),
];
