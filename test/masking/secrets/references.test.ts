import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { token } from "../texts/samples.ts";

const random = `/${token(409, 40)}`;
const typed = ["Falcon", "4711"].join("");

describe("a reference to the place of a secret is not masked", () => {
  const places = [
    "projects/12345/secrets/db1/versions/2",
    "gcp:secretmanager:projects/x1/secrets/y2",
    "awssm:///prod/db1",
    "aws:ssm:/prod/db1",
    "ref+vault://secret/app1#/token",
    "sm://my-proj1/db-pass",
    "akeyless:/prod/db1",
    "doppler://x1/y2",
    "secret://prod/db1/token",
    "op://Private/app1/password",
    "env:DB_PASS2",
    "vault:secret/data/app1#password",
  ];

  it.each(places)("%s", (place) => {
    for (const text of [
      `password: ${place}\n`,
      `DB_PASSWORD=${place}\n`,
      `{"password": "${place}"}`,
      `api_token = "${place}"`,
      `apiKey: ${place},`,
      `<password>${place}</password>`,
    ])
      expect(secretsIn(text)).toEqual([]);
  });

  it.each([
    "password: process.env.DB2_PASSWORD!,",
    "const token = process.env.AUTH0_TOKEN!;",
    "{ secret: import.meta.env.OAUTH2_SECRET!, apiKey: mailerKey2, url }",
    "new Mailer({ apiKey: getMailerKey2(), token: process.env.S3_TOKEN! as string })",
  ])("nor is a variable of TypeScript: %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });

  it("nor is the timestamp of a token", () => {
    for (const time of ["2024-01-01T00:00:00Z", "2024-01-01T10:20:30.123+02:00"])
      expect(secretsIn(`token: ${time}\npassword: "${time}"\nsecret=${time}\n`)).toEqual([]);
  });

  it("but the password in a URL and a key that begins like a path are found", () => {
    for (const name of ["apiKey", "x-api-key"])
      expect(secretsIn(`${name}: ${random}`)).toEqual([random]);
    expect(secretsIn(`SECRET_URL=redis://:${typed}@cache:6379`)).toEqual([typed]);
    expect(secretsIn(`password: postgres://ada:${typed}@db/shop`)).toEqual([typed]);
  });

  it.each(["$", "{", "["])("even if it begins with %s, as what stands for one", (sign) => {
    const value = `${sign}${["tr0ng", "Qw!kk9"].join("")}`;
    expect(secretsIn(`url: postgres://app:${value}@db.example.com:5432/shop`)).toEqual([value]);
  });

  it.each([
    ...["$DB_PASS", `$${"{DB_PASS}"}`, `db_$${"{DB_PASS}"}`, "$(DB_PASS)", "$$DB_PASS", "$1"],
    ...[
      "$this->pass",
      "$env:DB_PASS",
      "$db.pass1",
      "$!{pass1}",
      "$db[pass1]",
      "$p1$p2",
      "%(pass1)s",
    ],
    ...["{pass1}", "{db.pass1!r}", "{{pass1}}", "db_{{pass1}}", "{p1}_{p2}", "<pass1>", "[pass1]"],
    ...[
      "****",
      "xxxx",
      "...",
      "password",
      "passwd",
      "pass",
      "pwd",
      "secret",
      "token",
      "your_pass1",
    ],
    ...["user", "username"],
  ])("nor what stands for it in a URL: %s", (place) => {
    expect(secretsIn(`url: postgres://app:${place}@db.example.com:5432/shop`)).toEqual([]);
  });
});
