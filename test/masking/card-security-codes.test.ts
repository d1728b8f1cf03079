import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";
import { card, grouped } from "./texts/samples.ts";

const code = ["38", "2"].join("");
const number = grouped(card("4", 16, 9), 4, " ");

describe("a card's security code is found", () => {
  it.each([
    ["by itself", `CVV: ${code}`],
    ["without a colon", `my cvv ${code}, valid until 12/28`],
    ["of four digits", `CVC2 ${code}7`],
    ["in JSON", `{"cvv":"${code}","exp":"12/28"}`],
    ["as a number of JSON", `{"cvv": ${code}, "exp": 12}`],
    ["in a form", `name=ada&cvv=${code}&exp=12%2F28`],
    ["in a sentence", `The card security code is ${code}.`],
    ["in a setting", `card_cvv_code=${code}`],
    ["with a hint", `CVC (3 digits): ${code}`],
    ["below a key of its own", `{"name":"cvc","value":"${code}"}`],
    ["after an escaped line break", String.raw`{"note":"Exp 12/28\nCVV: ${code}\nThanks"}`],
    ["in a field of a page", `<input name="cvv" value="${code}">`],
    ["in a part of a form", `name="cvc"\r\n\r\n${code}\r\n--x`],
    ["in German", `Kartenprüfnummer: ${code}`],
    ["in French", `cryptogramme visuel : ${code}`],
  ])("%s", (_where, text) => {
    expect(valuesIn(text)).toEqual([text.includes(`${code}7`) ? `${code}7` : code]);
  });

  it("together with the card number before it", () => {
    expect(valuesIn(`${number} exp 12/28 cvv ${code}`)).toEqual([number, code]);
    expect(valuesIn(`${number} cvv ${code}`)).toEqual([number, code]);
  });

  it.each([
    ["as people type the three", `${number} 09/27 ${code}`],
    ["with commas", `${number}, 09/2027, ${code}`],
    ["with bars", `${number}|12|2027|${code}`],
    ["with a word for the date", `${number} exp 09/27, ${code}`],
    ["in German", `${number}, gültig bis 09/27, Prüfziffer ${code}`],
    ["in Spanish", `${number} caducidad: 09/27, código ${code}`],
    ["in Italian", `${number}, scad. 09/27, codice: ${code}`],
  ])("after the card number and its date, %s", (_how, text) => {
    expect(valuesIn(text)).toEqual([number, code]);
  });

  it.each([
    `Agent: And the three digits on the back?\nCustomer: ${code}`,
    `What is the code on the back of the card?\n${code}`,
    JSON.stringify({ chat: `Agent: And the three digits on the back?\nCustomer: ${code}\n` }),
    `cvv?\nada: sure, it is ${code}`,
  ])("in the answer to a question for it: %s", (text) => {
    expect(valuesIn(text)).toEqual([code]);
  });

  it.each([
    "page 9/27 382 items",
    "2024/25 382 visitors",
    `paid with ${number} on 09/27/2026, 382 EUR`,
    "Is the code on the back? See page 382.",
    "Valid until 09/27, code 382. Expires 09/27, Prüfziffer 382.",
    "CVC words such as cat and dog",
    "the cvv has 3 digits",
    "CVV check failed with status 4001234",
    "cvc5 1.0.8",
    "cvv 12.50 EUR",
    "cvv: 123456",
    "cvv_length = 3",
    "recvvalue 123",
  ])("but not in: %s", (text) => {
    expect(valuesIn(text).filter((value) => value !== number)).toEqual([]);
  });

  it("but not in a log, where a date and a status follow an address", () => {
    expect(valuesIn("10.0.0.5 12/25 code 404")).toEqual(["10.0.0.5"]);
  });
});
