import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";
import { HEX, pick, randomFrom, token } from "./samples.ts";

const masker = createMasker();
/** What is found of secrets, addresses and names left out. */
const found = (text: string): string[] =>
  masker
    .detect(text)
    .filter(({ type }) => type === "SECRET")
    .map(({ start, end }) => text.slice(start, end));
const random = randomFrom(83);
const hex = pick(random, HEX, 32);
const commit = pick(random, HEX, 40);
const digest = pick(random, HEX, 64);
const mixed = token(51, 40);
const uuid = [8, 4, 4, 4, 12].map((size) => pick(random, HEX, size)).join("-");
const typed = ["Fal", "con#", "4631"].join("");
const plain = ["tulip", "Vase", "4711"].join("");

describe("the password of a call is found behind somebody's name", () => {
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
    `pymysql.connect("db01", "bob", "${plain}", "shop")`,
    `FTP("ftp.example.org", "bob", "${plain}")`,
    `ssh.connect("web1", 22, "bob", "${typed}")`,
    `getConnection("jdbc:mysql://" + host + "/db", "bob", "${plain}")`,
  ])("%s", (text) => {
    const [value, ...others] = found(text);
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
  ])("but nothing in %s", (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe("what a client is made with is found", () => {
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
    const [value, ...others] = found(text);
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
  ])("but not what anything else is called with: %s", (text) => {
    expect(found(text)).toEqual([]);
  });
});
