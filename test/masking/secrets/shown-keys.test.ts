import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { ALNUM, HEX, pick, randomFrom } from "../texts/samples.ts";

const random = randomFrom(311);
const base64 = (size: number): string =>
  Buffer.from(Uint8Array.from({ length: size }, () => Math.floor(random() * 256))).toString(
    "base64",
  );
const long = base64(64);
const short = base64(32);
const other = base64(32);
const hex = pick(random, HEX, 32);
const second = pick(random, HEX, 32);
const drawn = pick(random, ALNUM, 18);
const another = pick(random, ALNUM, 16);
const verifier = pick(random, ALNUM, 43);

describe("keys whose names do not call them secrets are found", () => {
  it.each([
    [
      "a storage account",
      `[{"keyName": "key1",\n "permissions": "FULL",\n "value": "${long}"}]`,
      [long],
    ],
    [
      "a storage account with a date",
      `"creationTime": "2026-01-01T00:00:00+00:00",\n"keyName": "key2",\n"permissions": "Full",\n"value": "${long}"`,
      [long],
    ],
    ["a broker", `{"primaryKey": "${short}", "secondaryKey": "${other}"}`, [short, other]],
    ["a broker within JSON", `{\\"primaryKey\\":\\"${short}\\"}`, [short]],
    ["a state of Terraform", `primary_key   = "${long}"`, [long]],
    ["an AI service", `{\n  "key1": "${hex}",\n  "key2": "${second}"\n}`, [hex, second]],
    [
      "a parameter in a table",
      `|  Name   |  /prod/db/dsn  |\n|  Type   |  SecureString  |\n|  Value  |  ${drawn}  |`,
      [drawn],
    ],
    ["a parameter in a list", `/prod/db/dsn   SecureString   ${drawn}`, [drawn]],
    ["a login", `grant_type=authorization_code&code_verifier=${verifier}`, [verifier]],
    ["a login in JSON", `{"code_verifier": "${verifier}"}`, [verifier]],
    ["a device", `client_id=shop&device_code=${verifier}`, [verifier]],
    [
      "the users of a broker",
      `PlainLoginModule required\n  username="admin"\n  user_admin="${drawn}"\n  user_ada="${another}";`,
      [drawn, another],
    ],
    [
      "the users of a broker on one line",
      `DigestLoginModule required user_ada="${another}" user_bo="${drawn}";`,
      [another, drawn],
    ],
    ["a version of a password", `{"ses_smtp_password_v4":"${short}"}`, [short]],
  ])("of %s", (_what, text, values) => {
    expect(secretsIn(text)).toEqual(values);
  });

  it.each([
    `primaryKey: "customer_id", primary_key: ["tenantId", "userId"]`,
    `{"keyName": "key1", "permissions": "FULL", "value": "storage account in west europe 2"}`,
    `{"key1": "${hex}", "name": "file2"} and {"key2": "${hex}"}`,
    "ParameterType | SecureString | String; Type: SecureString, Tier: Standard, Version: 12",
    'code_verifier = generate_verifier(64); "code_verifier": "S256", device_code=$DEVICE_CODE2',
    'user_agent="Mozilla5", user_ada="reader2"; PlainLoginModule required username="ada2";',
    `primaryKey=${"A".repeat(43)}=`,
  ])("and other values of such names are left alone: %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
