import { looksRandom } from "../../checks/disorder.ts";
import { isSample } from "../../checks/randomness.ts";
import { type GivenPassword, next } from "./given-row.ts";
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
  { mark: "shodan init ", rest: next(""), isPassword: looksRandom },
  // WIFI:T:WPA;S:name;P:password;;
  {
    mark: "WIFI:",
    rest: new RegExp(`(?:[A-OQ-Z]:${FIELD}{0,64};){0,5}P:(${FIELD}{8,80})(?=;)`, "y"),
    isPassword: isOfNetwork,
  },
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
