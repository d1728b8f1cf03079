import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";
import { valuesIn } from "./texts/found.ts";

const LONDON = "020 7946 0681";
const MOBILE = "07700 900848";
const FRENCH = "06 39 98 56 78";

describe("a national telephone number", () => {
  it.each([
    `call Anna Smith at ${LONDON}`,
    `get hold of him on ${MOBILE}`,
    `give us a bell on ${MOBILE}`,
    `the bloke on ${MOBILE} keeps texting`,
    `text STOP to ${MOBILE}`,
    `voicemail from ${LONDON}`,
    `I rang ${LONDON} yesterday`,
    `verify ${MOBILE} by sms`,
    `is ${MOBILE} still your number?`,
    `${LONDON} - ask for Dave`,
    `Party B, tel. no. ${LONDON}, account`,
    `Agent: And a contact number?\nCaller: yes, it's ${MOBILE}`,
    `Operador: ¿me dice su número?\nCliente: sí, es el 94 277 28 00`,
    `Next of kin: Tom Brown, husband, ${MOBILE}`,
    `Ansprechpartner: Frau Maier, 030 23125678`,
    `Frau Maier (030 23125678)`,
    `Ruf mich an: 0171 2534659`,
    `rappelez Luc au ${FRENCH}`,
    `contattare Mario Rossi al 347 123 4567`,
    `proszę dzwonić pod 501 234 567`,
    `Regards\nTom\n${LONDON}`,
    `Tom Brown\nAcme Ltd\n12 High St, London\n${LONDON}\n`,
  ])("is found if the sentence mentions a call or a person: %j", (text) => {
    expect(valuesIn(text)).toHaveLength(1);
  });

  it.each([
    `Numéro : ${FRENCH}`,
    `Appelle-moi : ${FRENCH}`,
    `Pour toute question : ${FRENCH} ou par écrit`,
    `Port. ${FRENCH.replaceAll(" ", ".")}`,
    `Accueil ${FRENCH}, lundi à vendredi`,
    `${FRENCH}, merci de me rappeler`,
  ])("is found in pairs next to French words: %j", (text) => {
    expect(valuesIn(text)).toHaveLength(1);
  });

  it.each([
    "Phone Conference ID: 167 285 593#",
    "Telefonkonferenz-ID: 167 285 593#",
    "ID de conférence téléphonique : 167 285 593#",
  ])("is not confused with what is typed during a call: %j", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it.each(["Caller ID: +49 171 8349265#", "1,+49 171 8349265#"])("%s is not typed", (text) => {
    expect(valuesIn(text)).toEqual(["+49 171 8349265"]);
  });

  it("is found before the identifier that a phone dials behind it", () => {
    expect(valuesIn("One tap mobile\n+16465550156,,48168532143# US")).toEqual(["+16465550156"]);
  });

  it.each([
    "Telefon 040/4884330 · Telefax 0221/6625530",
    "Rufen Sie bitte 0171 8349265 an",
    "ich bin unter 01718349265 zu erreichen, sonst 0171 8349266 ist meine Nummer",
    "joignez moi au 0628345917 ou appelez nous au 0628345918",
    "Llámenos: 612 834 591, ligue 11 92834-5917",
    "chiamare il 347 8345917, proszę dzwonić: 784-391-367",
    "hívjon a 06302834917 számon, ringa 070-283 45 91",
    "mitt nummer är 070-283 45 91, numeroni on 040 283 4591",
    "mé číslo je 602 834 591, mijn nr 0628345917",
    "Beni 0 (532) 834 59 17 numarasından arayın, 05328345917 numaralı hat",
    "09028345917に電話ください、01028345917로 전화 주세요",
    "اتصلوا بنا 0528345917, للتواصل 0528345918",
    "9827346192 पर संपर्क करें, call karo 9827346193",
    "ติดต่อ 0829461735, số của tôi 0928345917",
    "κάλεσέ με 6928345917, התקשרו 0528345917",
    "sună-mă la 0728345917, numărul meu este 0728345918",
  ])("is found next to the words of other languages: %j", (text) => {
    const numbers = text.match(/(?:\d[ /)(-]{0,2}){8,14}\d/g) ?? [];
    expect(valuesIn(text)).toEqual(numbers);
  });

  it.each([
    "Meine Nummer ist die 0171 8349265, meine neue nr 0171 8349266, ruf mich bitte an 0171 8349267",
    "Unter 030 8349265 bin ich tagsüber erreichbar, rufen Sie zurück (030 8349266)",
    "u kunt mij bereiken op 06-28345917, bel even naar 06-28345918, mobiele nummer: 06-28345919",
    "mon nouveau numéro est le 06 28 34 59 17, merci de me rappeler au 06 28 34 59 18",
    "me pueden localizar en el 612 834 591, contáctenme al 612 834 592, escríbeme al 612 834 593",
    "mi trova al 347 8345917, può contattarmi al 347 8345918, raggiungibile al 347 8345919",
    "mój nowy numer to 784 391 367, można się skontaktować pod 784 391 368",
    "zastihnete mě na 602 834 591, volejte na 602 834 592, moje nové číslo je 602 834 593",
    "du når mig på 070-283 45 91, mitt nya nummer är 070-283 45 92, kan nås på 070-283 45 93",
    "yeni numaram 0532 834 59 17, beni 0532 834 59 18 den arayın",
    "私の番号は090-2834-5917です",
    "090-2834-5917までお電話ください",
    "我的新号码是13928345917, 핸드폰 010-2834-5917",
    "reach me @ 6176785943, my number's 6176785944, SMSTO:6176785945:hello, callto:6176785946",
    "item1.TEL;waid=16176785943",
    "Phone (work)............ 6176785943",
    'Attribute Name="telephoneNumber"><saml:AttributeValue type="xs:string">6176785943</saml:AttributeValue>',
  ])("is found next to the words for reaching somebody: %j", (text) => {
    const numbers = text.match(/(?:\d[ /)(-]{0,2}){8,14}\d/g) ?? [];
    expect(valuesIn(text)).toEqual(numbers);
  });

  it("is found below its header in HTML", () => {
    const rows = ["6176785943", "6176785944"].map(
      (value) => `<tr><td>ada</td><td>${value}</td></tr>`,
    );
    const head = "<table><tr><th>User</th><th>Mobile</th></tr>";
    const orders = "<tr><th>User</th><th>Order</th></tr><tr><td>ada</td><td>6176785945</td></tr>";
    expect(valuesIn(`${head}${rows.join("")}</table><table>${orders}</table>`)).toEqual([
      "6176785943",
      "6176785944",
    ]);
  });

  it.each([
    "Unsere Nr.: 123 456 789, Ihre Nr. 987 654 321, mijn klantnummer is 12345678",
    "my account number's 12345678, the order number's 617678594",
    '<c id="row"><v>6176785943</v></c>, <td class="count">61767859</td>',
    "Coordonnées : 48 8566969, 2 3522219",
    "<tr><th>Order</th></tr><tr><td>6176785943</td></tr>",
  ])("is not found next to similar words: %j", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it("is found in speech that was transcribed without punctuation", () => {
    const text =
      "agent can you tell me your phone number\ncustomer yes its 6176785943\nagent thanks";
    expect(valuesIn(text)).toEqual(["6176785943"]);
  });

  it.each([
    `tom.brown@example.org, ${LONDON}`,
    `Tom Brown <tom.brown@example.org> ${MOBILE}`,
    `Tom Brown | ${MOBILE} | tom.brown@example.org`,
    `Best,\nTom Brown\n${MOBILE}\ntom.brown@example.org`,
  ])("is found next to an email address: %j", (text) => {
    expect(valuesIn(text)).toHaveLength(2);
  });

  it.each([
    "0000010: 06 12 34 56 78 9a",
    "Winning numbers\n06 12 34 56 78 10\n",
    "Part no: 0123 456 789",
    "see figure 0123 456 789 for",
    "seats 01 02 03 04 05",
    "n° 04 12 18 27 33 du tirage, questions : 01 05 09 14 18, bureau 02.05.09.14.18",
    `numéro d'abonné ${FRENCH}, numéro de TVA : ${FRENCH}`,
    `commande n° ${FRENCH}, numéro de série : ${FRENCH}`,
    `Numéros gagnants : ${FRENCH}`,
    "ISBN\n0 306 40615 2\n",
    "total\n0 123 456 789\n",
    "What is your order number?\nIt says 0123 456 789",
    "read the block at 1234567890",
    "Rufen Sie 83726451 auf und prüfen Sie den Status",
    "83726451 ist meine Kundennummer, 83726451 es mi número de pedido",
    "Sipariş numaram 83726451, mã số của tôi 83726451, Unsere Nr. 83726451",
    "12345678'den arasında, توقيع رقمي 83726451",
  ])("is not confused with other numbers: %j", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it.each([
    "Téléphone",
    "Telefoonnummer",
    "Mobiltelefon",
    "Rufnummer",
    "Celular",
    "Portable_phone",
    "Contacto",
  ])("is found in a table column with the header %s", (head) => {
    const rows = ["Moreau,0585620294", "Dubois,0565251178"].join("\n");
    expect(valuesIn(`Nom,${head}\n${rows}\n`)).toEqual(["0585620294", "0565251178"]);
  });

  it.each(["Fecha de contacto", "id_contacto", "Código contacto"])(
    "is not assumed below the header %s",
    (head) => {
      expect(valuesIn(`Nombre,${head}\nAna,20240115\nLuis,20240116\n`)).toEqual([]);
    },
  );

  it.each([" ", " - ", " \u2013 "])("ends before another one with its prefix: %j", (gap) => {
    const numbers = ["0049 30 901820", "0049 171 1234567", "0049 30 901820"];
    expect(valuesIn(`Tel. ${numbers.join(gap)}`)).toEqual(numbers);
    expect(valuesIn("call 0044 20 7946 0044")).toEqual(["0044 20 7946 0044"]);
  });

  it.each([
    ["Bitte rufen Sie Herrn K. unter {} oder {} zurück.", ["030 9539737", "0151-31527664"]],
    ["puhelinnumeroni on {}", ["040 534 5481"]],
    ["mobilen min er {}", ["993 23 358"]],
    ["telefonnummeret mitt er {}", ["987 65 432"]],
    ["my HP no is {}", ["9123 4567"]],
    ["Caller: my number is {}.", ["312, 444, 9125"]],
    ["Tel. ( {}", ["415 ) 222 - 6907"]],
  ])("is found whole in %j", (sentence, numbers) => {
    const left = [...numbers];
    expect(valuesIn(sentence.replace(/{}/g, () => left.shift() ?? ""))).toEqual(numbers);
  });

  it("is not assumed in lists and air waybills", () => {
    expect(valuesIn("lots 312, 444, 9125 were sold; AWB 176-94270486 arrived")).toEqual([]);
  });

  it("is not assumed, nor is an IP address, in protocol versions", () => {
    expect(valuesIn("v13.14.26 to v20.14.89, protocol 1.0.3.14, schema 20")).toEqual([]);
  });
});

describe("telephone numbers without any format", () => {
  it.each([
    "call 4155550132 or 2125550100.",
    "please ring 83726451, 83726452 and 83726453",
    "Tel. 601234567, 602345678",
    "Teléfonos: 612345678 / 612345679",
    "电话：83726451、83726452",
    'phones: ["83726451","83726452", "83726453"]',
    '{"phoneNumbers": [4155550132, 2125550100]}',
    'phones:\n  - "4155550132"\n  - "2125550100"\n',
    "Phone numbers:\n4155550132\n2125550100\n3105550199",
    "Mobile numbers:\r\n* 83726451\r\n* 83726452\r\n",
  ])("are all found in a row of them: %j", (text) => {
    expect(valuesIn(text)).toEqual(text.match(/\d{8,}/g));
  });

  it("are found in a row behind an email address", () => {
    const email = "ada@example.org";
    expect(valuesIn(`Contact: ${email}, 83726451`)).toEqual([email, "83726451"]);
  });

  it.each([
    "Phone: 4155550132, 560001",
    "Phone: 4155550132, order 83726451",
    "Phone: 4155550132\n83726451 is the order",
    "phone,4155550132,83726451",
    "| Phone | 4155550132 | 83726451 |",
  ])("are not assumed behind one: %j", (text) => {
    expect(valuesIn(text)).toEqual(["4155550132"]);
  });

  it("are found in brackets behind who answers there", () => {
    expect(valuesIn("Next of kin: Tom Brown (83726451)")).toEqual(["83726451"]);
  });
});

it.each([
  ["+44 20 7946 0958", "Our office ({}) is open"],
  ["+44 20 7946 0958 ext. 12", "Our office ({}) is open"],
  ["+49 (0)30 901820", "({})"],
  ["+1 (212) 555-0123", "({})"],
  ["(212) 555-0123", "({})"],
  ["(+44) 20 7946 0958", "ring {}"],
  ["030 23125678", "tel. ({})"],
  ["030 23125678", "Frau Maier ({})"],
  ["5 5 5 8 6 7 5 3 0 9", "tel. ({})"],
])("a telephone number is the same in brackets as without them: %s in %j", (number, sentence) => {
  const { text } = createMasker().mask(`${sentence.replace("{}", number)}, tel. ${number}`);
  expect(text).toBe(`${sentence.replace("{}", "[PHONE_1]")}, tel. [PHONE_1]`);
});
