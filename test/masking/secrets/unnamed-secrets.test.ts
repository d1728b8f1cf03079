import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { HEX, pick, randomFrom, token } from "../texts/samples.ts";

const random = randomFrom(83);
const hex = pick(random, HEX, 32);
const commit = pick(random, HEX, 40);
const digest = pick(random, HEX, 64);
const mixed = token(51, 40);
const uuid = [8, 4, 4, 4, 12].map((size) => pick(random, HEX, size)).join("-");
const typed = ["Fal", "con#", "4631"].join("");
const signed = ["tulip", "$Vase", "4711"].join("");
const plain = ["tulip", "Vase", "4711"].join("");

describe("the password argument of a call is found after the user name", () => {
  it.each([
    `session.auth = ("bob", "${typed}")`,
    `auth: ['bob', '${plain}']`,
    `'auth' => ['bob', '${plain}']`,
    `HTTPDigestAuth('bob', '${plain}')`,
    `PlainTextAuthProvider('bob', '${typed}')`,
    `new PasswordAuthentication("bob", "${typed}".toCharArray())`,
    `GraphDatabase.driver(uri, auth=("neo4j", "${plain}"))`,
    `signInWithEmailAndPassword("bob@example.org", "${plain}")`,
    `createUserWithEmailAndPassword(auth, "bob@example.org", "${plain}")`,
    `server.login(\n    "bob",\n    "${plain}",\n)`,
    `signIn(page, "bob", "${typed}")`,
    `ldap_bind($c, "cn=bob,dc=example", "${plain}")`,
    `cx_Oracle.connect("bob", "${plain}", "db/orcl")`,
    `mysql_connect($host, "bob", "${plain}")`,
    `transport.auth_password("bob", "${typed}")`,
    `session.userauth_password('bob', '${plain}')`,
    `ssh2_auth_password($c, "bob", "${plain}")`,
    `pymysql.connect("db01", "bob", "${plain}", "shop")`,
    `FTP("ftp.example.org", "bob", "${plain}")`,
    `ssh.connect("web1", 22, "bob", "${typed}")`,
    `getConnection("jdbc:mysql://" + host + "/db", "bob", "${plain}")`,
    `request.basic_auth("o'brien", "${plain}")`,
    `smtp.login("", "${plain}")`,
    `new PDO($dsn, "{{user}}", "${typed}")`,
    `ssh2_auth_password($c, "svc/app", "${plain}")`,
    `new NetworkCredential("bob", "${plain}`,
    `mysqli_connect($host, 'bob', '${typed}\n`,
    `<code>login("bob", "${plain}</code>`,
    `log("auth=('bob', '${plain}"); next()`,
    `smtp.login("bob", '${plain}" # comment`,
  ])("%s", (text) => {
    const [value, ...others] = secretsIn(text);
    expect([typed, plain]).toContain(value);
    expect(others).toEqual([]);
  });

  it.each([
    "login(user, passwordFromInput1, done)",
    `login("bob", os.environ["PASS2"])`,
    `login("bob", process.env.PASS2)`,
    `sign_in("bob", "$PASS2")`,
    `signIn("bob", "\${PASS2}")`,
    `signIn("bob", "<password1>")`,
    `signIn("bob", "{{password1}}")`,
    `signIn("credentials2", "redirect=1&x=2")`,
    `socket.connect("tcp://host1:5555", "server-01")`,
    `g_signal_connect(button, "clicked", "on_button1_clicked")`,
    `client.connect("wss://h1.example.org", "Proto2col")`,
    `db.connect("postgres", "user1", "mydb_2024")`,
    `connect("mapState2Props", "mapDispatch2Props")`,
    `new mysqli($host1, $user2, $pass3, "shop2024")`,
    `new PDO("mysql:host=h1;dbname=shop2024", $user1, $pass2)`,
    `FTP("host1", "dir2/File3.txt")`,
    `getConnection(url1, props2)`,
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("the key that a client is created with is found", () => {
  it.each([
    `const mailer = new Mailer("${hex}");`,
    `client = Mailer("${commit}")`,
    `Mailer::Client.new('${hex}')`,
    `let client = MailerClient::builder().key("${commit}").build();`,
    `new MailerClient.Builder("${hex}").build();`,
    `client := mailer.New("${hex}")`,
    `mailer.NewClient("${hex}", nil)`,
    `$mailer = new \\Mailer\\Client('${mixed}');`,
    `Mailer.init(context, "${hex}")`,
    `Mailer.getInstance().initialize(context, "${commit}");`,
    `const mailer = require("mailer")("${hex}");`,
    `mailer('init', '${hex}');`,
    `const wallet = new ethers.Wallet("0x${digest}");`,
    `kind: Secret\nstringData:\n  mailer: ${hex}\n`,
    `{"secrets": {"mailer": "${hex}"}}`,
    `MAILER_API: "${hex}"`,
  ])("%s", (text) => {
    const [value, ...others] = secretsIn(text);
    expect(text).toContain(value);
    expect([hex, commit, mixed, digest, `0x${digest}`]).toContain(value);
    expect(others).toEqual([]);
  });

  it.each([
    `new Commit("${commit}"); new Blob("${commit}"); repo.checkout("${commit}")`,
    `new ObjectId("${pick(random, HEX, 24)}"); new Uuid("${uuid}"); new Row("${uuid}")`,
    `Digest.new("${hex}"); new Sha256Hash("${digest}"); blob = Blob("${commit}")`,
    `resource("pkg1", "${hex}"); download("zlib.tgz", "${digest}"); fetch("a", "${commit}")`,
    `assertEquals("x", "${hex}")`,
    `checksums:\n  zlib.tgz: ${hex}\n  pako: ${hex}\n`,
    `tokens:\n  primary: ${hex}\n`,
    `secrets:\n  db:\n    external: true\nservices:\n  web:\n    release: ${hex}`,
    `imagePullSecrets:\n  - name: regcred\ncontainers:\n  - name: web\n    build: ${commit}`,
    `new PublicKey("${token(58, 44)}"); new Program("${token(59, 44)}")`,
    `ga("create", "UA-12345678-1Xx9Yy8Zz7Ww6Vv5")`,
  ])("but not the arguments of other calls: %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("passwords in commands, router configurations and sentences are found", () => {
  it.each([
    `curl -ubob:${typed} https://api.example.com`,
    `curl -u :${commit} https://api.example.com`,
    `curl -u ${hex}: https://api.example.com`,
    `dbtool -u bob -h db -p ${typed}`,
    `nxc smb h -u bob -p '${plain}'`,
    `ipmitool -H h -U bob -P ${plain} power on`,
    `expdp system/${plain} schemas=x`,
    `*:*:*:postgres:${typed}`,
    `crypt('${typed}', gen_salt('bf'))`,
    `CryptoJS.AES.encrypt(message, '${plain}')`,
    `createCipheriv('aes-256-cbc', '${mixed}', iv)`,
    `tool secret:create --name MAILER --value ${mixed}`,
    `mailer login -t ${commit}`,
    `username bob privilege 15 secret ${plain}`,
    `username bob password 0 ${plain}`,
    `crypto isakmp key ${typed} address 192.0.2.1`,
    `db_password: !unsafe ${typed}`,
    `:mailer_token: ${mixed}`,
    `getenv('MAILER_TOKEN') ?: '${mixed}'`,
    `"value": "${typed}", "sensitive": true, "name": "db_password"`,
    `set-cookie: [ 'sid=${mixed}; Path=/' ]`,
    `Password\n${plain}\n`,
    `password: ${["sunset", "monkey", "bridge4"].join("-")}`,
    `password: ${["Harb", "or29", "&x"].join("")}`,
  ])("%s", (text) => {
    const [value, ...others] = secretsIn(text);
    expect(others).toEqual([]);
    expect(value?.length ?? 0).toBeGreaterThanOrEqual(6);
    expect(text).toContain(value);
  });

  it.each([
    "docker run --user app1 -p 8443:443/tcp img2 && podman run -u root1 -p 5000:5000/udp quay/x1",
    "docker compose -u x -p project2024a up; kubectl logs -l app=web1 -p web-7d9f8b6c5d-x2k4m",
    "ssh -l bob -p Port2222a h; mkdir -p Build2024x/dir9; sudo -u bob1 -p Prompt2x: ls",
    "git log -u --author bob -p src1/Main2.java; diff -u -r -p old1Dir new2Dir",
    "lp -U bob -P HP4200dtn1 doc.pdf; journalctl -u nginx1.service -p err2024x",
    "mysql -u root -p shop2024; psql -U bob1 -p 5432a db",
    "tool -u bob -p $PASS2; tool -u bob -p <password2>; tool -u bob -p {{password2}}",
    "tool -u bob -p ./secret2.txt; tool --user bob1 --port 8443a",
    "curl -u https://x.org/a1b2; curl -u bob1 https://x.org/v1/a2b3",
    "encrypt(x, 'A256GCM'); encrypt(data2, 'aes-256-cbc'); tpm_decrypt('Handle81000001')",
    `xcrypt("ab12cd34"); crypt(password, gen_salt('bf', 8)); scrypt("x2", "salt1Name")`,
    "bob / Team2Lead, Samsung / Galaxy#S24, admin/Dashboard2! and root:Wheel2Grp",
    "username admin secret rotation2; username bob1 password required",
    "arn:aws:s3:*:bucket2:Object9 and 0.0.0.0:*:users2:nginx8",
    "password from Step2A to Step3B",
    "password?: string2; token ?: Ed25519Token",
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("the secret part of a URL is found", () => {
  it.each([
    ["of a webhook", `https://hooks.example.com/services/${token(55, 24)}`, token(55, 24)],
    ["of one with a UUID", `https://example.com/webhook/${uuid}`, uuid],
    ["of one in a project", `https://example.com/projects/1/webhook/${uuid}`, uuid],
    ["of a node", `https://mainnet.example.io/v3/${hex}`, hex],
    ["of a link by mail", `https://example.com/in?t=${mixed}`, mixed],
    ["of a new password", `https://example.com/reset-password/${commit}`, commit],
  ])("%s", (_where, text, value) => {
    expect(secretsIn(text)).toEqual([value]);
  });

  it.each([
    "https://docs.example.com/webhooks/how-to-verify-signatures-2024/index.html",
    "https://blog.example.com/hooks/building-custom-hooks-a1b2c3d4e5f6",
    "https://example.com/reset?from=settings&lang=de",
    `https://example.com/webhook-service/commit/${commit}`,
    `https://code.example.com/acme/webhook/archive/${commit}.tar.gz`,
    `https://code.example.com/acme/webhooks/blob/${commit}/README.md`,
    `https://registry.example.com/webhook/-/webhook-${hex}.tgz`,
    `https://api.example.com/v1/webhooks/${uuid}`,
    `https://mainnet.example.io/block/${digest}`,
    `https://sepolia.example.io/tx/0x${digest}`,
    `https://example.com/watch?t=120s&v=${token(60, 11)}`,
    `https://example.com/main.css?t=${hex}`,
    `webhook handler mainnet ${uuid}`,
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

const CAPITALS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const groups = Array.from({ length: 5 }, (_, at) => `${pick(random, CAPITALS, 3)}${at}K`).join("-");

describe("secrets in rows without columns, product keys and sent codes are found", () => {
  it.each([
    ["a row of keys", `INSERT INTO api_keys VALUES (3, 'mailer', '${hex}', now());`, hex],
    [
      "a row of users",
      `INSERT INTO users VALUES (1, 'bob', '${signed}'), (2, 'eve', 'x');`,
      signed,
    ],
    ["a product key", `activation: ${groups}`, groups],
    ["a code that is somebody's", "796547 is your Acme code", "796547"],
    ["a code to log in with", "Use 796547 to sign in", "796547"],
    ["a code that expires", "code 796547 expires in 10 minutes", "796547"],
  ])("%s", (_what, text, value) => {
    expect(secretsIn(text)).toEqual([value]);
  });

  it.each([
    `INSERT INTO files VALUES (1, '${hex}');`,
    `INSERT INTO users VALUES ('${uuid}', 'bob', 'user#1234', 'Berlin10115');`,
    `INSERT INTO accounts VALUES ('${hex.slice(0, 24)}', 'ACC-2024-0001', 'usr_01HZY3ABCDEF');`,
    `INSERT INTO tokens VALUES (1, 'erc20', '0x${commit}');`,
    "INSERT INTO settings VALUES ('theme', 'dark2024'), ('version', '2.3.4-rc1');",
    "INSERT INTO users VALUES (1, '$name1', '<password2>', :password1);",
    "Object.values (rows1) and values('abc12345')",
    "ABCDE-FGHIJ-KLMNO-PQRST-UVWX1 A1B2C-D3E4F-G5H6I-J7K8L-M9N0O FRAME-RATE1-BLOCK-SIZE2-COUNT",
    "XXXX1-XXXX2-XXXX3-XXXX4-XXXX5 12345-12345-12345-12345-1234A AB12C-DE34F",
    "20301 is your new zip code, 404123 is your error code, 1000 is your item code",
    "2024 is your Year code; 65536 is your max size code path",
    "use 12345 at the till; the offer 12345 expires in May",
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

it("passwords of letters and digits are found in lists of addresses and passwords", () => {
  const [first, second, third] = ["tul" + "ip88vase", "Fal" + "con7731", "mead" + "ow4711x"];
  const lines = `ada@example.org:${first}\r\neve@example.org:${second}\r\nbob@example.net:${third}\r\n`;
  expect(secretsIn(`Dump:\n${lines}end`)).toEqual([first, second, third]);
  expect(
    secretsIn("scp a deploy@web1.example.org:app20241\nscp a deploy@web2.example.org:app20241"),
  ).toEqual([]);
  expect(secretsIn("ada@example.org:customer4711\nThanks, all")).toEqual([]);
});

describe("tokens in sentences about them, and passwords after email addresses, are found", () => {
  it.each([
    ["in a ticket", `found ${mixed} in the mailer repo, please rotate`, mixed],
    ["in a question", `I keep getting 401 with \`${mixed}\``, mixed],
    ["as a secret", `can you decode ${mixed}? it is our mailer secret`, mixed],
    ["in a list of logins", `ada@example.org:${signed}\neve@example.org|x\n`, signed],
    ["behind a slash", `creds: ada@example.org / ${signed}`, signed],
    ["in a row of a file", `ada@example.org,${signed}\n`, signed],
  ])("%s", (_where, text, value) => {
    expect(secretsIn(text)).toEqual([value]);
  });

  it.each([
    `the type ${mixed} is new here; see ${commit}, which has no secret`,
    `send ${mixed} the token`,
    `mint ${token(61, 44)} of that token`,
    `continuation token ${mixed}; the request id was ${mixed}`,
    `rotate image ${mixed}, leak in module ${mixed}`,
    `-----BEGIN CERTIFICATE-----\n${token(52, 64)}\n${token(53, 64)}\n`,
    `rotated: /builds/${mixed}/index.html`,
    `rotated, as ${Buffer.from("some words that were encoded, in all of 2 lines").toString("base64").slice(0, 60)} says`,
    "git@example.org:team1/repo2.git bob@web1.example.org:report2024.txt",
    "rsync -av bob@h1.example.org:Backup2024 .\nuser1@dev.example.org:Projects2024\n",
    "bob@example.org,DE123456789\nbob@example.org;KD10023456\nbob@example.org|ORD20240012\n",
    "bob@example.org,iPhone14Pro\nbob@example.org Windows11Pro\nbob@example.org / Team2024\n",
    "ask bob@example.org ASAP!!1one\nsip:bob@example.org;tag=a6c85cf9Xk2\n",
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("names of anything are not taken for passwords", () => {
  it.each([
    `signIn("google", "Callback2024"); log_in("alice", "Device2024"); auth: ["jwt", "Scope2024"]`,
    `auth=["read", "write2All"]; credentials("id1", "Release2024"); app.auth("guard", "Provider2024")`,
    `mqtt.connect("h", "client-01", "Topic2024"); connection("a", "b1", "Edge2024")`,
    "mytool -u bob -p Profile2024; rlogin -l bob -p Port2024",
    `page = Page("${hex}"); logger = Logger("${hex}"); client.run("${commit}")`,
    `require("crypto-js")("${digest}"); migrations.init("${hex}")`,
    "12345 is your Windows code page; use 1000 to sign in; error code 5001 expires in 5 days",
  ])("%s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("codes that are not for logging in are not masked", () => {
  it.each([
    "90210 is your ZIP code. 5001 is your Error code, 12345 is your Postal code",
    "1234 is your Product code; 4711 is your Referral code; 20045 is your New Tracking code",
    "HS code 84713000 is valid for laptops, SKU code 884213 is valid for EU",
    "Coupon code 12345 expires in 2 days; Gutschein code 12345 is valid for 30 days",
    "Your booking code 558812 expires in 24 hours, tax code 1257 is valid for 2024",
    "Rev 7, code 20240115 expires in 30 days",
  ])("%s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });

  it.each([
    "Your login code 796547 expires in 10 minutes",
    "Your code 796547 expires in 10 minutes",
    "Hi. Code 796547 is valid for 5 minutes",
    "OTP 796547 is valid for 5 minutes",
  ])("but those of %s are found", (text) => {
    expect(secretsIn(text)).toEqual(["796547"]);
  });
});

describe("arguments of calls that read or delete, and of deployments, are not masked", () => {
  it.each([
    `service.deleteClient("${hex}"); findClient("${hex}"); get_client("${hex}")`,
    `lookupClient("${hex}"); fetchClient("${mixed}"); useApi("${hex}"); callApi("${hex}")`,
    `kc.clients.create("${hex}"); apps.v1.getApi("${hex}")`,
    `client = db.get("${hex}")\nservice := catalog.Get("${commit}")`,
    `api = git.show("${commit}")\nsvc = lookup("${commit}")`,
    `client = registry.byHash("${digest}")\nsvc = catalog.Resolve("${hex}")`,
    `gtag("config", "${hex}"); git.init("${commit}")`,
    `gtag("init", "${hex}"); cipher.init("${hex}"); md.init("${commit}")`,
    `Record.builder().field("${hex}"); entryBuilder.next("${hex}")`,
    `deployments:\n  api: ${commit}\n`,
    `imageTags:\n  api: ${commit}\n`,
    `api: ${digest}\n`,
    `wallet: ${commit}\n`,
    `# rotate secrets:\n  page: ${commit}\n`,
    `credentials:\n  thumbprint: ${commit}\n`,
  ])("%s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });

  it.each([
    [`client = MailerClient("${hex}")`, hex],
    [`client = mailerClient("${mixed}")`, mixed],
    [`const api = new mailerApi("${commit}")`, commit],
    [`deployer: ${digest}\n`, digest],
    [`MAILER_API=${hex}\n`, hex],
    [`if on; then\n    MAILER=${mixed}\nfi\n`, mixed],
  ])("but the arguments of a constructor are found: %s", (text, value) => {
    expect(secretsIn(text)).toEqual([value]);
  });
});

describe("other arguments of calls and commands are not masked", () => {
  it.each([
    `sftp("host", "deploy", "release-1.2.3.tar.gz"); ftp("host", "user", "reports-2024-Q1.csv")`,
    `mysqli("localhost", "root", "utf8mb4_0900"); pdo("a", "options", "ERRMODE_EXCEPTION_2x")`,
    `pdo("mysql", "db2024", "table2025"); MyPDO("mysql", "bob", "Vase4711")`,
    `signal.connect("clicked", "on_clicked", "Button12"); gpio.connect("U1", "SDA", "STM32F103C8")`,
    `nx.connection("WS01", "Server", "Printer4711"); connect("input1", "conv", "Conv2d3x3")`,
    `socket.connect("tcp://h1.example.org:5555", "worker1", "topicA12")`,
    `auth = ("key", "SHA256withRSA"); setAuth("digest", "MD5-sess1"); x.auth("basic", "SHA256x12")`,
    `supabase.auth("user", "provider42"); new Credentials("us-east-1", "profileProd22")`,
    `auth_password("user", "minlength8"); x.setAuth("bob", "SHA256withRSA2")`,
    `aes.encrypt(x, "A256GCMKW12"); aes.encrypt(x, "AES-CBC-PKCS7x"); cookieParser("utf8mb4x1")`,
    "aws ssm put-parameter --name secret-rotation --value Days30x12",
    "aws secretsmanager tag --value team-platform-42; secret rotation --value rate30days1",
    "squeue -u alice -p GPUa100x8\nsbatch --user=alice -p gpuA100x8 job.sh\nsacct -u bob -p part12",
    "mariadb-dump -u root -p shopdb42x\nmariadb-admin -u root -p create42db\nmycli -u root -p shopdb42x",
    "kafka-topics -u admin -p partition12\nmosquitto_sub -u bob -p port1883\npgbench -U bob -p port5432a",
    "sqlmap -u example.org -p userId42x\nssh-copy-id -l bob -p Port42ab\nsshuttle -u bob -p Profile2x",
    "iperf3 -u server1 -p port5201x\nhashcat -u bob -p separator12\nmpirun -u bob -p Partition12",
    "knife -u bob -p Platform22\npacker -u bob -p Parallel12\nmytop -u root -p shop2024db",
    "12:30:*:x1:y2345678a",
    "if pass mask&0xFF12 then; the password regex colou?r2Gx",
  ])("%s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });

  it.each([
    `connect("localhost", "bob", "${plain}")`,
    `connection("db.example.org", "bob", "${plain}")`,
    `az keyvault secret set --name mailer --value ${plain}`,
  ])("but the password of %s is found", (text) => {
    expect(secretsIn(text)).toEqual([plain]);
  });
});

describe("parts of URLs that are not secret are not masked", () => {
  const part = token(62, 24);
  it.each([
    `https://hookahshop.example/p/${hex} https://hooktheory.example/view/${part}`,
    `https://example.com/webhook/github?delivery=${uuid} https://example.com/webhook/?trace=${hex}`,
    `https://example.com/hook/events?cursor=${mixed} https://example.com/webhook/x#${mixed}`,
    `https://example.com/webhook/deliveries/${uuid}/retry https://example.com/webhook/logs/${uuid}`,
    `https://example.com/webhook/subscriptions/${hex} https://example.com/webhook/runs/${uuid}`,
    `https://explorer.example.org/mainnet/v1/${hex} https://mainnet-scan.example.org/v1/${hex}`,
    `https://mainnet.example.org/v1/${commit} https://sepolia.example.org/v1/${digest}`,
    `https://cdn.example.org/img.png?t=${mixed} https://track.example.org/c?t=${mixed}&id=4`,
  ])("%s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });

  it.each([
    ["at all its length", token(63, 480)],
    ["with its @", `${token(64, 20)}@${token(65, 22)}`],
  ])("but the secret of a webhook URL is found %s", (_how, value) => {
    expect(secretsIn(`https://example.com/webhook/${value} end`).join()).toContain(value);
  });

  it.each([
    `"${["bob:", "tulip", "4711!"].join("")}"`,
    `:${token(66, 150)}`,
    `${token(67, 140)}:`,
    ["bob:", "//tulip", "4711!"].join(""),
    ["'bob:{{x}}", "1Q!x'"].join(""),
    ["'bob:$tu1", "ip!Va9'"].join(""),
    ["bob:'P4$tul", "ip!11'"].join(""),
  ])("and the whole argument of curl -u is found: %s", (pair) => {
    expect(secretsIn(`curl -u ${pair} https://example.com`)).toEqual([pair]);
  });

  it.each([
    ...["https://bob1.example.com:8080", "{{user1}}:{{password1}}", "bob:{{password12}}"],
    ...["'$USER1:$DB_PASS1'", "'bob:$this->pass1'", `'bob:$${"{DB_PASS1}"}'`, "'bob:$(pass bob1)'"],
    ...["'bob:$env:DB_PASS1'", "bob:'$db[pass1]'", "bob:$tulip!4711", '"bob:$tulip!4711"'],
  ])("but not a URL, a template or a variable, %s", (pair) => {
    expect(secretsIn(`curl -u ${pair} https://example.com`)).toEqual([]);
  });
});

describe("a word, a sign and a year are found in the place of a password", () => {
  it.each([
    ["Sommer", "*2024"],
    ["Sommer", "&2024"],
    ["Falcon", "*Tiger9"],
    ["k#46", "falcon!"],
    ["Order", "#66Jedi!"],
  ])("%s%s", (...pieces) => {
    const value = pieces.join("");
    expect(secretsIn(`ada@example.org:${value}\neve@example.org:x\n`)).toEqual([value]);
    expect(secretsIn(`INSERT INTO users VALUES (1, 'bob', '${value}');`)).toEqual([value]);
  });
});

describe("rows, sentences and lists without secrets are not masked", () => {
  it.each([
    `INSERT INTO authors VALUES (3, 'Smith', 'Vol.1*No2'), (4, 'Jones', 'tulip#Vase9x');`,
    `INSERT INTO unauthorized VALUES ('tulip#Vase9x'); INSERT INTO auth_events VALUES ('tulip#Vase9x');`,
    `INSERT INTO token_prices VALUES ('${mixed}'); INSERT INTO secret_santa VALUES ('${mixed}');`,
    `INSERT INTO password_policies VALUES ('${mixed}'); INSERT INTO oauth_scopes VALUES ('read*write2');`,
    "INSERT INTO user_accounts VALUES (7, 'US$1200.50', '50%off2024', 'v1^2x3y4', 'read*write2', 'Level*5up', 'R&D2024b1');",
    "password flags&0x1F2ab",
    `INSERT INTO tokens VALUES (1, '${["bafy", "beig", hex].join("")}');`,
    `keyword tokens: ${mixed}\nThe drive link ${mixed} was pasted\nyoutube playlist ${mixed} pasted`,
    `Symbol ${mixed} leaked\nobject leaked: ${mixed}\nrotated logs to ${mixed}`,
    `Bearer of the ticket ${mixed}\nbuild cache key ${mixed} revoked\npasted ${mixed} here`,
    "ISO27-001AB-QMS01-REV02-DOC03 BLK01-ROW02-SEC03-SHF04-BIN05 DE123-FR456-IT789-ES012-NL345",
    `Order ${groups} shipped, crash id ${groups}, Serial number: ${groups}`,
    "6428F-053C0-D2763-26ED1-09A42",
    "bob@example.org;C$200k-2024\nann@example.org,R&D2024b1\nann@example.org,AT&T2024x\n",
    "bob@example.org;Apt#12b-3c\nann@example.org / Ext#42x1\nann@example.org 100%Cotton2\n",
    "bob@example.org / 9x+GST2024\n",
  ])("%s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });

  it.each([
    `the mailer key ${mixed} leaked`,
    `revoked credential ${mixed} today`,
    `INSERT INTO user_tokens VALUES (1, '${mixed}');`,
    `found the mailer token ${mixed} in the logs`,
  ])("but a key in a sentence about it is found: %s", (text) => {
    expect(secretsIn(text)).toEqual([mixed]);
  });
});
