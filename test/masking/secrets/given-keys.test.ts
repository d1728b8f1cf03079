import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { HEX, pick, randomFrom, token } from "../texts/samples.ts";

const random = randomFrom(131);
const hex = pick(random, HEX, 32);
const uuid = [8, 4, 4, 4, 12].map((size) => pick(random, HEX, size)).join("-");
const key = token(71, 32);
const chosen = ["tulip", "Vase", "4711"].join("");
const typed = ["Fal", "con#", "4631"].join("");
const signed = ["p(wZ", "<h;3kq", ">A"].join("");

describe("a key that code signs, encrypts or verifies with is found", () => {
  it.each([
    ["of PHP", `hash_hmac('sha256', $data, '${key}')`, key],
    ["of PHP, behind a call", `hash_hmac("sha512", $a . $b, "${typed}", true)`, typed],
    ["of OpenSSL in PHP", `openssl_encrypt($data, 'AES-256-CBC', '${key}', 0, $iv)`, key],
    ["of OpenSSL in PHP, back", `openssl_decrypt($d, "aes-128-gcm", "${key}")`, key],
    ["of a token in PHP", `JWT::encode($payload, '${key}', 'HS256')`, key],
    ["of Ruby", `OpenSSL::HMAC.hexdigest('SHA256', '${key}', payload)`, key],
    ["of Ruby with an object", `OpenSSL::HMAC.digest(OpenSSL::Digest.new('x'), '${key}', p)`, key],
    ["of a token in Ruby", `JWT.encode payload, '${key}', 'HS256'`, key],
    ["of Go", `mac := hmac.New(sha256.New, []byte("${key}"))`, key],
    ["of a token in Go", `tok.SignedString([]byte("${typed}"))`, typed],
    ["of a cipher in Go", `aes.NewCipher([]byte("${key}"))`, key],
    ["of cookies in Go", `sessions.NewCookieStore([]byte("${key}"))`, key],
    ["of Java", `new SecretKeySpec("${key}".getBytes(), "AES")`, key],
    ["of a token in Java", `Algorithm.HMAC256("${key}")`, key],
    ["of a token in Java, as bytes", `Keys.hmacShaKeyFor("${key}".getBytes())`, key],
    ["of C#", `new HMACSHA256(Encoding.UTF8.GetBytes("${key}"))`, key],
    ["of crypto-js", `CryptoJS.HmacSHA256(body, "${key}")`, key],
    ["of crypto-js, back", `CryptoJS.AES.decrypt(data, '${chosen}')`, chosen],
    ["of Node.js", `crypto.scryptSync('${typed}', 'salt', 32)`, typed],
    ["of Rust", `EncodingKey::from_secret(b"${key}")`, key],
    ["of Python", `hmac.digest(b"${key}", message, "sha256")`, key],
    ["of cookies in Python", `URLSafeTimedSerializer("${typed}")`, typed],
    ["of a webhook", `Stripe::Webhook.construct_event(payload, sig, '${key}')`, key],
    ["of a webhook in Node.js", `stripe.webhooks.constructEvent(body, sig, "${key}")`, key],
    ["of a bot", `handler = WebhookHandler('${hex}')`, hex],
    ["of the Web", `const secret = new TextEncoder().encode("${key}");`, key],
  ])("%s", (_of, text, value) => {
    expect(secretsIn(text)).toEqual([value]);
  });

  it.each([
    "hash_hmac('sha256', $data, $key2); hash_hmac('sha256', 'some text of 2024', $key)",
    `openssl_encrypt($data, "aes-256-cbc", self::KEY2, OPENSSL_RAW_DATA, $iv)`,
    `openssl_encrypt("message 2024", "aes-256-cbc", $key)`,
    "JWT.encode payload, Rails.application.secret_key_base, 'HS256'",
    `JWT.decode(token, public_key2, true, { algorithm: 'RS256' })`,
    `OpenSSL::HMAC.hexdigest("SHA256", ENV["KEY2"], "data2024")`,
    `hmac.New(sha256.New, []byte(os.Getenv("KEY2")))`,
    `new SecretKeySpec(key2, "HmacSHA256"); Mac.getInstance("HmacSHA512")`,
    `HmacSHA256("hello2World", key); new HMACSHA256(keyBytes)`,
    `AES.decrypt(data2, key2); AES.decrypt(cipherText, "A256GCMKW12")`,
    `EncodingKey::from_secret("secret".as_ref()); crypto.scryptSync(password, salt2, 64)`,
    `URLSafeTimedSerializer(app.config["KEY2"]); cookieParser("utf8mb4x1")`,
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });

  it("also a password that a database encrypts with a function of the same name", () => {
    expect(secretsIn(`crypt('${typed}', gen_salt('bf')); AES.encrypt(x, '${chosen}')`)).toEqual([
      typed,
      chosen,
    ]);
  });
});

