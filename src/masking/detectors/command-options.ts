import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../detector.ts";
import { isSecretValue, looksTyped } from "./assigned/value.ts";

/** How a command, a statement or a line of a configuration is given a password. */
interface GivenPassword {
  /** What it begins with, three characters or more; any case. */
  readonly mark: string;
  /** What stands between the mark and the password, which is the group. Every quantifier is bounded. */
  readonly rest: RegExp;
}

/** A value in quotes, or one word. */
const VALUE = String.raw`["']?([^\s"'\`<>|\\;]{4,128})`;
/** Somebody's name as the argument before, and the quote that opens the password. */
const QUOTED_NAME = String.raw`["'][^"'\n]{1,64}["'], ?(?=["'])`;
/** Other arguments of the same command. */
const ARGUMENTS = String.raw`(?:[^\n|;&]{0,160}?[ \t])?`;
const argument = (option: string): RegExp => new RegExp(`${ARGUMENTS}${option}${VALUE}`, "y");
const next = (words: string): RegExp => new RegExp(`${words}${VALUE}`, "iy");

/** One row for each command; to add one, add a row. Formats are those of its manual. */
const GIVEN: readonly GivenPassword[] = [
  { mark: "mysql -", rest: argument("-p") },
  { mark: "mysqldump -", rest: argument("-p") },
  { mark: "mysqladmin -", rest: argument("-p") },
  { mark: "sshpass -p", rest: next(" ?") },
  { mark: "redis-cli ", rest: argument("(?:-a|--pass)[ =]") },
  { mark: "sqlcmd ", rest: argument("-P ?") },
  { mark: "docker login", rest: argument("(?:-p|--password)[ =]") },
  { mark: "ldapsearch ", rest: argument("-w ") },
  { mark: "ldapmodify ", rest: argument("-w ") },
  { mark: "smbclient ", rest: argument("-U ?[\"']?[\\w.\\\\-]{1,40}%") },
  { mark: "7z a ", rest: argument("-p") },
  { mark: "zip -P", rest: next(" ?") },
  { mark: "unzip -P", rest: next(" ?") },
  {
    mark: "htpasswd -",
    rest: /[a-zA-Z]{0,6}b[a-zA-Z]{0,6} [^\s]{1,80} [^\s]{1,40} ["']?([^\s"'`]{4,128})/y,
  },
  { mark: "net user ", rest: next(String.raw`[\w.-]{1,40} `) },
  { mark: "net use ", rest: argument(String.raw`/user:[\w.\\-]{1,60} `) },
  { mark: "psexec", rest: argument("-p ") },
  { mark: "lftp -u ", rest: next(String.raw`["']?[\w.@-]{1,60},`) },
  { mark: "snmpwalk ", rest: argument("-A ") },
  { mark: "snmpget ", rest: argument("-A ") },
  { mark: "openssl ", rest: argument("(?:-k |-pass(?:in|out)? pass:)") },
  { mark: "x11vnc -passwd", rest: next(" ") },
  { mark: ":5432:", rest: next(String.raw`[\w*.-]{1,64}:[\w*.@-]{1,64}:`) },
  { mark: "stats auth ", rest: next(String.raw`[\w.-]{1,40}:`) },
  { mark: "RunAs(", rest: next(String.raw`(?:["'][^"'\n]{1,64}["'], ?){2}`) },
  { mark: "auth=(", rest: next(QUOTED_NAME) },
  { mark: "rootpw ", rest: next("(?:--plaintext )?") },
  { mark: "sqlplus ", rest: next(String.raw`(?:-[A-Z] )?[\w$#]{1,30}/`) },
  { mark: "oracle:thin:", rest: next(String.raw`[\w$#]{1,30}/`) },
  { mark: "ConvertTo-SecureString ", rest: next("(?:-String )?") },
  { mark: "NetworkCredential(", rest: next(QUOTED_NAME) },
  { mark: ".login(", rest: next(QUOTED_NAME) },
  { mark: "BasicAuth(", rest: next(QUOTED_NAME) },
  { mark: "basic_auth(", rest: next(QUOTED_NAME) },
  { mark: ".authenticate(", rest: next(QUOTED_NAME) },
  { mark: "UsernamePasswordCredentials(", rest: next(QUOTED_NAME) },
  {
    mark: "getConnection(",
    rest: next(String.raw`[^"'\n,]{0,64}(?:"[^"\n]{0,160}")?, ?${QUOTED_NAME}`),
  },
  { mark: "identified", rest: next(" by (?:values )?") },
  { mark: "plaintext_password", rest: next(" by ") },
  { mark: "rabbitmqctl ", rest: next(String.raw`(?:add_user|change_password) [\w.-]{1,40} `) },
  { mark: "useradd ", rest: argument("-p ") },
  { mark: "mongo -", rest: argument("-p ") },
  { mark: "xfreerdp ", rest: argument("/p:") },
  { mark: "mosquitto_pub ", rest: argument("-P ") },
  { mark: "mosquitto_sub ", rest: argument("-P ") },
  { mark: "az login ", rest: argument("-p ") },
  { mark: "bindpw ", rest: next("") },
  { mark: 'PSK "', rest: next("") },
  { mark: "WIFI:", rest: next("(?:[A-OQ-Z]:[^;\\n]{0,64};){0,3}P:") },
  { mark: "<id>{", rest: next(String.raw`(?:[\w.-]{1,30} ){0,2}`) },
  { mark: "requirepass ", rest: next("") },
  { mark: "masterauth ", rest: next("") },
  { mark: "snmp-server community ", rest: next("") },
  { mark: "-server host ", rest: next(String.raw`[\w.:-]{4,64} key (?:\d )?`) },
];

const BY_MARK = new Map(GIVEN.map(({ mark, rest }) => [mark.toLowerCase(), rest]));

/** Passwords among the arguments of commands and in statements of databases and routers. */
export const commandOptions: Detector = {
  type: "SECRET",
  name: "command-options",
  kind: "secret",
  source: "manuals of the commands; SQL CREATE USER; Cisco IOS Security Command Reference",
  check: "letters and digits, long enough",
  context:
    "behind the options of commands such as mysql, sqlcmd, docker login, openssl; `IDENTIFIED BY`",
  gates: { literals: GIVEN.map(({ mark }) => mark), ignoreCase: true },
  find({ view, at, end }: Hit, emit: Emit): number {
    const rest = BY_MARK.get(view.slice(at, end).toLowerCase());
    if (rest === undefined) return end;
    rest.lastIndex = end;
    const match = rest.exec(view);
    const value = match?.[1];
    if (match === null || value === undefined || value.startsWith("-")) return end;
    const start = end + match[0].length - value.length;
    const given = value.replace(/[)},@]+$/, "");
    if (isGiven(given)) emit(start, start + given.length, CONTEXTUAL);
    return end;
  },
};

function isGiven(value: string): boolean {
  const isPlausible = /\d/.test(value) && /[A-Za-z]/.test(value) && value.length >= 6;
  if (/^\$\d\w?\$/.test(value)) return isPlausible;
  return (
    isPlausible &&
    (looksTyped(value) || isSecretValue(value, { grade: "password", isQuoted: true, isText: true }))
  );
}
