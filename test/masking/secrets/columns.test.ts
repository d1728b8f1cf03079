import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { secretsIn, valuesIn } from "../texts/found.ts";
import { ALNUM, pick, randomFrom, token } from "../texts/samples.ts";

const masker = createMasker();
const passwords = ["Tulpe451x", "hunter8831", ["dra", "gon_77!"].join("")];

/** A table of three rows with the tested values in the second column. */
function table(delimiter: string, head: readonly string[], values: readonly string[]): string {
  const rows = values.map((value, index) => [`user${index}`, value, "Berlin"]);
  return [head, ...rows].map((cells) => cells.join(delimiter)).join("\n");
}

describe("table values under a header that names a secret", () => {
  it.each([
    ["CSV", ","],
    ["CSV with semicolons", ";"],
    ["TSV", "\t"],
    ["a table of text", " | "],
  ])("are found in %s", (_name, delimiter) => {
    expect(valuesIn(table(delimiter, ["user", "password", "city"], passwords))).toEqual(passwords);
  });

  it("are found beside cells in quotes with delimiters, line breaks and quotes", () => {
    const cells = ["Müller, Anna", "Bonn\nRhein, left", 'the ""old"" one; closed'];
    for (const sign of [",", ";", "\t"]) {
      const rows = passwords.map((one, row) => `"${cells[row]}"${sign}${one}`);
      expect(valuesIn([`city${sign}password`, ...rows].join("\n")), sign).toEqual(passwords);
    }
  });

  it("are all found once the column has proved to be of passwords", () => {
    const plain = ["sunshine", "QBZTtvek", "monkey", "48151623"];
    const mixed = [...plain.slice(0, 2), ...passwords, ...plain.slice(2)];
    for (const delimiter of [",", ";", "\t", " | "])
      expect(valuesIn(table(delimiter, ["user", "password", "city"], mixed))).toEqual(mixed);
    const rows = JSON.stringify([["user", "password"], ...mixed.map((one) => ["bob", one])]);
    expect(valuesIn(rows)).toEqual(mixed);
    const drawn = Array.from({ length: 500 }, (_, seed) => pick(randomFrom(seed), ALNUM, 9));
    expect(valuesIn(table(",", ["user", "password", "city"], drawn))).toEqual(drawn);
  });

  it("do not include what such a column says of accounts without a password", () => {
    const absent = ["NULL", "none", "n/a", "----", "locked", "{{password}}", "", "not yet set"];
    const mixed = [...passwords, ...absent];
    expect(valuesIn(table(",", ["user", "password", "city"], mixed))).toEqual(passwords);
  });

  it("do not include words of a column in which fewer than half are passwords", () => {
    const words = ["changed", "monthly", "weekly", "expiring"];
    const mixed = [...words, ...passwords];
    expect(valuesIn(table(",", ["user", "password", "city"], mixed))).toEqual(passwords);
    expect(valuesIn(table(",", ["user", "password", "city"], words))).toEqual([]);
  });

  it("are found in quotes, in Markdown and in a cut last line", () => {
    expect(valuesIn(`"user","pwd"\n"bob","${passwords[0]}"`)).toEqual([passwords[0]]);
    const markdown = `| user | password |\n|---|:---:|\n| bob | ${passwords[0]} |\n| amy | ${passwords[1]} |`;
    expect(valuesIn(markdown)).toEqual(passwords.slice(0, 2));
  });

  it("are found under a header with a digit, and if values look like such headers", () => {
    const [first = ""] = passwords;
    for (const before of ["", "Two of them:\n\n"])
      expect(valuesIn(`${before}user,password2\nbob,${first}`)).toEqual([first]);
    expect(valuesIn("password,user\n1password,bob\n2password,amy")).toEqual([
      "1password",
      "2password",
    ]);
  });

  it("are found under a header with a digit below a title, a fence or a frame", () => {
    const [first = "", second = ""] = passwords;
    for (const before of ["Users\n", "```csv\n", "# Logins\n"])
      expect(valuesIn(`${before}user,password2\nbob,${first}\namy,${second}`)).toEqual([
        first,
        second,
      ]);
    const frame = "+-----+-----------+";
    const framed = `${frame}\n| user | password2 |\n${frame}\n| bob | ${first} |\n${frame}`;
    expect(valuesIn(framed)).toEqual([first]);
  });

  it("are found in tables of wikis, terminals and HTML", () => {
    const [first = "", second = ""] = passwords;
    const wiki = `||User||Password||\n|bob|${first}|\n|amy|${second}|`;
    const frame = "+------+------------+";
    const framed = `${frame}\n| user | password   |\n${frame}\n| bob  | ${first} |\n| amy  | ${second} |\n${frame}`;
    const ruled = `Username  Password    City\n--------  ----------  ------\nbob       ${first}  Berlin\namy       ${second}  Bonn\n\n2 rows`;
    const row = (value: string): string => `<tr><td>bob</td><td><code>${value}</code></td></tr>`;
    const page = `<table><tr><th>User</th><th>Password</th></tr>\n${row(first)}\n${row(second)}</table>`;
    for (const text of [wiki, framed, ruled, page]) expect(valuesIn(text)).toEqual([first, second]);
  });

  it("are found below a header at the same place, without a rule, as terminals show them", () => {
    const [first = "", second = ""] = passwords;
    const left = `user   password      city\nbob    ${first.padEnd(12)}  Berlin\namy    ${second.padEnd(12)}  Bonn`;
    const right = `   user     password\n0   bob  ${first.padStart(11)}\n1   amy  ${second.padStart(11)}`;
    const org = `| user | password |\n|------+----------|\n| bob  | ${first} |\n| amy  | ${second} |`;
    for (const table of [left, right, org])
      for (const text of [table, `$ show\n${table}\n$`, JSON.stringify({ log: table })])
        expect(valuesIn(text), text).toEqual([first, second]);
    const help = "user      the name\npassword  sha256Sum or Base64\n  token   Abc123Def\n";
    expect(valuesIn(help)).toEqual([]);
  });

  it("are found in tables of psql and with box-drawing lines", () => {
    const [first = "", second = ""] = passwords;
    for (const head of ["password", "1password", "db_password"]) {
      const psql = ` id | user | ${head}\n----+------+-----------\n  1 | bob  | ${first}\n  2 | amy  | ${second}\n(2 rows)`;
      const drawn = `┌──────┬───────────┐\n│ user │ ${head}  │\n├──────┼───────────┤\n│ bob  │ ${first} │\n│ amy  │ ${second} │\n└──────┴───────────┘`;
      const heavy = `┏━━━━━━┳━━━━━━━━━━━┓\n┃ user ┃ ${head}  ┃\n┡━━━━━━╇━━━━━━━━━━━┩\n│ bob  │ ${first} │\n│ amy  │ ${second} │\n└──────┴───────────┘`;
      const double = `║ user ║ ${head} ║\r\n╠════╬═══════════╣\r\n║ bob  ║ ${first} ║\r\n║ amy  ║ ${second} ║`;
      for (const table of [psql, drawn, heavy, double])
        for (const text of [table, `Logins:\n${table}`, JSON.stringify({ log: table })])
          expect(valuesIn(text), text).toEqual([first, second]);
    }
  });

  it("are found in HTML under a header with a digit", () => {
    const [first = "", second = ""] = passwords;
    const rows = [first, second].map((one) => `<tr><td>bob</td><td>${one}</td></tr>`).join("\n");
    const page = `<h2>Logins</h2>\n<table>\n<tr><th>user</th><th>1password</th></tr>\n${rows}</table>`;
    expect(valuesIn(page)).toEqual([first, second]);
    expect(valuesIn(JSON.stringify({ page }))).toEqual([first, second]);
  });

  it.each([
    ["`", "`"],
    ['"', '"'],
    ["[", "]"],
  ])("are found in an INSERT with names in %s%s", (open, close) => {
    const names = ["id", "root_password"].map((name) => open + name + close).join(", ");
    const rows = passwords.map((value, id) => `(${id}, N'${value}')`).join(", ");
    expect(valuesIn(`INSERT INTO users (${names}) VALUES ${rows};`)).toEqual(passwords);
  });

  it("are found under a header with words before the name", () => {
    const secret = token(9);
    expect(valuesIn(`|| Env || API Key ||\n| prod | ${secret} |`)).toEqual([secret]);
    expect(valuesIn(`service,api key,city\nmailer,${secret},Berlin`)).toEqual([secret]);
  });

  it("are found far below the header, whatever the other columns contain", () => {
    const tokens = Array.from({ length: 40 }, (_, index) => token(index + 1, 28));
    expect(valuesIn(table(",", ["name", "api_key", "city"], tokens))).toEqual(tokens);
  });

  it("are also found if they are phone or social security numbers", () => {
    const phones = ["01753826251", "0162 8775299", "(0171) 5550100"];
    expect(valuesIn(table(",", ["name", "mobile_number", "city"], phones))).toEqual(phones);
    for (const head of ["Tel.", "tel", "Fax", "τηλ.", "телефон", "電話", "手机"]) {
      expect(valuesIn(table(",", ["name", head, "city"], phones))).toEqual(phones);
    }
    const numbers = ["219099999", "078 05 1121"];
    expect(valuesIn(table(";", ["name", "ssn", "city"], numbers))).toEqual(numbers);
  });

  it("are found in the rows of an INSERT statement", () => {
    const rows = passwords
      .map((one, index) => `(${index}, 'it''s me', '${one}', true)`)
      .join(",\n");
    const statement = `INSERT INTO users (id, name, password, active) VALUES\n${rows};`;
    expect(valuesIn(statement)).toEqual(passwords);
  });

  it.each([
    ["counts and strengths", "name,token_count,password_strength\nx,4096,strong2\ny,512,weak1\n"],
    ["settings", "name,key,value\ntheme,ui.theme,dark2\nlang,ui.lang,en-US\n"],
    ["models", "phone_model,price,stock\nPhone 15,999.00,12\nPhone 8,699.00,7\n"],
    ["rows of placeholders", "INSERT INTO users (id, name, password) VALUES (?, ?, :password2)"],
    ["arguments", "login(user,\n  password,\n  options1)\n"],
    ["counts of a terminal", "Token count  State\n-----------  -----\n4096         ready2\n"],
    ["states of a page", "<tr><th>Key</th></tr><tr><td>theme2</td></tr><tr><td>lang1</td></tr>"],
    [
      "a diagram",
      "┌───────┬────────┐\n│ token │ parser │\n├───────┼────────┤\n│ lexer2 │ tree │\n",
    ],
    ["a frame around a line", "── password ──\nstep2 | strong2\n----+----\n"],
    ["a list of words", "token,\npassword,\nsecret,\nuser2,\n"],
  ])("are not masked if the header names something else: %s", (_what, text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it("are not assumed in a table that explains names, but below a header that does", () => {
    const [above, below] = [
      "smtp_pass | The password for mail.",
      "smtp_ipv6 | To use IPv6 for it.",
    ];
    expect(valuesIn(`${above}\n${below}`)).toEqual([]);
    const head = "| Name | Password | Remark of the admin. |\n|---|---|---|\n";
    expect(valuesIn(`${head}| ada | Falcon4631 | - |`)).toEqual(["Falcon4631"]);
    const told = "user | password | Please change it soon.";
    expect(valuesIn(`${told}\nada | Falcon4631 | -`)).toEqual(["Falcon4631"]);
  });

  it("are not assumed if the name is in the middle of a list with tabs", () => {
    const list = [
      "apt\tpam\t1.5",
      "apt\tpasswd\t4.13",
      "apt\tperl5-doc\t5.3",
      "apt\tx11proto9a\t1.2",
    ];
    expect(valuesIn(list.join("\n"))).toEqual([]);
  });

  it("stay masked when the masked table is masked again", () => {
    const random = randomFrom(4);
    for (const delimiter of [",", ";", "\t", " | "]) {
      const mixed = [...passwords, "-", "none", token(Math.floor(random() * 1e6), 20)];
      const { text } = masker.mask(table(delimiter, ["user", "password", "city"], mixed));
      expect(masker.mask(text).text).toBe(text);
    }
  });
});

describe("the rows of a PostgreSQL dump", () => {
  const first = token(95, 40);
  const second = token(96, 40);
  const rows = `1\t7\t${first}\n2\t8\t${second}\n\\.\n3\t9\t${token(97, 40)}`;

  it("are searched for secrets by column, up to their end", () => {
    const text = `COPY public.tokens (id, user_id, token) FROM stdin;\n${rows}`;
    expect(secretsIn(text)).toEqual([first, second]);
  });

  it("have no secrets in other columns", () => {
    const hash = "0a1b2c3d4e5f60718293a4b5c6d7e8f9";
    expect(secretsIn(`COPY t (id, etag, token) FROM stdin;\n1\t${hash}\t\\N\n\\.\n`)).toEqual([]);
  });
});
