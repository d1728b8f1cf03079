import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { describe, expect, it } from "vitest";
import { valuesIn } from "../texts/found.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const small = generateKeyPairSync("rsa", { modulusLength: 1024 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const edwards = generateKeyPairSync("ed25519");
const longer = generateKeyPairSync("rsa", { modulusLength: 3072 });
const longest = generateKeyPairSync("rsa", { modulusLength: 4096 });
const ofCurve = (namedCurve: string) => generateKeyPairSync("ec", { namedCurve }).privateKey;

function base64Of(key: KeyObject, type: "pkcs1" | "pkcs8" | "sec1" | "spki"): string {
  return (key.export({ type: type as "pkcs8", format: "der" }) as Buffer).toString("base64");
}

const LONG = base64Of(rsa.privateKey, "pkcs8");
/** As OpenSSL breaks them. */
const LINES = LONG.replace(/.{64}(?=.)/g, "$&\n");

describe("a private key without the lines around it is found", () => {
  it.each([
    ["RSA in PKCS #8", LONG],
    ["RSA in PKCS #1", base64Of(rsa.privateKey, "pkcs1")],
    ["RSA of 1,024 bits in PKCS #8", base64Of(small.privateKey, "pkcs8")],
    ["RSA of 1,024 bits in PKCS #1", base64Of(small.privateKey, "pkcs1")],
    ["P-256 in PKCS #8", base64Of(ec.privateKey, "pkcs8")],
    ["P-256 in SEC 1", base64Of(ec.privateKey, "sec1")],
    ["Ed25519", base64Of(edwards.privateKey, "pkcs8")],
    ["Ed448", base64Of(generateKeyPairSync("ed448").privateKey, "pkcs8")],
    ["X25519", base64Of(generateKeyPairSync("x25519").privateKey, "pkcs8")],
    ["X448", base64Of(generateKeyPairSync("x448").privateKey, "pkcs8")],
    ["RSA of 3,072 bits in PKCS #8", base64Of(longer.privateKey, "pkcs8")],
    ["RSA of 3,072 bits in PKCS #1", base64Of(longer.privateKey, "pkcs1")],
    ["RSA of 4,096 bits in PKCS #8", base64Of(longest.privateKey, "pkcs8")],
    ["RSA of 4,096 bits in PKCS #1", base64Of(longest.privateKey, "pkcs1")],
    ...["P-384", "P-521", "secp256k1"].flatMap((curve): [string, string][] => [
      [`${curve} in PKCS #8`, base64Of(ofCurve(curve), "pkcs8")],
      [`${curve} in SEC 1`, base64Of(ofCurve(curve), "sec1")],
    ]),
  ])("%s, in a literal, alone, and in a sentence", (_, key) => {
    expect(valuesIn(`String k = "${key}";`)).toEqual([key]);
    expect(valuesIn(key)).toEqual([key]);
    expect(valuesIn(`a=1\nrsa.body=${key}\nb=2`)).toEqual([key]);
    expect(valuesIn(JSON.stringify({ log: `sent\n${key}\nok` }))).toEqual([key]);
    expect(valuesIn(`load ${key} into the signer`)).toEqual([key]);
  });

  it("also in lines, with real and with escaped breaks", () => {
    expect(valuesIn(`body:\n${LINES}\nthanks`)).toEqual([LINES]);
    const escaped = JSON.stringify(LINES).slice(1, -1);
    expect(valuesIn(`{"a":"${escaped}","b":"thanks"}`)).toEqual([escaped]);
  });
});

describe("a private key in pieces is found as a whole", () => {
  const inLines = (size: number, joint: string): string =>
    (LONG.match(new RegExp(`.{1,${size}}`, "g")) ?? []).join(joint);
  it.each([40, 48, 56, 64, 72, 76, 80, 100, 120, 128])("in lines of %i characters", (size) => {
    for (const joint of ["\n", "\r\n", "\\n", "\\r\\n", "\n  "]) {
      const key = inLines(size, joint);
      expect(valuesIn(`"${key}"`)).toEqual([key]);
    }
  });

  it.each([
    ["Java and JavaScript", '" +\n      "'],
    ["Java, with breaks in the literals", '\\n" +\n      "'],
    ["Kotlin", '"\n      + "'],
    ["PHP", "' .\n      '"],
    ["Python and C", '"\n      "'],
    ["shells", "\\\n"],
  ])("as %s write them", (_, joint) => {
    const key = inLines(64, joint);
    const quote = joint.includes("'") ? "'" : '"';
    expect(valuesIn(`k = ${quote}${key}${quote};`)).toEqual([key]);
  });
});

describe("a public key is not taken for a private one", () => {
  it.each([
    ["RSA", base64Of(rsa.publicKey, "spki")],
    ["RSA in PKCS #1", base64Of(rsa.publicKey, "pkcs1")],
    ["P-256", base64Of(ec.publicKey, "spki")],
    ["Ed25519", base64Of(edwards.publicKey, "spki")],
  ])("%s", (_, key) => {
    expect(valuesIn(`String k = "${key}";`)).toEqual([]);
  });
});
