import { describe, expect, it } from "vitest";
import { valuesIn } from "../texts/found.ts";
import { pick, randomFrom } from "../texts/samples.ts";

const random = randomFrom(83);
const digits = (size: number): string => pick(random, "123456789", size);

describe("an access code is found", () => {
  const code = digits(6);

  it.each([
    ["of a message", `Your verification code is ${code}. Do not share it.`],
    ["before its name", `${code} is your Mailer verification code`],
    ["that is asked for", `use ${code} as your login code`],
    ["in short", `OTP: ${code}`],
    ["with how long it is valid", `OTP ${code} valid for 10 minutes`],
    ["before its short name", `${code} is the OTP for your transfer`],
    ["in Japanese", `暗証番号は${code}です`],
    ["in Arabic", `الرقم السري: ${code}`],
    ["with a dash", `PIN-Code: ${code}`],
    ["of somebody's account", `Your Mailer code is ${code}`],
    ["in German", `Ihr Bestätigungscode lautet ${code}`],
    ["in French", `Votre code de vérification est ${code}`],
    ["in Chinese", `验证码：${code}`],
    ["in Russian, behind a dash", `Ваш код — ${code}. Никому его не сообщайте`],
    ["of a door", `the door code is ${code}`],
    ["of a card", `my PIN is ${code}`],
    ["of a card, without a verb", `my PIN ${code} does not work`],
    ["of a card in German", `PIN Ihrer Karte: ${code}`],
    ["of a SIM", `SIM card, PUK ${code}`],
    ["after an escaped line break", String.raw`{"text":"Hi\nPIN: ${code}\nBye"}`],
    ["after one in JSON in JSON", String.raw`"{\"text\":\"Hi\\nYour code is ${code}.\"}"`],
    ["in a German sentence", `und die PIN ist ${code}.`],
    ["that was refused", `User OTP ${code} was rejected`],
    ["that somebody was sent", `the 2FA code I got was ${code} and it did not work`],
    ["that somebody received, behind a colon", `the code you sent me: ${code}`],
    ["behind a verb and a colon", `Your code is: ${code}`],
    ["to a door", `passcode for the door: ${code}`],
    ["that was", `The PIN was ${code}, before I changed it`],
    ["of a bank", `mTAN ${code} für die Überweisung`],
    ["of a card in German, in short", `PIN der Karte: ${code}`],
    ["of a card in JSON, as text", JSON.stringify({ name: "ada", pin: code })],
    ["in JSON, as a number", JSON.stringify({ otp: Number(code) })],
    ["in JSON in JSON in JSON", JSON.stringify(JSON.stringify(JSON.stringify({ otpCode: code })))],
    ["in a program's name", `user_otp=${code}`],
    ["in a setting", `verification_code: ${code}`],
    ["in XML", `<ns1:pin>${code}</ns1:pin>`],
    ["in XML, with a longer name", `<user_otp>${code}</user_otp>`],
    ["in Markdown, the name in bold", `**PIN:** ${code}`],
    ["in Markdown, the name in italics", `- *PIN*: **${code}**`],
    ["of a card, directly behind its name", `Visa, PIN ${code}, valid`],
    ["of a card in French, without a verb", `mon code PIN ${code}`],
    ["of a card in French, behind a colon", `code PIN : ${code}`],
    ["of a card in German, one word", `Geheimzahl: ${code}`],
    ["in Hindi in Latin letters", `aapka OTP hai ${code}`],
    ["of a Chinese service", `【Acme】验证码${code}，5分钟内有效。`],
    ["in Japanese, without a space", `認証コード${code}を入力してください`],
    ["of a brand, behind a colon", `Your WhatsApp code: ${code}`],
    ["that is to be entered", `Enter this code: ${code}`],
    ["to reset a password", `Amazon: Use ${code} to reset your password.`],
    ["of a bank in Germany", `TAN: ${code}`],
    ["by SMS in Germany", `SMS-Code ${code}`],
    ["in Ruby", `"otp" => "${code}"`],
    ["of an option", `unlock --pin ${code}`],
    ["in a form part", `Content-Disposition: form-data; name="otp"\r\n\r\n${code}\r\n`],
    ["in the answer to a question", `what's the door code?\njan: ${code}`],
    ["in the answer to a word", `PIN?\nJan: ${code}`],
    ["in an export of a chat", `und der Türcode?\n[15.01.24, 10:13:10] Jan: ${code}`],
    ["in a transcript", `Agent: And the verification code? Caller: it's ${code}`],
    ["of a card, behind two words for it", `Your PIN code: ${code}`],
    ["of a card, with its two words in front", `Enter PIN code ${code} at the door`],
    [
      "beside an address of another kind",
      `Email address: confirmed, IP address: new, PIN: ${code}`,
    ],
    ["of a bank in India", `State Bank of India, PIN: ${code}`],
    ["of a card, in an address", `PIN: ${code}, please deliver my card and change my address`],
    ["of a card in French", `code PIN de la carte : ${code}`],
    ["of a card in Spanish", `PIN de la tarjeta: ${code}`],
    ["of a card in Italian", `PIN della carta: ${code}`],
    ["of a card in Dutch", `Pincode van de kaart: ${code}`],
    ["of a card in Polish", `PIN do karty: ${code}`],
    ["of a card in Czech", `PIN ke kartě: ${code}`],
    ["of a card in Russian", `ПИН-код карты: ${code}`],
    ["of a card in Russian, half in Latin letters", `PIN-код карты: ${code}`],
    ["in Russian capitals", `ПИН-код: ${code}`],
    ["of a card in Russian, with a preposition", `ПИН-код от карты ${code}`],
    ["of a brand in French", `Votre code de sécurité Acme est ${code}`],
  ])("%s", (_whose, text) => {
    expect(valuesIn(text)).toEqual([code]);
  });

  it.each([
    ["of a box for keys", `the lockbox code is ${code}`],
    ["of a keypad", `keypad code: ${code}`],
    ["of a tablet", `tablet unlock pin ${code}`],
    ["of a bank, by telephone", `my telephone PIN is ${code} and I forgot the word`],
    ["of a box for keys in German", `Schlüsseltresor-Code: ${code}`],
    ["of a door in French", `digicode ${code}`],
    ["of a door in French, with a letter", `digicode : ${code.slice(0, 4)}B`],
    ["of a door in Spanish", `Código de la puerta: ${code}`],
    ["of a door in Portuguese", `código da porta: ${code}`],
    ["of a gate in Italian", `Codice cancello: ${code}`],
    ["of a door in Swedish", `Portkod: ${code}`],
    ["of a door in Polish", `kod do drzwi: ${code}`],
    ["of a door in Russian", `код домофона: ${code}`],
    ["of a door in Turkish", `kapı şifresi: ${code}`],
  ])("%s", (_whose, text) => {
    const expected = text.endsWith("B") ? `${code.slice(0, 4)}B` : code;
    expect(valuesIn(text)).toEqual([expected]);
  });

  it("of a SIM with two of each", () => {
    const [puk, other] = [digits(8), digits(8)];
    const text = `PIN1: ${code} PIN2: ${code} PUK1: ${puk} PUK2: ${other}`;
    expect(valuesIn(text)).toEqual([code, code, puk, other]);
  });

  it.each([
    "Connect pin1: 2048 and pin2: 4096",
    "Erlang/OTP 26.2.1, OTP 2023 and OTP 3000 are releases",
    "Pincode: 560001, State: Karnataka",
    "Bengaluru, Karnataka, PIN 560001; pin code 560001",
    "Address: 12 Temple Lane, PIN: 403001; do you deliver to PIN code 560001?",
    '{"city":"Pune","pin":"411001"} <state>Kerala</state><pin>682001</pin>',
    "error code: 10061, Your error code: 500123, { code: 40013, status: 2 }, 条形码69012345678",
    "if (pin>9999) throw e; while (otp<100000||otp>999999) next(); pin>=1000&&pin<=9999",
    "Forgot your PIN?\n1800 123 456",
    "Your Windows error code: 10061, your old zip code: 90210, your API returned code: 50012",
    "auth_code=4001, access_code: 40013, sms_code: 4021, PIN 2024 conference, GPIO PIN 1234",
    '24-PIN 5566 connector, SPIN 3000, spin=2000, "pins": 2048, "pin": 13',
    "building codes: 2018, building code 2021 applies, the torcode module has 4096 lines",
    "the passcode is 6 digits long since 2019",
    "The error code is: 10061, my zip code is: 10115",
    "The error code I got was 1603, the HTTP status code I received: 5001",
    "the voucher code you sent me is 482913",
    "штрих-код карты 46012345, промо-код карты 12345, QR-код: 48213",
    "az OTP 25000 forinton zárt, OTP 21500 Ft",
    "The building code is 2018 IBC. Building code: 2021",
    "The pin was 1234 mm long, OTP 10000 bytes, домофон: 45000 руб.",
  ])("but not in %s, where it is none", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it.each([["of a card, without an operator", `my PIN ${code} is blocked`]])(
    "%s",
    (_whose, text) => {
      expect(valuesIn(text)).toEqual([code]);
    },
  );

  it.each([
    "My zip code is 10115.",
    "Your postal code is 750011",
    "error code is 500123, exit code: 137",
    "Connect pin 13 and pin: 12 to the LED, then the pin 2",
    "The verification code expires in 10 minutes; spin is 2000",
    "use code SAVE2024 at checkout, product code is 483920",
    "Code 2048 valid for all models, code 48392 valid for delivery",
    "the security code of section 4.3.2.1, and 12345678901234 of them",
  ])("but not in %s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("a code is found in messages of many languages, also at the beginning of a sentence", () => {
  it.each([
    ["English", (code: string) => `Your code: ${code}`],
    ["French", (code: string) => `Votre code secret est ${code}`],
    ["Spanish", (code: string) => `Tu código es ${code}`],
    ["Spanish without its marks", (code: string) => `Codigo de verificacion: ${code}`],
    ["Portuguese without its marks", (code: string) => `Codigo de seguranca: ${code}`],
    ["French without its marks", (code: string) => `Votre code de securite est ${code}`],
    ["German without its marks", (code: string) => `Ihr Bestaetigungscode lautet ${code}`],
    ["Romanian", (code: string) => `Codul tău de verificare este ${code}.`],
    ["Swedish", (code: string) => `Din verifieringskod är ${code}`],
    ["Danish", (code: string) => `Din engangskode er ${code}`],
    ["Finnish", (code: string) => `Vahvistuskoodisi on ${code}`],
    ["Hungarian", (code: string) => `Az ellenőrző kód: ${code}`],
    ["Czech", (code: string) => `Váš ověřovací kód je ${code}`],
    ["Russian", (code: string) => `Код подтверждения: ${code}. Никому не сообщайте`],
    ["Russian, short", (code: string) => `Ваш код: ${code}`],
    ["Greek", (code: string) => `Ο κωδικός επαλήθευσης είναι ${code}`],
    ["Turkish", (code: string) => `Doğrulama kodunuz: ${code}`],
    ["Hebrew", (code: string) => `קוד האימות שלך הוא ${code}`],
    ["Arabic", (code: string) => `رمز التحقق: ${code}`],
    ["Hindi", (code: string) => `आपका ओटीपी ${code} है`],
    ["Vietnamese", (code: string) => `Mã xác minh của bạn là ${code}`],
    ["Indonesian", (code: string) => `Kode verifikasi Anda: ${code}`],
    ["Thai", (code: string) => `รหัส OTP ของคุณคือ ${code}`],
    ["Chinese", (code: string) => `您的验证码为${code}，5分钟内有效。`],
    ["Korean", (code: string) => `인증번호 [${code}]를 입력해주세요`],
  ])("%s", (_language, message) => {
    const sixDigits = digits(6);
    expect(valuesIn(message(sixDigits))).toEqual([sixDigits]);
  });

  it.each([
    "Your code: 404 and 12,500 lines; access code on 2025 models",
    "Ваш код ошибки 50012, почтовый код: 101000",
    "此商品编码为758757，5件起售",
  ])("but nothing in %s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("account recovery codes are found", () => {
  const groups = Array.from({ length: 5 }, () => `${pick(random, "abcdefgh", 4)}7-${digits(5)}`);

  it("in a list with one per line", () => {
    expect(valuesIn(`Recovery codes:\n${groups.join("\n")}\n\nKeep them safe`)).toEqual(groups);
    expect(valuesIn(groups.map((one, i) => `${i + 1}. ${one}`).join("\n"))).toEqual([]);
    const numbered = groups.map((one, i) => `${i + 1}. ${one}`).join("\n");
    expect(valuesIn(`Save your backup codes:\n${numbered}`)).toEqual(groups);
  });

  it.each(["•", "-", "*"])("in a list with %s before each", (bullet) => {
    const codes = Array.from({ length: 4 }, () => `${pick(random, "abcdefghkm", 5)}${digits(5)}`);
    const text = `Recovery codes:\n${codes.map((one) => `${bullet} ${one}\n`).join("")}`;
    expect(valuesIn(text)).toEqual(codes);
  });

  it("on one line, and as the recovery key of a disk", () => {
    const eight = Array.from({ length: 4 }, () => digits(8));
    expect(valuesIn(`Backup codes: ${eight.join(", ")}`)).toEqual(eight);
    const key = Array.from({ length: 8 }, () => digits(6)).join("-");
    expect(valuesIn(`BitLocker recovery key: ${key}`)).toEqual([key]);
  });

  it("but not in text about them", () => {
    expect(valuesIn("Your recovery codes: 8 codes remaining, created 2026-01-05")).toEqual([]);
    expect(valuesIn("backup codes:\nPrint them and keep them in a safe place")).toEqual([]);
  });
});

describe("codes are found in sentences", () => {
  it.each([
    ["for a house", "The alarm PIN at the office is 9635, disarm within 30 seconds.", ["9635"]],
    ["in German", "Bitte mit der PIN 378293 anmelden und danach ändern.", ["378293"]],
    [
      "for an account",
      "Backup codes for ada@shop: 3530 5478, 8829 4896",
      ["3530 5478", "8829 4896"],
    ],
    ["in a log", "[sms] sent OTP 818986 to user 4411", ["818986"]],
    [
      "of letters, before others",
      "Recovery codes:\nfelqx-ogfpj\n0yrpj-7naap\n",
      ["felqx-ogfpj", "0yrpj-7naap"],
    ],
    ["before a dash", "Wiederherstellungscode: uow6-oqlx-sq79 - bitte drucken", ["uow6-oqlx-sq79"]],
  ])("%s", (_what, text, codes) => {
    expect(valuesIn(text)).toEqual(codes);
  });

  it.each([
    "Bitte mit der PIN aus Abschnitt 37829 anmelden.",
    "Backup codes:\nread-only\nwrite-once\n",
    "Every pin at row 12 is 3 mm.",
  ])("but not in %s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("the seed phrase of a wallet is found", () => {
  const list =
    "ocean,zebra,acoustic,wrist,youth,copper,meadow,lantern,orbit,olive,cherry,artist".split(",");
  const phrase = list.join(" ");

  it.each([
    ["said", `my seed phrase is ${phrase}`, phrase],
    ["assigned", `MNEMONIC="${phrase}"`, phrase],
    ["of 24 words", `mnemonic: ${phrase} ${phrase}`, `${phrase} ${phrase}`],
    ["counted", `my 15 words are ${phrase} pepper walnut saddle`, `${phrase} pepper walnut saddle`],
    ["with commas", `wallet backup words ${list.join(", ")}`, list.join(", ")],
    ["of a wallet that is named", `Seed phrase from the test wallet: ${phrase}`, phrase],
    ["in German", `Meine Wiederherstellungsphrase lautet "${phrase}"`, phrase],
    ["with a remark", `Recovery phrase (keep it safe): ${phrase}`, phrase],
  ])("%s", (_how, text, expected) => {
    expect(valuesIn(text)).toEqual([expected]);
  });

  it("in numbered lines", () => {
    const lines = list.map((word, i) => `${i + 1}. ${word}`).join("\n");
    expect(valuesIn(`Recovery phrase:\n${lines}`)).toEqual([lines]);
  });

  it("behind and between line breaks that JSON escapes", () => {
    const lines = list.join(String.raw`\n`);
    expect(valuesIn(String.raw`{"note":"Seed phrase:\n${phrase}\nBye"}`)).toEqual([phrase]);
    expect(valuesIn(String.raw`{"note":"Seed phrase:\n${lines}"}`)).toEqual([lines]);
  });

  it.each([
    "The seed phrase must be kept offline, and nobody should ever ask you for it by mail or phone.",
    "A recovery phrase has twelve words which open your wallet wherever you are and whatever happens.",
    "The 18 words are sorted by their length, and the shortest of these come first in every list here.",
    `Write down the 12 words of your recovery phrase. ${list.slice(0, 11).join(" ")}`,
  ])("but not in %s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});
