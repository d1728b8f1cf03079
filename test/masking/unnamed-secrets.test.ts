import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";

const masker = createMasker();
/** What is found of secrets, addresses and names left out. */
const found = (text: string): string[] =>
  masker
    .detect(text)
    .filter(({ type }) => type === "SECRET")
    .map(({ start, end }) => text.slice(start, end));
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
