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
    "ISBN\n0 306 40615 2\n",
    "total\n0 123 456 789\n",
    "What is your order number?\nIt says 0123 456 789",
    "read the block at 1234567890",
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
  ])("is found in a table column with the header %s", (head) => {
    const rows = ["Moreau,0585620294", "Dubois,0565251178"].join("\n");
    expect(valuesIn(`Nom,${head}\n${rows}\n`)).toEqual(["0585620294", "0565251178"]);
  });

  it.each([" ", " - ", " \u2013 "])("ends before another one with its prefix: %j", (gap) => {
    const numbers = ["0049 30 901820", "0049 171 1234567", "0049 30 901820"];
    expect(valuesIn(`Tel. ${numbers.join(gap)}`)).toEqual(numbers);
    expect(valuesIn("call 0044 20 7946 0044")).toEqual(["0044 20 7946 0044"]);
  });

  it("is not assumed, nor is an IP address, in protocol versions", () => {
    expect(valuesIn("v13.14.26 to v20.14.89, protocol 1.0.3.14, schema 20")).toEqual([]);
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
