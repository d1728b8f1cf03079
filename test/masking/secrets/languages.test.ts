import { describe, expect, it } from "vitest";
import { secretsIn, valuesIn } from "../texts/found.ts";
import { token } from "../texts/samples.ts";

const random = token(411);
const plain = ["tulip", "88"].join("");
const noun = ["Tulipan", "4711"].join("");
const yearly = ["Tulpe", "2023"].join("_");

describe("a secret in a sentence of another language is found exactly", () => {
  it.each([
    ["Turkish, a token", `Erişim belirteci: ${random}`, random],
    ["Turkish, a key", `API anahtarım ${random}.`, random],
    ["Turkish, without a verb", `Şifrem ${noun} ve çalışmıyor.`, noun],
    ["Turkish, behind a user", `Kullanıcı max, şifre ${plain}`, plain],
    ["Korean, with the verb glued on", `제 비밀번호는 ${plain}입니다.`, plain],
    ["Korean, the same behind a colon", `비밀번호: ${plain}입니다`, plain],
    ["Korean, a key", `API 키는 ${random}입니다.`, random],
    ["Korean, a token", `액세스 토큰: ${random}`, random],
    ["Korean, behind a user", `아이디 max 비밀번호 ${plain}`, plain],
    ["Korean, as what does not work", `비밀번호가 ${noun}인데 로그인이 안 돼요`, noun],
    ["Korean, a token as what does not work", `토큰이 ${random}인데 만료됐어요`, random],
    ["Korean, behind the labels of both", `아이디/비밀번호: ada / ${noun}`, noun],
    ["Armenian, with a colon of its own", `Գաղտնաբառ՝ ${noun}`, noun],
    ["Kazakh, in two words", `Құпия сөз: ${plain}`, plain],
    ["Latvian", `Parole: ${noun}`, noun],
    ["Latvian, with a year", `Parole: ${yearly}`, yearly],
    ["Malay, in one word", `katalaluan: ${noun}`, noun],
    ["Catalan, a key", `clau API: ${random}`, random],
    ["French, of access", `code d'accès : ${noun}`, noun],
    ["Irish", `focal faire: ${noun}`, noun],
    ["Japanese, a word to pass with", `合言葉は${noun}`, noun],
    ["Japanese, in quotes", `パスワード「${noun}」で入れません`, noun],
    ["Chinese, in quotes", `密码“${noun}”登录失败`, noun],
    ["Chinese, in square quotes", `密碼「${noun}」無效`, noun],
    ["Japanese, behind a comma", `パスワードは、${noun}です。`, noun],
    ["Japanese, as what does not work", `パスワードが ${noun} なのに入れません`, noun],
    ["Japanese, behind the labels of both", `アカウント/パスワード: ada / ${noun}`, noun],
    ["Japanese, behind a user", `ユーザー名 max、パスワード ${plain}`, plain],
    ["Arabic, without its article", `كلمة مرور الخادم: ${plain}`, plain],
    ["Arabic, a key", `مفتاح API هو ${random}.`, random],
    ["Arabic, a token", `رمز الوصول: ${random}`, random],
    ["Hindi", `मेरा पासवर्ड ${noun} है।`, noun],
    ["Hindi, a token", `एक्सेस टोकन: ${random}`, random],
    ["Polish, behind a user", `Użytkownik max, hasło ${plain}`, plain],
    ["Polish, behind the words for both", `Użytkownik i hasło: ada / ${noun}`, noun],
    ["French, behind the words for both", `Identifiant et mot de passe : ada / ${noun}`, noun],
    ["French, behind the labels of both", `Utilisateur / mot de passe : ada / ${noun}`, noun],
    ["Dutch, behind the words for both", `Gebruikersnaam en wachtwoord: ada / ${noun}`, noun],
    ["Swedish, behind the words for both", `Användarnamn och lösenord: ada / ${noun}`, noun],
    ["Danish, behind the labels of both", `Brugernavn/adgangskode: ada / ${noun}`, noun],
    ["Turkish, behind the labels of both", `Kullanıcı adı/şifre: ada / ${noun}`, noun],
    ["Russian, behind the labels of both", `Логин/пароль: ada / ${noun}`, noun],
    ["Russian, behind the words for both", `Логин и пароль: ada / ${noun}`, noun],
    [
      "French, before a comma",
      `mot de passe : ${["Blue", "Heron42"].join("_")}, merci`,
      ["Blue", "Heron42"].join("_"),
    ],
    ["French, behind a user", `Identifiant max, mot de passe ${plain}`, plain],
    ["Spanish, another word for a key", `La llave de API es ${random}.`, random],
    ["Romanian, a key with its article", `Cheia API: ${random}`, random],
    ["Czech, a key without accents", `API klic: ${random}`, random],
    ["Czech, a password by which one logs in", `Přihlášení heslem: ${noun}`, noun],
    ["Russian, without a verb", `Мой пароль ${noun} и он не работает.`, noun],
    ["Russian, behind a user", `Логин max, пароль ${plain}`, plain],
    ["Dutch, behind a user", `gebruikersnaam: max wachtwoord ${plain}`, plain],
    ["Swedish, behind a user", `Användarnamn max, lösenord ${plain}`, plain],
    ["Norwegian, behind a user", `brukernavn: max og passord ${plain}`, plain],
    ["Danish, behind a user", `brugernavn max, adgangskode ${plain}`, plain],
    ["Finnish, behind a user", `Käyttäjätunnus max, salasana ${plain}`, plain],
    ["Czech, behind a user", `Uživatel max a heslo ${plain}`, plain],
    ["Hungarian, behind a user", `felhasználónév: max jelszó ${plain}`, plain],
    ["Romanian, behind a user", `utilizator max și parola ${plain}`, plain],
    ["Greek, behind a user", `Χρήστης max, συνθηματικό ${plain}`, plain],
    ["Portuguese, behind a user", `utilizador max, senha ${plain}`, plain],
    ["Hindi, behind the words for both", `यूज़रनेम और पासवर्ड: ada / ${noun}`, noun],
    ["Finnish, behind the labels of both", `Käyttäjätunnus/salasana: ada / ${noun}`, noun],
    ["Czech, behind the words for both", `Uživatelské jméno a heslo: ada / ${noun}`, noun],
    ["Romanian, without an article", `Noua parolă este ${noun}`, noun],
    ["Romanian, as a label", `Utilizator: ana, parolă: ${noun}`, noun],
    ["Serbian, with its verb", `нова лозинка је ${noun}`, noun],
    ["Indonesian, the short word", `sandi: ${noun}`, noun],
    ["Persian, from English", `پسورد: ${noun}`, noun],
    ["Thai, a new one", `รหัสผ่านใหม่คือ ${noun}`, noun],
    ["Finnish, with its verb", `Uusi salasana on ${plain}`, plain],
    ["Dutch, abbreviated", `gebruiker: ada ww: ${noun}`, noun],
    ["Ukrainian, without a verb", `новий пароль ${noun}`, noun],
  ])("%s", (_language, text, secret) => {
    expect(secretsIn(text)).toEqual([secret]);
  });

  it.each([
    ["Afrikaans", `My wagwoord is ${noun}`],
    ["Albanian", `Fjalëkalimi është ${noun}`],
    ["Armenian", `Գաղտնաբառ: ${noun}`],
    ["Azerbaijani", `Şifrə: ${noun}`],
    ["Basque", `Pasahitza: ${noun}`],
    ["Bengali", `পাসওয়ার্ড হলো ${noun}`],
    ["Burmese", `စကားဝှက်: ${noun}`],
    ["Czech", `Heslo zní ${plain}`],
    ["Estonian", `Minu parool on ${noun}`],
    ["Finnish", `Salasana on ${plain}`],
    ["Galician", `O contrasinal é ${noun}`],
    ["Georgian", `პაროლი: ${noun}`],
    ["Gujarati", `પાસવર્ડ: ${noun}`],
    ["Icelandic", `Lykilorðið er ${noun}`],
    ["Indonesian", `Kata sandi saya adalah ${plain}`],
    ["Irish", `Pasfhocal: ${noun}`],
    ["Kannada", `ಪಾಸ್\u200cವರ್ಡ್: ${noun}`],
    ["Khmer", `ពាក្យសម្ងាត់: ${noun}`],
    ["Lao", `ລະຫັດຜ່ານ: ${noun}`],
    ["Lithuanian", `Slaptažodis yra ${noun}`],
    ["Malay", `Kata laluan ialah ${noun}`],
    ["Malayalam", `പാസ്\u200cവേഡ്: ${noun}`],
    ["Polish", `Hasło brzmi ${noun}`],
    ["Punjabi", `ਪਾਸਵਰਡ: ${noun}`],
    ["Serbian", `Лозинка је ${noun}`],
    ["Sinhala", `මුරපදය: ${noun}`],
    ["Swahili", `Nenosiri langu ni ${noun}`],
    ["Tamil", `கடவுச்சொல்: ${noun}`],
    ["Telugu", `పాస్\u200cవర్డ్: ${noun}`],
    ["Urdu", `پاس ورڈ: ${noun}`],
    ["Welsh", `Cyfrinair yw ${plain}`],
  ])("and a password in %s", (_language, text) => {
    expect(secretsIn(text)).toEqual([text.includes(noun) ? noun : plain]);
  });

  it.each([
    ["Albanian", `çelësi API: ${random}`],
    ["Azerbaijani", `API açarı: ${random}`],
    ["Basque", `API giltza: ${random}`],
    ["Chinese", `API 金鑰: ${random}`],
    ["Croatian", `API ključ: ${random}`],
    ["Estonian", `API võti: ${random}`],
    ["Icelandic", `API lykill: ${random}`],
    ["Latvian", `API atslēga: ${random}`],
    ["Lithuanian", `API raktas: ${random}`],
    ["Persian", `کلید API: ${random}`],
    ["Serbian", `API кључ: ${random}`],
    ["Slovak", `API kľúč: ${random}`],
    ["Swahili", `ufunguo wa API: ${random}`],
    ["Tamil", `API சாவி: ${random}`],
    ["Thai", `คีย์ API: ${random}`],
  ])("and a key in %s", (_language, text) => {
    expect(secretsIn(text)).toEqual([random]);
  });

  it.each([
    "Lykilorð er nauðsynlegt. Wagwoord is verpligtend. Fjalëkalimi është i detyrueshëm",
    "Nenosiri ni lazima. Slaptažodis yra privalomas. Kata laluan ialah wajib. Hasło brzmi dziwnie",
    "Minu parool on unustatud. Salasana on vanhentunut 2024. Salasana on pakollinen kenttä",
    "Şifrəmi unutmuşam. Parol tələb olunur. Pasahitza ahaztu dut. Heslo zní povědomě",
    "Šifra proizvoda: 104-B, šifra artikla AB1234. Parole libere: due. Цифра: 12. www: example2",
    "Şifrem çalışmıyor. Kullanıcı max, şifre unuttu. Erişim belirteci gerekli",
    "비밀번호는 8자 이상입니다. 액세스 토큰이 만료되었습니다. 아이디 max 비밀번호 변경",
    "ユーザー名 max、パスワード 変更. كلمة مرور جديدة. رمز الوصول منتهي",
    "Klicken Sie hier. Las llaves de la casa. Cheia de la casă este la vecini. S heslem nesouhlasím",
    "비밀번호가 틀렸습니다. 토큰이 만료됨. パスワードが違います。パスワードは、8文字以上です",
    '{"密码"}, ["密码"], <input title="密码">. パスワード「再設定」の手順。请输入密码“必填”',
    "Логин/пароль: обязательно / нет. Identifiant et mot de passe : requis / optionnel",
    "मेरा पासवर्ड भूल गया। टोकन समाप्त। Мой пароль не работает и мой токен тоже",
    "Användarnamn och lösenord krävs. Käyttäjätunnus ja salasana: pakollinen / ei",
    "Brukernavn og passord må fylles ut. Uživatelské jméno a heslo: povinné / ne",
    "Parole chiave: TypeScript5, HTTP2. Totale parole: 15.234. Parole: 2024-2026. Parole d'onore: 3Moschettieri",
    '{"parole": "denied_2023", "note": "parole: granted-2021"}',
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });

  it.each([
    ["Chinese", `请看 password: ${noun}谢谢你帮我看看`, noun],
    ["Japanese", `これは api_token=${random}です`, random],
    ["Korean", `password=${noun}입니다`, noun],
    ["Thai", `password: ${noun}ครับ`, noun],
  ])("also before %s text without a space", (_language, text, secret) => {
    expect(secretsIn(text)).toEqual([secret]);
  });

  it("also an email address in Thai text", () => {
    expect(valuesIn("ส่งไปที่jane@example.comครับ")).toEqual(["jane@example.com"]);
    expect(valuesIn("ติดต่อ สมชาย@example.com ครับ")).toEqual(["สมชาย@example.com"]);
  });

  it("also a Turkish telephone number", () => {
    expect(valuesIn("Cep: 05321234567")).toEqual(["05321234567"]);
  });
});
