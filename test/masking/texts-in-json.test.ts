import { describe, expect, it } from "vitest";
import { createMasker, restore } from "../../src/masking/index.ts";

const masker = createMasker({ remember: false });
const password = ["marlin", "4631"].join("");
const other = ["copper", "88x1"].join("");
const typed = ["marlin", "46x"].join("#");
const key = ["Kx7f9Lq2mZ8wR4", "tYaB3dE5"].join("");
const long = [key, "Pq6Zs1Vn0Hj"].join("");

/** Texts of several lines, as files and people write them. */
const TEXTS: readonly (readonly [string, string])[] = [
  ["a table of commas", `user,password\nbob,${password}\neve,${other}`],
  [
    "a table whose rows begin with numbers",
    `id,user,password\n1,bob,${password}\n2,eve,${other}\n`,
  ],
  ["a table of Windows", `user,password\r\nbob,${password}\r\neve,${other}\r\n`],
  ["heads in quotes", `"user","password"\n"bob","${password}"\n`],
  ["a table below other lines", `exit code 0\nuser;password\nbob;${password}\n`],
  ["a ruled table", `User  Password\n----  ----------\nbob   ${password}\n`],
  ["a table of tabs", `user\tpassword\nbob\t${password}\neve\t${other}\n`],
  ["a table of bars", `| user | password |\n|---|---|\n| bob | ${password} |\n| eve | ${other} |`],
  ["cells in quotes", `user,password\n"bob","${password}"\n"eve","${other}"`],
  [
    "a framed table",
    `\n+----+----------+\n| id | password |\n+----+----------+\n|  1 | ${typed} |`,
  ],
  ["a variable of Terraform", `variable "db_password" {\n  default = "${typed}"\n}`],
  ["a property list", `<key>ClientSecret</key>\n<string>${key}</string>`],
  ["a question and its answer", `Q: what's the admin password?\nA: ${typed}`],
  ["a chat", `[10:47] ann: password?\n[10:48] bob: it's ${typed}, I think`],
  ["a session", `C: USER bob\nS: +OK\nC: PASS ${password}\n`],
  ["a statement", `INSERT INTO users (name, password)\nVALUES ('bob', '${password}');`],
  ["a section", `[mailer]\nkey: ${key}\n`],
  ["a script of a shell", `#!/bin/sh\ncurl -u ada:${typed} https://example.com`],
  ["a script with a password in quotes", `set -e\n\tcurl --user "ada:${typed}" example.com`],
  ["a script of Python", `import mailer\nmailer = "${long}"\nprint(mailer)`],
  ["a client", `import mailer\nclient = mailer.Client("${long}")\nclient.run()`],
  ["a client with two arguments", `setup()\nSearchClient.create("index", "${long}")`],
  ["a call over several lines", `server.login(\n  "bob",\n  "${typed}",\n)\n`],
  ["a call at the start of a line", `import ftplib\nFTP("ftp.example.org", "bob", "${password}")`],
  ["a list in code", `API_KEYS = (\n  "${key}",\n  "${long}",\n)\n`],
  ["a list in quotes", `api_keys:\n- "${key}"\n- "${long}"\n`],
  ["an indented list", `x\n\tThe API keys:\n\n* ${key}\n* ${long}\n`],
  ["an indented label", `x\n\tPassword\n${password}\n`],
  ["variables of an environment", `PORT=80\nMAILER=${long}\nDEBUG=1`],
  ["the last variable", `PORT=80\nMAILER=${long}`],
  ["an object", `done\n{"mailer":"${long}"}`],
  ["an object of Kubernetes", `apiVersion: v1\nkind: Secret\nstringData:\n  dsn: ${key}\n`],
  ["a token below its announcement", `Here is your new token:\n${long}\n\nBye`],
  ["a token of two parts", `It is\napp.${long}\nBye`],
  ["a login at the start of a line", `Try\nadmin:${typed} on the test box`],
  ["a prompt after a tab", `\n\t$ cat master.key\n${long}\n`],
  ["a password at the start of a line", `For guests:\nwifi password ${password}\nBye`],
  ["a code", `Hello Ada,\nYour code 482913 expires in 10 minutes.`],
  ["recovery codes", `Keep them:\n{"backup_codes":["8b9b-86bf","7f09-a180"]}`],
  ["an address of IPv6 in brackets", `Listening on\n[2001:db8::1]:443\n`],
  ["an email address in bold type", `Write to\n**jane@example.org**\n***bob@example.org***`],
  ["digits in words", "Go on.\nfour triple one, one one one one, one one one one, one one one one"],
  [
    "an export of the registry",
    `  DefaultPassword    REG_SZ    ${typed}\r\n  AutoAdminLogon    REG_SZ    1\r\n`,
  ],
  ["the last line of an export of the registry", `DefaultPassword    REG_SZ    ${typed}`],
  ["a change in a list", `We rotated the password\n• old: ${password}x\n• new: ${typed}`],
  [
    "a change in a list with more",
    `We rotated the password\n- old: ${password}x\n- new: ${typed}\nBye`,
  ],
  ["a change in quotes", `I changed the password from "${password}" to "${typed}".`],
  ["an email address with a quoted name", `Write to "ada b"@example.org today`],
  ["a file of accounts", `machine h.io\nlogin bob\npassword ${password}\n`],
];

