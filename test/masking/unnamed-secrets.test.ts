import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";
import { ALNUM, HEX, pick, randomFrom, token } from "./samples.ts";

const masker = createMasker();
const found = (text: string): string[] =>
  masker.detect(text).map(({ start, end }) => text.slice(start, end));
const random = randomFrom(83);
const CAPITALS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const SMALL = "0123456789ghijklmnopqrstuvwxyz";
const hex = pick(random, HEX, 32);
const mixed = token(51, 40);
const small = pick(random, SMALL, 40);
const uuid = [8, 4, 4, 4, 12].map((size) => pick(random, HEX, size)).join("-");
const password = ["Fal", "con#", "4631"].join("");
const plain = ["tulip", "Vase", "4711"].join("");
const groups = Array.from({ length: 5 }, (_, at) => `${pick(random, CAPITALS, 3)}${at}K`).join("-");

describe("a secret is found where no name says that it is one", () => {
  it.each([
    ["what a client is made with", `const mailer = new Mailer("${hex}");`, hex],
    ["in Ruby", `Mailer::Client.new('${hex}')`, hex],
    ["in Rust", `let client = Mailer::new("${hex}");`, hex],
    ["in Go", `client := mailer.NewClient("${hex}")`, hex],
    ["behind a context", `Mailer.init(context, "${hex}")`, hex],
    ["a UUID that a library is set up with", `Mailer.initialize("${uuid}");`, uuid],
    ["behind what is required", `const mailer = require("mailer")("${hex}");`, hex],
    ["behind an identifier", `searchclient("APPID", "${hex}")`, hex],
    ["under a head of secrets", `kind: Secret\nstringData:\n  mailer: ${hex}\n`, hex],
    [
      "as the key of what the object is named",
      `{"mailer": {"key": "${hex}", "region": "eu"}}`,
      hex,
    ],
    ["as the key of a sentence", `call the mailer with key ${hex} please`, hex],
    ["before what it is called", `I use ${hex} as my mailer key`, hex],
    ["among the secrets of an object", `{"secrets": {"mailer": "${hex}"}}`, hex],
    ["in a column of keys", `| Service | Key |\n|---|---|\n| mailer | ${hex} |`, hex],
    ["with a tag of YAML before it", `db_password: !unsafe ${password}`, password],
    ["as a symbol", `:mailer_token: ${mixed}`, mixed],
    ["instead of a variable", `getenv('MAILER_TOKEN') ?: '${mixed}'`, mixed],
    [
      "before its name, with a note between",
      `"value": "${password}", "sensitive": true, "name": "db_password"`,
      password,
    ],
    ["in a list of cookies", `set-cookie: [ 'sid=${mixed}; Path=/' ]`, mixed],
    ["under a label", `Password\n${plain}\n`, plain],
    ["before the word", `try ${plain} as the password`, plain],
    ["behind the number of its encoding", `username bob password 0 ${plain}`, plain],
  ])("%s", (_where, text, value) => {
    expect(found(text)).toEqual([value]);
  });

  it.each([
    ["a commit", `new Commit("${pick(random, HEX, 40)}")`],
    ["an identifier", `new ObjectId("${pick(random, HEX, 24)}"); new Uuid("${uuid}")`],
    ["a digest", `Digest.new("${hex}"); new Sha256Hash("${hex}${hex}")`],
    ["a UUID of a row", `new Row("${uuid}"); rows.start("${uuid}")`],
    ["what two digests are compared with", `assertEquals("x", "${hex}")`],
    ["an entry of a list of checksums", `checksums:\n  zlib.tgz: ${hex}\n  pako: ${hex}\n`],
    ["the key of a map", `{"rows": [{"key": "${hex}", "n": 1}]}`],
    ["a keyboard's keys", "| Action | Key |\n|---|---|\n| Save | Ctrl+Shift+F12 |"],
  ])("but not %s", (_what, text) => {
    expect(found(text)).toEqual([]);
  });
});

describe("a token that stands by itself is found", () => {
  it.each([
    ["in a ticket", `found ${mixed} in the mailer repo, please rotate`, mixed],
    ["in a list", `- mailer: \`${mixed}\``, mixed],
    ["in a call", `analytics.load("${mixed}")`, mixed],
    ["of small letters", `it answers 401 for ${small}, why?`, small],
  ])("%s", (_where, text, value) => {
    expect(found(text)).toEqual([value]);
  });

  it.each([
    ["a commit", `see ${pick(random, HEX, 40)} for that`],
    [
      "encoded text",
      `the body was ${Buffer.from("some words that were encoded, 2 lines").toString("base64").slice(0, 44)} there`,
    ],
    [
      "a line of a certificate",
      `-----BEGIN CERTIFICATE-----\n${token(52, 64)}\n${token(53, 64)}\n`,
    ],
    [
      "an address of content",
      `pinned as Qm${pick(random, "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 44)} now`,
    ],
    ["what a test compares", `expect("${mixed}").toBe(other)`],
    ["a part of a path", `see /builds/${mixed}/index.html`],
    ["an identifier", `requestId: ${mixed}`],
    ["the name of a type", "use AbstractSingletonProxyFactoryBean2HandlerAdapter here"],
    ["a digest in XML", `<ds:DigestValue>${mixed}</ds:DigestValue>`],
  ])("but not %s", (_what, text) => {
    expect(found(text)).toEqual([]);
  });
});

