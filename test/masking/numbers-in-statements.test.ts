import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";
import { card } from "./texts/samples.ts";

const pin = ["73", "19"].join("");
const other = ["48", "02"].join("");
const code = ["38", "2"].join("");
const number = card("4", 16, 9);
const ssn = ["457", "55", "5462"].join("");

describe("a number without quotes in a statement is found by the name of its column", () => {
  it.each([
    ["a PIN", `INSERT INTO users (name, pin) VALUES ('ada', ${pin});`, [pin]],
    [
      "those of all rows",
      `INSERT INTO \`users\` (\`id\`, \`name\`, \`pin\`) VALUES (1, 'ada', ${pin}), (2, 'eve', ${other});`,
      [pin, other],
    ],
    [
      "a PIN and a card's security code",
      `INSERT INTO cards (holder, number, cvv, pin) VALUES ('ada', '${number}', ${code}, ${pin});`,
      [number, code, pin],
    ],
    [
      "both, in brackets",
      `INSERT INTO dbo.Cards ([CardHolder],[Pin],[Cvv2]) VALUES (N'Ada', ${pin}, ${code})`,
      [pin, code],
    ],
    ["a Social Security number", `INSERT INTO staff (name, ssn) VALUES ('Ada', ${ssn});`, [ssn]],
  ])("%s", (_what, text, values) => {
    expect(valuesIn(text)).toEqual(values);
  });

  it.each([
    "INSERT INTO pins (part, pin, net) VALUES ('U1', 1024, 'GND');",
    "INSERT INTO towns (city, pin) VALUES ('Pune', 411001);",
    "INSERT INTO results (id, pass, fail) VALUES (1, 1200, 300);",
    "INSERT INTO t (user_id, token_id, total) VALUES (1, 123456, 7);",
    "INSERT INTO orders (contact, total) VALUES (12345678, 20);",
    "INSERT INTO sounds (word, cvc, cv) VALUES ('cat', 123, 12);",
    "INSERT INTO gpio (name, pin, function) VALUES ('LED', 1304, 'out');",
    "INSERT INTO keys (name, key) VALUES ('a', 123456789);",
    "INSERT INTO users (name, password_count) VALUES ('ada', 12345);",
    "INSERT INTO users (name, pin) VALUES ('ada', NULL), ('eve', 12), ('bob', 1 + 1);",
  ])("but not in %s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("a card's security code in an element is found", () => {
  it.each([`<CVV>${code}</CVV>`, `<ns:cvc>${code}</ns:cvc>`, `<cvvCode>${code}</cvvCode>`])(
    "%s",
    (text) => {
      expect(valuesIn(text)).toEqual([code]);
    },
  );

  it.each([
    "<cvv></cvv>",
    "<cvv>required</cvv>",
    "<securityCode>404</securityCode>",
    "<CVVResult>100</CVVResult>",
    "<cvv>12</cvv>",
    "<cvv>12345</cvv>",
    "<cvc_size>1234</cvc_size>",
    "<cvv>382 bytes</cvv>",
    "<cvc>CVC</cvc><word>cat</word>",
    "<label>CVV</label>",
  ])("but not in %s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

describe("a code is found", () => {
  it.each([
    ["in line with others", `Benutzer: ada\nPIN:      ${pin}\n`],
    ["behind tabs", `Online PIN:\t\t${pin}\n`],
    ["of a card, in Italian", `PIN bancomat: ${pin}`],
    ["of a card, in Polish", `PIN karty: ${pin}`],
    ["of a card, in French", `code PIN carte : ${pin}`],
    ["of a door, in Russian", `код домофона ${pin}`],
  ])("%s", (_where, text) => {
    expect(valuesIn(text)).toEqual([pin]);
  });

  it.each([
    "PIN:      VCC",
    "PIN:   GND   3V3",
    "PIN:    1200 pcs",
    "PIN: \t12 of 24",
    "OTP:      expires in 300 seconds",
    "code is:    4040",
    "Pin:     connector J1",
    "pin carta richiesto",
    "pin karty jest wymagany",
    "код домофона не работает с 2024 года",
  ])("but not in %j", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});
