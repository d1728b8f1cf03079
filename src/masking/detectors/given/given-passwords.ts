import { isUuid, looksRandom } from "../../checks/disorder.ts";
import { entropy } from "../../checks/randomness.ts";
import { BREAK, REST_OF_LINE } from "../../text/lines.ts";
import { looksChosen } from "../assigned/value/chosen.ts";
import { isBehindUser } from "./behind-user.ts";
import {
  alike,
  argument,
  type GivenPassword,
  MARK,
  next,
  QUOTE,
  QUOTED_NAME,
} from "./given-row.ts";
import { isGiven, isGivenOrRandom, isPersonal, looksPersonal } from "./given-value.ts";

/** A user name and a password as SASL joins them (RFC 4616). */
function isPlainAuth(value: string): boolean {
  return /^[^\0]*\0[^\0]+\0[^\0]{4,}$/.test(Buffer.from(value, "base64").toString("latin1"));
}

function isBase64(value: string): boolean {
  return /^[A-Za-z0-9+/]{6,128}={0,2}$/.test(value);
}

/** Four groups of four letters, as Apple issues passwords for one app. */
const APP_PASSWORD = /^[a-z]{4}(?:-[a-z]{4}){3}$/;

function isBase32(value: string): boolean {
  return /^[A-Z2-7]{16,128}={0,6}$/.test(value);
}

/** The length of the secrets that AWS issues, which follow the identifier of the key. */
function isAwsSecret(value: string): boolean {
  return /^(?=.*[A-Z])[A-Za-z0-9+/]{40}$/.test(value) && looksRandom(value.replace(/[+/]/g, ""));
}

