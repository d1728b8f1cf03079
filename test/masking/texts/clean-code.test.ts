import { describe, expect, it } from "vitest";
import { valuesIn } from "./found.ts";
import { ALNUM, HEX, pick, randomFrom } from "./samples.ts";

const random = randomFrom(317);

describe("code that mentions secrets is not masked", () => {
  const commit = pick(random, HEX, 40);
  const digest = `SHA256:${pick(random, `${ALNUM}+/`, 43)}`;
  const pairs = Array.from({ length: 16 }, () => pick(random, HEX, 2)).join(":");
  it.each([
    ["a constant", "if (strlen($key) !== self::CRYPTO_AEAD_CHACHA20POLY1305_KEYBYTES) {"],
    ["a constant in a message", "'Key must be CRYPTO_AEAD_CHACHA20POLY1305_KEYBYTES long'"],
    ["the next password of a list of names", "['surname', 'password1', 'password2', 'lang']"],
    ["the name of another password", "ignored = ['v3AuthPass', 'v3PrivPass', 'hostname']"],
    ["the field behind its label", "(_('Privacy passphrase'), 'snmpv3_privpassphrase')"],
    [
      "the next key of a table",
      "'string|db dchecks.snmpv3_authpassphrase', 'snmpv3_proto1' => 'db'",
    ],
    ["an encoding of Apple's", "[password dataUsingEncoding:NSUTF8StringEncoding]"],
    ["a variable that a shell is to see", `"ENCRYPTED PASSWORD '\\$NEWPGPASSWD'"`],
    ["a namespace", "moonshot_host_namespace = 'a574a04e-b7ff-4850-aa24-a8599c7de1c6'"],
    ["an algorithm", 'add(p, "Signature", "SHA1withDSAinP1363Format", "SHA3-224withDSA");'],
    ["an algorithm of a grammar", "{NULL IDENTIFIED BY id-hmacWithSHA224} |"],
    ["an object identifier", 'ChallengePassword("1.2.840.113549.1.9.7"),'],
    ["a translation in escapes", '{"new.password", "\\u65B0\\u898F\\u30D1\\u30B9"},'],
    ["the fingerprint of a host", `ED25519 key fingerprint is ${digest}.\nThis key is not known`],
    ["the fingerprint of a new key", `The key fingerprint is:\n${digest} user@host`],
    ["a host key", `ssh host key: ${digest}, RSA key fingerprint is MD5:${pairs}`],
    ["a secret of Kubernetes by its name", `volume "x" : secret "regcred-7f9c8d" not found`],
    ["a secret of Kubernetes with parts", `secret "prod-7f9c-auth" not found`],
    ["a field that is a header", "headers: { authorization: session.oauth2.token }"],
    ["the call of a member", "Authorization: req.headers.auth1.get()"],
    ["a commit of a repository", `generated from github:codemirror/CodeMirror#${commit}`],
  ])("%s", (_name, text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("numbers in programs and drawings are not taken for phone numbers or IPs", () => {
  it.each([
    ["the bounds of a range", "Error: Tag should be integer 1 - 4294967295, or 1-4294967294"],
    ["the bound of a cell", "if (abs((int) $cell) > 2147483647) {"],
    ["sizes", "g: 1073741824, m: 1048576, k: 1024"],
    ["a range up to a round number", "Duration in transparent mode (300 - 8640000 sec)."],
    ["decimals behind two zeros", "A5.068 5.068 0 0016 9.932 5.055 5.055 0 0012.109 5z"],
    [
      "decimals without their zeros",
      '<path d="m.033-.113.247.056.182.225.033-.374c.12.22.39.3.6z"/>',
    ],
    ["fields of a certificate", 'OrgName("2.5.4.10"), SubjectAlternativeName("2.5.29.17")'],
    ["the version behind an arrow", "'version' => '2.0.31.0', version_compare('4.1.0.52', $v)"],
  ])("%s", (_name, text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it.each([
    ["0033 1 42.68.53.00", "fax 0033 1 42.68.53.00"],
    ["212 - 5551234", "212 - 5551234"],
    ["212 - 5551200", "call 212 - 5551200"],
    ["10.42.0.7", "http://a1c.10.42.0.7.nip.io and .10.42.0.7"],
  ])("but %s is found", (value, text) => {
    expect(valuesIn(text)).toContain(value);
  });
});

describe("a password that resembles a name or a constant is found", () => {
  const word = pick(random, "bcdfghjk", 4);
  it.each([
    ["numbered as no list is", "('password1', '", `${word}on2`, "')"],
    ["alone behind its name", "login('password', '", "password2", "')"],
    ["with more digits than a name", "login('userPass', '", `${word}46Pass`, "')"],
    ["with a dollar that is escaped", 'PASSWORD="', `\\$${word}3tP@ss`, '"'],
    ["in escapes, with digits", '"password": "', "\\u043f\\u0430\\u0440463", '"'],
    ["that is said to be gone", "password '", `${word}46x!`, "' not found"],
    ["in groups that is said to be gone", 'secret "', "kqzv-7h2x-9d4m-e3wt", '" not found'],
    ["that is told of", 'secret "', pick(random, ALNUM, 24), '" is leaked'],
    ["that is no digest", "api token: ", `SHA256:${pick(random, ALNUM, 40)}`, ""],
    ["in capitals, with pieces", "api_key = '", "ACME_LIVE_9F8E7D6C5B4A3F2E1D", "'"],
  ])("a password %s", (_name, before, value, after) => {
    expect(valuesIn(before + value + after)).toEqual([value]);
  });
});
