import { describe, expect, it } from "vitest";
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

  it("also in a quoted search query", () => {
    expect(valuesIn(`GET /search?q=%22${number}%22`)).toEqual([number]);
  });
});
