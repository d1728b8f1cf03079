import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { HEX, pick, randomFrom, token } from "../texts/samples.ts";

const random = randomFrom(97);
const hex = pick(random, HEX, 32);
const other = pick(random, HEX, 32);
const jumbled = ["riTe", "JsFl", "RIiq", "kW"].join("");
const commit = pick(random, HEX, 40);
const uuid = [8, 4, 4, 4, 12].map((size) => pick(random, HEX, size)).join("-");
const mixed = token(71, 40);
const urlSafe = [token(72, 20), token(73, 11), token(74, 10)].join("_");
const typed = ["Fal", "con#", "4631"].join("");
const plain = ["tulip", "Vase", "4711"].join("");
const seed = pick(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 20);
const letters = ["xhqz", "vkwt", "mexr", "bnpj"];
const base64 = (size: number): string => Buffer.from(token(75, size)).toString("base64");

describe("all passwords passed to a tool are found", () => {
  it.each([
    ["LDAP", `ldappasswd -x -D cn=admin -w ${typed} -s ${plain} uid=ada`, [typed, plain]],
    ["an SNMP agent", `createUser ada SHA "${typed}" AES "${plain}"`, [typed, plain]],
    ["SNMP", `snmpwalk -v3 -u ada -A ${typed} -X ${plain} 192.0.2.1`, [typed, plain]],
    ["NetworkManager", `nmcli dev wifi connect "Lab 5G" password ${plain}`, [plain]],
    [
      "the registry of Windows",
      `reg add HKLM\\\\X /v DefaultPassword /t REG_SZ /d ${plain} /f`,
      [plain],
    ],
    ["a profile of Windows", `    Key Content            : ${plain}`, [plain]],
    ["a generator of codes", `oathtool --totp -b ${seed}`, [seed]],
    ["IRC", `/msg NickServ IDENTIFY ${typed}`, [typed]],
    ["an account of IRC", `PRIVMSG NickServ :IDENTIFY ada ${typed}`, [typed]],
    ["a protocol of SMB", `secretsdump.py corp/ada:'${typed}'@192.0.2.1`, [typed]],
    ["a dump of Windows", `ada:500:aad3b435b51404eeaad3b435b51404ee:${hex}:::`, [hex]],
    ["a package index", `conan user -p ${plain} -r corp ada`, [plain]],
    ["an app store", `altool --upload-app -u ada -p ${letters.join("-")}`, [letters.join("-")]],
    ["a relay of mail", `[mx.example.org]:587 ada:${letters.join("")}`, [letters.join("")]],
    ["a tunnel", `wg set wg0 private-key <(echo ${base64(33)})`, [base64(33)]],
    ["a web server", `SSLPassPhraseDialog "|/bin/echo ${typed}"`, [typed]],
    [
      "a state of Terraform",
      `"type": "random_password",\n"instances": [{"attributes": {\n"length": 24,\n"result": "${mixed}"`,
      [mixed],
    ],
    [
      "a signed request",
      `OAuth1("${token(76, 25)}", "${token(77, 50)}",\n    "${mixed}", "${token(78, 45)}")`,
      [token(76, 25), token(77, 50), mixed, token(78, 45)],
    ],
  ])("of %s", (_what, text, values) => {
    expect(secretsIn(text).slice(-values.length)).toEqual(values);
  });

  it.each([
    "nmcli dev wifi connect Lab5G password $PASS2; nmcli con show wifi2 | grep -i password",
    "createUser ada SHA-256 AES-128; createUser(name2, pass3); oathtool --totp -b $SEED",
    "NickServ will ask you to identify within 30seconds; snmpget -v3 -A $AUTH2 -X $PRIV2 h1",
    "conan user -p Profile.txt; altool --list-apps -p @keychain:AC_PASSWORD",
    "secretsdump.py corp/ada@192.0.2.1 -hashes :$NTHASH; Key Content            : Absent",
    `resource "random_password" "db" {\n  length = 24\n}\n# "result": "see outputs.tf"`,
    "OAuth1(client_key, client_secret, token1, token2); OAuth1Session('my-app-key-name')",
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("a token in a sentence is found in any notation", () => {
  it.each([
    ["for addresses", `use this token instead, the other one expired: ${urlSafe}`, urlSafe],
    ["as a UUID behind an error", `I'm getting invalid_api_key with ${uuid}`, uuid],
    ["as a UUID in a block of code", `Here is the token.\n\n\`${uuid}\``, uuid],
    ["in hexadecimal", `here is my key ${hex} please make the request work`, hex],
    ["in hexadecimal, as it was set", `the hub secret was configured as ${commit}`, commit],
    ["below its announcement", `token below, keep it safe\n${urlSafe}`, urlSafe],
  ])("%s", (_how, text, value) => {
    expect(secretsIn(text)).toEqual([value]);
  });

  it.each([
    `my cache key ${commit}`,
    `our primary key is ${uuid}`,
    `use my partition key ${hex}`,
    `the request ${uuid} failed with an invalid token; our commit ${commit} has the key`,
    `rotate the secret named mailer_production_eu_west_primary_2024_v2`,
    `token of the class ${["button", token(79, 14), token(80, 14)].join("_")} was renamed`,
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("an argument of a service client's constructor is found", () => {
  it.each([
    [`exa = Exa("${uuid}")`, uuid],
    [`rf = Roboflow("${token(81, 20)}")`, token(81, 20)],
    [`const m = new Deepgram("${commit}")`, commit],
    [`c = Census("${commit}", year=2020)`, commit],
  ])("%s", (text, value) => {
    expect(secretsIn(text)).toEqual([value]);
  });

  it.each([
    `order = Order("${uuid}"); github.repos.getCommit("${commit}")`,
    `stripe.customers.retrieve("${token(84, 18)}")`,
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("the password in a line of ipsec.secrets is found", () => {
  it.each(["ada : EAP", ": XAUTH", "ada@example.com :\tEAP"])("after %s", (line) => {
    expect(secretsIn(`${line} "${plain}"\n`)).toEqual([plain]);
  });

  it.each([`the heap "node12_abc" is full`, `very cheap "${plain}"`, `xauth "MIT-MAGIC-COOKIE-1"`])(
    "but not in %s",
    (text) => {
      expect(secretsIn(text)).toEqual([]);
    },
  );
});

describe("the values of a Kubernetes Secret are found, whatever their names", () => {
  const value = base64(24);
  const url = base64(30);

  it("in YAML, before or after the kind", () => {
    const data = `data:\n  db-user: ${base64(12)}\n  redis-url: ${url}\n  dsn: "${value}"\n`;
    const before = `apiVersion: v1\n${data}kind: Secret\nmetadata:\n  name: web\ntype: Opaque\n`;
    const behind = `apiVersion: v1\nkind: Secret\nmetadata:\n  name: web\n${data}`;
    expect(secretsIn(before)).toEqual([url, value]);
    expect(secretsIn(behind)).toEqual([url, value]);
    expect(
      secretsIn(`${behind}---\napiVersion: v1\nkind: ConfigMap\ndata:\n  x: ${base64(36)}\n`),
    ).toEqual([url, value]);
  });

  it("in JSON, and as plain text in stringData", () => {
    const json = { apiVersion: "v1", data: { dsn: value, salt: url }, kind: "Secret" };
    expect(secretsIn(JSON.stringify(json))).toEqual([value, url]);
    expect(secretsIn(JSON.stringify(json, null, 2))).toEqual([value, url]);
    expect(secretsIn(`kind: Secret\nstringData:\n  dsn: ${typed}\n  level: debug\n`)).toEqual([
      typed,
    ]);
  });

  it("in a list", () => {
    const item = `- apiVersion: v1\n  kind: Secret\n  data:\n    dsn: ${value}\n`;
    expect(secretsIn(`kind: List\nitems:\n${item}${item.replace(value, url)}`)).toEqual([
      value,
      url,
    ]);
    const items = [{ kind: "Secret", stringData: { dsn: typed }, apiVersion: "v1" }];
    expect(secretsIn(JSON.stringify({ items }, null, 2))).toEqual([typed]);
  });

  it.each([
    `kind: SecretStore\ndata:\n  x: ${url}\n`,
    // The values of a chart that reads others from a secret.
    `kind: HelmRelease\nspec:\n  valuesFrom:\n    - kind: Secret\n      name: web\n  values:\n    data:\n      class: standard\n`,
    `kind: HelmRelease\nspec:\n  valuesFrom:\n  - kind: Secret\n    name: web\n  values:\n    data:\n      class: standard\n`,
    `kind: ConfigMap\ndata:\n  x: ${url}\n`,
    `kind: Secret\nmetadata:\n  name: web\n  uid: ${uuid}\ntype: Opaque\n`,
    `kind: Secret\ndata:\n  tls.crt: ${url}\n  port: "54320"\n`,
    `kind: Secret\ndata:\n  dsn: {{ .Values.dsn | b64enc }}\n  x: <base64>\n`,
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("keys that are announced by words are found", () => {
  it("such as a seed phrase by its number of words", () => {
    const words = "ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic";
    expect(secretsIn(`my 12 word phrase is ${words}`)).toEqual([words]);
  });

  it("such as recovery codes after a longer announcement", () => {
    const codes = [5, 5].map((size) => `${pick(random, HEX, size)}-7${pick(random, HEX, 4)}`);
    expect(secretsIn(`my backup codes, save them for me:\n${codes.join("\n")}\n`)).toEqual(codes);
  });

  it("such as a tunnel's preshared key with slashes", () => {
    const key = ["imSE", `${token(85, 24)}`, `${token(86, 14)}=`].join("/");
    expect(secretsIn(`PresharedKey = ${key}`)).toEqual([key]);
  });
});

describe("passwords in quotes, compounds and markup of other languages are found", () => {
  it.each([
    ["in Chinese", `密码是「${typed}」`, typed],
    ["in Japanese", `パスワードは『${typed}』です`, typed],
    ["in French", `mot de passe : « ${typed} »`, typed],
    ["in German, as one word", `Datenbankkennwort: ${plain}`, plain],
    ["in Dutch, as one word", `beheerderswachtwoord: ${plain}`, plain],
    ["in Swedish, as one word", `routerlösenord: ${plain}`, plain],
    ["a key in German", `Lizenzschlüssel: ${seed}`, seed],
    ["in rich text", `{\\rtf1\\b Password: \\b0 ${typed}\\par}`, typed],
    [
      "in a descriptor",
      `<env-entry-name>apiKey</env-entry-name><env-entry-value>${uuid}</env-entry-value>`,
      uuid,
    ],
    ["in short", `u/n ada p/w ${typed}`, typed],
    ["in a log", `user=ada, tok=${mixed}`, mixed],
    ["that was changed", `changed the root pw from old to ${typed} last night`, typed],
    ["of a page", `X-CSRF-Token: ${base64(33)}`, base64(33)],
    ["of letters alone", `zip -P ${jumbled} out.zip file`, jumbled],
    ["of two agents", `auth md5 0x${hex} priv 0x${other} localizedkey`, other],
    ["of an agent", `consul acl set-agent-token agent ${uuid}`, uuid],
  ])("%s", (_how, text, value) => {
    expect(secretsIn(text)).toContain(value);
  });

  it.each([
    "passe-partout « Rouge2024 » et clé « Tab 4 »; 密码「重置」 パスワードを「変更」する",
    `Primärschlüssel: ${uuid}; Fremdschlüssel: ${uuid}`,
    "Passwortlänge: 12Zeichen; Kennwortrichtlinie: Standard2024; sleutelbos: Ring2024",
    "cp /tmp/web/App2024 http/www: p/w ratio2024; tok = lexer.next2(); tok: Token2Kind",
    "zip -P $PASS out.zip; zip -P passwordVariable out.zip; unzip -P MyPassword x.zip",
    "cloudflared tunnel run --token $TUNNEL_TOKEN2; password from Windows10 to Windows11",
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });

  it("also a password hash in a directory entry", () => {
    const hashed = `{SSHA}${base64(24)}`;
    expect(secretsIn(`dn: uid=ada\nuserPassword: ${hashed}\n`)).toEqual([hashed]);
  });

  it("also a key in groups of four, even if half of them are letters alone", () => {
    const key = ["ULZJ", "BGKM", "FN3L", "JF95", "GZYV", "PF4C"].join("-");
    expect(secretsIn(`filevault key ${key}`)).toEqual([key]);
  });
});

describe("secrets that a tool prints, stores or gets as an argument are found", () => {
  it.each([
    ["the key of an app", `$ cat config/master.key\n${hex}\n`, hex],
    ["a secret of a container", `root@web:~# cat /run/secrets/db\n${typed}\n`, typed],
    ["a decoded secret", `$ kubectl get secret db -o yaml | base64 -d\n${typed}\n`, typed],
    ["a made key", `$ openssl rand -hex 16\n${hex}\n`, hex],
    ["a first password", `$ argocd admin initial-password -n argocd\n${mixed}\n`, mixed],
    ["a session of Redis", `127.0.0.1:6379> AUTH ${typed}\nOK`, typed],
    ["a digest that logs in", `evil-winrm -i h -u ada -H ${hex}`, hex],
    ["a digest of two", `psexec.py ada@h -hashes :${hex}`, hex],
    ["a key of a zone", `nsupdate -y hmac-sha256:zone1:${base64(33)}`, base64(33)],
    ["a linked server", `sp_addlinkedsrvlogin 'SRV', 'false', NULL, 'sa', '${typed}'`, typed],
    ["the salt of a site", `$settings['hash_salt'] = '${urlSafe}${mixed}';`, `${urlSafe}${mixed}`],
    ["a tunnel of a firewall", `set psksecret ENC ${base64(45)}`, base64(45)],
    [
      "a key of a cloud",
      `pass_phrase=${["Rock", "et@2024"].join("")}`,
      ["Rock", "et@2024"].join(""),
    ],
    ["a card", "debit card pin 3139, keep it", "3139"],
    ["a door", "Der PIN für die Haustür lautet 73408", "73408"],
  ])("%s", (_what, text, value) => {
    expect(secretsIn(text).join(" ")).toContain(value);
  });

  it.each([
    `$ cat README.md master.key\n${["How", "to", "rotate"].join("-")}\n`,
    `openssl rand prints as many bytes as it is asked for\n${hex}`,
    "$ base64 -d < file.txt | wc -l\nfile2.txt\n$ pwgen --help\nUsage2: pwgen",
    "127.0.0.1:6379> AUTH default $PASS2; > auth required1",
    `# made with openssl rand -hex 16\nNEXT_SECRET=\${SECRET_${hex.slice(0, 4)}}\n`,
    `see # gh auth token\n${["build", "cache2", "linux"].join("-")}\n`,
    `Settings > Auth ${["Provider", "24", "x"].join("")}`,
    "define('WP_CACHE_KEY_SALT', 'example.com:'); define('AUTH_KEY', 'put your unique phrase here');",
    "the pin for the board is GPIO13; card pin 12 of the connector, die PIN für den Stecker ist 7",
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
