import { describe, expect, it } from "vitest";
import { filled } from "../texts/filled.ts";
import { secretsIn } from "../texts/found.ts";

describe("the password in a sentence is found", () => {
  it.each([
    'parser = WebhookParser("RANDOM")',
    "security import dev.p12 -k login.keychain -p PLAIN",
    "security add-generic-password -a ada -s shop -w PLAIN",
    "security add-internet-password -a ada -s shop -w PLAIN",
    "passwd ENC PLAIN",
    "login with ada: OWN",
    "logged in with ada / OWN",
    "login as ada using OWN",
    "logged in as ada with OWN",
    "signed in as ada using OWN",
    "the community-string is PLAIN",
    "admin / OWN",
    "administrator / OWN",
    "postgres / OWN",
    "password has been changed from OWN to TYPED",
    "password changed from OWN to TYPED",
    "password was reset from OWN to TYPED",
    "passwd from OWN to TYPED",
    "passwd was changed from OWN to TYPED",
    "passwd has been changed from OWN to TYPED",
    "passwd changed from OWN to TYPED",
    "passwd was reset from OWN to TYPED",
    "passphrase from OWN to TYPED",
    "passphrase was changed from OWN to TYPED",
    "passphrase has been changed from OWN to TYPED",
    "passphrase changed from OWN to TYPED",
    "passphrase was reset from OWN to TYPED",
    "pw from OWN to TYPED",
    "pw was changed from OWN to TYPED",
    "pw has been changed from OWN to TYPED",
    "pw changed from OWN to TYPED",
    "pw was reset from OWN to TYPED",
    "Das Passwort ist TYPED (vorher OWN)",
    "Das Passwort ist TYPED (zuvor OWN)",
    "The password is TYPED (formerly OWN)",
    "Passwort (aktuell OWN)",
    "Passwort (derzeit OWN)",
    "securityAnswer: OWN",
    "secret answer: OWN",
    "secret_answer=OWN",
    "secretAnswer: OWN",
    "security question answer: OWN",
    "answer to security question: OWN",
    "answer to the security question is OWN",
    "answer to my security question was OWN",
    "authenticator seed SEED",
    "otp_seed = SEED",
    "otpSeed: SEED",
    "I forgot the password, it's OWN",
    "I forgot the password, it is OWN",
    "password - it's OWN",
    "the password, which is OWN",
    "the password, which was OWN",
    "Passwort, es ist OWN",
    "Passwort, das ist OWN",
    "Passwort: es ist OWN",
    "administrator:TYPED",
    "the password's JUMBLED",
    "the passwd's JUMBLED",
    "the pw's JUMBLED",
    "Ich habe das Passwort geändert auf OWN zurück",
    "Ich habe das Kennwort geändert auf OWN zurück",
    "J'ai modifié le mot de passe pour OWN",
    "J'ai remplacé le mot de passe par OWN",
    "Il a changé le mot de passe à OWN",
    "He cambiado la contraseña a OWN",
    "He cambiado la contrasena a OWN",
    "He cambiado la contrasena por OWN",
    "He cambiado la clave a OWN",
    "He cambiado la clave por OWN",
    "Ho modificato la password con OWN",
    "Troquei a senha por OWN",
    "Alterei a palavra-passe para OWN",
    "Ik heb het wachtwoord in OWN veranderd",
    "Ik heb het wachtwoord naar OWN gewijzigd",
    "wachtwoord gewijzigd in OWN",
    "wachtwoord gewijzigd naar OWN",
    "wachtwoord aangepast naar OWN",
    "Jag ändrade mitt lösenord till OWN",
    "Jeg ændrede min adgangskode til OWN",
    "şifreyi OWN olarak",
    "parolamı OWN yaptım",
    "parolayı OWN olarak",
    "비번을 OWN로 바꿨",
    "암호를 OWN로 변경",
    "salasana on OWN",
    "salasanamme on OWN",
    "salasanasi on OWN",
    "sandi saya adalah OWN",
    "kata laluan saya OWN",
    "WiFi: shop / TYPED",
    "Wi-Fi: shop / TYPED",
    "J'ai mis OWN comme mot de passe",
    "He puesto OWN como contraseña",
    "Usei OWN como senha",
    "Ich habe OWN als Passwort genommen",
    "Ho messo come password OWN",
    "Ich habe als Passwort OWN genommen",
    "J'ai pris comme mot de passe OWN",
    "He puesto como contraseña OWN",
    "Modifiqué la contraseña a OWN",
    "Actualicé la contraseña a OWN",
    "J'ai réinitialisé le mot de passe à OWN",
    "Ho aggiornato la password in OWN",
    "Jeg endret passordet til OWN",
    "Jeg byttet passord til OWN",
  ])("%s", (template) => {
    const { text, values } = filled(template);
    expect(secretsIn(text)).toEqual(values);
  });
});

describe("a password directly behind the word for it is found in Chinese", () => {
  it.each([..." \n,，、；;：:的入用录为是有和及号户名网机统始时理认i"])("behind %j", (before) => {
    for (const noun of ["密码", "密碼"]) {
      const { text, values } = filled(`登${before}${noun}OWN还是不行`);
      expect(secretsIn(text)).toEqual(values);
    }
  });
});

describe("what a sentence about a password calls by another name is not", () => {
  it.each([
    "ich nutze Windows11 als Passwort-Speicher",
    "Outlook2019 comme mot de passe, utiliser comme mot de passe Windows11 ?",
    "passwordet og brugernavn, bytte av passord til helgen",
    "WiFi: 5GHz / 2402Mbps, Wi-Fi: 2.4GHz / 600Mbit",
    "$ openssl rand -help\nUSAGE=openssl",
  ])("in: %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
