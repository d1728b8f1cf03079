import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { token } from "../texts/samples.ts";

const typed = ["Fal", "con#", "4631"].join("");
const drawn = token(313, 14);
const long = token(314, 24);

describe("the answer to a question for a password is found", () => {
  it.each([
    ["below the name and the time of who answers", `staging password?\njan  10:01 AM\n${drawn}`],
    ["below a name and a time in brackets", `what's the password?\nJan Rossi [10:01]\n${drawn}`],
    ["between backticks", `what's the wifi password?\n\`${drawn}\``],
    ["between backticks behind a name", `what's the password?\njan: \`${drawn}\`\nthanks`],
    ["in a block of code", `what's the password?\njan  10:15 AM\n\`\`\`\n${drawn}\n\`\`\``],
    [
      "behind a date and a name",
      `[15.01.24, 10:12:33] Ada: wifi password?\n[15.01.24, 10:12:50] Jan: ${drawn}`,
    ],
    [
      "behind a date, a dash and a name",
      `15/01/2024, 10:15 - Ada: password?\n15/01/2024, 10:16 - Jan: ${drawn}`,
    ],
    ["behind a date without a time", `Ada: password?\n[15.01.2024] Jan: ${drawn}`],
    ["behind a time with fractions", `Ada: password?\n[10:12:33.123] Jan: ${drawn}`],
    ["behind a name and a time", `Ada (10:15): password?\nJan (10:16): ${drawn}`],
    ["behind a name in angle brackets", `10:15 <ada> what's the password?\n10:16 <jan> ${drawn}`],
    ["in French", `Ada: quel est le mot de passe du wifi ?\nJan: ${drawn}`],
    ["in two letters", `Ada: pw?\nJan: ${drawn}`],
    ["that is only its name", `Q: password\nA: ${drawn}`],
    ["on the same line", `What's your password? ${drawn}`],
    ["between quotes", `what's the password?\n"${drawn}"`],
  ])("%s", (_where, text) => {
    expect(secretsIn(text)).toEqual([drawn]);
  });

  it("if it is a token between backticks", () => {
    expect(secretsIn(`what is the api token?\nbob: \`${long}\``)).toEqual([long]);
  });

  it.each([
    "what's the password?\n`kubectl get secret db2` shows it",
    "forgot your password?\nanna 10:22\nclick the reset link2 below",
    'which password?\n"the2nd one"',
  ])("and other answers are left alone: %j", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("the password behind a user name is found", () => {
  it("after login, a slash between the two", () => {
    expect(secretsIn(`please use login svc_etl / ${typed}`)).toEqual([typed]);
    expect(secretsIn(`log in: login ada.b2 / ${drawn}`)).toEqual([drawn]);
  });

  it.each(["the login flow_v2 / OAuth2", "login page.tsx / signup2", "login form / reset2fa"])(
    "but not that of a page: %s",
    (text) => {
      expect(secretsIn(text)).toEqual([]);
    },
  );

  it("behind the Turkish words for your and our password", () => {
    for (const word of ["şifreniz", "şifremiz", "parolanız", "parolamız"])
      expect(secretsIn(`${word} ${typed}`), word).toEqual([typed]);
  });
});

describe("the password of a typed setting is found", () => {
  it.each([
    `PASSWORD: Final = "${drawn}"`,
    `password: Any = "${drawn}"`,
    `DB_PASSWORD: ClassVar[str] = '${drawn}'`,
    `String wifiPass = F("${drawn}");`,
  ])("%s", (text) => {
    expect(secretsIn(text)).toEqual([drawn]);
  });

  it.each([
    "PASSWORD: Final = settings.password2",
    'PASSWORD_KEY: Final = "user_password"',
    'char pass2 = F("Enter your PIN");',
  ])("but not what only looks alike: %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
