import { looksRandom } from "../../checks/disorder.ts";
import { alike, argument, type GivenPassword, MARK, next, QUOTE } from "./given-row.ts";
import { isGivenOrRandom, looksPersonal } from "./given-value.ts";

/** A user name and the colon behind it. */
const USER = String.raw`(?:${MARK})?[\w.@-]{1,40}:`;

/** What a name says when the value is a word for something instead: `token_type`. */
const OF_OTHER =
  "_?(?:type|kind|mode|name|status|state|policy|rule|plugin|alg|col|table|field|header|scope|id|url)";
/** The name of a variable in SQL, before its type. */
const OF_SECRET = new RegExp(
  `(?:passw(?:or)?d|passphrase|pwd|secret|token|api_?key)(?!${OF_OTHER})` +
    String.raw`\w{0,8}\s{1,8}(?:constant )?(?:as )?n?$`,
  "i",
);

/** Passwords of tools that take them as another argument than most. */
export const TOOL_PASSWORDS: readonly GivenPassword[] = [
  { mark: "slappasswd ", rest: argument("-s ") },
  { mark: "sendemail ", rest: argument("-xp ") },
  { mark: "radtest ", rest: next(String.raw`[\w.@-]{1,40} `) },
  { mark: "set-user-password ", rest: next(String.raw`[\w.-]{1,40} [\w.-]{1,40} `) },
  { mark: "user:password ", rest: next(String.raw`[\w.@-]{1,40} `), isPassword: looksPersonal },
  // The third and fourth are of Debian's installer, the fifth of Grafana.
  ...alike(
    " key s:|keymaterial=|-password password |-password-again password |reset-admin-password |" +
      "-A bearer -a |input_pw |rclone obscure |user_pw |owner_pw ",
    { rest: next("") },
  ),
  // A key as Postman exports it, in the member that it has for every kind of key.
  {
    mark: 'apikey"',
    rest: /:\s{0,4}\[[^\]\u007f]{0,300}?"key":\s{0,4}"value",\s{0,40}"value":\s{0,4}"([^"\s\u007f]{6,256})/y,
    isPassword: isGivenOrRandom,
  },
  // Robot Framework separates arguments by two spaces or more.
  { mark: "input password ", rest: next(String.raw`\s{1,8}\S{1,40}(?: \S{1,20}){0,2}\s{2,8}`) },
  {
    mark: "input text ",
    rest: next(String.raw`\s{1,8}[\w.:=/@[\]'"-]{0,40}(?:passw|pwd)\S{0,20}\s{2,8}`),
  },
  { mark: "password/i), ", rest: next(QUOTE) },
  {
    mark: "defaults write ",
    rest: next(String.raw`[\w.-]{3,60} \w{0,24}(?:password|token|secret|apikey) (?:-string )?`),
  },
  ...alike("varchar2(|varchar(", {
    rest: next(String.raw`\d{1,4}(?: char| byte)?\)\s{0,3}:?=\s{0,3}N?(?=')`),
    isBehind: (before) => OF_SECRET.test(before),
  }),
  { mark: "-setairportnetwork ", rest: next(String.raw`\w{2,8} (?:"[^"\n]{1,32}"|\S{1,32}) `) },
  // pppd's list of secrets: client, server, secret, addresses. Behind a package, there are no quotes or addresses.
  ...alike("l2tpd |pptpd ", {
    rest: next(String.raw`(?=${MARK}|\S{4,128}[ \t]{1,8}(?:\*|\d{1,3}\.\d))`),
  }),
  ...alike('a0="mysql"|a0="mysqldump"|a0="mysqladmin"', {
    rest: argument(String.raw`a\d{1,2}="-p`),
  }),
  // What a template of Ansible hashes for an account.
  ...alike(`{{ '|{{ "`, { rest: /([^\s"'\u007f]{4,64})(?=["'] ?\| ?password_hash\b)/y }),
  // Tokens of Composer, by host.
  ...alike('"bearer":|"gitlab-token":|"gitlab-oauth":', {
    rest: next(String.raw`\s{0,24}\{\s{0,24}"[\w-]{1,40}\.[\w.-]{2,60}":\s{0,4}(?=")`),
    isPassword: looksRandom,
  }),
  { mark: "-auth ", rest: next(USER) },
  { mark: " -u ", rest: next(USER), isPassword: looksPersonal },
];
