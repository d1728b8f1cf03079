import { describe, expect, it } from "vitest";
import { valuesIn } from "../texts/found.ts";

/** Assembled, so that nothing here looks like a live credential. */
const WORD = ["Marlin", "463"].join("");
const MIXED = ["Marlin", "463x"].join("#");
const ADDRESS = ["jane", "example.com"].join("@");
/** Opens a variable in a template. */
const OPEN = ["$", "{"].join("");
const CARD = ["4111", "1111", "1111", "1111"].join(" ");

describe("a password far behind its name", () => {
  const gap = " ".repeat(60);

  it.each([
    ["an aligned assignment", `password${gap}= "`, '"'],
    ["an aligned list", `Password${gap}: `, "\nUser : bob"],
    ["an aligned value", `SMTP_PASSWORD:${gap}`, ""],
    ["a plan of changes", `  + password${gap}= "`, '"'],
    ["a padded cell", `| Password${gap}| `, `${gap}|`],
    ["tabs", `Password${"\t".repeat(9)}`, ""],
    ["tabs around a colon", `Password${"\t".repeat(9)}:${"\t".repeat(9)}`, ""],
  ])("is found: %s", (_, before, after) => {
    expect(valuesIn(`${before}${MIXED}${after}`)).toEqual([MIXED]);
  });

  it("has to be on the line of its name", () => {
    expect(valuesIn(`password${gap}\n${gap}= ${WORD}`)).toEqual([]);
  });
});

describe("a password that contains an email address or a card number", () => {
  const around = ["c", "ctus.qu", "rtz"].join("@");

  it.each([
    ["JSON", '{"password":"', '","port":1}'],
    ["a line", "password: ", "\nport: 1"],
    ["an environment", "DB_PASSWORD=", "\n"],
    ["an option", "mysql --password='", "' shop"],
    ["a remote shell", "sshpass -p '", "' ssh host"],
    ["a sentence", "my password is ", " and it fails"],
  ])("is masked as a whole: %s", (_, before, after) => {
    for (const password of [around, `${ADDRESS}!46x`, `46!${ADDRESS}`])
      expect(valuesIn(`${before}${password}${after}`)).toEqual([password]);
  });

  it("is masked as a whole around a card number", () => {
    const password = `Zq7 ${CARD} z`;
    expect(valuesIn(`pass="${password}"`)).toEqual([password]);
  });

  it.each([
    ["an address alone", `password: "${ADDRESS}"`, [ADDRESS]],
    ["at the end of a sentence", `Send the password to ${ADDRESS}.`, [ADDRESS]],
    ["of somebody", `user_password_email: ${ADDRESS}`, [ADDRESS]],
    ["with a name", `"password": "Jane<${ADDRESS}>"`, [ADDRESS]],
    ["two of them", `"password": "${ADDRESS}, b.${ADDRESS}"`, [ADDRESS, `b.${ADDRESS}`]],
    ["in a sentence", `"password": "Ask ${ADDRESS} for the new one"`, [ADDRESS]],
    ["in a link", `password: https://example.org/reset?to=${ADDRESS}`, [ADDRESS]],
  ])("is masked as an email address if it is nothing else: %s", (_, text, values) => {
    expect(valuesIn(text)).toEqual(values);
  });
});

describe("text in quotes after the name of a password", () => {
  const odd = [
    `@${WORD}`,
    `$${WORD}`,
    `(${WORD}`,
    `{${WORD}`,
    `<${WORD}`,
    `/${WORD}`,
    `${WORD})`,
    `Marl46(in)9x`,
    `Marl46<in9x`,
    `Marl46${OPEN}in9x`,
    `${WORD} ura 78`,
    ` ${WORD}`,
  ];

  it.each(odd)("is masked as a whole, whatever it begins or ends with: %s", (password) => {
    for (const [before, after] of [
      ['{"user":"bob","password":"', '"}'],
      ["password = '", "'"],
      ['  password: "', '"'],
    ])
      expect(valuesIn(`${before}${password}${after}`)).toEqual([password]);
  });

  it.each([
    [
      "placeholders",
      [`${OPEN}DB_PASS12}`, "<password12>", "{{ pass.word12 }}", "%s", "%DB_PASS12%"],
    ],
    ["parts of them", [`${OPEN}PREFIX}-marlin12`, "%(marlin)s463", "#{marlin12}x"]],
    ["variables", ["$DB_PASS12", "$marlin123", "@param123", "@Value123"]],
    [
      "references",
      ["@string/marlin123", "[param('marlin123')]", "env(MARLIN_463)", "/run/marlin1"],
    ],
    ["remarks", ["(optional)", "(min8chars", "Marlin (min. 8)", "<b>Marlin12</b>"]],
    ["patterns", ["(?=.*[0-9])(?=.*[a-z]).{8,64}", "[A-Za-z0-9]{8,12}"]],
    ["messages", ["Must be at least 8 characters", "Password1 is weak", "at least 8, at most 64"]],
    ["words", ["Passwort", "Mot de passe", "SHA256 hash 2", "OAuth2 token", "in 30days 2024"]],
  ])("is not masked if it is not a password: %s", (_, values) => {
    for (const value of values) expect(valuesIn(`{"password": "${value}"}`)).toEqual([]);
  });
});

describe("a password that looks like a name", () => {
  it.each([`${WORD}_`, `Marlin_4631`, `marlinQR463.xy`])(
    "is found after its name: %s",
    (password) => {
      for (const before of ["passwd=", "**Password:** ", "__Password__: ", "password: "])
        expect(valuesIn(`${before}${password}\n`)).toEqual([password]);
    },
  );
});

