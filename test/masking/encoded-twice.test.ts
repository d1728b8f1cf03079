import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";
import { valuesIn } from "./texts/found.ts";
import { card, token } from "./texts/samples.ts";

const secret = token(301);
const number = card("4", 16, 5);
const fields = {
  api_token: secret,
  card: number,
  ip: "198.51.100.7",
  password: ["Tulip", "vase4711"].join(""),
};
const text = JSON.stringify(fields);
const values = Object.values(fields);

const inPage = (plain: string): string => plain.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

describe("values in encoded JSON are found exactly", () => {
  it.each([
    ["in an address", encodeURIComponent(text)],
    ["in an address within another", encodeURIComponent(encodeURIComponent(text))],
    ["three times", encodeURIComponent(encodeURIComponent(encodeURIComponent(text)))],
    ["in a page", inPage(text)],
    ["in a page within another, as feeds have it", inPage(inPage(text))],
  ])("%s", (_where, encoded) => {
    expect(valuesIn(`body=${encoded} HTTP/1.1`)).toEqual(values);
  });

  it("also in URL-encoded lines, without the lines below", () => {
    const lines = encodeURIComponent(`password: ${fields.password}\nport: 5432\r\nuser: ada`);
    expect(valuesIn(`POST /save body=${lines}`)).toEqual([fields.password]);
  });

  it.each([
    ["", 1],
    [", twice", 2],
  ])("also telephone numbers in an encoded form%s", (_how, times) => {
    let form = "user=ada&phone=+16175550134&fax=+44 20 7946 0958&tel=617-555-0134&port=5432";
    for (let time = 0; time < times; time += 1) form = encodeURIComponent(form);
    const { text: shown } = createMasker().mask(`POST /save body=${form}`);
    expect(shown).toMatch(
      /phone%\d*3D\[PHONE_1\]%\d*26fax%\d*3D\[PHONE_2\]%\d*26tel%\d*3D\[PHONE_3\]%\d*26port/,
    );
  });

  it("also in a quoted search query", () => {
    expect(valuesIn(`GET /search?q=%22${number}%22`)).toEqual([number]);
  });
});
