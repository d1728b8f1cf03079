import { BREAK } from "../../text/lines.ts";
import { alike, type GivenPassword, MARK, next } from "./given-row.ts";
import { isGiven } from "./given-value.ts";

/** A password as routers store it, encoded in hexadecimal or otherwise. */
function isEncoded(value: string): boolean {
  return isGiven(value) || /^[0-9A-F]{12,128}$/i.test(value);
}

/** Passwords and keys in configurations of routers and switches: Cisco, Aruba, Huawei, Juniper. */
export const ROUTER_PASSWORDS: readonly GivenPassword[] = [
  // A number says how the password is encoded, 0 that it is not.
  ...[..."0456789"].flatMap((kind) =>
    alike(`password ${kind} |secret ${kind} |shared-key ${kind} `, {
      rest: next(""),
      isPassword: isEncoded,
    }),
  ),
  // Huawei, Juniper and Aruba say so with a word, or not at all.
  ...alike(
    "password cipher |password ciphertext |irreversible-cipher |shared-key cipher |community cipher |" +
      "read cipher |write cipher |key hexadecimal |ap-password |console-password |wpa-passphrase ",
    { rest: next(""), isPassword: isEncoded },
  ),
  ...alike("enable secret |enable password ", {
    rest: next(String.raw`(?:level \d{1,2} )?(?:\d )?`),
  }),
  ...alike("snmp community |community-string |community string ", {
    rest: next("(?:is:? |[=:] ?)?"),
    isPassword: isEncoded,
  }),
  // A line of OpenWrt, whose keys of networks have no better mark.
  { mark: "option key ", rest: next(`(?=${MARK})`) },
  { mark: "message-digest-key ", rest: next(String.raw`\d{1,3} md5 (?:\d )?`) },
  {
    mark: "authentication-key ",
    // Without the number of the key, also what its algorithm is called: `hmac-sha256`.
    rest: next(
      String.raw`(?:\d{1,5} [a-z][\w-]{2,16} (?:\d )?|(?:\d )?(?!(?:hmac|cmac|aes|sha|md5)[-\d]))`,
    ),
  },
  { mark: "pac key ", rest: next(String.raw`\d `), isPassword: isEncoded },
  { mark: "wpa-psk ", rest: next("(?:ascii 0 )?") },
  { mark: "isakmp key ", rest: next(String.raw`(?:\d )?(?=[^\s]{4,64} (?:address|hostname))`) },
  {
    mark: "username ",
    rest: next(
      String.raw`[\w.-]{1,40} (?:privilege \d{1,2} (?:password|secret) (?:\d )?|(?:password|secret) \d )`,
    ),
  },
  {
    mark: "-server host ",
    rest: next(String.raw`[\w.:-]{4,64}(?: (?:auth|acct)-port \d{2,5}){0,2} key (?:\d )?`),
  },
  {
    mark: "auth-port ",
    rest: next(
      String.raw`\d{2,5}(?: acct-port \d{2,5})?${BREAK}(?:[ \t]{1,8}(?:timeout|retransmit) \d{1,4}${BREAK}){0,2}[ \t]{1,8}key (?:\d )?`,
    ),
  },
  { mark: "neighbor ", rest: next(String.raw`[\w.:-]{3,40} password (?:\d )?`) },
];