describe("secrets in a text of several lines are found in a JSON string too", () => {
  it.each(TEXTS)("%s", (_, text) => {
    const expected = masker.mask(text).text;
    expect(expected).not.toMatch(/marlin|copper|Kx7f/);
    const json = JSON.stringify({ role: "user", content: text });
    const masked = masker.mask(json);
    expect(JSON.parse(masked.text)).toEqual({ role: "user", content: expected });
    expect(masker.mask(masked.text).text).toBe(masked.text);
    expect(restore(masked.text, masked.vault)).toBe(json);
    const twice = masker.mask(JSON.stringify({ body: json }));
    expect(JSON.parse(JSON.parse(twice.text).body)).toEqual({ role: "user", content: expected });
    expect(masker.mask(twice.text).text).toBe(twice.text);
  });

  it("and in JSON in JSON", () => {
    const inner = JSON.stringify({ content: `user,password\nbob,${password}\neve,${other}` });
    const masked = masker.mask(JSON.stringify({ body: inner })).text;
    expect(JSON.parse(JSON.parse(masked).body)).toEqual({
      content: "user,password\nbob,[SECRET_1]\neve,[SECRET_2]",
    });
  });
});

describe("JSON in JSON remains valid JSON", () => {
  it.each(["\n", "\r\n", "\t"])("if a value directly follows the line break %j", (sign) => {
    const inner = JSON.stringify({ content: `Write to:${sign}haddad@example.com${sign}or ask.` });
    const masked = masker.mask(JSON.stringify({ body: inner }));
    expect(JSON.parse(JSON.parse(masked.text).body)).toEqual({
      content: `Write to:${sign}[EMAIL_1]${sign}or ask.`,
    });
    expect(masker.mask(masked.text).text).toBe(masked.text);
  });
});

describe("a table at the end of a JSON string", () => {
  it.each(["4155550123", "bob"])("does not affect the next member (a row of %s)", (row) => {
    const table = { content: `name,password\n${row}\n\n`, phone: "4155550123" };
    for (const value of [table, { body: JSON.stringify(table) }]) {
      const masked = masker.mask(JSON.stringify(value)).text;
      const outer = JSON.parse(masked);
      const inner = outer.body === undefined ? outer : JSON.parse(outer.body);
      expect(inner.phone).toMatch(/^\[PHONE_1\]$/);
    }
  });
});

describe("a value without a line break is masked as one value", () => {
  it.each(["n", "t", "r"])("a password that contains a backslash and %s", (letter) => {
    const own = ["Fal", `${letter}con#4631`].join("\\");
    for (const text of [`password='${own}'`, `{"password":"${own}","note":"a\\nb"}`])
      expect(masker.mask(text).text).toBe(text.replace(own, "[SECRET_1]"));
  });

  it("nothing in strings of several lines without a secret", () => {
    for (const text of [
      "Forgot your password?\nClick here to reset it",
      "name,token\nnumber,string\nboolean,required",
      "| password | type |\n|---|---|\n| required | string |",
      "def check(password):\n    return verify(password, rounds12)\n",
    ]) {
      const json = JSON.stringify({ content: text });
      expect(masker.mask(json).text).toBe(json);
    }
  });
});
