import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";

const plain = ["tulip", "88"].join("");
const pair = ["Meadow", "pepper2"].join("_");
const asking = ["Meadow", "pepper2?"].join("_");
const typed = ["Tulip", "vase47!"].join("-");
const drawn = ["k4$Wd", ",p9Z#", "tR2=x"].join("");

describe("a password in the syntax of tools, web pages and documents is found", () => {
  it.each([
    ["behind an anchor of YAML", `db:\n  password: &main ${plain}\n  port: 1\n`, plain],
    ["in a block of YAML", `db:\n  password: |\n    ${plain}\n  port: 1\n`, plain],
    ["in a folded block of YAML", `db:\n  password: >-\n    ${pair}\n`, pair],
    ["with a sign at its end, on its line", `[db]\npassword: ${asking}\nport: 1\n`, asking],
    ["in a block of Markdown", `Password:\n\`\`\`\n${pair}\n\`\`\`\n`, pair],
    ["in brackets of Lua", `local password = [[${plain}]]\n`, plain],
    ["in brackets of Lua with signs", `password = [==[${pair}]==]\n`, pair],
    ["as the argument of a macro", `\\password{${plain}}\n`, plain],
    ["as what a macro is defined as", `\\newcommand{\\password}{${plain}}\n`, plain],
    ["in an element with a type", `<a:password xsi:type="xsd:string">${plain}</a:password>`, plain],
    [
      "in an element with attributes in other quotes",
      `<password type='text'>${plain}</password>`,
      plain,
    ],
    [
      "in the next cell of a workbook",
      `<c t="inlineStr"><is><t>Password</t></is></c><c t="inlineStr"><is><t>${plain}</t></is></c>`,
      plain,
    ],
    [
      "in the next run of a document",
      `<w:t>Password: </w:t></w:r><w:r><w:t xml:space="preserve">${plain}</w:t></w:r>`,
      plain,
    ],
    ["behind a bold label", `<p><b>Password:</b> ${plain}</p>`, plain],
    ["as code in a page", `<li>Password: <code>${pair}</code></li>`, pair],
    ["in a styled span", `<p>Password: <span style="color:red">${pair}</span></p>`, pair],
    ["in a span, in a sentence", `<p>Your password is <span class="v">${plain}</span>.</p>`, plain],
    ["in a span beside a bold label", `<strong>Password</strong>: <span>${pair}</span>`, pair],
    ["in italics", `<li>Password: <i>${pair}</i></li>`, pair],
    ["beside a bold cell", `<td><b>Password</b></td>\n<td>${pair}</td>`, pair],
    ["beside a bold cell with a colon", `<th><b>Password:</b></th><td>${pair}</td>`, pair],
    ["on a line of its own in a cell", `<td>Password</td>\n<td>\n  ${pair}\n</td>`, pair],
    ["in bold, in a cell", `<td>Password</td><td><strong>${pair}</strong></td>`, pair],
    ["in bold letters right behind the word", `your password<b>${typed}</b>`, typed],
    ["in an array that PHP prints", `Array\n(\n    [password] => ${pair}\n)\n`, pair],
    ["in the environment of a pool of PHP", `env[DB_PASSWORD] = ${plain}\n`, plain],
    ["in a makefile", `DB_PASSWORD ?= ${plain}\n`, plain],
    ["in a structure that Go prints", `{User:ada Password:${pair} Port:1}`, pair],
    ["in a statement of MySQL", `SET PASSWORD FOR 'ada'@'%' = '${pair}';`, pair],
    ["in a list of arguments", `test: ["CMD", "mysqladmin", "ping", "-uroot", "-p${pair}"]`, pair],
    ["in an option of Redis", `command: ["redis-cli", "-h", "db", "-a", "${pair}", "ping"]`, pair],
    ["behind the names of both", `Username/Password: ada / ${pair}`, pair],
    ["behind short names of both", `ID/PW: ada / ${pair}`, pair],
    ["with signs of all kinds, in a variable", `Environment="DB_PASSWORD=${drawn}"\n`, drawn],
    ["with such signs, before a tag", `<p><b>Password:</b> ${drawn}</p>`, drawn],
    ["as an array of characters, in C", `char password[] = "${plain}";`, plain],
    ["as an array of so many characters", `const char pass[20]="${plain}";`, plain],
    ["as one of many", `passwords["ada"] = "${plain}"`, plain],
    ["behind its type, in T-SQL", `DECLARE @pwd NVARCHAR(50) = N'${plain}'`, plain],
    ["behind a type of any size", `declare @password varchar(max) = '${plain}'`, plain],
    ["with such signs, in a calendar", `DESCRIPTION:Password: ${drawn}\\n\\nHost`, drawn],
  ])("%s", (_where, text, password) => {
    expect(secretsIn(text)).toEqual([password]);
  });

  it.each(["send", "send --"])("also if a script types it: %s", (command) => {
    const [found = ""] = secretsIn(`${command} "${pair.replace("_", "-")}4!\\r"\n`);
    expect(found).toContain(pair.replace("_", "-"));
  });

  it.each([
    "password: &default\n  length: 12\nother: *default1\n",
    "if [[ $password == [[a-z]] ]]; then token = [[1, 2], [3, 4]]; fi",
    "\\password{...} \\token{NAME} \\keyword{int32} \\secret{#1}",
    "<si><t>Password</t></si><si><t>Status7</t></si><si><t>Notes</t></si>",
    '<td><b>Password</b></td><td><span class="badge">enabled</span></td><td>Token: <i>type2</i></td>',
    'password: <span class="error">{{ errors.password }}</span>, token: <i class="fa fa-key2"></i>',
    "enter your password <b>twice</b>, the token <code>type</code> is <em>bearer</em>",
    "let password: String?\nvar token: Int32?\nval secret: Float64?\n",
    'send "show version2\\r"\nsend "vlan1234\\r"\nsend "yes\\r"\nsend "enable15\\r"\n',
    "SET PASSWORD FOR 'ada'@'%' = PASSWORD(?); SET PASSWORD FOR ada = :hash1",
    'args: ["mysql", "-uroot", "-p$PASSWORD1", "-p", "3306"]',
    "user/password: required / optional; user and password: see below",
    "id/password: required / min8chars; paid/password: ada / none",
    "{Name:Password, Kind:string2, Size:12} {Password:string Size:12}",
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

it("an element that another one is copied to has no password", () => {
  const text = "password[i] = buf2[0]; passwords[0] = values2[1]; tokens[12] = tokens[13];";
  expect(secretsIn(text)).toEqual([]);
});

describe("a password is found whose name is elsewhere than before it", () => {
  const vase = ["garten", "4711vase"].join("");
  const key = ["k7Hq2Lm", "Z9xPa4TtR"].join("");

  it.each([
    ["in a member before it", `{"value":"${vase}","key":"password","type":"string"}`, vase],
    ["in a member before it in YAML", `- value: ${vase}\n  name: DB_PASSWORD\n`, vase],
    ["in an inline member of YAML", `- { value: "${vase}", name: DB_PASSWORD }`, vase],
    [
      "as a kind of key",
      `"apikey": [{"key": "value", "value": "${key}"}, {"key": "key", "value": "X-API-Key"}]`,
      key,
    ],
    ["in the name of the table", `INSERT INTO users VALUES (1, 'ada', MD5('${vase}'));`, vase],
    [
      "as the label of a field",
      `await user.type(screen.getByLabelText(/password/i), '${vase}');`,
      vase,
    ],
    ["as a keyword of a test", `    Input Password    id:pw    ${vase}\n`, vase],
    ["as the locator of a test", `    Input Text    id=password    ${vase}\n`, vase],
    ["as the name of a preference", `defaults write org.example password ${vase}`, vase],
    ["before its type in PL/SQL", `v_password VARCHAR2(20) := '${vase}';`, vase],
    ["before its type in T-SQL", `DECLARE @password NVARCHAR(50) = N'${vase}';`, vase],
  ])("%s", (_where, text, expected) => {
    expect(secretsIn(text)).toEqual([expected]);
  });

  it.each([
    "- value: production2024\n  name: NODE_ENV\n",
    '{"value":"step_one_2","key":"password"}',
    "INSERT INTO files VALUES (1, MD5('garten4711vase'));",
    "    Input Text    id=name    garten4711vase\n",
    "name varchar(20) = 'garten4711vase'",
    "passwd_mode varchar2(20) := 'sha256_password'; token_kind VARCHAR(20) := 'identifier_1';",
    "sendemail -s smtp.example.com:587 -xu ada",
    "insert into user_settings values (1, md5('theme1'))",
    "git@gitlab.com:Project2023\ngit@gitlab.com:Project2024\n",
    '"apikey": [{"key": "in", "value": "header"}, {"key": "key", "value": "X-API-Key"}]',
  ])("but nothing in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
