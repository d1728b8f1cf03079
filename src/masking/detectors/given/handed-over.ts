import { looksRandom } from "../../checks/disorder.ts";
import { isSample } from "../../checks/randomness.ts";
import { looksTyped } from "../assigned/chosen.ts";
import { alike, type GivenPassword, MARK, next } from "./given-row.ts";
import { looksPersonal } from "./given-value.ts";

/** A character of a field in the code of a wireless network, whose own signs have a backslash; nothing masked. */
const FIELD = String.raw`(?:[^;\\\n\u007f]|\\[^\n\u007f])`;
/** What a shell hands to a command that asks for a password or a token. */
const ASKS = /login|passw|passphrase|token|secret|\bauth|cryptsetup|luks|\bgpg|openssl|sudo -S/i;

/** Secrets that are handed to tools and networks as they are: by a shell, to set a tool up, in a code for phones. */
export const HANDED_OVER: readonly GivenPassword[] = [
  {
    mark: " <<< ",
    rest: next(""),
    isPassword: isPersonal,
    isBehind: (before) => ASKS.test(before.slice(before.lastIndexOf("\n") + 1)),
  },
  // What a script of expect(1) types, up to the key that ends it; a command has blanks.
  ...alike('send "|send -- "', {
    rest: /([^\s"'`<>|\\;]{8,64})(?=\\{1,2}[rn]\\{0,3}")/y,
    isPassword: (value) => looksTyped(value) || (looksPersonal(value) && /[A-Z]/.test(value)),
  }),
  { mark: "shodan init ", rest: next(""), isPassword: looksRandom },
  // WIFI:T:WPA;S:name;P:password;;
  {
    mark: "WIFI:",
    rest: new RegExp(`(?:[A-OQ-Z]:${FIELD}{0,64};){0,5}P:(${FIELD}{8,80})(?=;)`, "y"),
    isPassword: isOfNetwork,
  },
  // A command as a list of its arguments.
  ...alike(
    'mysql"|mysqladmin"|mysqldump"|mariadb"|mysql\\"|mysqladmin\\"|mysqldump\\"|mariadb\\"',
    {
      rest: next(String.raw`(?:, ?${MARK}[^\s"']{1,80}${MARK}){0,6}, ?${MARK}-p`),
    },
  ),
  ...alike('redis-cli"|valkey-cli"|redis-cli\\"|valkey-cli\\"', {
    rest: next(String.raw`(?:, ?${MARK}[^\s"']{1,80}${MARK}){0,6}, ?${MARK}-a${MARK}, ?`),
  }),
  {
    mark: "wpa_passphrase ",
    rest: next(String.raw`(?:"[^"\n]{1,32}"|'[^'\n]{1,32}'|[\w.-]{1,32}) `),
  },
];

function isPersonal(value: string): boolean {
  return looksRandom(value) || looksPersonal(value);
}

/** Whatever stands in the code is the password, unless a program or a reader is to fill it in. */
function isOfNetwork(value: string): boolean {
  return !isSample(value) && !/^["'+<{[$%]|[>}\]]$|\$\{|\{\{/.test(value);
}
