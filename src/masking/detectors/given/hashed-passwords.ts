import { looksRandom } from "../../checks/disorder.ts";
import { alike, type GivenPassword, literal } from "./given-row.ts";
import { isGivenPhrase } from "./given-value.ts";

/** A name of a password in the same statement; not `passport`, `passes` and `compass`. */
const OF_PASSWORD =
  /(?:(?<![A-Za-z])[Pp]ass|(?<=[a-z])Pass|PASS)(?:[Ww](?:or)?d\w{0,16}|WORD\w{0,16}|WD|phrase|Phrase)?["'`\])\s]{0,4}[=,(:).][^;\n]{0,100}$/;

/** A row of a table of accounts, not of what is kept about them. */
const OF_ACCOUNT =
  /insert into [\w.`"[\]]{0,40}(?:user|account|member|customer|admin|login)(?!s?_?(?:settings?|logs?|events?|roles?|groups?|sessions?|prefs|preferences|options?|history|meta)(?![a-z]))[^;\n]{0,120}$/i;

/** A hash of Windows, which logs in as the password does, after `between`. */
const windowsHash = (between: string) => ({
  rest: new RegExp(`${between}([0-9a-f]{32})(?![0-9a-f])`, "iy"),
  isPassword: looksRandom,
});

/** Passwords that are hashed before they are stored, that are compared with a hash, or are used as one. */
export const HASHED: readonly GivenPassword[] = [
  ...alike("ntlm|nthash|nt hash|nt_hash", {
    ...windowsHash(`(?:[ _-]?hash)?["']?[ \t]{0,12}[:=][ \t]{0,4}["']?`),
    // Not the end of a word: `content_hash`, `current hash`.
    isBehind: (before) => !/[a-z]$/i.test(before),
  }),
  // Behind the LAN Manager hash of no password, which all accounts have today.
  { mark: "aad3b435b51404ee:", ...windowsHash("") },
  { mark: "-hashes ", ...windowsHash(`["']?(?:[0-9a-f]{32})?:`) },
  ...alike(
    "bcrypt|argon2|hash::make|make_password|password_hash|password_verify|checkpw|passwordencoder|" +
      "password::create|password.create",
    {
      rest: literal(String.raw`(?:(?:\(\))?\.\w{1,12}|::Password\.create)?\((?:[\w.$]{1,40}, ?)?`),
      isPassword: isGivenPhrase,
    },
  ),
  // Digests of other things, unless a password is mentioned.
  ...alike("md5(|sha1(|sha2(|sha256(|sha512(", {
    rest: literal(""),
    isPassword: isGivenPhrase,
    isBehind: (before) => OF_PASSWORD.test(before) || OF_ACCOUNT.test(before),
  }),
];
