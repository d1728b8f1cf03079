import { createECDH } from "node:crypto";
import { describe, expect, it } from "vitest";
import { filled } from "../texts/filled.ts";
import { secretsIn, valuesIn } from "../texts/found.ts";
import { HEX, pick, randomFrom, token } from "../texts/samples.ts";

/** As the private key, which is one of its own length, makes it. */
function publicKey(seed: number): string {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(pick(randomFrom(seed), HEX, 64), "hex");
  return pair.getPublicKey("base64url");
}

describe("what only resembles the announcement of a secret is not masked", () => {
  it.each([
    ["a public key for Web Push", `applicationServerKey: "${publicKey(97)}"`],
    ["the same under another name", `const key = "${publicKey(98)}";`],
    ["a file in a bucket", `"S3Key": "${pick(randomFrom(99), HEX, 32)}.zip"`],
    ["codes of articles", "Šifra artikla: KX4500HR. Vaša šifra narudžbe je KX4500HR."],
    ["a column of them", "Šifra;Naziv;Količina\nKX4500HR;Vijak M8;10\nAB1200XZ;Matica;20\n"],
    ["ciphers", "Moderní šifra je ChaCha20. Bloková šifra: Rijndael128. Шифра: Twofish256."],
    ["other loaders", 'tasks.load(config, "production2"); hooks.load(app, "plugin-v2x");'],
    ["a title", 'it("passes through", () => expect(sha256("hello-World1")).toBe(x))'],
    ["a remark", '# pass the digest along\nexpected = sha256("Hello-World42")'],
    [
      "names of classes",
      `import ${"sk_"}RandomForestClassifierWithCV, atk_GradientBoostingClassifier`,
    ],
    ["an expression", 'pass ``r"^[^@]+@[^@]+$"`` to require an address'],
    ["colours", '{ google: "#4285f4", password: "#db4437", token: "#0f9d58cc" }'],
    ["names of icons", '["passport", "password", "password_2", "password_2_off"]'],
    ["a file that is read", '"..%c0%af" * 20 + "etc/passwd",\n"..%c0%af" * 20 + "boot.ini"'],
    [
      "imported names",
      "import SSLv2ClientMasterKey, SSLv2ServerVerify, \\\n    SSLv2Finished, SSLv2ServerFinished, \\\n",
    ],
    ["a subject", "// Only offered by nodes that pass `includeN8nOAuth2` (not Wait)."],
    ["other names", 'passport = sha256("Passport-2024"); const compass = md5("North-East-42")'],
    ["a test", 'def test_pass(self):\n  self.assertEqual(sha1("Abc-Def-123"), "x")'],
    ["encoded codes", "Recovery codes are base32-encoded. Backup codes are AES256-encrypted."],
    ["lengths", "Wiederherstellungscodes sind 8stellig und 10stellig."],
    ["keys to press", "کلید را فشار دهید: Ctrl+Alt+F5. Schlüssel: Ctrl+Shift+F5"],
    ["keywords", 'Kata kunci artikel ini adalah "pandemi2020". Kata kunci: windows11'],
    ["users of services", "user=github:Octocat99\nuser=ldap:jsmith42 action=login"],
    ["a user in a query", "https://shop.example/?user=one:abc123def\n"],
    ["hints", "PasswordHint    REG_SZ    Pet-Name2\nPasswordChar    REG_SZ    U+25CF\n"],
    ["opening hours", "ww: 08:00-17:00"],
    ["an argument", "Don't pass `s3_origin_access2` to it, and do not pass `s3_origin_access2`."],
    ["types of members", "/** A key. */\n  apiKey: SensitiveString2048;\n/** A token. */\n"],
    ["types in an interface", "interface Login {\n  readonly adminPassword: XmlStringMax256;\n}"],
    [
      "encodings and kinds of hashes",
      'The secret is UTF-16LE encoded. hash(password, "sha512_crypt")',
    ],
    ["a package by another name", '"auth0-legacy": "npm:auth0@^4.37.1"'],
    ["a sample", '{"apiKey": "my-n8n-api-key"}'],
    ["a macro", "#define FLAG_CLEAR_PASSWORD (UINT32_C(1) << 0)"],
    [
      "a call in a string of PHP",
      `"type {$password->getType()} to {$layeredPassword->getType()}.\\n"`,
    ],
    ["a pattern of PHP", "matchTypeOf($token, '#^mw:(Ext|Wiki)Link/(ISBN|RFC|PMID)$#')"],
    [
      "labels of fields",
      '{"password": "Contraseña*", "pwd": "Salasana:*", "userPassword": "Password?"}',
    ],
    [
      "the label of a link",
      '{"forgotPassword": "Vergessen?", "login.forgot_password": "¿Olvidaste?"}',
    ],
    ["an encoding of tokens", '{"tokens": "cl100k_base"}'],
    ["a length", "Set the password policy to 12chars, at least. password: minimum8characters"],
    ["a selector", "The password field is input#pw2."],
    ["a licence", "License: GPL-3.0+~OpenSSL"],
    ["a message in Chinese", `{ password: '密码必须包含8-16位字符', "pwd": "请输入6-20位密码" }`],
    ["its parameters", `"mailpassword": "密碼郵件已在最近$1小時內寄出。", "pwd": "密码至少{0}位"`],
    ["a message in Japanese", `"password": "8文字以上で入力してください"`],
    ["a message in Korean", `"password": "8자이상이어야합니다"`],
    ["a message in Thai", `"password": "รหัสผ่านต้องมีอย่างน้อย8ตัวอักษร"`],
    ["an order", "namba yangu ya oda ni 0712345678"],
  ])("%s", (_title, text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it.each([
    'ks.load(in, "SHORT".toCharArray());',
    'clientKeyStore.load(in, "SHORT".toCharArray());',
    "curl --user=ada:SHORT https://shop.example/",
    "UPDATE users SET pass=MD5('SHORT') WHERE id=1",
    "INSERT INTO users (name, password) VALUES ('ada', SHA1('SHORT'))",
    "if ($user['pass'] == md5('SHORT')) {",
    'const userPassword = sha256("SHORT");',
    'user=ada:SHORT\nrealm="x"',
    "DefaultPassword    REG_SZ    SHORT\n",
    "password: SHORT;\n",
    "/* the login */\nsecret = SHORT;\n",
    "user ada pass SHORT",
  ])("but in %j it is", (template) => {
    const { text, values } = filled(template);
    expect(secretsIn(text)).toEqual(values);
  });

  it.each(["Password!", "MyPassword*", "sunshine*", "12charlie", "cl100k_bass", "input4#pw2"])(
    "but %s is, as a password",
    (password) => {
      expect(secretsIn(JSON.stringify({ password }))).toEqual([password]);
    },
  );

  it.each(["春天的花123", "我爱北京2008", "天王盖2地虎!", "さくら2ねこ"])(
    "but a password of such letters, %s, is",
    (password) => {
      expect(secretsIn(JSON.stringify({ password }))).toEqual([password]);
    },
  );

  it.each([
    "我爱你99天",
    "我们12月25日结婚",
    "我爱我家12天!!",
    "24小时营业中",
    "北京欢迎你$5",
    "さくら12日です",
    "사랑해요2일",
    "ฉันรักเธอ12วัน",
    "mypassword*",
    "adminpassword?",
    "new_pass?",
    "form#Tiger77",
    "Button#Horse42",
    "24words",
    "npm:x9@1.2!Kz",
    "mdxyz1_crypt",
    "k99k_base",
  ])(
    "but a password that only resembles a message, a label, a selector or a kind, %s, is",
    (password) => {
      expect(secretsIn(JSON.stringify({ password }))).toEqual([password]);
    },
  );

  it.each([
    "/* login */\npassword: SHORT;\n",
    "class Config {\n  password: SHORT;\n}",
    "/** of the proxy */ Authorization: SHORT;\n",
  ])("but words and a number that are no type are, in %j", (template) => {
    const password = ["Correct", "Horse42"].join("");
    expect(secretsIn(template.replace("SHORT", password))).toEqual([password]);
  });

  it.each([
    `{"forgotPassword": "Sun#Shine!"}`,
    `{"forgotPassword": "SunShine!"}`,
    "forgot_pin_password=Sun#Shine!",
  ])("but a password below what was forgotten is, in %s", (text) => {
    expect(secretsIn(text)).toHaveLength(1);
  });

  it("but all codes of a sentence's list are, also the last", () => {
    const codes = [
      ["ab2d", "1234"],
      ["efgh", "5678"],
      ["ijkl", "9012"],
    ].map((c) => c.join("-"));
    const [first, second, third] = codes;
    const text = `Your recovery codes are ${first}, ${second} and ${third}.`;
    expect(secretsIn(text)).toEqual(codes);
    expect(secretsIn(`Recovery codes: ${first}, ${second}, and ${third}`)).toEqual(codes);
  });

  it("but a password that has only the form of a public key is", () => {
    const password = `BE${token(97, 85)}`;
    expect(secretsIn(`password: ${password}`)).toEqual([password]);
  });
});
