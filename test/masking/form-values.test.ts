import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMasker, restore } from "../../src/masking/index.ts";
import { withFormSpaces } from "../../src/masking/text/form-values.ts";
import { valuesIn } from "./texts/found.ts";
import { card, token } from "./texts/samples.ts";

const number = card("4", 16, 5).replace(/(....)(?=.)/g, "$1+");
const iban = "DE89+3704+0044+0532+0130+00";

describe("values in form fields and queries, with + for a space, are found whole", () => {
  it.each([
    ["a card", `card=${number}&name=Ada+Lovelace`, [number]],
    ["a card behind words", `note=Please+charge+${number}+today`, [number]],
    ["a telephone number", "name=Ada&phone=%2B49+30+901820&x=1", ["%2B49+30+901820"]],
    ["one with a plus that is none", "GET /call?phone=+49+30+901820 HTTP/1.1", ["+49+30+901820"]],
    ["one with brackets", "name=Ada+L.&tel=%28212%29+555-0198", ["%28212%29+555-0198"]],
    ["an account", `POST /pay\niban=${iban}&amount=12`, [iban]],
    ["a social security number", "ssn=536+22+1234&x=1", ["536+22+1234"]],
    ["in a command", `curl -d "iban=${iban}" https://api.example.com`, [iban]],
    ["in a query within another", `?next=https%3A%2F%2Fexample.com%3Fiban%3D${iban}`, [iban]],
  ])("%s", (_what, text, values) => {
    expect(valuesIn(text)).toEqual(values);
  });

  it("also passwords and tokens in sentences", () => {
    const password = ["Sunflower", "42x"].join("");
    expect(valuesIn(`?q=my+password+is+${password}&page=2`)).toEqual([password]);
    const secret = token(303);
    expect(valuesIn(`text=please+use+the+token+${secret}+for+staging`)).toEqual([secret]);
  });
});

describe("a password is found in the fields of nested forms", () => {
  const password = ["kestrel", "1988"].join("");

  it.each([
    ["first", `user[password]=${password}&user[login]=ada`],
    ["last", `utf8=1&user[login]=ada&user[password]=${password}`],
    ["percent-encoded", `user%5Blogin%5D=ada&user%5Bpassword%5D=${password}&x=1`],
  ])("%s", (_where, text) => {
    expect(valuesIn(text)).toEqual([password]);
  });

  it("and a security code", () => {
    expect(valuesIn("card%5Bcvc%5D=194&card%5Bexp%5D=12")).toEqual(["194"]);
  });

  it("but not in code", () => {
    expect(valuesIn("options[password]=field_name1\n")).toEqual([]);
  });
});

describe("a plus sign that is not a space", () => {
  it.each([
    ["in an address", "a=1&email=jane+news@example.com", "jane+news@example.com"],
    ["in an encoded address", "a=1&email=jane+news%40example.com", "jane+news%40example.com"],
  ])("is kept %s", (_what, text, value) => {
    expect(valuesIn(text)).toEqual([value]);
  });

  it.each([
    ["in sums", "total = 415 + 555 + 2671; n=a+b; x=4+5"],
    ["in base64", "data=aGVs+bG8gd29ybGQgaGVsbG8+d29ybGQgaGVsbG8gd29ybGQ+&x=1"],
    ["in what is a secret by its name", "a=1&password=my+dog+Rex&client_secret=ab+cd+ef"],
    ["behind a blank", "x= 1+2+3"],
  ])("is kept %s, without other changes", (_what, text) => {
    expect(withFormSpaces(text)).toBe(text);
  });
});

it("replaces only plus signs by spaces, in any text", () => {
  const piece = fc.constantFrom(
    "+",
    "a",
    "=",
    "&",
    "?",
    " ",
    "%2B",
    "@",
    "41",
    "x=",
    '"',
    "(",
    "é",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join("");
      const spaced = withFormSpaces(text);
      expect(spaced).toHaveLength(text.length);
      for (let i = 0; i < text.length; i++) {
        if (spaced[i] !== text[i]) expect([text[i], spaced[i]]).toEqual(["+", " "]);
      }
    }),
  );
});

it("restores a masked form with its plus signs", () => {
  const form = `card=${number}&phone=%2B49+30+901820&name=Ada+Lovelace`;
  const { text, vault } = createMasker().mask(form);
  expect(text).not.toContain("901820");
  expect(restore(text, vault)).toBe(form);
});
