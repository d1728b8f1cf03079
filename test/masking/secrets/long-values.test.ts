import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { ALNUM, pick, randomFrom, token } from "../texts/samples.ts";

const BASE64 = `${ALNUM}+/`;
const OPAQUE_TOKEN = `${ALNUM}-_.~!*$`;
const file = (beginning: string): string => beginning + pick(randomFrom(5), BASE64, 900);

const PLACES: readonly (readonly [where: string, write: (value: string) => string])[] = [
  ["in an environment file", (value) => `AWS_SESSION_TOKEN=${value}\nAWS_REGION=eu-west-1`],
  ["in JSON", (value) => `{"refresh_token": "${value}", "expires_in": 3600}`],
  ["in JSON within JSON", (value) => `{\\"access_token\\":\\"${value}\\"}`],
  ["in YAML", (value) => `auth:\n  client_secret: ${value}\n  tenant: main`],
  ["in code", (value) => `const accessToken = '${value}';`],
  ["in XML", (value) => `<Credentials><SessionToken>${value}</SessionToken></Credentials>`],
  ["in a header", (value) => `X-Amz-Security-Token: ${value}\r\nHost: s3.example.com`],
  ["in an address", (value) => `https://app.example.com/cb?access_token=${value}&state=1`],
  ["in a list", (value) => `"tokens": ["${token(3)}", "${value}"]`],
  ["in a column", (value) => `id,name,token\n1,ada,${value}\n`],
  ["in a sentence", (value) => `The access token is ${value}`],
];

describe("a token longer than any password", () => {
  it.each(PLACES)("is found to its end %s, however long", (where, write) => {
    const seeds = fc.tuple(fc.nat(), fc.constantFrom(500, 511, 512, 513, 516, 517, 600, 2_000));
    fc.assert(
      fc.property(seeds, ([seed, count]) => {
        const value = `${pick(randomFrom(seed), ALNUM, count - 1)}x`;
        expect(secretsIn(write(value))).toContain(value);
      }),
      { numRuns: 40 },
    );
    if (where === "in a column") return;
    const settings = `${pick(randomFrom(11), BASE64, 3_998)}9A==`;
    expect(secretsIn(write(settings))).toContain(settings);
  });

  it("is found with the special characters that services use", () => {
    const value = `${pick(randomFrom(7), OPAQUE_TOKEN, 1_400)}a`;
    expect(secretsIn(`{"refresh_token":"${value}"}`)).toEqual([value]);
  });

  it("is found in a URL, and in JSON written by PHP", () => {
    const value = `${pick(randomFrom(9), BASE64, 900)}/+a`;
    const inAddress = `${encodeURIComponent(value)}%3D%3D`;
    expect(secretsIn(`GET /cb?id_token=${inAddress}&x=1`)).toEqual([inAddress]);
    const inJson = value.replaceAll("/", "\\/");
    expect(secretsIn(`{"access_token":"${inJson}"}`)).toEqual([inJson]);
    const short = inJson.slice(-60);
    expect(secretsIn(`{"access_token":"${short}"}`)).toEqual([short]);
  });

  it("is found without the full stop of its sentence", () => {
    const value = token(13, 800);
    expect(secretsIn(`My token: ${value}.`)).toEqual([value]);
  });

  it("is found in a SAML message, encoded or not", () => {
    const value = `${pick(randomFrom(17), BASE64, 4_000)}aa==`;
    for (const written of [value, encodeURIComponent(value)])
      expect(secretsIn(`SAMLResponse=${written}&RelayState=x`)).toEqual([written]);
  });

  it.each([
    ["a picture", `"token": "${file(["iVBORw0", "KGgo"].join(""))}"`],
    ["a document", `secret: ${file("JVBERi0")}`],
    ["a program", `const apiToken = "${file("AGFzbQ")}"`],
    ["a certificate", `client-certificate-data: ${file("LS0tLS1CRUdJTiBDRVJU")}`],
    ["a public key", `"public_key": "${token(19, 800)}"`],
    ["words", `token: ${"refresh-the-page-and-".repeat(40)}again`],
    ["a rule", `password: ${"-".repeat(900)}`],
    ["one letter", `secret = "${"a".repeat(900)}"`],
    ["text with breaks", `token: "${"lorem ipsum dolor ".repeat(60)}"`],
  ])("is not assumed for %s", (_what, text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
