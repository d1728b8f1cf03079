import { type GivenPassword, MARK } from "./given-row.ts";

/** Commands that read a password from their input. */
const TAKES_INPUT = `(?:${[
  "sudo (?:-[A-Za-z]{1,4} ){0,2}(?:-[A-Za-z]{0,3}S|--stdin)",
  "gcloud secrets|kubectl create secret|gh secret|wrangler secret|pass insert|secret-tool",
  "ansible-vault|restic|borg|mount|realm|docker|podman|helm|chpasswd|passwd|gpg|openssl|kinit",
  "cryptsetup|smbpasswd|su|base64|wg",
].join("|")})`;

/** Passwords that a command prints into the input of another: `echo … | sudo -S …`. */
export const PIPED: readonly GivenPassword[] = [
  {
    mark: "echo ",
    rest: new RegExp(
      String.raw`(?:-[neE]{1,3} )?(?:${MARK})?(?:[\w.-]{1,32}:)?([^\s"'\`<>|\\;$:]{4,128})` +
        String.raw`(?=(?:${MARK})? {0,2}\| {0,2}${TAKES_INPUT}\b)`,
      "y",
    ),
  },
];
