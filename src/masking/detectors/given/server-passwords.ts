import { looksRandom } from "../../checks/disorder.ts";
import { BREAK } from "../../text/lines.ts";
import { alike, argument, type GivenPassword, MARK, next, QUOTED_NAME } from "./given-row.ts";
import { isGivenPhrase, isPersonal, isPersonalOrChosen } from "./given-value.ts";

/** A node of Erlang generates twenty capitals for itself. */
function isErlangCookie(value: string): boolean {
  return /^[A-Z]{20}$/.test(value) || isPersonal(value);
}

/** One byte of a key, and how many of them precede the last byte of an Ed25519 key pair. */
const BYTE = String.raw`\d{1,3},\s{0,8}`;
const FIRST_BYTES = 63;
const FEWEST_DIFFERENT = 24;

/** `12,234,…`: the bytes of a key, not a row of samples. */
function isKeyPair(value: string): boolean {
  const bytes = value.split(",").map(Number);
  return bytes.every((byte) => byte < 256) && new Set(bytes).size >= FEWEST_DIFFERENT;
}

/** The stream of a key store, and the literal that opens it. */
const STORE = next(String.raw`\w{1,30}, ?(?=${MARK})`);

/** A user name and a password in hexadecimal, as vendors of gems issue them. */
const HEX_PAIR = /^[0-9a-f]{8}:[0-9a-f]{8}$/;

/** Secrets that open servers, key stores and wallets, as they appear in settings and in tickets. */
export const SERVER_PASSWORDS: readonly GivenPassword[] = [
  ...alike("-setcookie |iex --cookie ", {
    rest: next(""),
    isPassword: isErlangCookie,
  }),
  {
    mark: "kubeadm join ",
    rest: argument("--token[ =]"),
    isPassword: (value) => /^[a-z0-9]{6}\.[a-z0-9]{16}$/.test(value),
  },
  // The host behind it may have dots, the password the signs that separate the two.
  {
    mark: "oracle:thin:",
    rest: /[\w$#]{1,30}\/([^\s"'`<>|\\;]{4,128}?)(?=@(?:\/\/|\(|[\w.-]{1,80}(?:[:/\s"'`]|$)))/y,
  },
  // A line of chap-secrets: client, server, secret, addresses.
  { mark: '" * "', rest: /([^\s"\u007f]{6,64})(?=" (?:\*|\d))/y },
  ...alike('.p12"), "|.pfx"), "|.jks"), "', { rest: next("") }),
  ...alike("KeyStore.load(|TrustStore.load(", { rest: STORE }),
  // Not `tasks.load(`.
  { mark: "ks.load(", rest: STORE, isBehind: (before) => !/\w$/.test(before) },
  { mark: "-command 'echo ", rest: next(""), isPassword: isPersonal },
  // Grafana and proxies: a user name and its password in one literal.
  ...alike('"admin:|"root:', {
    rest: next(""),
    isPassword: isPersonalOrChosen,
    isBehind: (before) => /auth\w{0,12}["']?\s?[:=]\s?$/i.test(before),
  }),
  ...alike(":basic, |set_credentials(", { rest: next(QUOTED_NAME) }),
  // Redis asks for the password of its only user like this.
  { mark: "auth default ", rest: next(""), isPassword: isPersonal },
  {
    mark: "> auth ",
    rest: next(String.raw`(?:[\w.-]{1,40} (?=\S{6}))?`),
    isBehind: (before) => /:\d{2,5}(?:\[\d{1,2}\])?$/.test(before),
  },
  // A line of curl's configuration, and of a TURN server's; not the account of a service.
  ...alike("user=|user = ", {
    rest: /["']?(?!(?:github|gitlab|google|azure|okta|auth0|ldap|saml|oidc|oauth2?|role|group|urn):)[\w.@-]{1,40}:([^\s"'`<>|\\;:,&]{6,64})(?=["']?\s|["']?$)/y,
    isPassword: isPersonal,
    isBehind: (before) => !/[?&]$/.test(before),
  }),
  { mark: "<auth-user-pass>", rest: next(String.raw`${BREAK}[\w.@-]{1,64}${BREAK}`) },
  {
    mark: "REG_SZ",
    // In JSON, the line ends with an escape or the literal, and the next one is indented or a key.
    rest: /[ \t]{1,8}([^\r\n\u007f]{4,128}?)(?=[ \t]{0,8}(?:\r?\n|(?:\\{1,4}r)?\\{1,4}n(?:[\s\\"']|HKEY)|\\{0,7}"[,}\]\s]|\\{0,7}"?$))/y,
    isPassword: isGivenPhrase,
    isBehind: (before) => /passw(?:or)?d[ \t]{1,8}$/i.test(before),
  },
  // What Bundler sends to a server of gems, in its settings and in the environment: the two dots of
  // the host are underscores. Where no person chose the user name, both parts are the secret.
  {
    mark: "BUNDLE_",
    rest: /(?!(?:build|local|mirror|plugins)__)(?=\w{0,64}__[a-z])\w{3,80}["']?[ \t]{0,2}[:=][ \t]{0,2}["']?(?:(?![0-9a-f]{8}:|[a-z]{2,8}:\/)[\w.@%-]{1,64}:)?([^\s"'`<>|\\;&]{6,128})/iy,
    isPassword: (value) => HEX_PAIR.test(value) || isPersonal(value),
  },
  // What scanners of Windows networks print of a valid account.
  {
    mark: "[+] ",
    rest: next(String.raw`(?!HK[A-Z]{2})[\w.-]{1,60}\\{1,4}[\w.$-]{1,40}:`),
    isPassword: isPersonal,
  },
  { mark: " sess:", rest: next(""), isPassword: looksRandom },
  ...alike('device_code"|device_code\\"', {
    rest: next(`: ?${MARK}`),
    isPassword: looksRandom,
  }),
  ...alike("admin / |root / |administrator / |postgres / ", {
    rest: next(""),
    isPassword: isPersonal,
  }),
  // Keys of the accounts with which a test network is deployed.
  ...alike("accounts: [|accounts:[", {
    rest: new RegExp(String.raw`\s{0,24}${MARK}((?:0x)?[0-9a-f]{64})(?=${MARK})`, "y"),
    isPassword: looksRandom,
  }),
  // What Jenkins keeps, encrypted with a key beside it.
  { mark: "{AQAAABAAA", rest: next(" ?"), isPassword: looksRandom },
  // What servers print at their first start.
  {
    mark: "password for the ",
    rest: next(
      String.raw`\[?[\w-]{1,24}\]? user(?: \([^)\n]{1,80}\)| successfully reset\.)?(?::\s{1,8}|\s{0,4}\n\s{0,8})(?:New value: )?`,
    ),
  },
  ...alike("keypair|solana|secretkey|secret key|id.json", {
    rest: new RegExp(
      String.raw`[^\[\u007f]{0,80}\[\s{0,8}((?:${BYTE}){${FIRST_BYTES}}\d{1,3})(?=\s{0,8}\])`,
      "y",
    ),
    isPassword: isKeyPair,
  }),
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
