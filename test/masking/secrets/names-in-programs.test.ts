import { describe, expect, it } from "vitest";
import { filled } from "../texts/filled.ts";
import { secretsIn, valuesIn } from "../texts/found.ts";

describe("a name of a program in the place of a secret is left alone", () => {
  it.each([
    ["a type of a union", ":param Ed25519PrivateKey|Ed25519PublicKey|Ed448PrivateKey key:"],
    ["a function", "password = utf8_to_utf16_dup(v);"],
    ["a function of a class", "$pwd = Win32::GetCwd();"],
    ["a method, up to its bracket", "self.password = self._Add(\n    2)"],
    [
      "a type by its version",
      "swagger = {'secret': 'V1SecretProjection', 'webhook': 'V1alpha1Webhook'}",
    ],
    ["a class in its module", "credentials: oauth2client.client.OAuth2Credentials."],
    ["a class of a version", "then you can pass v1beta3.SqladminV1beta3 to it"],
    [
      "the next class of a list",
      "Union[\n    'app_v1alpha2.UserSecret',\n    'app_v1beta1.UserSecret',\n]",
    ],
    [
      "the next function of a list",
      "[\n    'ssh2_auth_none', 'ssh2_auth_password',\n    'ssh2_auth_pubkey_file',\n]",
    ],
    ["the same name in capitals", "['crc-16-buypass', 'Crc16Buypass', 0x18005]"],
    ["the body of a class", "class SHA224Password(Password):\n    hashfunc=hashlib.sha224\n"],
    ["a member by its name", "if getattr(creds, '_private_key_pkcs12', None) is None:"],
    ["a link below the list of accounts", '"file:///etc/passwd",\n"magnet:?xt=urn:btih:HEX",'],
    ["what a function returns", 'submit(from: A, kind: "attribute" | "password"): ResultV2;'],
    [
      "the next import",
      "import {\n  TokenResponsePassword,\n  EthereumWeb3Credentials,\n} from 'a';",
    ],
    ["the next argument", "verify(\n  attestationJwt,\n  openid4vci,\n  {}\n)"],
    ["a call in minified code", 'o={username:e,password:Z.getSafeProp(u2,"password")}'],
    ["another name of an export", "export { hashPassword$1 as hashPassword };"],
    ["a type of numbers", " * Normalize the secret to Uint8Array"],
    ["an encoding", 'AKP JWK "priv" (Private Key): base64url-encoded, key: Base64urlUInt'],
    ["an alphabet", "write('mysql_native_password', 'latin1');"],
    ["what requests to AWS are signed for", "hmac(dateRegionServiceKey, 'aws4_request')"],
    ["a border of a form", "['a random pass', '------WebKitFormBoundaryTB2MiQ36fnSJlrhY']"],
    ["a file of a test", "readFileSync('test/support/keyPKCS8Encrypted.pem')"],
    ["the scheme of a key", "'Crypto-Key': 'p256ecdsa=' + key"],
    ["the digest of a secret of Helm", "annotations:\n  checksum/secret: HEXHEX\n"],
    ["the digest of an image", "image: grafana/grafana:10.1.0@sha256:HEXHEX"],
    ["the digest of a stage", "FROM sonarqube:9.9-community@sha256:HEXHEX AS base"],
    ["the digest of an image of an action", "uses: docker://jenkins:lts2@sha256:HEXHEX"],
    ["a signature of XML", "<dsig:SignatureValue>RANDOMMORE</dsig:SignatureValue>"],
  ])("%s", (_what, template) => {
    expect(valuesIn(filled(template).text)).toEqual([]);
  });

  it.each([
    "api_token|SHORT",
    "password = OWN;",
    "self.password = 'OWN'",
    "'secret': 'SHORT',",
    "f('smtp_password', 'OWN')",
    "'mailer_api_token', 'SHORT'",
    "credentials: RANDOM",
    "api_token\nSHORT\n",
    "see /a?token=RANDOM(expired)",
    "use OWN as the password",
    "(password): OWN",
  ])("but the secret in %j is found", (template) => {
    const { text, values } = filled(template);
    expect(secretsIn(text)).toEqual(values);
  });
});

describe("a password of two words is not taken for a class in its module", () => {
  it.each(["blue.Horse12", "winter.Sale99", "lucky.Star88"])("%s", (password) => {
    for (const text of [`password: ${password}`, `DB_PASSWORD=${password}`])
      expect(valuesIn(text)).toEqual([password]);
    expect(valuesIn(`"password": "${password}"`)).toEqual([password]);
  });

  it("nor is one that begins like its name", () => {
    expect(valuesIn('"mysql_password", "mysql_Xk29aQ77"')).toEqual(["mysql_Xk29aQ77"]);
  });
});

describe("numbers of programs are not taken for phone numbers or cards", () => {
  it.each([
    ["a range of codes", "Any response code from 400-499 inclusive"],
    ["a range of numbers", " * Messages from 1000-1199 are bi-directional"],
    ["years in brackets", '"ZRN": "Zaïre ùr Zaïreach (1993–1998)"'],
    ["milliseconds", "{\n  H: 3600000,\n  M: 60000,\n}"],
    ["a count of rounds", "pbkdf2(a, { dkLen: 32, c: 500_000 })"],
    ["a constant in octal", "#define O_DIRECT\t00040000\t/* direct disk access */"],
    ["the number of a bug", "https://bugs.example.dev/1018289 Work around a regression"],
    ["code points of control characters", 'category(c) == "Cc"\nx = set([1757, 1807, 6158, 8204])'],
    ["code points of cards", '"Playing Cards": range(127136, 127231 + 1),'],
  ])("%s", (_what, text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it.each([
    ["messages from 555-0123", "555-0123"],
    ["tel: 6123-4567", "6123-4567"],
    ["555-0123 work", "555-0123"],
    ["direct: 00040000", "00040000"],
    ["T: 020 7946 0958,\nM: x", "020 7946 0958"],
  ])("but the number in %j is", (text, number) => {
    expect(valuesIn(text)).toEqual([number]);
  });
});
