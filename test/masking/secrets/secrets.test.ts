import { describe, expect, it } from "vitest";
import { SECRET_SHAPES as SHAPES } from "../../../src/masking/default-detectors.ts";
import { createMasker } from "../../../src/masking/index.ts";
import { ALNUM, HEX, matching, pem, pick, randomFrom, token, webToken } from "../texts/samples.ts";

const masker = createMasker();

function found(text: string): string[] {
  return masker.detect(text).map(({ type, start, end }) => `${type} ${text.slice(start, end)}`);
}

describe("the tables of vendors' secret formats", () => {
  it("contain over 200 formats, each with its source", () => {
    expect(SHAPES.length).toBeGreaterThan(200);
    for (const { source } of SHAPES) expect(source).toMatch(/^[\w.-]+\.[a-z]{2,}(?:[/#]|$)/);
  });

  it("have prefixes of at least three characters and bounded quantifiers", () => {
    for (const { prefix, body, lead, vendor } of SHAPES) {
      for (const one of prefix.trim().split(" "))
        expect(one.length, vendor).toBeGreaterThanOrEqual(3);
      for (const pattern of [body, lead]) {
        const source = pattern?.source.replace(/\\.|\[[^\]]*\]/g, "x") ?? "";
        expect(source, vendor).not.toMatch(/[*+]|\{\d+,\}/);
      }
    }
  });

  const SEED = 11;

  it("match random values of each format", () => {
    for (const { vendor, prefix, body, lead } of SHAPES) {
      // Values of its own for each row: otherwise a new row would change those of all after it.
      const random = randomFrom(
        [...vendor, ...prefix].reduce((sum, one) => sum + one.charCodeAt(0), SEED),
      );
      // Values cannot be generated for lookahead; such rows have tests of their own.
      if (/\(\?[=!]/.test(body.source)) continue;
      const marks = prefix.endsWith(" ") ? [prefix] : prefix.split(" ");
      for (const mark of marks.slice(0, 3)) {
        const values = Array.from({ length: 20 }, () =>
          [lead === undefined ? "" : matching(lead, random), mark, matching(body, random)].join(""),
        );
        // The name before a value is not masked.
        const named = mark.endsWith("=") ? mark.length : 0;
        const missed = values.filter(
          (value) =>
            !masker
              .detect(`"${value}"`)
              .some((one) => one.end - one.start >= 0.8 * (value.length - named)),
        );
        // A few may look made up.
        expect(missed.length, `${vendor} ${mark}`).toBeLessThan(5);
      }
    }
  });

  it("do not match examples and fillers", () => {
    const prefix = ["gh", "p_"].join("");
    expect(found(`${prefix}${"x".repeat(36)}`)).toEqual([]);
    expect(found(`${["AK", "IA"].join("")}${"IOSFODNN7EXAMPLE"}`)).toEqual([]);
    expect(found(`${["hf", "_"].join("")}requiredCharacteristicTypesForDisplay`)).toEqual([]);
    expect(found("how to ask-me-anything about sk-learn and key-value stores")).toEqual([]);
  });

  it("match a secret with a line break", () => {
    const secret = ["gl", "pat-", token(3, 20)].join("");
    const wrapped = `${secret.slice(0, 14)}\n${secret.slice(14)}`;
    expect(found(`token: ${wrapped} end`)).toEqual([`SECRET ${wrapped}`]);
  });

  it("match a secret with invisible characters", () => {
    const secret = ["sk", "live", token(4, 24)].join("_");
    const hidden = [...secret].join("\u200b");
    expect(found(hidden)).toEqual([`SECRET ${hidden}`]);
  });
});

describe("a random value after a short prefix", () => {
  const random = randomFrom(41);
  const value = pick(random, ALNUM, 36);

  it.each(["acme_", "acme_live_", "zk-", "nova-sk-", "ACME_"])("is found: %s", (prefix) => {
    const secret = `${prefix}${value}`;
    for (const text of [secret, `why does ${secret} fail?`, `["${secret}"]`, `f('${secret}')`])
      expect(found(text)).toEqual([`SECRET ${secret}`]);
  });

  it("is found with lowercase letters and digits too", () => {
    const secret = `tgk_${pick(random, "0123456789ghijklmnopqrstuvwxyz", 40)}`;
    expect(found(`see ${secret} here`)).toEqual([`SECRET ${secret}`]);
  });

  it.each([
    ["an identifier of an answer", `chatcmpl-${pick(random, ALNUM, 29)}`],
    ["an identifier of a payment", `price_1${pick(random, ALNUM, 23)}`],
    ["an identifier in hexadecimal", `resp_${pick(random, HEX, 48)}`],
    ["a digest", `"integrity": "sha512-${value}${value}=="`],
    ["a path", `https://files.example.com/d/view_${value}/edit`],
    ["a name of many words", "test_readsTheWholeFileTwiceAndThenCounts2Lines"],
    ["a number of small letters", `pod_${pick(random, "abcdef0123456789", 40)}`],
    ["cut short, as in an example", `acme_${value}...`],
    ["the rest of a longer value", `x.ab_${value}.js`],
  ])("is not found: %s", (_what, text) => {
    expect(found(text)).toEqual([]);
  });
});

describe("random bytes in base64url", () => {
  const random = randomFrom(53);
  const part = (length: number) => pick(random, ALNUM, length);
  const [head, middle, tail] = [part(15), part(22), part(24)];

  it.each([
    ["behind a prefix", `acme_${head}-${middle}_${tail}`],
    ["behind a prefix of two words", `acme-live-${head}_${middle}`],
    ["behind a prefix, with a mark at its end", `acmesec_${head}${middle}_api`],
    ["in base64 that ends with padding", `acme_${head}+${middle}/${part(5)}=`],
    ["behind a letter and a dot", `q.${head}${middle}`],
    ["behind marks with dots", `dq.st.live.${head}${middle}`],
    ["in two parts", `${middle}.${tail}`],
    ["in two parts behind a prefix", `acme_${middle}.${tail}`],
    ["in three parts, one of them hexadecimal", `pat.${middle}.${pick(random, HEX, 24)}.${tail}`],
    ["in capitals and digits", `acme_${pick(random, "0123456789GHJKLMNPQRSTUVWXYZ", 38)}`],
  ])("are found %s", (_where, secret) => {
    for (const text of [secret, `why does ${secret} fail?`, `["${secret}"]`, `It is ${secret}.`])
      expect(found(text)).toEqual([`SECRET ${secret}`]);
  });

  it.each([
    ["the name of a file", `main-${head}_${middle}.js`],
    ["a path", `shared_${head}/docs/${middle}`],
    ["in an address", `https://files.example.com/my-file_${head}-${middle}`],
    ["a digest", `sha256-${head}-${middle}_${part(5)}`],
    ["an identifier", `msg_${head}-${middle}`],
    ["a sum of a file", `checksum_${head}${middle}+${part(5)}=`],
    ["the number of a message", `wamid.${head}${middle}${tail}==`],
    ["cut short", `acme_${head}-${middle}...`],
    ["of a message", `<CAF-${head}_${middle}@mail.example.com>`.replace("CAF", "ca")],
    ["words", "my-app_OAuth2TokenProviderFactory-getAccessTokenFromCache3Times"],
    [
      "text in base64",
      `note_${Buffer.from("Read the 3 manuals before Monday").toString("base64")}`,
    ],
  ])("are not found: %s", (_what, text) => {
    expect(found(text).filter((span) => span.startsWith("SECRET"))).toEqual([]);
  });
});

describe("a UUID after a prefix for secrets", () => {
  const uuid = [8, 4, 4, 4, 12].map((size) => pick(randomFrom(61), HEX, size)).join("-");

  it.each(["acme_sk_", "acme_pat_", "sk-acme-", "pat-eu2-", "apikey-"])(
    "is found: %s",
    (prefix) => {
      expect(found(`see ${prefix}${uuid} here`)).toEqual([`SECRET ${prefix}${uuid}`]);
    },
  );

  it.each(["task-", "order_live_", "user_", "risk-", "asset_api_"])(
    "is not found: %s",
    (prefix) => {
      expect(found(`see ${prefix}${uuid} here`)).toEqual([]);
    },
  );
});

describe("a short random value after a prefix", () => {
  const value = `acme-${pick(randomFrom(59), ALNUM, 20)}`;

  it.each([
    `Please don't share ${value} with anyone.`,
    `I still get a 401 with ${value} on staging.`,
    `the token stopped working: ${value}`,
  ])("is found if the sentence mentions a secret: %s", (text) => {
    expect(found(text)).toEqual([`SECRET ${value}`]);
  });

  it.each([
    `The order ${value} was shipped.`,
    `do not commit the file ${value}`,
    `which page has the token for id ${value}?`,
  ])("is not found otherwise: %s", (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe("hexadecimal digits after a prefix for tokens", () => {
  const hex = pick(randomFrom(47), HEX, 40);

  it.each(["tok_", "pat_", "secret_", "api_key_", "acme_token_", "acme_live_"])(
    "are found: %s",
    (prefix) => {
      expect(found(`see ${prefix}${hex} here`)).toEqual([`SECRET ${prefix}${hex}`]);
    },
  );

  it.each(["commit_", "build-", "layer_", "cache_key_"])("are not found: %s", (prefix) => {
    expect(found(`see ${prefix}${hex} here`)).toEqual([]);
  });
});

describe("a random value under a name without meaning", () => {
  const random = randomFrom(43);
  const mixed = pick(random, ALNUM, 40);
  const small = pick(random, "0123456789ghijklmnopqrstuvwxyz", 32);
  const hex = pick(random, HEX, 32);

  it.each([
    `mailer = '${mixed}'`,
    `const mailer = "${mixed}";`,
    `mailer := "${small}"`,
    `  "mailer" => "${hex}"`.replace('"mailer"', "mailer"),
    `os.environ["MAILER"] = "${mixed}"`,
    `{"mailer": "${mixed}"}`,
    `PORT=1\nexport MAILER=${hex}\nHOST=x`,
    `mailer: ${mixed}`,
  ])("is found: %s", (text) => {
    expect(found(text).map((one) => one.length)).toEqual([
      "SECRET ".length + (/[a-z0-9]{32,}/i.exec(text)?.[0] ?? "").length,
    ]);
  });

  it.each([
    `digest = "${hex}"`,
    `const videoId = "${mixed}";`,
    `commit = '${pick(random, HEX, 40)}'`,
    `const wasmBase64 = "${mixed}";`,
    `title = "howToReadTheManualOfThe2ndMachine"`,
    `expect("${mixed}").toBe(other)`,
    `"react": "${hex}",`,
    `BUILD_SHA=${hex}`,
    `react: ${hex}`,
    `"agent": "agent_${mixed.slice(0, 24)}"`,
    `{"requestId": "${mixed}"}`,
    `mailer = ${mixed}`,
  ])("is not found: %s", (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe("tokens, keys and credentials are found", () => {
  const jwt = webToken(5);
  it.each([
    ["JWT", "Authorization: Bearer {}", jwt],
    ["JWT", '{"user":{"note":"{}"}}', jwt],
    ["PRIVATE_KEY", "key:\n{}\nthanks", pem("RSA ")],
    ["PRIVATE_KEY", "{}", pem("")],
    ["PRIVATE_KEY", '{"private_key":"{}"}', pem("EC ", "\\n")],
    ["PRIVATE_KEY", "tls.key: {}", Buffer.from(pem("OPENSSH ")).toString("base64")],
    ["SECRET", "postgresql://app:{}@db.internal:5432/prod", "Nffs3paRzTnytx"],
    ["SECRET", "redis://:{}@db.internal:6379", "p@ssw0rd#1"],
    ["SECRET", "Authorization: Basic {}", Buffer.from("user:correct horse").toString("base64")],
    ["SECRET", "Authorization: Bearer {}", token(1)],
    ["SECRET", "curl -u {} https://api.example.com", '"api:d2LkV78zLx!t"'],
    ["SECRET", "curl -u {} https://api.example.com", "api:d2LkV78z$4"],
  ])("%s in «%s»", (type, frame, value) => {
    expect(found(frame.replace("{}", () => value))).toEqual([`${type} ${value}`]);
  });

  it("also a private key without its end, without the text after it", () => {
    const [begin = "", ...body] = pem("RSA ").split("\n");
    const cut = [begin, ...body.slice(0, -2)].join("\n");
    const text = `${cut}\n\nCould you tell me what is wrong with this key, please? It worked yesterday.`;
    expect(found(text)).toEqual([`PRIVATE_KEY ${cut}`]);
  });
});

describe("secrets with a telling name are found", () => {
  const secret = token(2);
  const hex = `${pick(randomFrom(9), HEX, 37)}4f7`;
  it.each([
    ["an environment file", `ACME_API_KEY=${secret}`, secret],
    ["a quoted assignment", `dbPassword = "hunter2!X9q"`, "hunter2!X9q"],
    ["a password of letters alone", 'password="qBwjSlkHMDq"', "qBwjSlkHMDq"],
    ["a password without quotes", "pass: PvJWG2qx", "PvJWG2qx"],
    ["YAML", `auth_token: ${secret}`, secret],
    ["JSON", `{"client_secret": "${secret}"}`, secret],
    ["JSON in JSON", JSON.stringify(JSON.stringify({ secret })), secret],
    ["a quote in it", JSON.stringify({ password: 'hunter2"Xy9!q' }), 'hunter2\\"Xy9!q'],
    ["an apostrophe in it", String.raw`$password = 'it\'s4Secret!';`, String.raw`it\'s4Secret!`],
    [
      "a quote in it, JSON in JSON",
      JSON.stringify(JSON.stringify({ password: 'hunter2"Xy9!q', next: "b" })),
      String.raw`hunter2\\\"Xy9!q`,
    ],
    ["a backslash at its end", String.raw`pass: "x9zz!kk\", "b": "c"`, "x9zz!kk\\"],
    ["a call", `System.setProperty("ACME_TOKEN", "${secret}")`, secret],
    ["Go", `var acmeToken string = "${secret}"`, secret],
    ["XML", `<secret>{acme AQAAABAAA ${secret}}</secret>`, secret],
    ["an XML element of its own line", `<acmeToken>\n    ${secret}\n</acmeToken>`, secret],
    ["an attribute", `<add key="ClearTextPassword" value="t0p$ecret" />`, "t0p$ecret"],
    ["a query", `https://api.example.com/v1?access_token=${secret}&page=2`, secret],
    ["a header", `-H "X-Api-Key: ${secret}"`, secret],
    ["an option", `run --api-token ${secret} --verbose`, secret],
    ["a log", `[DEBUG] Using API_KEY=${secret}`, secret],
    [
      "a sentence",
      "The password for the staging box is c0rrect-horse-Battery7",
      "c0rrect-horse-Battery7",
    ],
    ["a chat", `here is my api key: ${secret}, thanks`, secret],
    ["a table", `| api key | ${secret} |`, secret],
    ["German", "Das Passwort lautet Sommer2024!x", "Sommer2024!x"],
    ["a vendor's name", `cloudflare: "${hex}"`, hex],
    ["a secret nobody has heard of", `You can find a bitbar secret ${secret} within`, secret],
  ])("in %s", (_where, text, value) => {
    expect(found(text)).toEqual([`SECRET ${value}`]);
  });

  it.each(
    `password: |Password: |passwort: |contraseña: |пароль: |Пароль: |pwd: |pwd=|pass=|passwd: |pw: |pw=
my pw is |密码:|密码：|密码是 |密码是|口令: |パスワード: |パスワードは|비밀번호: |mot de passe : |Mot de passe: 
lösenord: |passord: |salasana: |adgangskode: |heslo: |hasło: |parola: |şifre: |Şifre: |wachtwoord: 
minha senha é |senha: |kata sandi: |mật khẩu: |"pw": `.split(/[|\n]/),
  )("after the word for a password: %s", (word) => {
    for (const value of ["Soleil4521x", "kaffee99Tasse", token(3, 16)]) {
      expect(found(word + value)).toEqual([`SECRET ${value}`]);
    }
  });

  it.each(
    `Klíč API: |API klíč: |API-kulcs: |Κλειδί API: |Khóa API: |Khóa API là |API-nøgle: |API-nøkkel: |API-avain: 
API anahtarı: |Cheie API: |kunci API: |מפתח API: |مفتاح API: |API कुंजी: |Khóa bí mật: |访问令牌: |Jeton : 
Le jeton d'accès est `.split(/[|\n]/),
  )("after the word for a key or a token: %s", (word) => {
    for (const value of [token(3, 24), token(5, 32)]) {
      expect(found(word + value)).toEqual([`SECRET ${value}`]);
    }
  });

  it.each(["klíč", "kulcs", "avain", "anahtar", "cheie", "jeton", "khóa"])(
    "but not without a secret after the word: %s",
    (word) => {
      for (const text of [`${word}: strana 12`, `${word} = index + 1`, `${word}: hlavní vchod`]) {
        expect(found(text)).toEqual([]);
      }
    },
  );

  it.each([
    ["user and pass", "user bob pass G7hk29sPq1", "G7hk29sPq1"],
    ["a login and a slash", "login: bob / G7hk29sPq1", "G7hk29sPq1"],
    ["a Chinese key", `API密钥：${secret}`, secret],
    ["a signature in a query", `https://x.example.com/?sig=${secret}`, secret],
  ])("after %s", (_where, text, value) => {
    expect(found(text)).toEqual([`SECRET ${value}`]);
  });

  it.each([
    ["a type with digits", "token: Token2022Program, password: sha256Hash, pwd: Base64String"],
    ["a variable with a number", "password: newPassword2, pass: userPass12, pw: String"],
    ["a result", "pass: true, | pass | scenario12 |, pass: 12 fail: 3, login: success / failure"],
    ["a filler", "password: <your password>, pwd: ********, 密码是必填的, password: changeme123"],
    ["a comparison", "if (password === tulpe88Vase) the pw is stored"],
    ["a placeholder", 'api_key = "YOUR_API_KEY_HERE"'],
    ["a call", "const password = getPassword();"],
    ["an environment variable", 'password = os.environ["PW"]; token = process.env.TOKEN_V2'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in somebody's file
    ["a template", "password: ${DB_PASSWORD} token: {{ token }} key: <your key>"],
    ["a public key", `public_key = "${secret}"`],
    ["an identifier", `key_id: "${secret}", primaryKey=${secret}`],
    ["a location", 'token_url = "https://auth.example.com/oauth2/v1/token"'],
    ["a type", "token: string, password?: z.string().min(8), secret: SecretStr"],
    ["a message", 'password: "Password is required", secret: "Enter your secret"'],
    ["prose", "the key takeaway: tokens are cheap; please reset the password for the account"],
    ["the name of a class", "secret: OAuth2TokenAuth, password: newPwdHash, pass: userPassword"],
    ["a member", "secret: config.auth.secretV2, token = tokens[0], key = item1"],
    ["a name of a thing", 'apiKey: "user-service-v2", token: "step1.title"'],
    ["a resource name", "arn:aws:secretsmanager:us-west-2:123456789012:secret:MySecret-a1b2c3"],
    ["variables on a command line", 'curl -u "$USER:$PASS" https://x.example.com'],
    ["arguments of a script", 'curl -u "$1:$2" https://x.example.com/a1b2'],
    ["a variable behind a name", `curl -u deploy1:\${TOKEN1} https://x.example.com`],
  ])("but not %s", (_what, text) => {
    expect(found(text)).toEqual([]);
  });
});
