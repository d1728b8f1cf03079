import { describe, expect, it } from "vitest";
import { isDrawn, isSurelyDrawn } from "../../../src/masking/checks/letter-pairs.ts";
import { createMasker } from "../../../src/masking/index.ts";
import { pick, randomFrom } from "../texts/samples.ts";

const masker = createMasker();
const SMALL = "abcdefghijklmnopqrstuvwxyz";
const BOTH = SMALL + SMALL.toUpperCase();

/** The percentage of `count` random values that are masked as a whole in place of `{}`. */
function share(form: string, characters: string, size: number, count = 200): number {
  const random = randomFrom(size);
  let found = 0;
  for (let i = 0; i < count; i++) {
    const value = pick(random, characters, size);
    const text = form.replace("{}", () => value);
    const start = form.indexOf("{}");
    const end = start + size;
    if (masker.detect(text).some((span) => span.start <= start && span.end >= end)) found++;
  }
  return (found / count) * 100;
}

function valuesIn(text: string): string[] {
  return masker.detect(text).map(({ start, end }) => text.slice(start, end));
}

describe("random passwords and keys of letters alone are found", () => {
  it.each([
    ["an environment file", "DB_PASSWORD={}\n", 12, 88],
    ["the environment of a command", "PGPASSWORD={} psql -h db", 16, 92],
    ["Compose", "environment:\n  POSTGRES_PASSWORD: {}\n", 12, 88],
    ["docker run", "docker run -e MYSQL_ROOT_PASSWORD={} mysql:8", 20, 94],
    ["JSON", '{"password": "{}"}', 12, 88],
    ["code", "const password = '{}';", 12, 88],
    ["a file of settings", "password = {}\n", 16, 85],
    ["a sentence", "my password is {}", 12, 88],
    ["a secret's name", 'client_secret = "{}"', 16, 92],
    ["a service's name", "STRIPE_KEY={}", 20, 90],
    ["a command", "sshpass -p {} ssh bob@host", 14, 88],
    ["SQL", "CREATE USER app IDENTIFIED BY '{}';", 14, 88],
    ["a call", 'client.login("bob", "{}")', 14, 88],
    ["who logs in", "login: bob / {}", 20, 88],
    ["a sentence about a key", "my api key {} has expired", 16, 70],
    ["the line below its label", "API Token\n{}\n", 20, 88],
  ])("in %s", (_where, form, size, least) => {
    expect(share(form, BOTH, size)).toBeGreaterThanOrEqual(least);
  });

  it.each([
    ["an environment file", "DB_PASSWORD={}\n", 16, 80],
    ["Compose", "environment:\n  POSTGRES_PASSWORD: {}\n", 14, 70],
    ["quotes", '"password": "{}"', 20, 85],
  ])("of lowercase letters alone, in %s", (_where, form, size, least) => {
    expect(share(form, SMALL, size)).toBeGreaterThanOrEqual(least);
  });
});

describe("names and words in the place of a password are not masked", () => {
  it.each([
    "DB_PASSWORD=getDatabasePassword",
    "DB_PASSWORD_PROVIDER=VaultSecretProvider",
    "PASSWORD=changeThisPassword",
    'password: "Wachtwoord",',
    '"password": "Mot de passe",',
    'password: "contraseniaIncorrecta"',
    'password: "sifregerekli"',
    'password: "wymaganehaslo"',
    'password: "TextFieldInputType"',
    'password: "XMLHttpRequestUpload"',
    'password: "OAuthTokenGetter"',
    'token: "tokenizerJSONReader"',
    "password = psswrdFromCtx",
    "password=DBPASSWDXYZ",
    'password: "abcdefghijkl"',
    'password: "qwertzuiopyxcv"',
    'password: "xxxxyyyyzzzz"',
    "DB_PASSWORD=hjklhjklhjkl",
    "PASSWORD=ENCRYPTEDbySOPS",
    'token: "AAAAbbbbCCCC"',
    "password is nieprawidlowe",
    "my password is incorrect",
    "use VMwareESXi as the password manager",
    "the api key GoogleCloudPlatform and the token JsonWebTokenHandler are classes",
    'key: "ArrowDownLeft"',
    'secret: "kmsSigningRoleRef"',
    "STRIPE_KEY=StripeCheckoutKeyName",
  ])("%s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("random letters", () => {
  it("differ from words in their pairs of letters and their capitals", () => {
    for (const word of [
      "understandings",
      "Wirtschaftsjahre",
      "getElementsByTagName",
      "gerektiriyorlar",
    ])
      expect(isDrawn(word)).toBe(false);
    for (const constant of ["QWZXKJVBNMPLRT", "HTTPSCONNECTION"])
      expect(isDrawn(constant)).toBe(false);
  });

  it("have to be longer where names of code could stand", () => {
    expect(isDrawn("qXvKwZtB")).toBe(true);
    expect(isSurelyDrawn("qXvKwZtB")).toBe(false);
    expect(isSurelyDrawn("qXvKwZtBjHdM")).toBe(true);
    expect(isSurelyDrawn("xqkvbzmwhjtpvx")).toBe(false);
  });

  it("are checked up to the length of passwords", () => {
    const random = randomFrom(3);
    expect(isDrawn(pick(random, BOTH, 128))).toBe(true);
    expect(isDrawn(pick(random, BOTH, 200_000))).toBe(false);
  });
});
