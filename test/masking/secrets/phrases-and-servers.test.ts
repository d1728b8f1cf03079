import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { HEX, pick, randomFrom, token } from "../texts/samples.ts";

const typed = ["tulip", "vase2"].join("%");
const random = token(91, 24);
const hex = pick(randomFrom(17), HEX, 48);
const phrase = ["lantern", "copper", "meadow", "vase"].join("-");

describe("a secret under a server's own name for it is found", () => {
  it.each([
    ["Redis", `redis-auth=${typed}`, typed],
    ["Redis, in Ruby", `ENV['REDIS_AUTH'] ||= "${typed}"`, typed],
    ["Erlang, for its nodes", `nodeCookie: "${random}"`, random],
    ["Erlang, in a file of settings", `NODE_COOKIE='${hex}'`, hex],
    ["a service, in Danish", `Adgangsnøglen til tjenesten er ${random}`, random],
    ["a service, in Kotlin", `val internalApiKey: String by lazy { "${random}" }`, random],
  ])("by %s", (_what, text, secret) => {
    expect(secretsIn(text)).toEqual([secret]);
  });

  it.each([
    "redisAuth: true, redis_auth = config.redis.auth2, redis.auth(password2)",
    "nodeCookie: parseCookie(node2), the node cookie is in ~/.erlang.cookie2",
    "Adgangsnøglen er ændret 2026-01-05; val apiKey: String by lazy { loadKey2() }",
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("a passphrase of plain words is found", () => {
  it.each([
    ["of a user of a database", `db_pw = '${phrase}'`],
    ["of an administrator", `admin_passwd = ${phrase}`],
    ["of a server of files", `<connection host="h" ftpPasswd="${phrase}" />`],
    ["in a note", `- router admin pw: ${phrase}`],
    ["in netrc, on one line", `machine ftp.example.org login ada password ${phrase}`],
    ["in netrc, on lines", `machine ftp.example.org\n  login ada\n  password ${phrase}`],
  ])("%s", (_what, text) => {
    expect(secretsIn(text)).toEqual([phrase]);
  });

  it.each([
    `pass: '${phrase}', passwd = ${phrase}, bypass: ${phrase}`,
    "db_pass: must-not-be-empty, user-pw: please-enter-your-password, login ada password reset-link-was-sent",
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
