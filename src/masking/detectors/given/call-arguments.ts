import { matchAt } from "../../pattern/sticky.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../../scan/detector.ts";
import { endsEscapedBreak, isAlnumAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { isPassphrase, looksTyped } from "../assigned/value/chosen.ts";
import { isDottedWord } from "../assigned/value/literal.ts";
import { isGiven, looksPersonal, namesAlgorithm } from "./given-value.ts";

/** Where a call has its password: right after the user name, or after a host and a user name. */
interface Call {
  /** What the call ends with before its arguments, in any case. */
  readonly mark: string;
  /** Minimum number of arguments before the password. Numbers, which are ports, do not count. */
  readonly place: 1 | 2 | 3;
  /**
   * What counts as a password after a user name, for a call that also takes other things. Default:
   * `isGiven` after any literal, for a call that takes nothing else.
   */
  readonly isPassword?: (value: string, first?: string) => boolean;
}

/** Calls with a user name and a password. */
const BEHIND_NAME = [
  "login(",
  "authenticate(",
  "andpassword(",
  "auth=(",
  "auth = (",
  "basicauth(",
  "basic_auth(",
  "basic_auth ",
  "digestauth(",
  "setauth(",
  "authprovider(",
  "authtokens.basic(",
  "credentials.basic(",
  "networkcredential(",
  "plaincredentials(",
  "passwordcredentials(",
  "passwordauthentication(",
  "passwordauthenticator(",
  "passwordtoken(",
  "passwordauthenticationtoken(",
  "username_pw_set(",
  "ldap_bind(",
  "simple_bind_s(",
  "oracle.connect(",
  "oracledb.connect(",
] as const;

/** Calls that also take other things: names of providers, scopes, guards. */
const STRICTLY_BEHIND_NAME = [
  "log_in(",
  "signin(",
  "sign_in(",
  "auth: (",
  "auth=[",
  "auth: [",
  'auth": [',
  "auth': [",
  "auth' => [",
  ".auth(",
  "credentials(",
  "credentials::new(",
  "credentials{",
  "usernamepassword(",
  "auth_password(",
  "wlan.connect(",
  "wifi.connect(",
  "sta_if.connect(",
] as const;

/** Calls with a host, a database or a connection first. */
const BEHIND_HOST = [
  "mysql.connect(",
  "mysqldb.connect(",
  "dbi->connect(",
  "mysqli_connect(",
  "getconnection(",
  "real_connect(",
  "new mysqli(",
  "new pdo(",
  "pdo->__construct(",
  "plainauth(",
  "ssh2_auth_password(",
  "directoryentry(",
] as const;

/** The same, but they also take names of tables, files and options. */
const STRICTLY_BEHIND_HOST = [
  "database(",
  "sql.connect(",
  "sql_connect(",
  "mysqli(",
  "pdo(",
  "ftp(",
  "sequelize(",
] as const;

const CALLS: readonly Call[] = [
  ...BEHIND_NAME.map((mark): Call => ({ mark, place: 1 })),
  ...STRICTLY_BEHIND_NAME.map((mark): Call => ({ mark, place: 1, isPassword: isBehindName })),
  ...BEHIND_HOST.map((mark): Call => ({ mark, place: 2 })),
  ...STRICTLY_BEHIND_HOST.map((mark): Call => ({ mark, place: 2, isPassword: looksPersonal })),
  { mark: "mysql_real_connect(", place: 3 },
  { mark: "create_user(", place: 2, isPassword: looksPersonal },
  { mark: "connect(", place: 2, isPassword: connectsWith },
  { mark: "connection(", place: 2, isPassword: connectsWith },
  { mark: "session.open(", place: 2, isPassword: connectsWith },
];
const BY_MARK = new Map(CALLS.map((call) => [call.mark, call]));
/** Those of them that other calls end with: `sftp(`. */
const WHOLE = new Set(["ftp(", "pdo("]);

/** A literal, as the languages write it or as it appears in quoted text, and the comma after it. */
const LITERAL = new RegExp(
  String.raw`(?:\s|\\{1,4}[nrt]){0,24}(?:Some\(|String::from\(|[bNr@$])?` +
    `(?:${[
      String.raw`"((?:[^"\\\n]|\\.|""){0,160})(?:"|$)`,
      String.raw`'((?:[^'\\\n]|\\.|''){0,160})(?:'|$)`,
      String.raw`(\\{1,3}["'])([^"'\n]{0,160}?)(?:\3|$)`,
    ].join("|")})` +
    String.raw`(?:\.\w{1,20}\(\))?\)?(\s{0,8},)?`,
  "my",
);
/** Any other argument: a variable, a call, a number, a concatenated literal. */
const EXPRESSION = /(?:[^"'`(),;{}]|"[^"\n]{0,64}"|'[^'\n]{0,64}'|\([^()\n]{0,48}\)){1,40},/y;
/** Most arguments that are read per call. */
const MOST = 4;

