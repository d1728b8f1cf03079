import { describe, expect, it } from "vitest";
import { secretsIn, valuesIn } from "../texts/found.ts";
import { token } from "../texts/samples.ts";

const weak = ["tulip", "88"].join("");
const typed = ["Falcon", "ember4711!"].join("-");
const random = token(91);
const columns = ["id", "user", "password", "api_token", "role"];
const rows = [
  [1, "ada", weak, random, "admin"],
  [2, "bob", typed, null, null],
];
const found = [weak, random, typed];

describe("secrets in arrays of rows are found by the names of their columns", () => {
  it.each([
    ["the answer of a database", { columns, rows }],
    ["fields and values", { fields: columns, values: rows }],
    ["a frame of data", { columns, index: [0, 1], data: rows }],
    ["rows of which the first has the names", [columns, ...rows]],
  ])("%s", (_what, table) => {
    const json = JSON.stringify(table);
    for (const text of [
      json,
      JSON.stringify(table, null, 2),
      JSON.stringify({ content: json }),
      JSON.stringify({ content: JSON.stringify(table, null, 2) }),
      JSON.stringify({ result: JSON.stringify({ content: json }) }),
    ])
      expect(secretsIn(text)).toEqual(found);
  });

  it("also with one row to a line", () => {
    const lines = [columns, ...rows].map((row) => JSON.stringify(row)).join("\n");
    expect(secretsIn(lines)).toEqual(found);
  });

  it("also phone numbers", () => {
    const phones = ["03090182012", "03090182013"];
    const text = JSON.stringify({ columns: ["id", "phone"], rows: phones.map((one) => [1, one]) });
    expect(valuesIn(text)).toEqual(phones);
  });

  it.each([
    '{"required":["user","password"],"properties":[["user1","string2"]]}',
    '{"columns":["user","password"],"rows":[]}, {"enum":["login","password"],"rows":[["a1","b2","c3"]]}',
    '{"columns":["id","password"],"rows":[[1,"required"],[2,"<hidden>"],[3,"********"]]}',
  ])("but not in %s", (text) => {
    expect(secretsIn(text)).toEqual([]);
  });
});
