import { alike, type GivenPassword, next, QUOTED_NAME } from "./given-row.ts";

/**
 * One row per statement of a database that takes a password or a key; formats are those of its
 * manual.
 */
export const STATEMENTS: readonly GivenPassword[] = [
  {
    mark: "sp_addlinkedsrvlogin ",
    rest: next(String.raw`(?:N?'[^'\n]{0,64}', ?|NULL, ?){2,5}N?(?=')`),
  },
  { mark: "pragma key", rest: next(" ?= ?") },
  { mark: "attach database ", rest: next(String.raw`["'][^"'\n]{1,80}["'] as \w{1,30} key `) },
  {
    mark: "crypt(",
    rest: next(String.raw`(?<![\w.]\w?crypt\()(?=["'][^"'\n]{4,64}["'], ?gen_salt)`),
  },
  ...alike("pgp_sym_encrypt(|pgp_sym_decrypt(|aes_encrypt(|aes_decrypt(", {
    rest: next(String.raw`[^,()\n]{1,60}, ?(?=')`),
  }),
  // MySQL names the user whose password it is.
  { mark: "set password for ", rest: next(String.raw`[^\s=]{1,80} ?= ?(?:password\()?(?=["'])`) },
  { mark: "sp_addlogin ", rest: next(`N?${QUOTED_NAME}`) },
  // Oracle asks for the password that is replaced.
  {
    mark: "identified",
    rest: next(
      "(?: (?:with [\\w\"'`]{3,40} )?by (?:values )?(?![%_])|(?<!identified)[\"']? replace )",
    ),
    many: 2,
  },
  { mark: "db2 connect to ", rest: next(String.raw`\w{1,30} user \w{1,30} using `) },
];
