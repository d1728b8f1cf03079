import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { token } from "../texts/samples.ts";

const word = ["Heron", "Quilt5827"].join("");
const typed = ["Hq7", "tRv29Lm"].join("");
const random = token(117, 32);

describe("a secret is found", () => {
  it.each([
    ["in the logon of a broker", `8=FIX.4.4|35=A|553=ada|554=${word}|10=093|`],
    [
      "in a logon between control characters",
      `35=A\u0001553=ada\u0001554=${word}\u000110=093\u0001`,
    ],
    ["in a logon as logs print it", `35=A^A553=ada^A925=${word}^A`],
    ["of an operator in a chat", `/oper ada ${word}`],
    ["of a line for PPP, without quotes", `# client server secret IP\nada * ${word} *`],
    ["of such a line with tabs and an address", `ada\t*\t${word}\t10.20.0.7`],
    ["in COBOL", `       01 WS-PASSWORD PIC X(13) VALUE '${word}'.`],
    ["in ABAP", `DATA lv_password TYPE string VALUE '${word}'.`],
    ["in Ada", `Password : constant String := "${word}";`],
    ["in Nix", `environment.variables.API_TOKEN = ''${random}'';`],
    ["in Dhall", `{ user = "ada", apiKey = Some "${random}" }`],
    ["in Haskell", `Config {cfgUser = "ada", cfgToken = Just "${random}"}`],
    ["in R", ` $ password: chr "${word}"`],
    ["behind its pointer", `$2 = {port = 5432, passwd = 0x5581c0 "${word}", n = 3}`],
    ["that a debugger was asked for", `(gdb) p cfg->password\n$1 = 0x5581a0 "${word}"`],
    ["that another debugger was asked for", `(lldb) po user.password\n"${word}"`],
    [
      "of a parameter of a pipeline",
      `password(name: 'PW', defaultValue: '${word}', description: 'db')`,
    ],
    ["of a stack in the cloud", `SecretValue.unsafePlainText("${random}")`],
    ["of a shop", `'crypt' => ['key' => '${random}']`],
    ["in a prompt with its default", `Password [default: ${word}]: `],
    ["for a user in angle brackets", `password for user <jane>: ${typed}`],
    ["in a typeset sentence", String.raw`The password is \verb|${word}|, as before.`],
    [
      "in a typeset sentence with another sign",
      String.raw`and the key \verb+${random}+ of the mailer`,
    ],
    ["in a row of a typeset table", String.raw`User & ada \\ Password & ${typed} \\ Port & 22 \\`],
    ["in a mail that is quoted", `> the password is\n> ${typed}\n> thanks`],
    ["below a sentence", `The password is\n${typed}\n`],
    ["in Hungarian", `A jelszavad: ${word}.`],
  ])("%s", (_where, text) => {
    expect(secretsIn(text)).toEqual([random, typed, word].filter((value) => text.includes(value)));
  });

  it.each([
    [
      "of the store's partners",
      `prtapi_${"0a1b2c3d4e5f6789".split("").reverse().join("")}9c0b4d7e2f18a356`,
    ],
    ["of an app's automation", `atkn_${token(118, 48)}`],
    ["of a dashboard", `ldpat_${"0a1b2c3d4e5f6789".split("").reverse().join("")}9c0b4d7e2f18a356`],
  ])("with the prefix %s", (_whose, value) => {
    expect(secretsIn(`Please use ${value} for staging.`)).toEqual([value]);
  });
});

describe("what a debugger prints is found", () => {
  it.each([
    ["of a field with a longer name", `(gdb) p cfg->secret_key\n$1 = 0x5581a0 "${random}"`],
    ["of a private member", `(gdb) print this->dbPassword_\n$1 = "${random}"`],
    ["of a string of C++", `(gdb) p auth_token.c_str()\n$1 = 0x5581a0 "${random}"`],
    ["of an element", `(lldb) po users[0].userPass\n"${random}"`],
  ])("%s", (_of, text) => {
    expect(secretsIn(text)).toEqual([random]);
    expect(secretsIn(JSON.stringify(text))).toEqual([random]);
  });

  it("that people remember, behind the name of a password", () => {
    const simple = ["hunter2", "xyz"].join("");
    expect(secretsIn(`(lldb) po user.password\n"${simple}"`)).toEqual([simple]);
  });
});

describe("a token is found", () => {
  it("that begins with whose it is", () => {
    expect(secretsIn(`token=user_id=42:${random}`)).toEqual([`user_id=42:${random}`]);
  });
});

describe("a PIN is found", () => {
  it("in a query, also a power of two", () => {
    expect(secretsIn("login?user=ada&pin=2048")).toEqual(["2048"]);
  });
});

describe("nothing is found", () => {
  it.each([
    ["in an order of a broker", "8=FIX.4.4|35=D|34=4711|11=20410993|55=ACME|54=1|38=300|10=093|"],
    ["in a sentence about an operator", "/oper bob is now channel operator"],
    [
      "in the head of a list of secrets",
      "# client        server  secret                  IP addresses",
    ],
    ["in a product", "width * height2x * depth"],
    ["in a declaration without a value", "01 WS-PASSWORD PIC X(12) VALUE SPACES."],
    ["in a declaration with a call", 'Password : constant String := Get_Env ("DB_PASSWORD");'],
    ["in a declaration of something else", "01 WS-TITLE PIC X(13) VALUE 'Report2024Q3'."],
    ["in a declaration of an office", "01 SECRETARY PIC X(9) VALUE 'Jones2024'."],
    ["in a declaration of a kind", "DATA lv_token_type TYPE string VALUE 'Bearer1'."],
    ["in a product over two lines", "n * Kelvin273 *\n  2"],
    ["of a pass of a compiler", '(gdb) p pass_name\n$2 = 0x4005f4 "loop-unroll2"'],
    ["of the pass that runs", '(gdb) p current_pass\n$2 = 0x4005f4 "loop-unroll2"'],
    ["of a key of a node", '(gdb) p node->key\n$1 = 0x55555 "Knuth1984"'],
    ["of the length of a secret", '(gdb) p secret_len\n$1 = "Knuth1984"'],
    ["of a token that a parser reads", '(gdb) print token\n$1 = 0x55555 "strlen2"'],
    ["of a typeset entry", String.raw`the citation key \verb|Knuth1984| of the book`],
    ["of a typeset option", String.raw`the key \verb|fill=Blue!20| of a node`],
    ["of a typeset word", String.raw`\verb|password| and \texttt{token} are reserved`],
    ["of a typeset name of a field", String.raw`the field \verb|user_id| holds the key`],
    ["of a row of a typeset table of rules", String.raw`Password & Policy \\ min & 12 \\`],
    ["of nothing", 'cfgToken = Nothing; cfgUser = Just "x"; key = Just "theme"'],
    ["of a click on an advertisement", `https://shop.example.net/?gclid=a-${token(119, 38)}`],
    ["of which key is meant", "auth: key_id=df7088b69e9b527d alg=RS256 status=ok"],
    ["of a place in Poland", "Hasło brzmiało dobrze, a kod pocztowy to 00-950 Warszawa."],
    ["of the size of something", "pin = 4096\nbuffer_size = 8192"],
    ["of an edition", "The PIN - 1234 edition ships in May."],
  ])("%s", (_where, text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
