import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { valuesIn } from "../texts/found.ts";

/** A password with the literal's own quote, or another character, between its two halves. */
const LEFT = ["Marlin", "46"].join("#");
const RIGHT = ["x3", "1"].join("");

/** Each literal in the syntax of its language, with what it writes between the two halves. */
const LITERALS: readonly (readonly [string, string, string, string])[] = [
  ["JavaScript, double quotes", 'const password = "', '\\"', '";'],
  ["JavaScript, single quotes", "const password = '", "\\'", "';"],
  ["JavaScript, template", "const password = `", "\\`", "`;"],
  ["Python, raw", 'password = r"', "\\.", '"'],
  ["Python, raw bytes", "password = rb'", '"', "'"],
  ["Python, three quotes", 'password = """', '"', '"""'],
  ["SQL", "ALTER ROLE bob WITH PASSWORD '", "''", "';"],
  ["SQL, of a user", "CREATE USER bob IDENTIFIED BY '", "''", "';"],
  ["SQL, of a user with a backslash", "CREATE USER bob IDENTIFIED BY '", "\\'", "';"],
  ["SQL, a row", "INSERT INTO users VALUES (1, 'bob', '", "''", "');"],
  ["SQL, a named column", 'INSERT INTO t (id, password) VALUES (1, "', '\\"', '");'],
  ["shell", "export DB_PASSWORD='", "'\\''", "'"],
  ["shell, the other quote", "export DB_PASSWORD='", `'"'"'`, "'"],
  ["shell, ANSI-C", "export DB_PASSWORD=$'", "\\'", "'"],
  ["shell, without quotes", "export DB_PASSWORD=", "\\$", " && run"],
  ["YAML", "password: '", "''", "'"],
  ["JSON", '{"password":"', '\\"', '","user":"bob"}'],
  ["JSON in JSON", '{"body":"{\\"password\\":\\"', '\\\\\\"', '\\"}"}'],
  ["JSON in CSV", '7,"{""password"":""', "!", '"",""user"":""bob""}"'],
  ["XML", "<password>", "&lt;", "</password>"],
  ["XML, an attribute", '<add key="password" value="', "&quot;", '" />'],
  ["XML, CDATA", "<password><![CDATA[", "&", "]]></password>"],
  ["C#, verbatim", 'string password = @"', '""', '";'],
  ["C#, interpolated", 'var password = $"', "!", '";'],
  ["C++, raw", 'auto password = R"(', '"', ')";'],
  ["Rust, raw", 'let password = r#"', '"', '"#;'],
  ["PowerShell", '$password = "', '`"', '"'],
  ["Perl", "my $password = q{", "'", "};"],
  ["Ruby", "password = %q(", "'", ")"],
  ["Elixir", "password = ~s(", "'", ")"],
  ["a connection string in XML", 'value="Server=db;Uid=app;Pwd=', "&quot;", ';Encrypt=yes"'],
  ["a call", 'smtp.login("bob", "', '\\"', '")'],
  ["a verbatim argument", 'new NetworkCredential("bob", @"', '""', '")'],
  ["a client of a database", "mysql -p'", '"', "' shop"],
  ["a client of a database, escaped", 'mysql -p"', '\\"', '" shop'],
  ["a client of a registry", "docker login -u bob -p '", "'\\''", "' registry.example.org"],
  ["a remote shell", "sshpass -p '", ";", "' ssh host"],
];

