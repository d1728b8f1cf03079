import { describe, expect, it } from "vitest";
import { valuesIn } from "../texts/found.ts";

/** Assembled, so that nothing here looks like a live credential. */
const DASHED = ["Heron", "Meadow4"].join("-");
const SMALL = ["heron", "vpn2"].join("_");
const EXCLAIMED = ["Heron", "meadow"].join("!");
const SHORT = ["heron", "68"].join("");
const ANIMAL = ["monkey", "52"].join("");

describe("a password of two words", () => {
  it.each([
    ["a member", (value: string) => `{"password": "${value}"}`],
    ["a line of YAML", (value: string) => `db:\n  password: ${value}\n  port: 1`],
    ["an environment file", (value: string) => `SMTP_PASSWORD=${value}`],
    ["a connection string", (value: string) => `Server=a;User Id=b;Password=${value};Encrypt=True`],
    ["a form", (value: string) => `curl -d 'user=ada&password=${value}' http://localhost/login`],
    ["a literal", (value: string) => `const password = '${value}';`],
    ["a statement", (value: string) => `ALTER USER ada WITH PASSWORD '${value}';`],
    ["a label", (value: string) => `Initial password: ${value}`],
  ])("is found in %s", (_, write) => {
    for (const value of [DASHED, SMALL, EXCLAIMED]) expect(valuesIn(write(value))).toEqual([value]);
  });

  it.each([
    "const password = other_word2;",
    "connect(user=name_1, password=other_word2)",
    'password: "admin-password2"',
    "password: user_input2",
    'password: "web-server1"',
    'auth: { password: "hmac-sha1" }',
  ])("is not confused with other names: %s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("a short password with digits", () => {
  it.each([
    `password: ${SHORT}`,
    `db.password=${SHORT}`,
    `> > password: ${SHORT}`,
    `mvn deploy -Dnexus.password=${SHORT}`,
  ])("is found in the notation of a setting: %s", (text) => {
    expect(valuesIn(text)).toEqual([SHORT]);
  });

  it("is found even if it ends like a variable", () => {
    expect(valuesIn(`credentials:\n  user: ada\n  pass: ${ANIMAL}`)).toEqual([ANIMAL]);
  });

  it.each([`password = ${SHORT}\nnext()`, `f(password=${SHORT})`, `password: ${SHORT},`])(
    "is not assumed in code, where it could be a variable: %s",
    (text) => {
      expect(valuesIn(text)).toEqual([]);
    },
  );
});
