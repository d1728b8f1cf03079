import { describe, expect, it } from "vitest";
import { valuesIn } from "../texts/found.ts";
import { pick, randomFrom } from "../texts/samples.ts";

const random = randomFrom(57);
const HEX = "0123456789abcdef";
const SMALL = "abcdefghijklmnopqrstuvwxyz0123456789";
const hex = (size: number): string => pick(random, HEX, size);
const small = (size: number): string => pick(random, SMALL, size);

describe("a passphrase of plain words is found", () => {
  const words = ["walnut", "harbor", "velvet", "sommer", "tiger"];
  const dashed = words.join("-");

  it.each([
    ["in a file of settings", `wpa_passphrase=${dashed}`],
    ["in YAML", `admin_password: ${dashed}`],
    ["in code", `const password = "${dashed}";`],
    ["in a sentence", `The passphrase is ${dashed}`],
    ["in an answer", `Q: what's the vault password?\nA: ${dashed}`],
  ])("%s", (_where, text) => {
    expect(valuesIn(text)).toEqual([dashed]);
  });

  it.each(["passphrase: ", "The passphrase is ", "Use the passphrase ", "Passphrase "])(
    "also with spaces, in quotes after %j",
    (before) => {
      const blanks = words.join(" ");
      expect(valuesIn(`${before}"${blanks}"`)).toEqual([blanks]);
    },
  );

  it.each([
    "password: see-team-wiki-page",
    "password: grafana-admin-default-creds",
    "password: modal-dialog-header-title",
    "password: my-release-postgresql-main",
    'passphrase: "please enter your phrase"',
    'passphrase: "wallet recovery seed phrase"',
    "pass: unit-lint-types-docs",
    "passwd: files-ldap-compat-winbind",
    'ERROR_PASSWORD="bitte ein neues eingeben"',
    "tags: walnut-harbor-velvet-sommer",
    "password: 'lock-closed-outline-thin'",
    '"resetPassword": "email-sent-successfully-toast"',
    "password=lowercase-uppercase-digits-symbols",
    "Kennwort: gross-klein-ziffern-zeichen",
    '"passphrase": "frase segreta della rete"',
    '"passphrase": "frasa sandi tidak cocok"',
    'passphrase = "bad decrypt while reading"',
    'gpg: passphrase "too short or empty"',
    'The passphrase "could not be read"',
    "password: Ripemd160",
    "password → Figure12",
  ])("but not in %s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

it("finds padded base64 that begins with a slash", () => {
  const value = ["/Jccsw2lBvdOP1Oaz", "H8TPvbiTOmoVxvJkg=="].join("+");
  expect(valuesIn(`password => ${value}`)).toEqual([value]);
});

describe("a password of letters is found", () => {
  // App passwords of mail accounts: random letters.
  const letters = ["qhzvkwtm", "exrbnapj"].join("");
  const signs = ["sch", "tzi#c", "ctus"].join("@");

  it.each([
    ["of one case", `EMAIL_HOST_PASSWORD = "${letters}"`, letters],
    ["of one case, as a token", `api_token: "${letters.toUpperCase()}"`, letters.toUpperCase()],
    ["with signs for some of them", `password: "${signs}"`, signs],
    ["under a short name", `pswd=${letters}`, letters],
  ])("%s", (_what, text, value) => {
    expect(valuesIn(text)).toEqual([value]);
  });

  it.each([
    'token: "internationalizations"',
    'secret: "qwertzuiopasdfghjklyxcv"',
    'password: "svc@host"',
    'password: "root@localhost"',
    "stopword: foo1234",
  ])("but not in %s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("a key in a block of settings is found anywhere in it", () => {
  const key = hex(32);

  it.each([
    ["of YAML", `mailer:\n  region: eu\n  key: ${key}\n`],
    ["of YAML, further below", `mailer:\n  user: bob\n  port: 25\n  key: ${key}\n`],
    ["of an INI file", `[mailer]\nhost = mail.acme.dev\nkey = ${key}\n`],
  ])("%s", (_where, text) => {
    expect(valuesIn(text)).toEqual([key]);
  });

  it.each([
    `cache:\n  url: a\n  key: ${key}\n`,
    `rows:\n  id: 1\n  key: ${key}\n`,
    `uploads:\n  name: a.png\n  key: ${key}\n`,
    `mailer:\n  user: bob\nother: 1\nkey: ${key}\n`,
  ])("but not in %j", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("a token on its own line below its announcement is found", () => {
  const mixed = pick(random, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", 40);

  it.each([
    ["hexadecimal", hex(40)],
    ["of small letters and digits", small(32)],
    ["of letters of both cases and digits", mixed],
  ])("%s", (_what, token) => {
    expect(valuesIn(`Here is the token.\n\n\`${token}\``)).toEqual([token]);
    expect(valuesIn(`here's my api key\n${token}\nbye`)).toEqual([token]);
    expect(valuesIn(`token below, keep it safe\n${token}`)).toEqual([token]);
  });

  it.each([
    "Here is the commit for the token",
    "Use the following revision for tokens",
    "This removes the secret scanner.",
    "my secrets repo",
    "your token contract",
  ])("but not below %s", (head) => {
    expect(valuesIn(`${head}\n\n${hex(40)}\n`)).toEqual([]);
  });

  it("but not if its line contains more", () => {
    expect(valuesIn(`use the token\n${hex(32)}  setup.zip`)).toEqual([]);
  });

  it.each(["please revoke # now", "I get invalid_api_key with #"])(
    "also if it is mixed-case, in a sentence: %s",
    (text) => {
      expect(valuesIn(text.replace("#", mixed))).toEqual([mixed]);
    },
  );
});

describe("hexadecimal digits after a prefix for keys are found", () => {
  it.each(["acme_sk_", "sk_eu_", "acme_pat_", "mail_token_"])("%s", (prefix) => {
    const token = `${prefix}${hex(40)}`;
    expect(valuesIn(`ran it with ${token} yesterday`)).toEqual([token]);
  });

  it.each(["task_", "disk_", "v1_"])("but not after %s", (prefix) => {
    expect(valuesIn(`ran it with ${prefix}${hex(40)} yesterday`)).toEqual([]);
  });
});

describe("a password that ends like an algorithm name is found", () => {
  const [noun, year] = ["Natasha", "Baldwin"];

  it.each([
    ["in YAML", `password: ${noun}88`, `${noun}88`],
    ["in what Go prints", `{User:bob Password:${year}6343 Port:5432}`, `${year}6343`],
    ["behind an arrow", `password → ${noun}4631`, `${noun}4631`],
    ["in Japanese", `パスワードを${noun}_4631に変更しました`, `${noun}_4631`],
    ["that is compared with", `if (password.equals("${noun}!46")) {`, `${noun}!46`],
  ])("%s", (_where, text, value) => {
    expect(valuesIn(text)).toEqual([value]);
  });

  it.each([
    "password: hmacSHA256",
    "password: sha512crypt",
    "pass: vertex12",
    "password: aes256ctr",
    'token.equals("endOfLine12")',
    "パスワードを入力してください",
  ])("but not in %s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("secrets with less common names are found", () => {
  const seed = pick(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 26);
  const cookie = small(26);

  it.each([
    ["a seed", `2fa seed ${seed}`, seed],
    ["a session", `PHPSESSID=${cookie}`, cookie],
    ["an access token of one's own", `wiki_PAT=${cookie}`, cookie],
    ["a login of .netrc", "machine acme.dev login bob^x\n  password heron4631x", "heron4631x"],
    ["a key in groups of four", `license_key = "AQ7C-KG4V-C29B-D3EC"`, "AQ7C-KG4V-C29B-D3EC"],
    [
      "a key of Windows",
      "slmgr /ipk MJSQS-LWDXX-XL6JE-LBGT6-SBJHD",
      "MJSQS-LWDXX-XL6JE-LBGT6-SBJHD",
    ],
  ])("%s", (_what, text, value) => {
    expect(valuesIn(text)).toEqual([value]);
  });

  it.each([
    "random seed 42, mfa seedlings",
    "file_pat=*.tar2 date_pat=re.compile(r'v1')",
    'version: "2024-1201-0930-0001"',
    "office BUILD-NORTH-WEST1-FLOOR-ROOMS",
  ])("but not in %s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("a password next to its name is found", () => {
  const [first, second] = ["Heron", "Natasha"];

  it.each([
    ["of two words and a number", `password = "Blue.${first}42"`, `Blue.${first}42`],
    ["as a value beside it", `- name: DB_PASSWORD\n  value: ${second}463`, `${second}463`],
    ["marked as text", `password: !unsafe ${second}463`, `${second}463`],
    ["in the line below", `Your temporary password:\n    ${second}463\n`, `${second}463`],
  ])("%s", (_where, text, value) => {
    expect(valuesIn(text)).toEqual([value]);
  });

  it.each([
    'password: "web-node12"',
    'password: "users.password22"',
    'password: "login.title12"',
    "- name: PASSWORD_MIN\n  value: length12x",
    "- name: DB_PASSWORD\n  valueFrom: secret12345",
    "Enter your password:\n    username12",
  ])("but not in %j", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("text that only looks like a password is not masked", () => {
  it.each([
    // Patterns, alphabets, icons, types and messages.
    'version_pat="^v([0-9]+)\\.([0-9]+)$"',
    "FILE_PAT=backup-2024*.sql",
    'f(kw_pat="a-zA-Z0-9+/=")',
    'password = "ABCDEFGHJKLMNPQRSTUVWXYZ"',
    'TOKEN = "bcdfghjkmnpqrstvwxz"',
    'password: "eye-off-24"',
    'password: "mdi-eye-off-outline"',
    'password: "System.Int32"',
    "password: ripemd160",
    "password: bigint20",
    'passphrase: "debe tener ocho caracteres"',
    "passwort: muss-acht-zeichen-haben",
    "password: ask-bob-over-slack",
    "password: generated-during-first-boot",
    'password: "validation-minimum-eight-letters"',
    // Text of validators, sentences and web pages.
    "validates 'password', with: \"Rails8Validator\"",
    "The field 'password' with 'sha256crypt' as its hash",
    "パスワードを1Passwordで管理する",
    "パスワードをOffice365に保存します",
    "Forgot your password?\nOffice365",
    "Forgot password?\ncontact-support-team-today",
    "Do you know the password?\nWindows11 asks again",
  ])("%s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it.each([
    ["a file of a bucket", '"location": {\n  "bucket": "b",\n  "region": "eu",\n  "key": "#"\n}'],
    ["a record", '"task": {\n  "id": "7",\n  "url": "https://acme.dev/7",\n  "key": "#"\n}'],
    ["a feature", "feature:\n  enabled: true\n  key: #\n"],
  ])("nor the key of %s", (_what, text) => {
    expect(valuesIn(text.replace("#", hex(32)))).toEqual([]);
  });
});