describe("a password in a literal", () => {
  it("is found if it is letters with an at sign at the end", () => {
    const password = ["Copper", "@"].join("");
    for (const text of [`password="${password}"`, `{"password":"${password}"}`])
      expect(valuesIn(text)).toEqual([password]);
  });

  it.each(LITERALS)("is masked whole: %s", (_, before, own, after) => {
    const password = `${LEFT}${own}${RIGHT}`;
    expect(valuesIn(`${before}${password}${after}`)).toEqual([password]);
  });

  it("is masked with the user after curl's -u, including the quotes", () => {
    for (const pair of [
      `'bob:${LEFT}'\\''${RIGHT}'`,
      `"bob:${LEFT}\\"${RIGHT}"`,
      `bob:${LEFT}\\$${RIGHT}`,
    ])
      expect(valuesIn(`curl -u ${pair} https://api.example.org/v1`)).toEqual([pair]);
  });

  it("is masked in every concatenated part", () => {
    for (const joint of [" + ", " . ", " & "])
      expect(valuesIn(`password = "${LEFT}"${joint}"${RIGHT}!"`)).toEqual([LEFT, `${RIGHT}!`]);
  });

  it("is masked without quotes up to its end, and the rest is kept", () => {
    expect(valuesIn(`password=${LEFT},${RIGHT}!`)).toEqual([`${LEFT},${RIGHT}!`]);
    for (const rest of [";Encrypt=yes", ",user=bob", "|grep x1", "&page=2", '" title="x1"', "'s"])
      expect(valuesIn(`password=${LEFT}${rest}`)).toEqual([LEFT]);
  });

  it("ends with a backslash if the next quote opens another value", () => {
    expect(valuesIn(`password='${LEFT}\\', user='bob'`)).toEqual([`${LEFT}\\`]);
  });

  it("can contain spaces if one of its few words is not a plain word", () => {
    const apart = `Marlin ${RIGHT}#four`;
    for (const text of [`password: "${apart}"`, `{"password":"${apart}"}`, `--password='${apart}'`])
      expect(valuesIn(text)).toEqual([apart]);
  });

  it.each([
    'password: "must have a-z, A-Z and 0-9"',
    'password: "see issue#123 first"',
    'password: "Min 8 chars, 1 digit!"',
    '"password": "Invalid password for %1$s now"',
    'password: "%1$s is not valid"',
    "'password' => 'The :attribute must be at least 8 characters.',",
    'errors = { password: "can\'t be blank", password2: "is too short (8 min)" }',
    'PASSWORD = "utf8 & latin1"',
    "const password = q(form.elements);",
    'label_password: "Password (8-64)"',
  ])("is not assumed in a message or code: %s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("a password within nested quotes of the same kind is found", () => {
  const value = ["Kx7", "abT9q"].join("");
  it.each([
    `bash -c 'export DB_PASSWORD='${value}'' && echo 'done'`,
    `{"note":"the password is "${value}"", "user":"bob"}`,
    `password="${value}"" or "default"`,
    `pass='${value}'' OR '1'='1'`,
    `{"secret": "${value}""}, {"a":"b"}`,
    `export PASSWORD="${value}\\"  # comment "x"`,
    `password="${value}\\" -h "db1"`,
  ])("%s", (text) => {
    expect(createMasker().mask(text).text).not.toContain(value);
  });
});

describe("a password on a line of search results is found", () => {
  const value = ["Kx7", "abT9q"].join("");
  it("also if it is two words and a digit", () => {
    const pair = ["heron", "vpn2"].join("_");
    const text = `conf/app.yml:12:  password: ${pair}\n`;
    expect(createMasker().mask(text).text).not.toContain(pair);
  });

  it.each([
    `conf/app.env:12:password: ${value}`,
    `conf/app.env:12:password:${value}`,
    `web:Password: ${value}`,
    `10:password: ${value}`,
  ])("%s", (text) => {
    expect(createMasker().mask(text).text).not.toContain(value);
  });

  it.each([
    "arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/Mailer2-x7Ab9q",
    "urn:example:password:Kx7abT9qLm",
  ])("but not a part of a path, %s", (text) => {
    expect(createMasker().mask(text).text).toBe(text);
  });
});

describe("a password in French or German quotes", () => {
  const QUOTES = [
    ["«", "»"],
    ["« ", " »"],
    ["«\u00a0", "\u00a0»"],
    ["»", "«"],
    ["‹", "›"],
    ["„", "“"],
  ] as const;

  it.each(QUOTES)("is found between %s and %s, without them", (open, close) => {
    for (const password of [`${LEFT}${RIGHT}`, ["Garten", "4711"].join("")])
      for (const before of ["Passwort: ", "password = ", "le mot de passe est ", "пароль: "])
        expect(valuesIn(`${before}${open}${password}${close} et plus`)).toEqual([password]);
  });

  it("is not assumed between breadcrumb separators or in quoted words", () => {
    for (const text of [
      "Login » Password » Reset2",
      "Password » Step2 » Done",
      "password: « oublié » et plus",
      "Passwort: »vergessen« oder neu",
    ])
      expect(valuesIn(text), text).toEqual([]);
  });
});

describe("a password of four words", () => {
  it("is found, even if it begins like a message", () => {
    const phrase = ["correct", "horse", "meadow", "staple"].join("-");
    for (const text of [`password: ${phrase}`, `{"password":"${phrase}"}`, `PASSWORD=${phrase}`])
      expect(valuesIn(text)).toEqual([phrase]);
  });

  it("is not assumed in a Kubernetes secret name or an error message", () => {
    for (const text of [
      "existingSecret: kube-prometheus-stack-grafana",
      "secretName: harbor-notary-signer-certs",
      "secretKeyRef:\n  name: kube-prometheus-stack-grafana\n  key: password",
      "passwordSecret: team-billing-orders-registry",
      "password: incorrect-or-missing-value",
    ])
      expect(valuesIn(text), text).toEqual([]);
  });
});

describe("a chosen token or secret in quotes", () => {
  it("is found as without quotes", () => {
    const chosen = ["Falcon", "463"].join("");
    for (const text of [
      `secret: "${chosen}"`,
      `{"access_token": "${chosen}"}`,
      `API_KEY='${chosen}'`,
    ])
      expect(valuesIn(text)).toEqual([chosen]);
  });

  it("is not assumed for types and numbered names", () => {
    for (const text of ['token: "string12"', 'secret: "step_12"'])
      expect(valuesIn(text), text).toEqual([]);
  });
});
