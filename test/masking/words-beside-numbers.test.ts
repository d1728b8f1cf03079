import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";
import { card, grouped } from "./texts/samples.ts";

const code = ["61", "4"].join("");
const login = ["7194", "28"].join("");
const number = card("4", 16, 23);
const spaced = grouped(number, 4, " ");
const mobile = ["+90 532", "615 45 71"].join(" ");

describe("a card's security code is found behind its card", () => {
  it.each([
    ["in German", `Kreditkarte ${spaced}, Sicherheitscode ${code}`],
    ["in Turkish", `Kart numaram ${spaced} ve güvenlik kodu ${code}.`],
    ["in Arabic", `رقم البطاقة ${spaced} ورمز الأمان ${code}`],
    ["in Hindi", `कार्ड ${spaced} है, सीवीवी ${code}।`],
    ["in Japanese", `カード番号は${spaced}、セキュリティコードは${code}です。`],
    ["in Chinese", `信用卡号${spaced}，安全码${code}`],
    ["in Portuguese", `Cartão ${spaced}, código de segurança ${code}`],
    ["in Russian", `Карта ${spaced}, код безопасности ${code}`],
    ["in Czech", `Karta ${spaced}, bezpečnostní kód je ${code}`],
    ["in Finnish", `Kortti ${spaced}, turvakoodi on ${code}`],
    ["by its place", `The card is ${spaced} and the three digits on the back are ${code}.`],
  ])("%s", (_language, text) => {
    expect(valuesIn(text)).toEqual([spaced, code]);
  });

  it.each([
    ["in Hindi", `सीवीवी: ${code}`],
    ["in French", `code de sécurité de la carte : ${code}`],
    ["in Portuguese", `código de segurança do cartão: ${code}`],
    ["in Russian", `код безопасности карты ${code}`],
  ])("or by a name of its own %s", (_language, text) => {
    expect(valuesIn(text)).toEqual([code]);
  });

  it.each([
    ["the date of its expiry", `${spaced} 12 27`],
    ["a number before it", `12345 ${spaced}`],
  ])("and %s", (_other, text) => {
    expect(valuesIn(`${text} Sicherheitscode ${code}`)).toEqual([spaced, code]);
  });

  it("but not behind other numbers", () => {
    expect(valuesIn(`ts=1768365017000 Sicherheitscode ${code} ungültig`)).toEqual([]);
    expect(valuesIn(`Bestellung 4006381333931: Sicherheitscode ${code}`)).toEqual([]);
  });

  it("but not without one", () => {
    expect(valuesIn(`Güvenlik kodu ${code} hatası`)).toEqual([]);
    expect(valuesIn(`Der Sicherheitscode ${code} der Sitzung ist abgelaufen`)).toEqual([]);
  });
});

describe("a login code is found", () => {
  it.each([
    ["in Bulgarian", `Кодът за потвърждение е ${login}.`],
    ["in Croatian", `Kod za potvrdu: ${login}`],
    ["before its name in Polish", `${login} jest Twoim kodem weryfikacyjnym`],
    ["of a card in Dutch", `De pincode van mijn pas is ${login.slice(0, 4)}.`],
  ])("%s", (_language, text) => {
    expect(valuesIn(text)).toEqual([text.includes(login) ? login : login.slice(0, 4)]);
  });
});

describe("a number is found in the booking of a flight", () => {
  it("with the kind of a telephone", () => {
    expect(valuesIn(`AP LHR ${mobile}-M`)).toEqual([mobile]);
  });

  it("behind the network of a card", () => {
    expect(valuesIn(`FP CC/VI${number}/0827`)).toEqual([number]);
    expect(valuesIn(`FPCCVI${number}/0827`)).toEqual([number]);
    expect(valuesIn(`0xAACCCA${number}`)).toEqual([]);
  });
});

describe("a telephone number is found", () => {
  it("behind a Dutch verb", () => {
    expect(valuesIn("Bezorger belt 06-62985995 bij aankomst")).toEqual(["06-62985995"]);
  });

  it.each(["Mevrouw Jansen", "De heer De-Bakker", "Mijn vrouw", "Je"])("that %s calls", (who) => {
    expect(valuesIn(`${who} belt 0612345678`)).toEqual(["0612345678"]);
  });

  it("behind a system", () => {
    expect(valuesIn("Our alarm system called 0171 1234567 twice")).toEqual(["0171 1234567"]);
  });

  it("behind an Arabic invitation", () => {
    expect(valuesIn("يرجى التواصل معي على الرقم 055 810 4447")).toEqual(["055 810 4447"]);
  });
});

describe("codes of cards are found in a table", () => {
  it.each([
    [
      "with memorable words",
      "card,exp,cvv,memorable word\nVISA,12/27,614,heron\nMC,11/26,382,otter",
    ],
    ["with another pattern", "name,card type,cvv,pattern\nada,VISA,614,Z\nbob,MC,382,L"],
    ["of people with a CV", "Name,CV,CVV\nada,x,614\nbob,y,382"],
  ])("%s", (_what, text) => {
    expect(valuesIn(text)).toEqual(["614", "382"]);
  });
});

describe("nothing is found", () => {
  it.each([
    ["in the number of a belt", "Timing belt 0280158117 for the Golf"],
    ["in the number of a belt with a colon", "fan belt: 06141 22045"],
    ["in the time of a message", '{"text":"call me on the phone","ts":"1768365017.000100"}'],
    ["in the number of a call of a function", "function call 1234567890"],
    ["in the number of a model", "Model number 7951165546 mobile version 2"],
    ["in the version of an app", "<key>CFBundleVersion</key><string>10.2.3.4</string>"],
    ["in a table of syllables", "word,CVC,count\ncat,315,12\ndog,120,9\n"],
  ])("%s", (_where, text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});
