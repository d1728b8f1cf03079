import { describe, expect, it } from "vitest";
import { secretsIn } from "../texts/found.ts";
import { token } from "../texts/samples.ts";

const plain = ["Garten", "4711"].join("");
const typed = ["Fal", "con#", "4631"].join("");
const other = token(52, 14);
const words = ["Blume", "Tiger", "82"].join("-");
const signed = ["C@ct", "us_04"].join("");
const phrase = ["copper", "lantern", "meadow41"].join("-");

describe("a password that a sentence says was changed is found", () => {
  it.each([
    ["German", `Ich habe mein Passwort auf ${plain} geändert.`],
    ["German, the verb first", `Bitte setzen Sie mein Kennwort auf ${plain}`],
    ["French", `J'ai changé mon mot de passe en ${plain} hier`],
    ["Spanish", `Cambié la contraseña por ${plain}`],
    ["Italian", `Ho cambiato la password in ${plain}`],
    ["Portuguese", `Mudei a senha para ${plain}`],
    ["Dutch", `Ik heb mijn wachtwoord veranderd in ${plain}`],
    ["Polish", `Zmieniłem hasło na ${plain}`],
    ["Czech", `Změnil jsem heslo na ${plain}`],
    ["Swedish", `Jag ändrade lösenordet till ${plain}`],
    ["Danish", `Jeg har ændret adgangskoden til ${plain}`],
    ["Russian", `Я поменял пароль на ${plain}`],
    ["Turkish", `Şifremi ${plain} olarak değiştirdim`],
    ["Korean", `비밀번호를 ${plain}로 바꿨어요`],
    ["Chinese", `我把密码改成了${plain}`],
  ])("in %s", (_language, text) => {
    expect(secretsIn(text)).toEqual([plain]);
  });

  it("with both its values, the new one at the end of the sentence", () => {
    const text = `We rotated the DB password from ${other} to ${typed.replace("#", "")}x.`;
    expect(secretsIn(text)).toEqual([other, `${typed.replace("#", "")}x`]);
    for (const said of ["was changed", "got changed"])
      expect(secretsIn(`The admin password ${said} from ${plain} to ${words}.`)).toEqual([
        plain,
        words,
      ]);
  });

  it.each(["new one is", "new one should be"])("with both its values, and the %s", (said) => {
    const text = `The old password was ${words} and the ${said} ${typed}`;
    expect(secretsIn(text)).toEqual([words, typed]);
  });

  it.each([
    ["German", `Kennwort geändert von ${plain} auf ${words}`],
    ["German, the verb last", `das Passwort von ${plain} auf ${words} geändert`],
    ["French", `mot de passe changé de ${plain} à ${words}`],
    ["Spanish", `contraseña cambiada de ${plain} a ${words}`],
    ["French, the verb first", `j'ai changé mon mot de passe de ${plain} à ${words}`],
    ["Portuguese, the verb first", `mudei a senha de ${plain} para ${words}`],
    ["Dutch", `wachtwoord gewijzigd van ${plain} naar ${words}`],
  ])("with both its values in %s", (_language, text) => {
    expect(secretsIn(text)).toEqual([plain, words]);
  });

  it.each([
    ["before the verb", `> > the new password\n> > is ${typed} as before`],
    [
      "and JSON escapes it",
      JSON.stringify({ body: `> > Our password\n> > is ${typed} as before` }),
    ],
    ["below the name, in JSON", JSON.stringify({ body: `> The wifi password is:\n> ${typed}\n>` })],
    ["before the owner", `the password for the\nbackup server is ${typed}, I think`],
  ])("where a mail wraps the line %s", (_where, text) => {
    expect(secretsIn(text)).toEqual([typed]);
  });

  it("with both its values in a list with bullets", () => {
    const text = `We rotated the password\n• old: ${plain}x\n• new: ${typed}\n`;
    expect(secretsIn(text)).toEqual([`${plain}x`, typed]);
  });

  it.each([
    "Bitte ändern Sie das Passwort auf Windows11 ab",
    "Passwort von Windows11 auf Ubuntu24 übertragen, mot de passe de session2024 à changer",
    "Passwort von user4711 in Tresor4712 gespeichert, contraseña de usuario123 a Juan4712",
    "senha de aluno123 para professor45",
    "Passwort auf der nächsten Seite ändern",
    "Comment changer le mot de passe en ligne ?",
    "Wie kann ich das Passwort in Outlook2019 ändern?",
    "zmień hasło na nowe, сменить пароль на новый, 密码设置页面2024",
  ])("but not in: %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

describe("a password in a sentence without an operator is found", () => {
  it.each([
    ["that did not work", `I entered the password ${plain} but it fails`, plain],
    ["that others know", `The admin password ${plain} was leaked`, plain],
    ["in German", `Ich habe das Passwort ${plain} eingegeben`, plain],
    ["with which one logs in, in Russian", `Захожу с паролем ${plain} и всё`, plain],
    ["with which one logs in, in Polish", `Loguję się z hasłem ${plain} od rana`, plain],
    ["with which one logs in, in Czech", `Hlásím se s heslem ${plain} od rána`, plain],
    ["with which one logs in, in Swedish", `Jag loggar in med lösenordet ${plain} nu`, plain],
    ["a new one, in French", `Voici ton nouveau mot de passe ${plain} pour demain`, plain],
    ["a new one, in Portuguese", `Já criei a nova senha ${plain} ontem`, plain],
    ["a new one, in Dutch", `Hier is je nieuwe wachtwoord ${plain} voor morgen`, plain],
    ["that does not work, behind a comma", `Hi Ada, password ${plain} does not work`, plain],
    ["that does not work, in Spanish", `Hola, la contraseña ${plain} no funciona`, plain],
    ["that does not work, in Italian", `Ciao, la password ${plain} non funziona`, plain],
    ["that does not work, in Norwegian", `Hei, passordet ${plain} fungerer ikke`, plain],
    ["that does not work, in Chinese", `你好，密码 ${plain} 不对`, plain],
    ["in Portuguese", `coloquei a senha ${plain} e não entra`, plain],
    ["at the end of a sentence", `The file is encrypted, password ${plain}.`, plain],
    ["in brackets", `(password ${plain})`, plain],
    ["of a network", `wifi password ${words}`, words],
    ["of words", `use password ${words}`, words],
    ["of words, before its name", `Log in with ${phrase} as the password.`, phrase],
    ["that somebody asks about", `Is ${typed} a good password?`, typed],
    ["before a comma and what it is", `${typed}, that's the wifi password`, typed],
    ["that is the answer right behind", `What is the password? That is ${typed}`, typed],
    ["without a space, in Chinese", `我输入密码${plain}还是不行`, plain],
    ["without a space, in Japanese", `パスワード${plain}を入力しました`, plain],
    ["in Finnish", `Salasanani on ${plain}`, plain],
    ["in Indonesian", `Kata sandi saya ${plain}`, plain],
    ["in Arabic", `كلمة سر الواي فاي ${typed}`, typed],
    ["in Thai", `รหัสผ่านของฉันคือ ${typed}`, typed],
    ["behind an email address", `Email: ada@example.org password ${plain}`, plain],
    ["that never worked", `the temp password ${plain} never worked`, plain],
    ["of a Windows account", `DC01 [+] corp.local\\ada:${typed} (Pwn3d!)`, typed],
    ["before another sentence", `Log in as ada@example.org / ${signed}. Then wait`, signed],
    ["behind an address with a plus", `Log in with ada+x@example.org / ${typed}`, typed],
    ["of an account", `sign in as ada with ${other}`, other],
    ["of an account that every system has", `admin:${other} works on the test box`, other],
    ["of such an account at a host", `root:${typed}@192.0.2.7`, typed],
    ["behind a dash", `Here are the creds - ada / ${typed}`, typed],
  ])("%s", (_whose, text, secret) => {
    expect(secretsIn(text)).toEqual([secret]);
  });

  it.each([
    "login, signup, password Reset2020 flows; forms, password Windows11 and so on",
    "user bob password reset2024 link, with password reset-flow-20 it fails",
    "ada's password Windows11 asks for, s heslem Windows11, с паролем Windows11, med lösenordet v2.1",
    "La nueva contraseña requiere SHA256, la contraseña no funciona, il nuovo token non funziona",
    "Is LastPass2 a good password manager? Is that a strong password?",
    "chown root:www-data2 x; root:x:0:0:root:/root; admin:org_hook read:user",
    'permissions: ["admin:users#2", "admin:v2.1-beta3"]',
    "login - max / page, creds - see vault / team-page",
  ])("but not in: %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});

it("finds both values of a password in a plan of changes, whatever the new one is made of", () => {
  for (const next of [["aZHX^3ij", "HaLowQ^#"].join(""), ["Tawb", "yeix0"].join(""), words])
    expect(secretsIn(`  ~ password = "${other}" -> "${next}"`)).toEqual([other, next]);
  const around = ["Q2137$vkYN", "iK", "g8*^"].join("@");
  expect(secretsIn(`  ~ password = "${around}" -> "${other}"`)).toEqual([around, other]);
});
