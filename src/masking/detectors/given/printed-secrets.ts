import { BREAK, LINE_END, restOfLine } from "../assigned/lines.ts";
import { alike, type GivenPassword } from "./given-row.ts";
import { isGiven, isGivenOrRandom, isPersonal } from "./given-value.ts";

/** The line below the command, if it is a single word. Cloud commands have many options. */
const LINE_BELOW = new RegExp(
  String.raw`${restOfLine(160)}${BREAK}[ \t]{0,4}([^\s"'\`<>|\\;]{8,2048})(?=[ \t]{0,4}${LINE_END})`,
  "y",
);
/**
 * A prompt, `$`, `ada@host:~#`, `PS C:\>` or `C:\>`, and the command, on a line or at the beginning
 * of a literal. Another sign alone begins a comment or a quotation.
 */
const PROMPT =
  /(?:^|\n|\\n|[:,[({=] {0,2}\\{0,7}")[ \t]{0,8}(?:(?:\$|[\w.:/([-]{0,40}[@~][\w.:~/ \])-]{0,60}[$#%]) |(?:PS )?[A-Z]:\\[^\n>]{0,80}> ?)[^\n]*$/;
/**
 * `NAME=value`, `X-Name:`: what continues below the command, or a printed URL. In base64, nothing
 * follows the equals sign.
 */
const NAMED = /^[\w.-]{1,60}(?::|=(?!=?$))/;

/** A word that names what is printed, and the line below. */
const NAMED_BELOW = new RegExp(
  String.raw`\\{0,3}["']?[\w./:-]{0,60}(?:pass|pwd|pw|secret|token|key|cred)${LINE_BELOW.source}`,
  "iy",
);

/** Commands that print anything they are asked for, which may be a secret by its name. */
const SHOWS = alike(
  "printenv |output -raw |op read |-field=|-field |config:get |cat /|bw get |get-parameter --name |doppler secrets get ",
  { rest: NAMED_BELOW, isPassword: isPrinted, isBehind: (before) => PROMPT.test(before) },
);

function isPrinted(value: string): boolean {
  return !NAMED.test(value) && isGiven(value);
}

/** Variables that a shell prints: the value is a secret if the name of the variable says so. */
const ECHOED = alike('echo $|echo ${|echo "$|echo "${|echo %', {
  rest: NAMED_BELOW,
  isPassword: (value) => !NAMED.test(value) && isGivenOrRandom(value),
  isBehind: (before) => PROMPT.test(before),
});

/** Most lines of what one command generated. */
const MOST_LINES = 16;

/**
 * What commands print at a prompt if they generate a secret, decode one, or show the file of one.
 */
const SHOWN: readonly GivenPassword[] = alike(
  "initial-password|initialAdminPassword|master.key|.erlang.cookie|/run/secrets/|rand -hex |rand -base64 |pwgen |" +
    "base64 -d|base64 --decode|gh auth token|print-access-token|get-login-password|auth:token|rails secret|token_hex(|" +
    "token_urlsafe(|/dev/urandom|bw generate",
  {
    rest: LINE_BELOW,
    isPassword: (value) => !NAMED.test(value) && isPersonal(value),
    isBehind: (before) => PROMPT.test(before),
    many: MOST_LINES,
  },
);

/** Commands that print only secrets. */
const KEPT = alike(
  "pass show |gopass show |lpass show |keyring get |chamber read |secret-tool lookup |op item get |get-secret-value |" +
    "secrets versions access |keyvault secret show |-generic-password -w|-internet-password -w",
  {
    rest: LINE_BELOW,
    isPassword: isPrinted,
    isBehind: (before) => PROMPT.test(before),
  },
);

/** What commands print on the line below them. */
export const PRINTED: readonly GivenPassword[] = [...SHOWN, ...SHOWS, ...ECHOED, ...KEPT];