/** A user name, of two words at most, an e-mail address, or an LDAP name. */
const NAME =
  /^(?:[\w.@+\\\u007f-\uffff-]{1,64}(?: [\w.\u007f-\uffff-]{1,32})?|(?:cn|uid|dc|ou)=[^/"']{1,120})$/i;
/** What precedes the name of a scheme, a scope, a field or a profile, instead of a password. */
const NO_NAME =
  /^(?:(?:api_?)?key|basic|digest|bearer|scopes?\d?|roles?\d?|realm|default|local|none|oauth2?|jwt|vault|[a-z]{2}(?:-[a-z]+)+-\d[a-z]?)$/i;
/** A file name. */
const FILE = /\.[a-z]{1,4}\d?$/i;
/** A host; nodes, pins and signals are connected as well. */
const HOST = /^(?!(?:tcp|udp|ipc|inproc|wss?|https?):)(?:localhost$|.*(?:\w\.\w|:\/\/))/i;
/** A placeholder. */
const VARIABLE = /^(?:<.*>|\{.*\}|\[.*\]|%.*%|\$.*|:\w+)$/;
/** An option among the arguments: `redirect=1`. */
const OPTION = /^[a-z]\w{0,20}=/i;

/** An argument: its literal, or no value if it is not one. */
interface Argument {
  readonly start: number;
  readonly value?: string | undefined;
}

/** The password among the literals that a call takes. */
export const callArguments: Detector = {
  type: "SECRET",
  name: "call-arguments",
  kind: "secret",
  source: "signatures of database, mail, FTP, LDAP and HTTP clients in ten languages",
  check: "letters and digits that form no words, long enough",
  context:
    "after a literal in calls such as `login(`, after a user name in calls such as `Credentials(`, after a host and a user name in calls such as `connect(`",
  gates: { literals: CALLS.map(({ mark }) => mark), ignoreCase: true },
  find({ text, at, end }: Hit, emit: Emit): number {
    const call = BY_MARK.get(text.slice(at, end).toLowerCase());
    if (call === undefined || (WHOLE.has(call.mark) && goesOnBefore(text, at))) return end;
    const password = passwordOf(text, end, call);
    if (password?.value !== undefined)
      emit(password.start, password.start + password.value.length, CONTEXTUAL);
    // A longer mark may end here as well: `ssh2_auth_password(`.
    return 0;
  },
};

/** Whether the name of another call ends there; the letter of an escaped line break is none. */
function goesOnBefore(text: ScannedText, at: number): boolean {
  return isAlnumAt(text, at - 1) && !endsEscapedBreak(text, at);
}

/**
 * The first literal that is a password and follows another literal, after at least `place`
 * arguments of the call.
 */
function passwordOf(text: ScannedText, from: number, call: Call): Argument | undefined {
  let at = from;
  let name: string | undefined;
  let first: string | undefined;
  for (let i = 0; i < MOST; ) {
    const argument = argumentAt(text, at);
    if (argument === undefined) return undefined;
    const { value, next, isNumber } = argument;
    if (i >= call.place && name !== undefined && value !== undefined) {
      const given = call.isPassword === undefined ? givenOf(value) : undefined;
      if (given !== undefined) return { ...argument, value: given };
      if (NAME.test(name)) return isBehind(name, { call, value, first }) ? argument : undefined;
    }
    if (at === from) first = value;
    if (next < 0) return undefined;
    if (!isNumber) i++;
    name = value;
    at = next;
  }
  return undefined;
}

/**
 * The password in a literal where nothing else is possible: the whole literal, which may end in
 * brackets of its own, or its first word, if the literal is closed differently than it was opened.
 */
function givenOf(value: string): string | undefined {
  if (namesAlgorithm(value)) return undefined;
  if (isGiven(value) || isGiven(value.replace(/[)},]+$/, ""))) return value;
  const word = /^[^\s"'`<>|\\;]{4,128}(?=[\s"'`<>|\\;])/.exec(value)?.[0].replace(/[)}\],]+$/, "");
  return word !== undefined && isGiven(word) && !namesAlgorithm(word) ? word : undefined;
}

interface Given {
  readonly call: Call;
  readonly value: string;
  readonly first: string | undefined;
}

/** Whether a literal after a user name is a password, for calls that also take other things. */
function isBehind(name: string, { call, value, first }: Given): boolean {
  if (call.isPassword === undefined || VARIABLE.test(value) || namesAlgorithm(value)) return false;
  if (FILE.test(value) && !isDottedWord(value)) return false;
  if ((OPTION.test(value) || NO_NAME.test(name)) && !looksTyped(value)) return false;
  return call.isPassword(value, first);
}

/** Whether it is a user's password, and not a field or a provider of something called `user`. */
function isBehindName(value: string, first = ""): boolean {
  return /^user(?:name)?$/i.test(first) ? looksTyped(value) : looksPersonal(value);
}

/** Whether the value is the password of a connection, and not what is connected. */
function connectsWith(value: string, first = ""): boolean {
  if (HOST.test(first) || isPassphrase(value)) return looksPersonal(value);
  return looksTyped(value) && /[!#%^*$&@]/.test(value);
}

interface ReadArgument extends Argument {
  /** Where the next argument begins; -1 after the last one. */
  readonly next: number;
  readonly isNumber: boolean;
}

function argumentAt(text: ScannedText, start: number): ReadArgument | undefined {
  const literal = matchAt(LITERAL, text.view, start);
  if (literal?.[5] !== undefined) return readLiteral(literal, LITERAL.lastIndex);
  const expression = matchAt(EXPRESSION, text.view, start)?.[0];
  if (expression !== undefined)
    return { start, next: EXPRESSION.lastIndex, isNumber: /^\s*\d+,$/.test(expression) };
  return literal === null ? undefined : readLiteral(literal, -1);
}

function readLiteral(match: RegExpExecArray, next: number): ReadArgument {
  const [all, inDouble, inSingle, mark = inDouble === undefined ? "'" : '"', inMark = ""] = match;
  const value = inDouble ?? inSingle ?? inMark;
  return { start: match.index + all.indexOf(mark) + mark.length, value, next, isNumber: false };
}