describe("a password that ends with a punctuation mark", () => {
  it.each([
    ["a literal", "withEnv(['DB_PASS=", "']) {"],
    ["another", 'run("DB_PASS=', '")'],
    ["an environment file", "DB_PASS=", "\nPORT=1"],
    ["its last line", "PORT=1\nDB_PASS=", ""],
    ["a line of Windows", "DB_PASS=", "\r\nPORT=1"],
    ["a variable of a shell", "export DB_PASS=", "\n"],
  ])("is masked with it if nothing else ends there: %s", (_, before, after) => {
    for (const sign of [".", "?", "*", ":", "*."])
      expect(valuesIn(`${before}${WORD}${sign}${after}`)).toEqual([WORD + sign]);
  });

  it("is masked without the next value of its list", () => {
    for (const next of ["bob1@example.com", CARD.replaceAll(" ", "")]) {
      const [password, ...others] = valuesIn(`password=${WORD}x,${next}!`);
      expect(password).toBe(`${WORD}x`);
      expect(others.map((other) => next.startsWith(other))).toEqual([true]);
    }
  });

  it("is masked without the punctuation of its sentence or list", () => {
    for (const [before, after] of [
      ["Set DB_PASS=", ".\nThen run it"],
      ["my password is ", "."],
      ["Is DB_PASS=", "? I think so"],
      ["(DB_PASS=", ")\n"],
    ])
      expect(valuesIn(`${before}${WORD}${after}`)).toEqual([WORD]);
  });
});

describe("the default value of a password", () => {
  it.each([
    ["PHP", "getenv('DB_PASS') ?: '", "'"],
    ["Python", 'cfg.get("password") or "', '"'],
    ["Python, by its key", 'os.environ["DB_PASSWORD"] or \'', "'"],
    ["a chart", 'password: {{ .Values.password | default "', '" }}'],
    ["a template", "{{ db_password | default('", "') }}"],
    ["Rust", 'std::env::var("DB_PASSWORD").unwrap_or("', '".into())'],
    ["Rust, a closure", 'env::var("DB_PASSWORD").unwrap_or_else(|_| "', '".to_string())'],
    ["Scala", 'sys.env.get("DB_PASSWORD").getOrElse("', '")'],
    ["Java, printed", "password=Optional[", "]"],
    ["a descriptor", "<param-name>password</param-name>\n  <param-value>", "</param-value>"],
  ])("is found: %s", (_, before, after) => {
    expect(valuesIn(`${before}${MIXED}${after}`)).toEqual([MIXED]);
  });

  it.each([
    'password | default "none"',
    "{{ password | default(omit) }}",
    "password: Option[String]",
    'Enter a password (8) or "Marlin463"',
    'password.unwrap_or("")',
    'url += "&password=" + password$1 + "&user=" + user$1;',
    "$url .= 'password=' . h0sh#x . '&x=1';",
    "const password = marlin463.id;",
    "password: reader463.rs",
    "'password' => 'required|string|min:8|confirmed',",
  ])("is not assumed in: %s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("a password in an XML element", () => {
  it.each([`(${WORD}`, `Marl46(in)9x`, `/${WORD}`])(
    "is found whatever it begins with: %s",
    (value) => {
      expect(valuesIn(`<password>${value}</password>`)).toEqual([value]);
    },
  );
});

describe("an unquoted password beside emphasis of Markdown or in a chat", () => {
  /** Reads like an identifier, which code in its place would be. */
  const plain = ["Tawb", "yeix0"].join("");

  it.each([
    ["a bold label", `**Password:** ${plain}`],
    ["a bold name", `**Password**: ${plain}`],
    ["an item of a list", `- **Password:** ${plain}\n- **Port:** 5432`],
    ["a label in bold as Slack writes it", `*Password:* ${plain}`],
    ["underscores", `__Password:__ ${plain}`],
    ["a bold value", `Password: **${plain}**`],
    ["a message of a chat", `[10:21] Nadia: Password: ${plain}`],
    ["an answer to somebody", `<@U123> password: ${plain}`],
    ["a line with more labels", `**User:** bob **Password:** ${plain}`],
  ])("is found: %s", (_, text) => {
    expect(valuesIn(text)).toEqual([plain]);
  });

  it.each(["**password**: string", "f(password=**options2)", "char **password = buffer2;"])(
    "is not confused with code: %s",
    (text) => {
      expect(valuesIn(text)).toEqual([]);
    },
  );
});

describe("an unquoted password in a section of a settings file", () => {
  const plain = ["Tawb", "yeix0"].join("");

  it.each([
    ["below its header", `[pypi]\nusername = ada\npassword = ${plain}\n`],
    ["behind comments", `[smtp]\n# relay\nhost = mail.example.org\n\n; of ops\npass = ${plain}\n`],
    ["with a name of two parts", `[remote "backup"]\r\nuser = ada\r\npasswd = ${plain}\r\n`],
    ["in JSON", JSON.stringify({ file: `[client]\nuser = ada\npassword = ${plain}\n` })],
  ])("is found: %s", (_, text) => {
    expect(valuesIn(text)).toEqual([plain]);
  });

  it.each([
    `password = ${plain}\n`,
    `rows = [a]\npassword = ${plain}\n`,
    `[Fact]\npublic void Opens() {\n  password = ${plain}\n}`,
    `[client]\nopen(x)\npassword = ${plain}\n`,
    "[client]\npassword = oldPassword\n",
  ])("is not confused with code: %j", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});
