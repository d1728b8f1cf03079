import { BREAK, LINE_END, restOfLine } from "../../text/lines.ts";
import { alike, type GivenPassword, MARK, next } from "./given-row.ts";
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
const isAtPrompt = (before: string): boolean => PROMPT.test(before);
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
  { rest: NAMED_BELOW, isPassword: isPrinted },
);

function isPrinted(value: string): boolean {
  return !NAMED.test(value) && isGiven(value);
}

/** Variables that a shell prints: the value is a secret if the name of the variable says so. */
const ECHOED = alike('echo $|echo ${|echo "$|echo "${|echo %', {
  rest: NAMED_BELOW,
  isPassword: (value) => !NAMED.test(value) && isGivenOrRandom(value),
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
    many: MOST_LINES,
  },
);

/** Commands that print only secrets. */
const KEPT = alike(
  "pass show |keyring get |chamber read |secret-tool lookup |op item get |get-secret-value |" +
    "secrets versions access |keyvault secret show |-generic-password -w|-internet-password -w",
  { rest: LINE_BELOW, isPassword: isPrinted },
);

/** A variable whose name says that it is a secret. */
const NAME_OF_SECRET = String.raw`[\w.-]{0,60}(?:pass|pwd|pw|secret|token|key|cred)[\w.-]{0,24}`;
/** Properties of a variable, and the one that marks it as a secret. */
const PROPERTIES = `(?:;[A-Za-z]{2,16}=[A-Za-z]{0,8}){0,4}`;
const IS_SECRET = String.raw`[\w.-]{1,80}(?:;[A-Za-z]{2,16}=[A-Za-z]{0,8}){0,3};issecret=true${PROPERTIES}`;

/**
 * Secrets in the commands that build scripts print for their pipeline: `::add-mask::…` of GitHub
 * Actions, `##vso[task.setvariable variable=…]…` of Azure Pipelines.
 */
const PIPELINE_VARIABLES: readonly GivenPassword[] = [
  ...alike("set-env name=|set-output name=|save-state name=", {
    rest: next(`${NAME_OF_SECRET}::`),
    isPassword: isGivenOrRandom,
  }),
  ...alike("::add-mask::|[task.setsecret]", { rest: next(""), isPassword: isGivenOrRandom }),
  {
    mark: "[task.setvariable variable=",
    rest: next(String.raw`(?:${IS_SECRET}|${NAME_OF_SECRET}${PROPERTIES})\]`),
    isPassword: isGivenOrRandom,
  },
];

/** Commands that read a password from their input. */
const TAKES_INPUT = `(?:${[
  "sudo (?:-[A-Za-z]{1,4} ){0,2}(?:-[A-Za-z]{0,3}S|--stdin)",
  "gcloud secrets|kubectl create secret|gh secret|wrangler secret|pass insert|secret-tool",
  "ansible-vault|restic|borg|mount|realm|docker|podman|helm|chpasswd|passwd|gpg|openssl|kinit",
  "cryptsetup|smbpasswd|su|base64|wg|keepassxc-cli|vncpasswd",
].join("|")})`;

/** The end of the name of a file that holds one. */
const OF_SECRETS = String.raw`[/._-](?:passw(?:or)?d|pass|pw|passphrase|secret|token)(?:\.txt)?(?=[\s;&)"']|$)`;

/** Passwords that a command prints into a file or the input of another: `echo … | sudo -S …`. */
const PIPED: readonly GivenPassword[] = [
  // The password and its confirmation.
  ...alike("printf '|printf \"", {
    rest: /([^\s"'`<>|\\;$:%]{4,128})(?=\\n\1(?:\\n)?["'] {0,2}\| {0,2}(?:sudo )?(?:passwd|smbpasswd|pdbedit|vncpasswd)\b)/y,
  }),
  {
    mark: "echo ",
    rest: new RegExp(
      String.raw`(?:-[neE]{1,3} )?(?:${MARK})?(?:[\w.-]{1,32}:)?((?:[^\s"'\`<>|\\;$:]|\$(?=${MARK})){4,128})` +
        // Possibly with its confirmation.
        String.raw`(?=(?:\\n\1(?:\\n)?)?(?:${MARK})? {0,2}(?:\| {0,2}${TAKES_INPUT}\b|> ?[\w./~-]{0,60}${OF_SECRETS}))`,
      "y",
    ),
  },
];

/** What commands print: on the line below them, for a pipeline, into a file or another command. */
export const PRINTED: readonly GivenPassword[] = [
  ...[...SHOWN, ...SHOWS, ...ECHOED, ...KEPT].map((row) => ({ ...row, isBehind: isAtPrompt })),
  ...PIPELINE_VARIABLES,
  ...PIPED,
];
