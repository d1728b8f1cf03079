import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { secretsIn, valuesIn } from "../texts/found.ts";

const masker = createMasker();
const plain = ["Falcon", "4711"].join("");
const typed = ["Tulip", "vase47!"].join("-");

describe("a value in a file is found exactly if the file is a JSON string", () => {
  it.each([
    ["a table whose last column it is", `id,user,password\n1,ada,${plain}\n`, plain],
    ["one without a break at its end", `id;user;password\n1;ada;${typed}`, typed],
    ["a call", `source.setPassword("${plain}");\n`, plain],
    ["an element with a type", `<a:password xsi:type="xsd:string">${plain}</a:password>`, plain],
    ["a field of a form", `<input type="password" name="password" value="${plain}">`, plain],
    ["a list of arguments", `args: ["mysql", "-uroot", "-p${plain}"]`, plain],
  ])("%s", (_what, file, secret) => {
    expect(secretsIn(file)).toEqual([secret]);
    for (const text of [
      JSON.stringify({ content: file }),
      JSON.stringify([{ type: "text", text: file }]),
      JSON.stringify({ result: { files: [{ content: file }] } }, null, 2),
    ])
      expect(secretsIn(text)).toEqual([secret]);
  });

  it("and the JSON stays valid", () => {
    for (const sign of [",", ";", "\t", "|"])
      for (const file of [
        `id${sign}user${sign}password\n1${sign}ada${sign}${plain}\n`,
        `user${sign}password\nada${sign}${typed}`,
      ])
        for (const text of [
          JSON.stringify({ content: file, n: 1 }, null, 2),
          JSON.stringify({ arguments: JSON.stringify({ text: file }) }),
          JSON.stringify(file.split("\n"), null, 2),
        ])
          expect(() => JSON.parse(masker.mask(text).text)).not.toThrow();
  });

  it("also a telephone number in such a table", () => {
    const number = "03090182012";
    expect(valuesIn(JSON.stringify({ content: `id,phone\n1,${number}\n` }))).toEqual([number]);
  });

  it("also with an R assignment in HTML", () => {
    expect(secretsIn(`<pre>password &lt;- &quot;${plain}&quot;</pre>`)).toEqual([plain]);
  });
});
