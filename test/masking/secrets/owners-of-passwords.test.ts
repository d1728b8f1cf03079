import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { token } from "../texts/samples.ts";

const typed = ["Kestrel", "88!", "qx"].join("");
const key = token(421, 40);

describe("a password is found behind a verb and whose it is", () => {
  it.each([
    ["a mailbox", `The password for ada@example.org is ${typed}`],
    ["a mailbox, in German", `Das Kennwort für ada@example.org lautet ${typed}`],
    ["a mailbox, in French", `Le mot de passe de ada@example.org est ${typed}`],
    ["a mailbox, in Spanish", `La contraseña de ada@example.org es ${typed}`],
    ["a mailbox, in Italian", `La password di ada@example.org è ${typed}`],
    ["a mailbox, in Dutch", `Het wachtwoord voor ada@example.org is ${typed}`],
    ["a mailbox, in Polish", `Hasło do ada@example.org to ${typed}`],
    ["a server", `Root password of db-01 was ${typed}`],
    ["a server by its host", `The password for mail2.example.net is ${typed}`],
    ["a server by its address", `password for 10.20.0.7 is ${typed}`],
    ["a user with a number", `Your password for ada52 is now ${typed}`],
    ["a user with a number, in Swedish", `Lösenordet för ada52 är ${typed}`],
  ])("%s", (_whose, text) => {
    expect(secretsIn(text)).toEqual([typed]);
  });

  it.each([
    ["The password for db-01 is ", "Sommer2024"],
    ["The password for user7 is ", "user7Blue"],
    ["The password for web2 is ", `web2-${typed}`],
    ["The password for Windows10: ", "Windows11"],
    ["The password for node18 is ", "node2024"],
  ])("also a weak one: %s%s", (before, value) => {
    expect(secretsIn(before + value)).toEqual([value]);
  });

  it("also a token", () => {
    expect(secretsIn(`The API token for api2.example.net is ${key}`)).toEqual([key]);
  });

  it.each([
    "The password for mail2.example.net is documented in the wiki",
    "The token for api2.example.net is rotated nightly",
    "password for user2 is required",
    "Password for ada@example.org is expired",
    "The key for eu-west-1 is missing",
    "The password for db-01 is stored in Vault",
    "The secret for v2.1 is no longer used",
    "password of node18 is read from stdin",
    "The session for 2024.06.01 is closed",
    "The API key for v1.2.3 is deprecated",
    "Access token for x.509 is described in RFC8705",
    "The password for mail2.example.net is set by ansible-2.15",
    "A license for VS2022 is required",
    "use a password for Windows11 to open the attachment3",
    "password from Step2A to Step3B",
    "The password for Windows10 is Windows11",
    "Das Passwort für Windows8.1 war Windows10, vorher Windows8",
    "The password for Windows10 was Windows8.1",
    "The password for Windows10 is now Windows11",
    "The secret for k8s is k8s-secret-v2",
    "The access key for us-east-1 is us-east-1a",
    "The password for node18 is node20",
    "Das Passwort für web-01 ist Web-02",
  ])("but no word of a sentence: %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("a password is found behind an e-mail address and a dash", () => {
  it.each([
    ["with its owner", `Ada Lovelace - ada@example.org - ${typed}\n`],
    ["behind a long dash", `ada@example.org – ${typed}`],
  ])("%s", (_where, text) => {
    expect(secretsIn(text)).toEqual([typed]);
  });

  it.each([
    "Contact ada@example.org - URGENT!",
    "ada@example.org - v1.2.3",
    "ada@example.org - 2024-06-01",
    "ada@example.org - extension 4521",
    "Ada - ada@example.org - Room 12",
    "ada@example.org - report_2024.pdf",
    "ada@example.org – Sales",
    "ada@example.org - PO#123456",
    "ada@example.org - Q3/2024",
    "ada@example.org - feature/ABC-123",
    "ada@example.org - user#1234",
  ])("but not %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("a password is found behind its name", () => {
  it.each(["p@ssword", "P@ssw0rd", "pa$$word", "PA$$WORD", "p@$$w0rd"])("%s", (name) => {
    expect(secretsIn(`${name}: ${typed}`)).toEqual([typed]);
  });

  it.each([
    ["of a column in two words, in Vietnamese", `Tên,Mật khẩu\nAn,${typed}\n`],
    ["of a buffer", `(gdb) p password_buf\n$1 = "${typed}"`],
    ["of a buffer, as a string", `(gdb) x/s passwd_buffer\n0x7ffe10: "${typed}"`],
    ["of a buffer in a program", `(gdb) x/s pw_buf\n0x4010 <pw_buf>:\t"${typed}"`],
  ])("%s", (_which, text) => {
    expect(secretsIn(text)).toEqual([typed]);
  });

  it.each([
    "p@ssword is a weak one",
    "pa$$word: required",
    "p@ssword = getpass()",
    "p@ssword field is missing",
    "p@ssword: string",
    "Tên,Mật khẩu\nAn,chưa đặt\nBình,không",
    "key_buffer = 16M\nkey_buffer_size=256M",
    "password_buffer = malloc(256)",
    "char pw_buf[128]; memset(password_buf, 0, sizeof(password_buf));",
    '(gdb) p token_buffer\n$1 = "ident2"',
    '(gdb) x/s line\n0x7ffe10: "GET /index2.html"',
    "pass_buffer: GLuint",
  ])("but not in %j", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("a secret of a tool is found", () => {
  const [app, id] = ["kZ3xQp", "v7LmTd"];
  const ably = `${app}.${id}:${token(422, 43)}`;

  it.each([
    [
      "of an Oracle database at a host with dots",
      `oracle:thin:hr/${typed}@//ora.example.net:1521/X`,
    ],
    ["of one with a port and a name", `jdbc:oracle:thin:hr/${typed}@ora1:1521:X`],
    ["of a mirror", `lftp -e "mirror -R" -u ada,${typed} sftp://example.net`],
    ["of Windows' credentials", `cmdkey /add:srv /user:ada /pass:${typed}`],
    ["of a key for IPsec", `: RSA server.pem "${typed}"`],
    ["of a virtual router", `  auth_type PASS\n  auth_pass ${typed}\n`],
  ])("%s", (_what, text) => {
    expect(secretsIn(text)).toEqual([typed]);
  });

  it.each(["@", "/"])("of an Oracle database, with %s in it", (sign) => {
    const value = `Kestrel${sign}${typed}`;
    for (const host of ["//ora.example.net:1521/X", "ora1:1521:X", "orcl", "(DESCRIPTION=(X=1))"])
      expect(secretsIn(`"jdbc:oracle:thin:hr/${value}@${host}"`)).toEqual([value]);
  });

  it("and typed twice", () => {
    const twice = String.raw`${typed}\n${typed}`;
    expect(secretsIn(`echo -e "${twice}" | passwd ada`)).toEqual([twice]);
  });

  it.each([
    ["in a constructor", `new Ably.Realtime("${ably}")`],
    ["in a sentence", `the Ably one is ${ably} by the way`],
  ])("of Ably, %s", (_where, text) => {
    expect(secretsIn(text)).toEqual([ably]);
  });

  it.each([
    "jdbc:oracle:thin:@//ora.example.net:1521/X",
    "lftp -e 'ls; quit' ftp://example.org",
    "cmdkey /delete:srv",
    ": RSA server.pem %prompt",
    "auth_pass required",
    String.raw`echo -e "one\ntwo" | passwd ada`,
    "probably abcdef.ghijkl:mnopqrstuvwxyz",
    "notably module.method:description",
    "new Ably.Realtime({ key: process.env.ABLY_KEY })",
    "reasonably config.server:localhost",
    "ably-js/browser.static:bundle",
  ])("but not in %j", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
