import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { secretsIn, valuesIn } from "../texts/found.ts";
import { HEX, pick, randomFrom } from "../texts/samples.ts";

const masker = createMasker();
const PASSWORD = ["Marlin", "4711x"].join("");
const TYPED = ["Marlin", "46x"].join("#");
const hex = pick(randomFrom(97), HEX, 32);

describe("a password is found", () => {
  it.each([
    ["aligned by many blanks", `password                       = "${PASSWORD}"`],
    ["behind an aligned colon", `Password                       : ${PASSWORD}`],
    ["in a padded table", `| Password                     | ${PASSWORD}     |`],
    ["behind bold words", `**Login:** bob\n**Password:** ${PASSWORD}`],
    ["behind bold HTML", `<b>Password:</b> ${PASSWORD}`],
    ["in a wiki's code", `'''Password''': <code>${PASSWORD}</code>`],
    ["in LaTeX", `\\textbf{Password:} \\texttt{${PASSWORD}}`],
    ["as the line below its label", `# Password\n${PASSWORD}\n`],
    ["as an answer", `Q: what's the admin password?\nA: ${TYPED}`],
    ["as an answer in a chat", `[10:47] ann: password?\n[10:48] bob: it's ${TYPED}, I think`],
    ["behind a name and a slash", `Zugangsdaten Testsystem: admin / ${PASSWORD}`],
    ["behind the name of a network", `wifi: Lobby / ${TYPED}`],
    ["as what a variable falls back to", `os.environ.get("DB_PASS") or "${TYPED}"`],
    ["as what a chart falls back to", `{{ .Values.password | default "${TYPED}" }}`],
    ["as a parameter", `<param-name>password</param-name><param-value>${PASSWORD}</param-value>`],
    ["in a key store", `<Key>Password</Key><Value Protect="True">${PASSWORD}</Value>`],
    ["under a short head", `user,pw\nbob,${PASSWORD}`],
    ["in a session of POP3", `C: USER bob\nS: +OK\nC: PASS ${PASSWORD}`],
    ["in a session of IMAP", `a1 LOGIN bob ${PASSWORD}`],
    ["of an encrypted database", `PRAGMA key = '${PASSWORD}';`],
    ["of an archive", `zip -r -P ${TYPED} out.zip data/`],
  ])("%s", (_, text) => {
    expect(secretsIn(text)).toEqual([text.includes(TYPED) ? TYPED : PASSWORD]);
  });

  it("in the base64 of SASL", () => {
    const both = Buffer.from(`\0bob\0${PASSWORD}`).toString("base64");
    const alone = Buffer.from(PASSWORD).toString("base64");
    expect(secretsIn(`AUTH PLAIN ${both}`)).toEqual([both]);
    expect(secretsIn(`334 ${Buffer.from("Password:").toString("base64")}\n${alone}`)).toEqual([
      alone,
    ]);
  });

  it("whole, even if it contains an email address or begins like a variable", () => {
    const own = ["m@rlin.qu@rtz", "$Marlin!4711", "@Marlin!4711"];
    for (const value of own) {
      const text = `{"password":"${value}"}`;
      expect(valuesIn(text)).toEqual([value]);
    }
    expect(masker.mask(`sshpass -p '${own[0]}' ssh host`).text).not.toContain("rtz");
  });

  it("with an ending like that of a host, or an underscore", () => {
    for (const value of ["mrlNQ624.in", "Marlin4711_"])
      expect(secretsIn(`SMTP_PASS=${value}`)).toEqual([value]);
  });
});

it("the value of an entry of credentials is found", () => {
  expect(secretsIn(`credentials:\n  - name: mailer\n    value: ${hex}\n`)).toEqual([hex]);
});

describe("text that is not a password is not masked", () => {
  it.each([
    "Forgot your password?\nClick here to reset it",
    "Forgot password?\nWindows11 users: press F1",
    "password:\n  name: web12345\n  from: env",
    "Passwords\nRFC2617\n",
    "Password\nstep_1234\n",
    "login to GitHub: acme/webapp123",
    "wifi: 5GHz / 2.4GHz",
    "wifi: cfg80211/mac80211: fix a leak",
    "wifi: rtw88/rtl8822bu: read the address",
    'log(f"{password=} {retry1234=}")',
    "password                = getPassword2(form)",
    "PASSWORD                  The password of user 2",
    "| Password                       | required v2  |",
    "password = config1.value2",
    "pass: bundle1234.js",
    'the password or "PIN" of the user',
    "C: USER bob\nS: +OK\nC: PASS ****",
    "PASS test/login2.test.ts\nUSER guide v2",
    "a1 LOGIN bob <password>",
    "AUTH PLAIN LOGIN CRAM-MD5",
    `values:\n  - name: mailer\n    value: ${hex}\n`,
    '{"password":"$DB_PASSWORD1"}',
    '{"password":"@string/password1"}',
    '{"password":"bob@example.org"}',
  ])("%s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
