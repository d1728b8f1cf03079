import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { secretsIn } from "../texts/found.ts";
import { HEX, pick, randomFrom, token } from "../texts/samples.ts";

const typed = ["Fal", "con#", "4631"].join("");
const plain = ["Heron", "1987"].join("");
const chosen = ["Heron", "4711"].join("");
const withAt = ["Fal", "c@n!", "46"].join("");
const jumbled = ["9dKx2", "LqmW7p"].join("");
const access = ["AK", "IA", "VKFAQGTXUSHFP4J4"].join("");
const aws = token(19, 40);
const long = token(23, 300);
const hex = pick(randomFrom(61), HEX, 32);
const pronounced = ["Tawb", "yeix0"].join("");
const seed = ["JBSWY3DP", "EHPK3PXP"].join("");

describe("login data in text is found", () => {
  it.each([
    ["a password that is short for itself", `can you log in? password's ${jumbled}`, jumbled],
    ["the secret beside the access key it belongs to", `${access} / ${aws}`, aws],
    ["the same in the line below", `${access}\n${aws}`, aws],
    ["a long token that a shell prints", `$ printenv AWS_SESSION_TOKEN\n${long}`, long],
    [
      "one that can be pronounced, behind the labels of both",
      `user/pass: ada/${pronounced}`,
      pronounced,
    ],
    ["the same behind a word for both", `credentials: ada / ${pronounced}`, pronounced],
    ["the same in German", `Zugangsdaten: ada / ${pronounced}`, pronounced],
    ["the same in French", `identifiants : ada / ${pronounced}`, pronounced],
    [
      "a long secret that is called so",
      `use ${long.slice(0, 172)} as the mailer token`,
      long.slice(0, 172),
    ],
    ["the answer to its question", `security answer: ${plain}`, plain],
    ["the same in JSON", `{"security_answer": "${plain}"}`, plain],
    ["the seed of its codes", `my otp seed ${seed}`, seed],
    ["a password in brackets in a log", `login for ada with password [${plain}] failed`, plain],
    ["a password in brackets", `a temp password (${plain}) was sent`, plain],
    ["a password that always was one", `my password has always been ${plain}`, plain],
    ["the same in German, with one verb", `Mein Passwort war immer ${plain}`, plain],
    ["the account of a setting", `BASIC_AUTH=admin:${chosen}`, chosen],
    ["what a scanner reports", `[22/ssh] Success: 'root:${chosen}'`, chosen],
    ["a password beside its server", `ssh root@192.0.2.7 password ${chosen}`, chosen],
    ["a password that is new", `my password was lost, now it's ${chosen}`, chosen],
    ["the same in German", `Mein Passwort war weg, jetzt ist es ${chosen}.`, chosen],
    ["a key of a wireless network", `WLAN-Schlüssel ${chosen}`, chosen],
    ["credentials without a colon", `Using credentials deploy / ${chosen}`, chosen],
    ["the same in a list of PostgreSQL", `localhost:5433:app:ada:${typed}`, typed],
    [
      "a password that the sentence comes back to",
      `I forgot my old password, it was ${typed}`,
      typed,
    ],
    ["the same behind a colon", `password: it's ${typed}`, typed],
    ["the same in German", `mein altes Passwort, es war ${typed}`, typed],
    ["of a machine in a domain", `psexec.py corp/ada:${typed}@192.0.2.1`, typed],
    ["of a machine, with that sign in it", `wmiexec.py 'ada:${withAt}@srv01'`, withAt],
    [
      "of a database that is called for",
      `new Sequelize("shop", "ada", "${typed}", options)`,
      typed,
    ],
    ["what a shell prints of a variable", `$ echo $DB_PASSWORD\n${typed}`, typed],
    [
      "the same at the ends of a string",
      JSON.stringify({ log: `$ echo $DB_PASSWORD\n${typed}` }),
      typed,
    ],
    ["the same in quotes and braces", `ada@web:~$ echo "\${API_TOKEN}"\n${hex}`, hex],
  ])("%s", (_what, text, secret) => {
    expect(secretsIn(text).filter((value) => value !== access)).toEqual([secret]);
  });

  it.each([
    "the password's strength, password's Validator2 class",
    "Token usage: input=1234 output=56; tokens: prompt=123, completion=456",
    `${access} ${pick(randomFrom(5), HEX, 40)}`.replace(access, "commit"),
    "[password (Windows11) reset], password (section4.2), the password [required1]",
    "from 192.0.2.7 password Windows11, now it's Ubuntu24; wifi key required2",
    "wifi keychain4631 is a brand, of a network keyboard4711",
    "auth: sha256:abcd4711",
    "success: commit:abc4711x",
    "auth: google:Project2024, auth=ldap:Server2024, credentials file/path2024",
    "security answer: required",
    "The security answer is the name of your first pet.",
    "password: it is required; password, which is hashed; password, it was long ago",
    "otp seed is stored encrypted",
    "psexec.py corp/ada@192.0.2.1",
    "new Sequelize(database, user, password, { host: 'db1.example.com' })",
    "$ echo $TOKEN_COUNT\n1234",
    "$ echo $PASSWORD_FILE\n/run/secrets/db",
    "curl -u username:password https://api.example.com/v1",
    "curl -u your_username:your_password https://api.example.com/v1",
  ])("but not in: %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });

  it("also the credential of a signed request, without its scheme", () => {
    const text = `Authorization: TC3-HMAC-SHA256 Credential=${hex}/2026-02-03/cvm/tc3_request, SignedHeaders=host`;
    const { text: masked } = createMasker().mask(text);
    expect(masked).toBe("Authorization: TC3-HMAC-SHA256 [SECRET_1], SignedHeaders=host");
  });
});

describe("phone numbers in further kinds of sentences are found", () => {
  it.each([
    ["mon numéro c'est le 06 12 34 56 78", "06 12 34 56 78"],
    ["Agent: can I have your number? Customer: 06 98 72 51 12", "06 98 72 51 12"],
    ["415 555 0132 is my work mobile", "415 555 0132"],
  ])("%s", (text, number) => {
    expect(
      createMasker()
        .detect(text)
        .map(({ start, end }) => text.slice(start, end)),
    ).toEqual([number]);
  });
});
