import { alike, type GivenPassword, MARK } from "./given-row.ts";

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
export const PIPED: readonly GivenPassword[] = [
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
