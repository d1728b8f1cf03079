import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { secretsIn } from "../texts/found.ts";

const password = ["tulip", "Vase", "4711"].join("");

/** Commands and statements that agents, logs and notebooks store as JSON strings. */
const COMMANDS = [
  `sshpass -p "${password}" ssh web1`,
  `docker login -u ada -p "${password}"`,
  `mysql -u root -p"${password}" shop`,
  `redis-cli -a "${password}" ping`,
  `echo "${password}" | sudo -S ls`,
  `CREATE USER ada IDENTIFIED BY "${password}"`,
  `requests.get(url, auth=("ada", "${password}"))`,
  `server.login("ada", "${password}")`,
  `jwt.sign(payload, "${password}")`,
  `hash_hmac("sha256", $body, "${password}")`,
  `openssl_encrypt($text, "aes-256-cbc", "${password}")`,
  `OpenSSL::HMAC.hexdigest("SHA256", "${password}", body)`,
  `ConvertTo-SecureString "${password}" -AsPlainText -Force`,
  `WiFi.begin("net", "${password}");`,
  `new PDO("mysql:host=db1", "ada", "${password}")`,
  `DBI->connect($dsn, "ada", "${password}", { RaiseError => 1 })`,
  `oracledb.connect("ada", "${password}")`,
  `PlainCredentials("ada lovelace", "${password}")`,
  `curl -u "ada:${password}" https://example.com`,
  `curl -u 'ada:${password}' https://example.com`,
  `mariadb -u root -p"${password}" shop`,
  `mysqlimport -u root -p"${password}" shop`,
  `ldapadd -x -D cn=ada -w "${password}" -f new.ldif`,
  `ldapwhoami -x -w "${password}"`,
  `rpcclient -U "ada%${password}" files1`,
  `valkey-cli -a "${password}" ping`,
  `zip -rP "${password}" all.zip docs`,
  `7za a -p"${password}" all.7z docs`,
  `htpasswd -nbB ada "${password}"`,
  `netsh wlan set hostednetwork mode=allow ssid=net key="${password}"`,
  `winrs -r:host1 -u:ada -p:"${password}" ipconfig`,
  `samba-tool user create ada "${password}"`,
];

describe("a password in a command is found in JSON as in a terminal", () => {
  it.each(COMMANDS)("%s", (command) => {
    const once = JSON.stringify({ command });
    for (const text of [command, once, JSON.stringify({ log: once })]) {
      const [secret = "", ...others] = secretsIn(text);
      // With a pair, the name and the quotes may be masked too.
      expect(secret.replace(/^[\\"']{0,4}ada:|[\\"']/g, "")).toBe(password);
      expect(others).toEqual([]);
    }
  });

  it.each([`curl -u "ada:${password}\\" https://example.com`, `curl -u ada:"${password}\\"`])(
    "also with a backslash at its end: %s",
    (command) => {
      expect(secretsIn(command).join()).toContain(password);
    },
  );

  it("but not the text after it in nested JSON", () => {
    const command = `curl -u "ada:${password}`;
    const text = JSON.stringify({ log: JSON.stringify({ command, lines: 1 }) });
    const { log } = JSON.parse(createMasker().mask(text).text) as { log: string };
    expect((JSON.parse(log) as { lines: number }).lines).toBe(1);
  });

  it.each(["", "#"])("and broken JSON keeps its escapes, after %j", (sign) => {
    for (const before of ['jwt.sign(p, \\"', 'password=\\"', 'sshpass -p \\"']) {
      const text = `{"command":"${before}${password}${sign}\\\\","n":1}`;
      expect(createMasker().mask(text).text).toBe(`{"command":"${before}[SECRET_1]","n":1}`);
    }
  });

  it.each([
    `sshpass -p "$SSH_PASS1" ssh web1`,
    `docker login -u ada -p "\${TOKEN2}"`,
    `mkdir -p "build2024/out1"`,
    `server.login("ada", "<password1>")`,
    `jwt.sign(payload, "HS256")`,
  ])("but not in variables, paths or algorithm names: %s", (command) => {
    expect(secretsIn(JSON.stringify({ command }))).toEqual([]);
  });
});

describe("a password after a user name in a call is found, whatever the name", () => {
  const signed = ["Falcon", "#463"].join("");
  it.each([
    `requests.get(u, auth=("svc/app", "${signed}"))`,
    `new NetworkCredential("{{user}}", "${signed}")`,
    `new PDO($dsn, "%s", "${signed}")`,
    `smtp.login("bob (admin)", "${signed}")`,
    `MySQLdb.connect("h", "apikey", "${signed}")`,
    `smtp.login("bob", "${signed}`,
  ])("%s", (call) => {
    expect(secretsIn(call).join()).toContain(signed);
  });

  it("also if it ends like a file name", () => {
    const password = ["C0ff", "331!.io"].join("");
    expect(secretsIn(`smtp.login("bob", "${password}")`).join()).toContain(password);
  });
});
