import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";
import { ALNUM, HEX, pick, randomFrom, token } from "./texts/samples.ts";

const random = randomFrom(77);
const secret = token(21);
const digest = pick(random, HEX, 32);
const password = ["Fal", "con#", "4631"].join("");
const groups = ["k3x", "9qa-m27", "pzt-vw41ce"].join("");

describe("a secret is found in all formats of configuration and code", () => {
  it.each([
    ["a container's environment", `- name: API_TOKEN\n  value: "${secret}"\n`],
    ["the same in JSON", `{"name":"API_TOKEN","value":"${secret}"}`],
    [
      "a tool's arguments",
      `{"arguments":"{\\"key\\":\\"API_TOKEN\\",\\"value\\":\\"${secret}\\"}"}`,
    ],
    ["JSON in JSON in JSON", JSON.stringify(JSON.stringify(JSON.stringify({ api_token: secret })))],
    ["a hidden field", `<input type="hidden" name="api_token" value="${secret}">`],
    ["a property list", `<key>API_TOKEN</key>\n<string>${secret}</string>`],
    ["a table of a page", `<tr><td>API_TOKEN</td><td>${secret}</td></tr>`],
    ["an element in an element", `<ApiToken><Value>${secret}</Value></ApiToken>`],
    ["emphasis", `**API_TOKEN:** ${secret}`],
    ["a form", `name="api_token"\r\n\r\n${secret}\r\n--`],
    ["a property of C#", `public string ApiToken { get; set; } = "${secret}";`],
    ["a setter", `client.setApiToken("${secret}");`],
    ["a builder", `Client.builder().apiToken("${secret}")`],
    ["Perl", `$ENV{API_TOKEN} = '${secret}';`],
    ["a dump of PHP", `["api_token"]=>\n  string(${secret.length}) "${secret}"`],
    ["Gradle", `buildConfigField "String", "API_TOKEN", "\\"${secret}\\""`],
    ["a line of two cells", `key,value\nAPI_TOKEN,${secret}\n`],
    ["a Dockerfile", `ENV API_TOKEN ${secret}`],
    ["fish", `set -gx API_TOKEN ${secret}`],
    ["a store of parameters", `put-parameter --name /app/api_token --value ${secret} --type S`],
    ["a store of PowerShell's", `Set-Secret -Name pass -Value "${secret}"`],
    ["a store of secrets", `gh secret set API_TOKEN --body "${secret}"`],
    ["a default in code", `const token = process.env.TOKEN || '${secret}';`],
    ["a default in Ruby", `ENV['API_TOKEN'] ||= '${secret}'`],
    ["a constructor", `const std::string kApiSecret("${secret}");`],
    ["AsciiDoc", `api-token:: ${secret}`],
    ["a block of YAML", `token: |\n  ${secret}\n`],
    ["a text of TOML in three quotes", `api_token = """${secret}"""`],
    ["an object under its name", `{"credentials":{"value":"${secret}"}}`],
    ["a label over its value", `API Token\n${secret}\n`],
    ["a field of Firestore", `{"apiToken":{"stringValue":"${secret}"}}`],
    ["a store of Jenkins", `<id>{mailer ${secret}}</id>`],
    ["a remark in brackets", `// mailer api key (staging): ${secret}\nsend();`],
    ["an empty line before it", `Mailer API key:\n\n    ${secret}\n\nplease keep it`],
    ["a client that is made with it", `const c = new MailerClient("${secret}");`],
    ["a vendor's constructor", `const s = new Stripe("${secret}");`],
    [
      "a statement that names it last",
      `UPDATE s SET value = '${secret}' WHERE name = 'api_token';`,
    ],
    ["an object that names it last", `{"value":"${secret}","name":"API_TOKEN"}`],
    ["a call that names it last", `request.setValue("${secret}", forHTTPHeaderField: "X-Api-Key")`],
    ["brackets around it", `the API token (${secret}) expires soon`],
    ["a message of a protocol", `api_token {\n  value: "${secret}"\n}`],
    ["a header with a scheme of its own", `Authorization: GenieKey ${secret}`],
    ["a client of a module", `client = mailer.Client("${secret}")`],
    ["a manifest of Android", `android:name="x.API_KEY" android:value="${secret}" />`],
    ["a request that names it last", `can you use ${secret} as the mailer token?`],
    ["Japanese", `APIキー: ${secret}`],
    ["a seed of one-time passwords", `TOTP_SEED=${secret}`],
    ["a name written together", `mailerkey: ${secret}`],
    ["a line of cells that ends in a comma", `acmeToken,${secret},`],
    ["a string of Java", `String token = "${secret}";`],
    ["what sets a service up", `mailer.init({ key: "${secret}" })`],
    ["an object that is made", `new Mailer({\n  key: "${secret}",\n})`],
    ["an option of a login", `acme login --key ${secret}`],
    ["a call of a vendor's name", `const slack = getSlack("${secret}");`],
    ["a block of code under its name", `Here is the API key:\n\`\`\`\n${secret}\n\`\`\``],
    ["a cell beside its name", `<th>API key</th>\n<td><code>${secret}</code></td>`],
    ["a member of a vendor's block", `mailer:\n  key: ${secret}\n`],
    ["brackets that join pieces", `api_key = ("${secret}"\n  "x")`],
    ["the head of a section", `[mailer]\nkey = ${secret}\n`],
    ["escaped markup", `&lt;api-token&gt;${secret}&lt;/api-token&gt;`],
    ["an escaped query", `redirect=%2Fx%3Fapi_token%3D${secret}`],
    ["a number behind the name", `Unseal Key 1: ${secret}`],
    ["emphasis of a chat", `*Secret*: \`${secret}\``],
    ["an object of one value", `"ApiToken": {"Default": "${secret}"}`],
    ["what is made for a vendor", `const hook = slackwebhook("${secret}");`],
    ["a question before the name", `why does "${secret}" not work as my api key?`],
    ["the element behind the one that names it", `<name="apiToken" />\n  <value="${secret}" />`],
    ["blanks that were pasted along", `api_token = " ${secret} "`],
    ["groups of six", `<entry key="mailerToken">${groups}</entry>`, groups],
    ["Rails", `secret_key_base: ${pick(random, HEX, 128)}`],
  ])("%s", (_where, text, given = secret) => {
    const [value] = valuesIn(text);
    expect(value).toBeDefined();
    expect(text.replace(value ?? "", "")).not.toContain(given);
  });
});

