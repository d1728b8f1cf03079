import { alike, argument, type GivenPassword, MARK, next } from "./given-row.ts";
import { looksPersonal } from "./given-value.ts";

/** A user name and the colon behind it. */
const USER = String.raw`(?:${MARK})?[\w.@-]{1,40}:`;

/** Passwords of tools that take them as another argument than most. */
export const TOOL_PASSWORDS: readonly GivenPassword[] = [
  ...alike("net rpc |net ads |smbget |winexe ", {
    rest: argument(String.raw`-U ?(?:${MARK})?[\w.\\/-]{1,40}%`),
  }),
  ...alike("rdesktop |slappasswd |sendemail ", { rest: argument("-(?:p|s|xp) ") }),
  { mark: "osql ", rest: argument("-P ?") },
  { mark: "input_pw ", rest: next("") },
  { mark: "auth-pass ", rest: next(String.raw`[\w.-]{1,40} `) },
  { mark: " key s:", rest: next("") },
  { mark: "keymaterial=", rest: next("") },
  { mark: "radtest ", rest: next(String.raw`[\w.@-]{1,40} `) },
  { mark: "set-user-password ", rest: next(String.raw`[\w.-]{1,40} [\w.-]{1,40} `) },
  { mark: "user:password ", rest: next(String.raw`[\w.@-]{1,40} `), isPassword: looksPersonal },
  // Debian's installer, and Grafana.
  ...alike("-password password |-password-again password |reset-admin-password ", {
    rest: next(""),
  }),
  { mark: "-auth ", rest: next(USER) },
  { mark: " -u ", rest: next(USER), isPassword: looksPersonal },
];