describe("the password of a call is found behind the name", () => {
  it.each([
    `auth = ("bob", "${password}")`,
    `FTP("host", "bob", "${plain}")`,
    `mysql_connect("db", "bob", "${plain}");`,
    `new mysqli("db01", "appuser1", "${password}", "shop2024");`,
    `onboard.NewClient(ctx, "bob", "${password}")`,
    `signInWithEmailAndPassword("bob", "${plain}")`,
    `signIn("bob", "${password}")`,
    `ldap_bind($c, "cn=bob", "${plain}");`,
    `cx_Oracle.connect("bob", "${plain}", "db/orcl")`,
    `client.authenticate("${mixed}")`,
  ])("%s", (text) => {
    const [value, ...others] = found(text);
    expect([password, plain, mixed]).toContain(value);
    expect(others).toEqual([]);
  });

  it.each([
    `socket.connect("tcp://host1:5555", "server-01")`,
    `g_signal_connect(button, "clicked", "on_button1_clicked")`,
    `connect("mapStateToProps2")`,
    `db.connection("${uuid}")`,
    "login(user, passwordFromInput1, done)",
    `credentials("user1@example", "")`,
  ])("but nothing in %s", (text) => {
    expect(found(text).filter((one) => !one.includes("@"))).toEqual([]);
  });
});

describe("a password is found in more commands and notes", () => {
  it.each([
    `curl -ubob:${password} https://api.example.com`,
    `ipmitool -H h -U bob -P ${plain} power on`,
    `dbtool -u bob -h db -p ${password}`,
    `expdp system/${plain} schemas=x`,
    `*:*:*:postgres:${password}`,
    `crypt('${password}', gen_salt('bf'))`,
    `CryptoJS.AES.encrypt(message, '${plain}')`,
    `createCipheriv('aes-256-cbc', '${token(54, 32)}', iv)`,
    `tool secret:create --name MAILER --value ${mixed}`,
    `bob / ${password}`,
    `admin/${password} should work`,
    `log in as admin with ${password}`,
    `activation: ${groups}`,
    `INSERT INTO api_keys VALUES (3, 'mailer', '${hex}', now());`,
    `INSERT INTO users VALUES (1, 'bob', '${password}'), (2, 'eve', 'x');`,
    `OTP 824471`,
    `796547 is your Acme code`,
    `The access code is ${plain}`,
  ])("%s", (text) => {
    const [value, ...others] = found(text);
    expect(others).toEqual([]);
    expect(value?.length ?? 0).toBeGreaterThanOrEqual(6);
    expect(text).toContain(value);
  });

  it.each([
    "mkdir -p build1/out && docker run -u 1000 -p 8080:80 image2",
    "React / Next13, TCP / IPv4addr, and / or2",
    "admin/users2 and root/index2.html are paths",
    `INSERT INTO files VALUES (1, '${hex}');`,
    `INSERT INTO users VALUES (1, '${uuid}', 'bob');`,
    "Object.values (rows1) and values('abc12345')",
    "20301 is your new zip code, 404123 is your error code",
    "part numbers ABCDE-FGHIJ-KLMNO-PQRST and AB12C-DE34F",
    "encrypt(data2, 'aes-256-cbc')",
  ])("but nothing in %s", (text) => {
    expect(found(text)).toEqual([]);
  });

  it("behind each address of a list", () => {
    const list = `ada@example.org:${password}\neve@example.org|${plain}\n`;
    expect(found(list)).toEqual(["ada@example.org", password, "eve@example.org", plain]);
    expect(found(`ada@example.org / ${password}, eve@example.org ${password}`)).toEqual([
      "ada@example.org",
      password,
      "eve@example.org",
      password,
    ]);
    expect(found("ask ada@example.org tomorrow2026 or eve@example.org, iPhone15Pro")).toHaveLength(
      2,
    );
    const copies = "bob@web1.example.org:report2024.txt git@example.org:team1/repo2.git";
    expect(found(copies).filter((one) => !one.includes("@"))).toEqual([]);
  });
});

describe("the part of an address that opens it is found", () => {
  it.each([
    ["of a webhook", `https://hooks.example.com/services/${token(55, 24)}`, token(55, 24)],
    ["of one with a UUID", `https://example.com/webhook/${uuid}`, uuid],
    ["of a hook", `https://example.com/hook/${uuid}`, uuid],
    ["of a node", `https://mainnet.example.io/v3/${hex}`, hex],
    ["of a link by mail", `https://example.com/in?t=${mixed}`, mixed],
  ])("%s", (_where, text, value) => {
    expect(found(text)).toEqual([value]);
  });

  it.each([
    "https://docs.example.com/webhooks/how-to-verify-signatures-2024/index.html",
    "https://example.com/reset?from=settings&lang=de",
    `https://example.com/commit/${pick(random, HEX, 40)}`,
    `https://example.com/watch?t=120s&v=${pick(random, ALNUM, 11)}`,
    `webhook handler mainnet ${uuid}`,
  ])("but nothing in %s", (text) => {
    expect(found(text)).toEqual([]);
  });
});
