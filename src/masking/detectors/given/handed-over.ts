import { looksRandom } from "../../checks/disorder.ts";
import { isSample } from "../../checks/randomness.ts";
import { looksTyped } from "../assigned/value/chosen.ts";
import { alike, type GivenPassword, MARK, next } from "./given-row.ts";
import { isPersonal, looksPersonal } from "./given-value.ts";

/**
 * A character of a field in the code of a wireless network, which escapes special characters with a
 * backslash; nothing masked.
 */
const FIELD = String.raw`(?:[^;\\\n\u007f]|\\[^\n\u007f])`;
/** Commands that ask for a password or a token, which a shell passes to them. */
const ASKS = /login|passw|passphrase|token|secret|\bauth|cryptsetup|luks|\bgpg|openssl|sudo -S/i;

/** The delimiter of a here-document, and for `passwd` the user whose password it is. */
const LABEL = `-? ?["']?[A-Z_]{1,16}["']?`;
const HERE = String.raw`(?:[\w.-]{1,32} )?<<${LABEL}\n`;
/** Most accounts whose passwords one script sets. */
const MOST_ACCOUNTS = 16;

/**
 * Secrets that are passed to tools and networks as they are: by a shell, to set up a tool, in a
 * code for phones.
 */
export const HANDED_OVER: readonly GivenPassword[] = [
  {
    mark: " <<< ",
    rest: next(""),
    isPassword: isPersonal,
    isBehind: (before) => ASKS.test(before.slice(before.lastIndexOf("\n") + 1)),
  },
  // What passwd(1) and chpasswd(8) read: lines up to the delimiter of the here-document.
  { mark: "passwd ", rest: next(`(?:${HERE}|(?<=\\S)\n)`), many: 2 },
  ...alike("chpasswd <<|chpasswd -e <<", {
    rest: next(String.raw`(?:< ?(?:${MARK})?|${LABEL}\n|(?<=\S)\n)[\w.-]{1,32}:`),
    many: MOST_ACCOUNTS,
  }),
  // What cloud-init passes to it.
  {
    mark: "chpasswd:",
    rest: next(
      String.raw`(?:\s{1,8}expire: \w{2,5})?(?:\s{1,8}\{?[ ]?list: ?(?:\|-?)?)?\s{0,16}(?:- )?["']?[\w.-]{1,32}:`,
    ),
    many: MOST_ACCOUNTS,
  },
  {
    mark: "<(echo ",
    rest: next(""),
    isBehind: (before) => /(?:pass|passwd|password|secret|token|key)-?file[= ]$/i.test(before),
  },
  // What a script of expect(1) types, up to the key that ends it; a command contains spaces.
  ...alike('send "|send -- "', {
    rest: /([^\s"'`<>|\\;]{8,64})(?=\\{1,2}[rn]\\{0,3}")/y,
    isPassword: (value) => looksTyped(value) || (looksPersonal(value) && /[A-Z]/.test(value)),
  }),
  // A login on a machine, `domain/name:password@machine`; the password may contain quotes and at
  // signs.
  ...alike(
    "impacket-|secretsdump|wmiexec|smbexec|atexec.py|psexec.py|dcomexec|getuserspns|mssqlclient",
    {
      rest: /(?:[^\n|;&]{0,160}?[ \t])?["']?(?:[\w.-]{1,40}\/)?[\w.$-]{1,40}:["']?([^\s"'`<>|\\;]{4,128})(?=["']?@[\w.-])/y,
    },
  ),
  ...alike("shodan init |vault operator unseal ", { rest: next(""), isPassword: looksRandom }),
  // WIFI:T:WPA;S:name;P:password;;
  {
    mark: "WIFI:",
    rest: new RegExp(`(?:[A-OQ-Z]:${FIELD}{0,64};){0,5}P:(${FIELD}{8,80})(?=;)`, "y"),
    isPassword: isOfNetwork,
  },
  // The same in a profile of Windows.
  { mark: "<keyMaterial>", rest: /([^\s<>\u007f]{8,64})(?=<)/y, isPassword: isOfNetwork },
  // What a phone dials for a conference: its number, and the code that lets into it.
  { mark: ",,,*", rest: /(\d{4,10})(?=#)/y, isPassword: () => true },
  // A command as a list of its arguments.
  ...alike(
    `mysql"|mysqladmin"|mysqldump"|mariadb"|mysql'|mysqladmin'|mysqldump'|mariadb'|` +
      'mysql\\"|mysqladmin\\"|mysqldump\\"|mariadb\\"',
    {
      rest: next(String.raw`(?:, ?\[?${MARK}[^\s"']{1,80}${MARK}){0,6}, ?\[?${MARK}-p`),
    },
  ),
  ...alike(`sshpass"|sshpass'`, {
    rest: next(String.raw`, ?\[?${MARK}-p(?:${MARK}, ?${MARK})?`),
  }),
  // What `az storage account keys list` prints.
  {
    mark: "full ",
    rest: /[ \t]{0,16}([A-Za-z0-9+/]{86}==)/y,
    isPassword: looksRandom,
    isBehind: (before) => /key[12][ \t]{1,16}$/i.test(before),
  },
  ...alike('redis-cli"|valkey-cli"|redis-cli\\"|valkey-cli\\"', {
    rest: next(String.raw`(?:, ?${MARK}[^\s"']{1,80}${MARK}){0,6}, ?${MARK}-a${MARK}, ?`),
  }),
  {
    mark: "wpa_passphrase ",
    rest: next(String.raw`(?:"[^"\n]{1,32}"|'[^'\n]{1,32}'|[\w.-]{1,32}) `),
  },
];

/** Anything in the code is the password, unless a program or a reader is to replace it. */
function isOfNetwork(value: string): boolean {
  return !isSample(value) && !/^["'+<{[$%]|[>}\]]$|\$\{|\{\{/.test(value);
}
