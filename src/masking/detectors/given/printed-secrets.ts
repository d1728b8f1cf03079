import { looksRandom } from "../../checks/disorder.ts";
import { looksTyped } from "../assigned/chosen.ts";
import { BREAK, REST_OF_LINE } from "../assigned/lines.ts";
import { alike, type GivenPassword } from "./given-row.ts";

/** The line below the command, if it is one word. */
const LINE_BELOW = new RegExp(
  String.raw`${REST_OF_LINE}${BREAK}[ \t]{0,4}([^\s"'\`<>|\\;]{8,128})(?=[ \t]{0,4}(?:${BREAK}|$))`,
  "y",
);
/** A prompt, `$` or `ada@host:~#`, and the command; behind a sign alone stands a comment or a quotation. */
const PROMPT = /(?:^|\n|\\n)[ \t]{0,8}(?:\$|[\w.:/([-]{0,40}[@~][\w.:~/ \])-]{0,60}[$#%]) [^\n]*$/;
/** `NAME=value`, `X-Name:`: what goes on below the command, and an address that is printed. */
const NAMED = /^[\w.-]{1,60}[=:]/;

/** What commands print at a prompt: those that make a secret, decode one, or show the file of one. */
export const PRINTED: readonly GivenPassword[] = alike(
  "initial-password|initialAdminPassword|master.key|.erlang.cookie|/run/secrets/|rand -hex |rand -base64 |pwgen |" +
    "pass show |base64 -d|base64 --decode|gh auth token|print-access-token",
  {
    rest: LINE_BELOW,
    isPassword: (value) => !NAMED.test(value) && (looksRandom(value) || looksTyped(value)),
    isBehind: (before) => PROMPT.test(before),
  },
);
