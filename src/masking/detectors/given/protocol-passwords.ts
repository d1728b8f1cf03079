import { alike, type GivenPassword, next } from "./given-row.ts";
import { isPersonal } from "./given-value.ts";

/** Passwords in the messages of protocols, which name them by a number or by their place. */
export const PROTOCOL_PASSWORDS: readonly GivenPassword[] = [
  // FIX: the old and the new password of a logon, between SOH signs as they are or as logs print them.
  ...["|", "\u0001", "^A", "<SOH>"].flatMap((separator) =>
    alike("554=|925=", {
      rest: /([^\s|^<\p{Cc}]{6,64})(?=[|^<\p{Cc}])/uy,
      isPassword: isPersonal,
    }).map((row) => ({ ...row, mark: separator + row.mark })),
  ),
  { mark: "/oper ", rest: next(String.raw`[\w|[\]-]{1,30} `), isPassword: isPersonal },
  // A line of chap-secrets without quotes: client, server, secret, addresses. Below a product that
  // goes on, the next line is indented.
  ...alike(" * |\t*\t", {
    rest: /[ \t]{0,16}([^\s"\u007f]{6,64})(?=[ \t]{1,16}(?:\*|\d{1,3}(?:\.\d{1,3}){3}|\u007f)[ \t]{0,4}(?:\r?\n(?![ \t])|$))/y,
    isPassword: isPersonal,
    isBehind: (before) => /(?:^|\n)[\w.@-]{1,40}[ \t]{0,16}$/.test(before),
  }),
];
