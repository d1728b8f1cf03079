import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { HEX, pick, randomFrom, token } from "../texts/samples.ts";

const random = token(31, 40);
const hex = pick(randomFrom(33), HEX, 40);
const plain = ["tulip", "Vase", "4711"].join("");

describe("a secret that a script gives to its pipeline is found", () => {
  it.each([
    ["a variable of GitHub Actions", `::set-env name=NPM_TOKEN::${random}`, random],
    ["an output of GitHub Actions", `::set-output name=api_token::${random}`, random],
    ["what GitHub Actions shall mask", `::add-mask::${plain}`, plain],
    ["a variable of Azure Pipelines", `##vso[task.setvariable variable=dbPassword]${plain}`, plain],
    [
      "a secret variable of Azure Pipelines",
      `##vso[task.setvariable variable=conn;issecret=true]${plain}`,
      plain,
    ],
  ])("%s", (_what, text, secret) => {
    expect(secretsIn(text)).toEqual([secret]);
  });

  it.each([
    "::set-env name=NODE_ENV::production, ::set-output name=token_count::12345678",
    "##vso[task.setvariable variable=Build.Number]20260811.4",
    `::add-mask::$TOKEN, ::set-output name=api_token::\${{ secrets.API_TOKEN }}`,
  ])("but not in: %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("a secret in a setting is found", () => {
  it.each([
    ["a member of the settings", `config.secret = "${hex}"`, hex],
    ["a token in the settings", `settings.token = '${random}'`, random],
    ["serialized by PHP", `a:1:{s:8:"password";s:14:"${plain}";}`, plain],
    ["an argument in a list", `spawn('mysql', ['-u', 'root', '-p${plain}'])`, plain],
    ["an argument after its option", `["sshpass", "-p", "${plain}", "ssh", "h"]`, plain],
    ["a remark with accents before it", `Passwort (vorläufig): ${plain}`, plain],
  ])("%s", (_what, text, secret) => {
    expect(secretsIn(text)).toEqual([secret]);
  });

  it.each([
    `x = settings.token || null; y = "${hex}"`,
    'config.secret = "my-app-secret-name"; stateToken: "idle"',
    "config secret app-7f9c8d-x2k4j not found, sort_secret: ascending",
  ])("but not in: %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

it("finds recovery codes in a sentence and in one row", () => {
  const codes = ["n66ws-ys8xk", "d455r-vflm3"];
  expect(secretsIn(`my recovery code ${codes[0]} is lost`)).toEqual([codes[0]]);
  expect(secretsIn(`backup codes: ${codes.join(" ")}`)).toEqual([codes.join(" ")]);
  const short = ["bywl6z7u", "hsvvfg00", "snhwppz3"];
  const [first, second, third] = short;
  const listed = `my recovery codes are ${first}, ${second} and ${third}`;
  expect(secretsIn(`${listed}. Keep them safe.`)).toEqual(short);
  expect(secretsIn(`${listed}, keep them`)).toEqual(short);
  expect(
    secretsIn("recovery codes are generated once and printed in 2026, and 4096bits are"),
  ).toEqual([]);
  expect(secretsIn("recovery key 2026-11-28, recovery code path-1234")).toEqual([]);
});