describe("an initial password that a server prints is found", () => {
  it.each([
    ["by MySQL", `A temporary password is generated for root@localhost: ${signed}\n`, signed],
    ["by Elasticsearch", `Password for the elastic user (reset with \`bin/x\`):\n  ${key}\n`, key],
    ["by its reset", `Password for the [elastic] user successfully reset.\nNew value: ${key}`, key],
    ["by Consul", `AccessorID:   ${uuid.replace(/^./, "0")}\nSecretID:     ${uuid}`, uuid],
    ["by Nomad", `Secret ID    = ${uuid}`, uuid],
    ["to a role of Vault", `{"secret_id":"${uuid}"}`, uuid],
  ])("%s", (_by, text, value) => {
    expect(secretsIn(text)).toEqual([value]);
  });

  it.each([
    "A temporary password is generated for each user: see the guide. One is generated for bob: Documentation",
    "The password for the db user expires2024, and the password for the first user OAuth2 has none.",
    "Enter the password for the root user (8 characters or more): ",
    `secret_id = var.secret_id2; "secret_id": "prod/db/main-4711"; SecretID: olg8xk2m9q`,
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("an AWS secret key is found after its access key id", () => {
  const id = ["AK", "IA", "Q7K3M2XW5RNTY4LZ"].join("");
  const secret = `${token(74, 20)}+${token(75, 19)}`;

  it.each([
    `AWS4Auth('${id}', '${secret}', 'eu-west-1', 'es')`,
    `credentials.NewStaticCredentialsProvider("${id}", "${secret}", "")`,
    `AwsBasicCredentials.create(\n    "${id}",\n    "${secret}")`,
  ])("%s", (text) => {
    expect(secretsIn(text)).toEqual([id, secret]);
  });

  it("but not other values there", () => {
    expect(
      secretsIn(`sign("${id}", "${pick(random, HEX, 40)}"); sign("${id}", "eu-west-1")`),
    ).toEqual([id, id]);
    expect(secretsIn('visit("Asia", "2024")')).toEqual([]);
  });
});

describe("a password that a test or script types is found", () => {
  it.each([
    `await page.getByLabel('Password').fill('${typed}')`,
    `page.locator('[name=password]').fill('${typed}')`,
    `fill_in 'Password', with: '${typed}'`,
    `When I fill in "Password" with "${typed}"`,
    `driver.findElement(By.id("password")).sendKeys("${typed}")`,
    `expect "Password:"\nsend "${typed}\\r"`,
    `expect "*?assword*"\nsend -- "${typed}\\r"`,
  ])("%s", (text) => {
    const [value = "", ...others] = secretsIn(text);
    expect(value.replace(/\\r$/, "")).toBe(typed);
    expect(others).toEqual([]);
  });

  it.each([
    "page.getByLabel('Password').fill(password2); fill_in 'Password', with: user.password2",
    `expect "Password:"\nsend "$pass2\\r"\nexpect "assword: "\nsend "[lindex $argv 2]"`,
    `I filled in "Password" with 12 characters, by the rules of 2024`,
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("a token on its own line is found by the line above", () => {
  const lone = token(76, 40);

  it.each([
    `Here is your new token, it is not shown again:\n${lone}\n`,
    `Created API key for ci\n\n  ${lone}\n\nStore it safely.`,
    `My API key:\n\`\`\`text\n${lone}\n\`\`\`\nwhy is it refused?`,
  ])("%s", (text) => {
    expect(secretsIn(text)).toEqual([lone]);
  });

  it.each([
    `The document:\n${lone}\n`,
    `Request id for this token\n${lone}\n`,
    `Rotate every token.\n\nThe address is\n${lone}\n`,
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("secrets are found in files and commands of further tools", () => {
  it.each([
    ["in a file of Postfix", `[smtp.example.com]:587 bob:${chosen}`, [chosen]],
    ["in a file of Maven", `<master>{${key}=}</master>`, [`${key}=`]],
    ["beside a user's name in JSON", `{"username":"bob","key":"${hex}"}`, [hex]],
    ["in a list without quotes", `APP_KEYS=${key},${token(72, 24)}==`, [key, `${token(72, 24)}==`]],
    ["in a list in JSON", `{"backup_codes":["8b9b-86bf","7f09-a180"]}`, ["8b9b-86bf", "7f09-a180"]],
    [
      "in a list in code",
      "recoveryCodes: ['fk059dm4gu',\n  '2bj9obvrum']",
      ["fk059dm4gu", "2bj9obvrum"],
    ],
    ["in a command of Ansible", `ansible-vault encrypt_string '${typed}' --name x`, [typed]],
    ["in a command of PM2", `pm2 link ${chosen} 2luz61vs2jq3w3a`, [chosen]],
    ["in a command of Codecov", `codecov -t ${uuid}`, [uuid]],
    ["behind a text in a client", `SearchClient.create("8PRZMUNN9H", "${hex}")`, [hex]],
    ["as what a person chose", `SESSION_SECRET=${chosen}`, [chosen]],
    ["as who joins is given it", `Join Token: ${hex}`, [hex]],
    ["in an answer", `Q: what's the api secret?\nA: ${key}`, [key]],
    ["behind a login", `log in as demo with ${typed}`, [typed]],
  ])("%s", (_where, text, values) => {
    expect(secretsIn(text)).toEqual(values);
  });

  it.each([
    `"recovery_codes": ["string"], "backup_codes": [], backup_codes: [0, 1]`,
    "recoveryCodes = [...codes]; backupCodes: Array.from({ length: 10 }, generate2)",
    "APP_KEYS=toBeModified1,toBeModified2; TOKENS=IDENT,NUMBER_LITERAL_2",
    `restore-keys: deps-${pick(random, HEX, 40)}`,
    "log in as admin2 with Firefox115; login as user1 using ssh2",
    `{"username":"bob","key":"profile.name2"}`,
    `this.http.get("x", "${hex}"); client.create("user", "${hex}")`,
    "[smtp.example.com]:587 username:password; listen [::]:465 ssl",
    "SECRET_KEY=config2024; ACCESS_TOKEN=AccessToken123",
    "codecov -t $TOKEN2; pm2 link $SECRET2 $PUBLIC2",
    "https://docs.chainstack.com/docs/tutorial-2024 https://rpc.ankr.com/eth/",
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