/** One row per command; to add one, add a row or a mark. Formats are those of its manual. */
export const PASSWORDS: readonly GivenPassword[] = [
  { mark: " login -t ", rest: next(""), isPassword: looksRandom },
  ...alike(
    "psexec|snowsql |security unlock-keychain |security import |nxc |useradd |mongo -|mongodump |mongorestore |mongosh |crackmapexec |" +
      "netexec |usermod |pdbedit |certutil |helm registry login|twine upload|cqlsh |beeline |hydra -|az login |conan user |" +
      "conan remote login |expo login |rdesktop ",
    { rest: argument("-p ") },
  ),
  ...alike(
    "mysql -|mysqldump -|mysqlimport -|mysqlshow -|mariadb -|mariadb-dump -|7z |7za |7zz |7zr ",
    { rest: argument("-p") },
  ),
  ...alike("rar x |rar a ", { rest: argument("-h?p") }),
  ...alike("sqlcmd |osql |bcp |ipmitool |mosquitto_pub |mosquitto_sub ", {
    rest: argument("-P ?"),
  }),
  // The same option may contain other letters: `zip -rP`.
  { mark: "zip -", rest: argument("-[a-zA-OQ-Z0-9]{0,6}P ?") },
  ...alike("-generic-password |-internet-password ", { rest: argument("-w ") }),
  ...alike(
    "ldapsearch |ldapmodify |ldapadd |ldapdelete |ldapwhoami |ldapcompare |ldapmodrdn |ldapexop ",
    { rest: argument("-w ?") },
  ),
  { mark: "ldappasswd ", rest: argument("-[was] "), many: 3 },
  ...alike("snmpwalk |snmpget ", { rest: argument("-[AXc] "), many: 2 }),
  { mark: "createUser ", rest: argument("(?:MD5|SHA|DES|AES)[\\d-]{0,4} "), many: 2 },
  { mark: "nmcli ", rest: argument("password ") },
  ...alike("altool |notarytool ", {
    rest: argument("(?:-p|--password) "),
    isPassword: (value) => APP_PASSWORD.test(value),
  }),
  { mark: "oathtool ", rest: argument("(?=[A-Z2-7]{16})"), isPassword: isBase32 },
  {
    mark: "nickserv",
    rest: next(String.raw` (?::|\\?["'])?identify (?:[\w|[\]-]{1,30} (?=\S{6}))?`),
  },
  { mark: "evil-winrm ", rest: argument("-[pH] ") },
  { mark: "nsupdate ", rest: argument(String.raw`-y (?:[\w-]{4,16}:)?[\w.-]{1,64}:`) },
  { mark: "hash_salt", rest: next(String.raw`["']?\]? ?= ?(?=["'])`), isPassword: looksRandom },
  ...alike("define('|define( '", {
    rest: /(?:(?:SECURE_)?AUTH|LOGGED_IN|NONCE)_(?:KEY|SALT)', {0,16}'([^'\n]{60,70})(?=')/y,
    isPassword: (value) => entropy(value) > 4.5,
  }),
  { mark: "sv_setsteamaccount ", rest: /([0-9A-Fa-f]{32})(?![0-9A-Za-z])/y },
  { mark: "key content", rest: next(String.raw`[ \t]{1,24}: `) },
  { mark: "-key <(echo ", rest: next(""), isPassword: looksRandom },
  { mark: "|/bin/echo ", rest: next("") },
  { mark: `random_password"`, rest: next(String.raw`[^\u007f]{0,700}?"result": ?(?=")`) },
  ...alike("wrangler secret put |kinit |vncpasswd |pass insert |vercel env add |cryptsetup ", {
    rest: argument("<<< ?"),
  }),
  ...alike(
    "auth sha |auth md5 |auth_pass |priv des |priv 0x|pm2 link |bindpw |requirepass |psksecret |psk secret |" +
      "passwd enc |password enc |pre-shared-secret |masterauth |snmp-server community |rocommunity |rwcommunity |ascii-text |" +
      "plain-text-password-value |tacacs-server key |radius-server key |chap password |key-string ",
    { rest: next(String.raw`(?:\d |ENC )?`) },
  ),
  // A line of ipsec.secrets has the kind of its secret after a colon. `HEAP` is not such a kind.
  ...alike(": RSA |: ECDSA |: PKCS12 |: PKCS8 ", {
    rest: next(String.raw`[\w./%-]{1,80}\.[a-z\d]{2,4} (?=["'])`),
  }),
  ...alike('EAP "|XAUTH "', {
    rest: next(""),
    isBehind: (before) => /:[ \t]{0,8}$/.test(before),
  }),
  ...alike("->auth(|:auth(|.auth(|bearer_auth(", { rest: next(QUOTE) }),
  ...alike("WiFi.begin(|AWSCredentials(|NewStaticCredentials(", {
    rest: next(QUOTED_NAME),
  }),
  ...alike("expdp |impdp ", { rest: next(String.raw`[\w$#]{1,30}/`) }),
  ...alike("curl -b |curl --cookie ", { rest: next(String.raw`["']?[\w.-]{1,40}=`) }),
  { mark: " -p ", rest: next(""), isPassword: isPersonal, isBehind: isBehindUser },
  { mark: "secret set ", rest: argument("(?:-b|--body)[ =]"), isPassword: isGivenOrRandom },
  {
    mark: "--value ",
    rest: next(""),
    isPassword: isGivenOrRandom,
    isBehind: (before) => /\bsecrets?[ :](?:set|put|create) [^\n|;&]*$/.test(before),
  },
  { mark: "nuget push ", rest: argument("-k "), isPassword: looksRandom },
  ...alike("bw unlock |bw login ", { rest: next(String.raw`(?:[\w.+-]{1,64}@[\w.-]{1,64} )?`) }),
  {
    mark: "cloudflared ",
    rest: argument("(?:--token |service install )"),
    isPassword: looksRandom,
  },
  ...alike("sign in with |log in with |login with |logged in with ", {
    rest: next(String.raw`[\w.@+-]{2,40} ?[/:] ?`),
    isPassword: looksPersonal,
  }),
  ...alike("log in as |login as |logged in as |sign in as |signed in as ", {
    rest: next(String.raw`[\w.@+-]{1,40} (?:with|using) (?:the )?(?:password )?`),
    isPassword: looksPersonal,
  }),
  {
    mark: "curl ",
    rest: argument(
      String.raw`(?:(?:(?:-U|--proxy-user) ?(?:${MARK})?|-u(?=\w))[\w.\\-]{1,40}|(?:-E|--cert)[ =](?:${MARK})?[\w./-]{1,80}\.(?:p12|pfx|pem|crt)):`,
    ),
  },
  { mark: "qpdf --encrypt ", rest: next(`(?:${MARK})?[ ]?`), many: 2 },
  // Dovecot and LDAP mark passwords that are no digests like this.
  ...alike("{PLAIN}|{CLEAR}|{CLEARTEXT}", { rest: /([^\s:"'<>{}]{4,64})/y }),
  { mark: '"P:', rest: /([^\s"]{4,64})(?=")/y },
  ...alike("basicauth.users=|basicauthusers:", {
    rest: next(String.raw`\s{0,16}[\w.-]{1,40}: ?`),
  }),
  { mark: "mysqladmin ", rest: argument("(?:-p|password )") },
  // COBOL names the value first, then its target.
  ...alike("MOVE \"|MOVE '", {
    rest: /([^\s"']{4,64})(?=["'] TO [\w-]{0,24}(?:PASSW|PASSPHRASE|PWD|SECRET|TOKEN|API-KEY))/iy,
  }),
  { mark: "sshpass -p", rest: next(" ?") },
  ...alike("redis-cli |valkey-cli |keydb-cli ", {
    rest: argument(String.raw`(?:(?:-a|--pass)[ =]|(?:AUTH|auth) (?:[\w.-]{1,40} (?=\S{6}))?)`),
  }),
  ...alike("docker login|podman login|nerdctl login|buildah login|skopeo login|oc login", {
    rest: argument("(?:-p|--password)[ =]"),
  }),
  ...alike("smbclient |rpcclient |net rpc |net ads |smbget |winexe ", {
    rest: argument(String.raw`-U ?(?:${MARK})?[\w.\\/-]{1,40}%`),
  }),
  {
    mark: "htpasswd -",
    // With -n there is no file.
    rest: argument(
      String.raw`-(?=[a-zA-Z]{0,12}b)(?:[a-zA-Z]{0,12}n[a-zA-Z]{0,12} |[a-zA-Z]{1,12} (?:-[a-zA-Z] ){0,2}[^\s]{1,80} )[^\s]{1,40} `,
    ),
  },
  { mark: "hostednetwork ", rest: argument("key=") },
  { mark: "winrs -", rest: argument("-p(?:assword)?:") },
  { mark: "samba-tool user ", rest: next(String.raw`(?:create|add) [\w.-]{1,40} `) },
  { mark: "pk12util ", rest: argument("-[WK] ") },
  { mark: "pdftotext -", rest: argument("-[uo]pw ") },
  ...alike("net user |auth-pass ", { rest: next(String.raw`[\w.-]{1,40} `) }),
  { mark: "net use ", rest: argument(String.raw`(?:/user:[\w.\\-]{1,60} |\\\\[^\s]{3,80} (?!/))`) },
  ...alike("lftp -u |open -u ", { rest: next(String.raw`["']?[\w.@-]{1,60},`) }),
  { mark: "lftp -e ", rest: argument(String.raw`-u ["']?[\w.@-]{1,60},`) },
  { mark: "cmdkey ", rest: argument("/pass:") },
  {
    mark: "openssl ",
    rest: argument("(?:-[kK] |-pass(?:in|out)? pass:|passwd (?:-[a-z1-6]{1,8} ){0,3})"),
  },
  // A line of .pgpass, also for a pooler or a second server.
  ...alike(":5432:|:5433:|:5434:|:5435:|:6432:|:6543:|:25060:", {
    rest: next(String.raw`[\w*.-]{1,64}:[\w*.@-]{1,64}:`),
  }),
  {
    mark: ":*:",
    rest: next(
      String.raw`(?:\*:)?(?<=(?:^|\n)(?!\d{1,2}:)[\w.*-]{1,64}:[\d*]{1,5}:\*:)[\w.@-]{1,64}:`,
    ),
  },
  {
    mark: "user ",
    rest: next(
      String.raw`[\w.@-]{1,40}(?: on >|${BREAK}(?:${REST_OF_LINE}${BREAK})?(?:[A-Z>]:? )?PASS )`,
    ),
    isPassword: isGiven,
  },
  // IMAP: the number of the command precedes it.
  ...alike([..."0123456789"].map((digit) => `${digit} login `).join("|"), {
    rest: next(String.raw`[\w.@-]{1,40} `),
    isPassword: looksPersonal,
    isBehind: (before) => /(?:^|\n)(?:C: )?[A-Za-z]{0,2}\d{0,3}$/.test(before),
  }),
  { mark: "auth plain ", rest: next(""), isPassword: isPlainAuth },
  { mark: "334 UGFzc3dvcmQ6", rest: next(`${BREAK}(?:C: )?`), isPassword: isBase64 },
  { mark: "stats auth ", rest: next(String.raw`[\w.-]{1,40}:`) },
  { mark: "RunAs(", rest: next(String.raw`(?:["'][^"'\n]{1,64}["'], ?){2}`) },
  { mark: "rootpw ", rest: next("(?:--plaintext )?") },
  { mark: "sqlplus ", rest: next(String.raw`(?:-[A-Z] )?[\w$#]{1,30}/`) },
  { mark: "ConvertTo-SecureString ", rest: next("(?:-AsPlainText )?(?:-Force )?(?:-String )?") },
  { mark: "acl setuser ", rest: argument(">") },
  { mark: '.Open "', rest: next(String.raw`[^"\n]{1,160}", ?${QUOTED_NAME}`) },
  { mark: 'Credentials("', rest: next(String.raw`(?:[^"\n]{1,64}", ?"){3}`) },
  // What page tests type into the field.
  ...alike(`password"|password'|password]|passwd"|passwd'|pass"|pass'|pwd"|pwd'`, {
    rest: next(
      String.raw`(?:["']?\]?["']?\){1,2}\.(?:send_?keys|type|fill)\(|(?<=in ["']password["']),? with:? )${QUOTE}`,
    ),
  }),
  // What a script of expect(1) sends when it is asked.
  ...alike('assword:"|assword: "|assword*"', {
    rest: next(String.raw`\s{1,8}(?:\{\s{0,8})?send (?:-- )?(?=\\{0,3}")`),
  }),
  ...alike("akia|asia", {
    rest: next(
      String.raw`[A-Z2-7]{16}(?:${MARK})?\s{0,4}[,:;/|\s]\s{0,24}(?=(?:${MARK})?[A-Za-z0-9+/]{40}(?![\w+/]))`,
    ),
    isPassword: isAwsSecret,
  }),
  { mark: "rabbitmqctl ", rest: next(String.raw`(?:add_user|change_password) [\w.-]{1,40} `) },
  { mark: "config http-basic.", rest: next(String.raw`[\w.:/-]{1,60} [\w.@-]{1,40} `) },
  { mark: "bundle config ", rest: argument(String.raw`[\w.@-]{1,40}:`) },
  { mark: "doctl auth init", rest: argument("-t ") },
  { mark: "mc alias set ", rest: next(String.raw`[\w.-]{1,40} [^\s]{4,100} [\w.-]{1,40} `) },
  { mark: "priv aes ", rest: next(String.raw`(?:\d{3} )?`) },
  ...alike("btoa(|b64encode(|Buffer.from(|base64_encode(|StrictEncode64(", {
    rest: next(String.raw`b?["'][\w.@-]{1,40}:`),
    isPassword: (value) => looksPersonal(value) || looksChosen(value),
  }),
  { mark: "TOTP(", rest: next(`(?=["'][A-Z2-7]{16})`) },
  { mark: "etcdctl ", rest: argument("--user[ =][\\w.-]{1,40}:") },
  ...alike("http -a |http --auth |http --auth=|https -a |https --auth |https --auth=|xh -a ", {
    rest: next(String.raw`(?:${MARK})?[\w.@-]{1,60}:`),
  }),
  { mark: "ssh-keygen -", rest: argument("-[PN] "), many: 2 },
  { mark: "mosquitto_passwd ", rest: next(String.raw`-[bc]{1,2} [^\s]{1,80} [^\s]{1,40} `) },
  { mark: "signtool ", rest: argument("/p ") },
  { mark: "schtasks ", rest: argument("/rp ") },
  { mark: "az sql ", rest: argument("(?:-p|--admin-password)[ =]") },
  { mark: "xfreerdp ", rest: argument("/p:") },
  { mark: "codecov ", rest: argument("-t "), isPassword: looksRandom },
  { mark: "encrypt_string ", rest: next(String.raw`(?:--?[\w-]{1,24}[ =][\w@./'"-]{1,60} ){0,3}`) },
  // A line of Postfix's sasl_passwd: a relay with its port, and the account.
  ...alike("]:25 |]:465 |]:587 ", {
    rest: next(String.raw`[\w.@+-]{1,64}:`),
    isPassword: (value) => isGiven(value) || /^[a-z]{16}$/.test(value),
  }),
  { mark: "set-agent-token ", rest: next(String.raw`\w{4,16} `), isPassword: isUuid },
  ...alike("secret_id|secretid|secret id", {
    rest: next(String.raw`(?:${MARK})?[ \t]{0,12}[:=][ \t]{0,12}`),
    isPassword: isUuid,
  }),
  { mark: "<master>{", rest: next(""), isPassword: isBase64 },
  {
    mark: "login_with_api_key",
    rest: next(String.raw`${MARK},\s{0,8}${MARK}params${MARK}: ?\[\s{0,8}(?=${MARK})`),
    isPassword: looksRandom,
  },
  { mark: "<id>{", rest: next(String.raw`(?:[\w.-]{1,30} ){0,2}`) },
];