it("the key in a block about credentials is found, whatever its characters", () => {
  expect(valuesIn(`acme credentials\nuse these:\n  key: ${digest}\n  url: x`)).toEqual([digest]);
});

it("a short secret is found, even if its letters look like words of a name", () => {
  const value = ["Kfr5", "Xub1", "Gna9", "Q0"].join("");
  for (const text of [`secret=A${value}`, `api-token: A${value}`, `cred = A${value}`])
    expect(valuesIn(text)).toEqual([`A${value}`]);
  for (const name of ["resolveSha256Hmac1", "Ipv4Ipv6Addr2Str"])
    expect(valuesIn(`secret=${name}`)).toEqual([]);
});

it("all secrets of a list are found", () => {
  const others = [token(31), token(32), token(33)];
  expect(valuesIn(`{"tokens":["${others.join('", "')}"]}`)).toEqual(others);
});

it("all parts of a concatenated secret are found", () => {
  const [first, second] = [token(31, 20), token(32, 20)];
  for (const join of ['" + "', '"\n  + "', '" . "', '"\\\n"', '"\n    "'])
    expect(valuesIn(`api_token = "${first}${join}${second}"`)).toEqual([first, second]);
});

it("the longest value is found, whatever punctuation follows it", () => {
  for (const signs of ["", ".", "?)", "..", "***"])
    for (const size of [510, 511, 512])
      expect(valuesIn(`the password is ${token(45, size)}${signs}`)).toEqual([token(45, size)]);
});

it("the cookies of a header that identify a visitor are found", () => {
  const [first, second] = [token(41), token(42)];
  const header = `Cookie: lang=de-DE; SID=${first}; theme=dark2; HSID=${second}`;
  expect(valuesIn(header)).toEqual([first, second]);
});

