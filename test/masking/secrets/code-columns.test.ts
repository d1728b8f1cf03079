import { describe, expect, it } from "vitest";
import { valuesIn } from "../texts/found.ts";
import { pick, randomFrom } from "../texts/samples.ts";

const code = `4${pick(randomFrom(91), "123456789", 5)}`;
const pin = code.slice(0, 4);

describe("a column of codes is found", () => {
  it.each([
    ["of people", `name,PIN,dept\nJane,${pin},IT`],
    ["in Markdown", `| User | PIN |\n|---|---|\n| Jane | ${pin} |`],
    ["in HTML", `<tr><th>Name</th><th>PIN</th></tr><tr><td>Jane</td><td>${pin}</td></tr>`],
    ["in SQL", `INSERT INTO cards (name, pin) VALUES ('Jane', '${pin}');`],
    ["of cards", `card,CVV\nVisa,${pin}\n`],
  ])("%s", (_where, text) => {
    expect(valuesIn(text)).toEqual([pin]);
  });

  it.each([
    "| PIN | Signal |\n|---|---|\n| 1001 | CLK |\n| 1002 | RST |",
    "name;PIN;city\nStore;560001;Bengaluru\nStall;110001;Delhi",
    "Product,Pin,Price\nBadge,2019,3.50",
    "pin name,pin,direction\nCLK,1001,in",
    "Name,Village,PIN\nRavi,Rampur,281001",
    "Pin,Name,Color\n1001,VCC,red",
  ])("but not in %j", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});

it("a card's security code is found below its name and in a field of a program", () => {
  const security = code.slice(0, 3);
  expect(valuesIn(`Expiry\n09/27\nCVV\n${security}\n`)).toEqual([security]);
  expect(valuesIn(`{"security_code": "${security}"}`)).toEqual([security]);
  expect(valuesIn(`card_number=4111&exp=09/27&security_code=${security}`)).toEqual([security]);
  expect(valuesIn("CVC 2000 mg of vitamin C, CVV\n2000 people")).toEqual([]);
});

it.each(["security_code=404", "if security_code == 500:", "security_code: 7203, exchange: TSE"])(
  "nothing is a card's security code in a program that names no card: %s",
  (text) => {
    expect(valuesIn(text)).toEqual([]);
  },
);