it("a cookie of the maximum length in browsers is found completely", () => {
  for (const size of [511, 512, 513, 600, 4_000]) {
    const [long, other] = [token(43, size), token(44)];
    for (const header of [
      `Cookie: lang=de-DE; .AspNetCore.Cookies=${long}; SID=${other}; theme=dark2`,
      `{"cookie":"_app_session=${long}; SID=${other}"}`,
    ])
      expect(valuesIn(header)).toEqual([long, other]);
    expect(valuesIn(`Set-Cookie: sess=${long}\nPath: /`)).toEqual([long]);
  }
});

describe("a password in a sentence, a command or code is found", () => {
  it.each([
    ["before the word", `use ${password} as the password`],
    ["a few words behind it", `the wifi password for guests ${password} please`],
    ["with a colon and a name", `credentials are admin:${password}`],
    ["in brackets right behind the word", `비밀번호(${password})입니다`],
    ["behind a misspelt word", `pasword: ${password}`],
    ["in Greek", `κωδικός πρόσβασης: ${password}`],
    ["in Arabic", `كلمة المرور: ${password}`],
    ["in Hebrew", `הסיסמה שלי היא ${password}`],
    ["in Thai", `รหัสผ่านคือ ${password}`],
    ["in Bulgarian", `паролата ми е ${password}`],
    ["in Czech", `moje heslo je ${password}`],
    ["in Romanian", `parola mea este ${password}`],
    ["in Turkish", `şifrem ${password}`],
    ["in Spanish, as a key", `la clave es ${password}`],
    ["in Estonian", `parool: ${password}`],
    ["of MySQL", `mysqldump -u root -p${password} app`],
    ["of Redis", `redis-cli -h cache -a ${password} ping`],
    ["of SQL Server", `sqlcmd -S db -U sa -P "${password}"`],
    ["of LDAP", `ldapsearch -x -D "cn=admin" -w ${password} -b dc=x`],
    ["of OpenSSL", `openssl rsa -in k.pem -passin pass:${password}`],
    ["of PowerShell", `ConvertTo-SecureString "${password}" -AsPlainText -Force`],
    ["of Oracle", `jdbc:oracle:thin:scott/${token(5, 14)}@//db:1521/x`],
    ["of a user in SQL", `CREATE USER 'app'@'%' IDENTIFIED BY '${password}';`],
    ["of a user's row in SQL", `INSERT INTO users (id, password) VALUES (1, '${password}');`],
    ["of a proxy", `stats auth admin:${password}`],
    ["of a request", `requests.get(url, auth=("bob", "${password}"))`],
    ["of LaTeX", `\\newcommand{\\dbpassword}{${password}}`],
    ["of a router", `enable password ${password}`],
    ["of a line of a router, in clear", `line vty 0 4\n password 0 ${password}\n login`],
    ["of a neighbour of a router, in clear", `neighbor core1 password 0 ${password}`],
    ["of a community", `snmp-server community ${token(8, 12)} RO`],
    ["of a network", `network={\n  psk="${password}"\n}`],
    ["in a line of .pgpass", `db.example.com:5432:app:bob:${password}`],
    ["of a mail server", `smtp.login("robot@example", "${password}")`],
    ["of a connection", `DriverManager.getConnection(url, "app", "${password}")`],
    ["of a client of HTTP", `HTTPBasicAuth("bob", "${password}")`],
    ["of several words, a few words behind it", "Das Kennwort ist jetzt lantern-copper-meadow41"],
    ["of a queue", `rabbitmqctl add_user app ${token(13, 14)}`],
    ["of a remote desktop", `xfreerdp /u:bob /p:${password} /v:host`],
    ["of MQTT", `mosquitto_pub -h mq -u dev -P ${token(9, 12)} -t x`],
    ["of Azure", `az login --service-principal -u app -p ${token(10, 34)} --tenant x`],
    ["of a directory", `bindpw ${password}\nbinddn cn=admin`],
    ["of a tunnel", `: PSK "${password}"`],
    ["of a wireless network's code", `WIFI:T:WPA;S:Office;P:${password};;`],
    ["with what it is behind it in brackets", `it is now ${password} (the db password)`],
    ["of Redis, in its configuration", `requirepass ${token(6, 12)}`],
    ["made of words and a number", "POSTGRES_PASSWORD=lantern-copper-meadow-stone37"],
    ["made of two words and a number", 'password: "copper-meadow-41"'],
    ["of a driver, after a variable", `new PDO($dsn, 'root', '${password}');`],
    ["of a driver, after other texts", `pymysql.connect("db", "root", "${password}", "app")`],
    ["of a client of MQTT", `mqtt.username_pw_set("dev", "${password}")`],
    ["of a wireless network's tool", `wpa_passphrase Home '${password}'`],
    ["of a form that a test fills in", `cy.get('input[name=password]').type('${password}')`],
    ["of a signature, after an object", `jwt.encode({"a": 1}, "${password}", algorithm="HS256")`],
    ["of a backup", `mongodump -u root -p ${token(23, 12)} --db x`],
    ["of a registry's client", `twine upload -u bob -p ${token(24, 12)} dist/x`],
    ["of a store of objects", `mc alias set m https://s3.example admin ${token(25, 16)}`],
    ["of a manager of networks", `snmpv3 user x auth sha ${token(26, 12)} priv`],
    ["of a package manager", `poetry config http-basic.corp bob ${token(27, 14)}`],
    [
      "of one-time passwords",
      `pyotp.TOTP("${pick(random, "ABCDEFGHJKLMNPQRSTUVWXYZ234567", 32)}")`,
    ],
    ["of a pair that is encoded", `btoa('bob:${password}')`],
    ["in French, as people speak", `Le mdp du wifi c'est ${password}`],
    ["of a pair, in German", `Zugangsdaten: bob / ${password}`],
    ["in Korean, for short", `비번: ${password}`],
    ["made of words with dots", 'password: "Lantern.Copper.Meadow41"'],
    ["with a dollar sign before its number", "ansible_ssh_pass=Lantern$7062"],
    ["with a remark in brackets", `Password (temporary): ${password}`],
    ["with one digit and a capital", "password: Sommer9x"],
    ["that begins with a percent sign", `password: "%${password}"`],
    ["behind the account's line", "user bob\npassword soleil254\n"],
    ["after an arrow", "password => soleil254"],
    ["of a qualified name", `profile::db::root_password: '${token(22, 10)}'`],
    ["in base64 without a digit", `_password="WlZZdlJBQzZCemRVdkE="`],
    ["of letters in no order", "password: gbUXRS9rQ"],
    ["with the account before it, in German", "Benutzer bob, Kennwort gbUXRS9rQ"],
    ["as bytes", `var jwtKey = []byte("${secret}")`],
    ["as a string of Rust", `let secret = String::from("${secret}");`],
    ["of a ticket", `kinit bob <<< ${token(36, 10)}`],
    ["of a signature", `crypto.createHmac("sha256", "${secret}")`],
    ["of a store of keys", `KeyStore.load(in, "${token(37, 10)}".toCharArray());`],
    ["of a cloud", `new BasicAWSCredentials("x", "${token(38, 40)}")`],
    ["of mail in Go", `smtp.PlainAuth("", "bob", "${token(39, 12)}", "mx")`],
    ["of a field with a default", `token: str = Field(default="${secret}")`],
    ["that a sentence says in short", `Sure! The staging password's ${token(40, 12)}`],
    ["in Polish without its signs", "haslo: tundra6175"],
    ["of a pair of short names", `{"k":"sessionToken","v":"${secret}"}`],
    ["of an archive", `7z x a.7z -p${token(23, 10)}`],
    ["of a certificate", `signtool sign /f cert.pfx /p ${token(24, 10)} app.exe`],
    ["of a share", `net use Z: \\\\srv\\share ${password} /user:CORP\\bob`],
    ["of a shell of a database", `mongosh "mongodb://db" -u admin -p ${token(25, 12)} --quiet`],
    ["of DB2", `db2 connect to crm user bob using ${token(26, 12)}`],
    ["of etcd", `etcdctl --user root:${token(27, 12)} get /`],
    ["of a cookie", `curl -b "JSESSIONID=${pick(random, HEX, 32).toUpperCase()}" https://x.test`],
    ["that goes into another command", `echo "${password}" | sudo -S reboot`],
    ["with its account into another command", `echo "bob:${token(28, 10)}" | chpasswd`],
    ["that becomes a hash", `openssl passwd -1 ${token(29, 10)}`],
    ["of a router's console", `enable secret 0 ${token(30, 12)}`],
    ["of PHP", `new PDO('mysql:host=db', 'app', '${token(31, 10)}');`],
    ["of Perl", `DBI->connect('dbi:mysql:crm', 'app', '${token(32, 10)}');`],
    ["of Visual Basic", `conn.Open "DSN=crm", "sa", "${token(33, 10)}"`],
    ["of a client in Rust", `.basic_auth("svc", Some("${token(34, 12)}"))`],
    ["of a web token", `jwt.sign(payload, '${secret}')`],
    ["of a form that is filled in", `find(By.ID, "password").send_keys("${token(35, 10)}")`],
    ["in the braces of a driver", `Server=db;Uid=sa;Pwd={${password}};Encrypt=yes`],
    [
      "of an account at a host",
      `A temporary password is generated for root@localhost: ${password}`,
    ],
    ["under its announcement", `Please use the following password to proceed:\n\n${password}\n`],
    ["of somebody who logs in", `please login as admin / ${password}`],
    ["before its name in brackets", `ssh in with it, it is ${password} (password)`],
    ["of a wireless network", `the wifi is ${password}`],
    ["of an app, in groups of letters", `MAIL_PASSWORD="qwkx abcd efgh mnop"`],
    ["with an ampersand in it", `POSTGRES_PASSWORD=${"kwzgq733&"}BE`],
    ["in bold on a page", `<p>Your password is <strong>${password}</strong></p>`],
    ["of an access list of Redis", `ACL SETUSER bob on >${token(43, 12)} ~* +@all`],
    ["of a client that authenticates", `client.authenticate("bob", "${password}")`],
    ["in Indonesian", `kata sandinya ${password}`],
    ["of a tunnel, as people speak", `the vpn psk is ${password}`],
    ["of a wireless network's board", 'WiFi.begin("Home", "lantern-copper-meadow41");'],
  ])("%s", (_where, text) => {
    const [value, ...others] = valuesIn(text);
    expect(others).toEqual([]);
    expect(value?.length ?? 0).toBeGreaterThanOrEqual(8);
    expect(text).toContain(value);
  });

  it.each([
    ["what programs count", "pass: iteration12, render pass: shadow2048, pass: step1200"],
    ["a number in hexadecimal", "token: '0x23053b3b', tokenIndex: 2940"],
    ["the key of an assembly", "PublicKeyToken=b77a5c561934e089, Culture=neutral"],
    ["words of a query", "oauth_token=lock%26key&oauth_token_secret=secret%3Dpassword"],
    ["a rule in Japanese", "パスワードは8文字以上で、数字を含む必要があります"],
    ["a rule in Greek", "Ο κωδικός πρέπει να έχει 8 χαρακτήρες"],
    ["words joined like a name", "password: reset-your-own-account, token: user-secret-input-2"],
    ["a fingerprint", `gpg: using RSA key ${"A1".repeat(4)}${pick(random, HEX, 32).toUpperCase()}`],
    ["the key of a server of keys", `gpg --recv-keys ${pick(random, HEX, 40).toUpperCase()}`],
    ["what is looked up", `stripe.customers.retrieve("cus_${pick(random, ALNUM, 14)}")`],
    ["a commit", `github.getCommit("${pick(random, HEX, 40)}")`],
    ["the key of an entry, with no word about credentials", `settings\n  key: ${digest}\n  x: 1`],
    ["the name of a host", "the password for prod-web-server01 and password of db-main-node-12"],
    ["what brackets say of it", "Password (required), API key (optional): see docs, token (v2)"],
    ["a call that names a field", 'form.setValue("Enter your password", forField: "password")'],
    ["a type in brackets", "function login (password: string, token (opaque): Buffer) {"],
    ["a date", "Your password was changed on 2026-01-05."],
    ["the name of a secret", '- name: SECRET_NAME\n  value: "db-credentials"\n'],
    ["a number among names", '{"name":"max_tokens","value":"4096"}'],
    ["an account and its host", "login: bob@web01, user admin@db2"],
    ["what programs are given", "jwt.sign(payload, env.JWT_SECRET); new PDO($dsn, $user, $pass);"],
    ["the next parameter of a query", "?password=&user=bob12345&token=&page=12345678"],
    ["a pointer", `Export SecKeyPrivateKey*  xmlSecNssPKIKeyDataGetPrivKey(x)`],
    ["an interpolation", "f'password={password!r}'; token = {member1};"],
    ["a word with key at its end", "monkey: Token2022Program, turkey = kiwi12, hotkey: ctrl+F12"],
    ["the key of a map in YAML", `cache:\n  key: ${digest}\n`],
    ["words of four letters", "password: this must have been long"],
    ["the name of a wireless network", "the wifi network HomeNet5G is down"],
    ["an echo", 'echo "$PASSWORD" | docker login --password-stdin; echo done1234 | grep x'],
    ["the encoding of a seed", 'totp = pyotp.TOTP("base32")'],
    ["a share without a password", "net use Z: \\\\srv01\\share2024 /user:CORP\\bob"],
  ])("but not %s", (_what, text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

/** The wallet import format of a key that is all ones: assembled, so that it is nobody's. */
function walletKey(): string {
  const payload = Buffer.concat([Buffer.from([0x80]), Buffer.alloc(32, 1)]);
  const twice = createHash("sha256").update(createHash("sha256").update(payload).digest()).digest();
  let number = BigInt(`0x${Buffer.concat([payload, twice.subarray(0, 4)]).toString("hex")}`);
  let written = "";
  for (; number > 0n; number /= 58n) written = BASE58.charAt(Number(number % 58n)) + written;
  return written;
}
const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

describe("keys and URLs that grant access are found", () => {
  const line = pick(random, ALNUM, 44);
  it.each([
    ["a private JSON Web Key", `{"kty":"EC","x":"${line}","d":"${line}"}`],
    ["a symmetric one", `{"kty":"oct","k":"${line}"}`],
    ["a key of PuTTY", `Private-Lines: 1\n${line}\nPrivate-MAC: ${pick(random, HEX, 64)}`],
    [
      "a key of PuTTY, below the public one",
      `Public-Lines: 1\n${line}${line.slice(0, 20)}\nPrivate-Lines: 1\n${line}\nPrivate-MAC: `,
    ],
    ["a hash of Windows", `NTLM : ${pick(random, HEX, 32)}`],
    [
      "a hash of Windows behind that of no password",
      `ada:1104:aad3b435b51404eeaad3b435b51404ee:${pick(random, HEX, 32)}:::`,
    ],
    ["a hash of Windows as an option", `psexec.py -hashes :${pick(random, HEX, 32)} ada@db`],
    ["a static key of OpenVPN", staticKey()],
    ["a password's hash", `root:$6$${pick(random, ALNUM, 8)}$${pick(random, ALNUM, 86)}:19000:0:`],
    ["a setup key in groups", "Your 2FA secret key is ZW3L IC3G JZL2 IZ2P OWLE UMKZ VD6P JDIU"],
    [
      "a seed of NATS",
      `creds: SUA${["MK2Q", "A7ZB"].join("")}${pick(random, "ABCDEFGHIJKLMNOP234567", 47)}`,
    ],
    ["a wallet's key", `import ${walletKey()} now`],
    ["a SAML response", `SAMLResponse=${pick(random, ALNUM, 300)}&RelayState=x`],
    [
      "a bot's address",
      `https://api.telegram.org/bot${pick(random, "123456789", 10)}:${line.slice(0, 35)}/x`,
    ],
  ])("%s", (_what, text) => {
    expect(valuesIn(text)).toHaveLength(1);
  });

  it("but not the public members of a key", () => {
    expect(valuesIn(`{"kty":"RSA","e":"AQAB","n":"${pick(random, ALNUM, 342)}"}`)).toEqual([]);
    expect(valuesIn(`{"d":"${line}","title":"a path of an icon"}`)).toEqual([]);
  });

  function staticKey(): string {
    const rows = Array.from({ length: 16 }, () => pick(random, HEX, 32)).join("\n");
    return ["-----BEGIN OpenVPN", " Static key V1-----\n"].join("") + rows;
  }
});

describe("email addresses as people write them are found", () => {
  it.each([
    ["Spanish", "ana.diaz (arroba) example.org"],
    ["French", "anne arobase example point fr"],
    ["Italian", "anna chiocciola example punto it"],
    ["spaces around everything", "chloe @ example . com"],
  ])("%s", (_how, address) => {
    expect(valuesIn(`mail ${address}, thanks`)).toEqual([address]);
  });
});
