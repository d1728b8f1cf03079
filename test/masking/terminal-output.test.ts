import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";
import { valuesIn } from "./texts/found.ts";

const masker = createMasker();
const password = ["tulip", "Vase", "4711"].join("");
const key = ["ghp", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].join("_");

/**
 * How a colour code is written: by terminals, in sources, JSON and URLs, by tools, and in a
 * clipboard.
 */
const ESCAPES = [
  "\u001b",
  "\\u001b",
  "\\\\u001b",
  "\\x1b",
  "\\033",
  "\\e",
  "\\E",
  "\\u{1b}",
  "%1B",
  "^[",
  "",
];

describe("values in coloured terminal output are found without the colour codes", () => {
  it.each([
    ["a card", "4111 1111 1111 1111"],
    ["a telephone number", "+49 151 23456789"],
    ["an address of a host", "10.1.2.3"],
    ["an address", "ada@example.org"],
    ["a key of a vendor", key],
  ])("%s", (_, value) => {
    for (const mark of ESCAPES) {
      const text = `${mark}[0;32m${value}${mark}[0m from ${mark}[1mweb1${mark}[m`;
      expect(valuesIn(text), text).toEqual([value]);
    }
  });

  it.each(ESCAPES)("after and before a name, with %j", (mark) => {
    const on = `${mark}[38;5;214m`;
    const off = `${mark}[0m`;
    expect(valuesIn(`password=${password}${off} done`)).toEqual([password]);
    expect(valuesIn(`password: ${on}${password}${off}`)).toEqual([password]);
    expect(valuesIn(`${on}DB_PASSWORD${off}=${password}`)).toEqual([password]);
    expect(valuesIn(`${on}web_1  |${off} token=${on}${key}${off}`)).toEqual([key]);
  });

  it("with single-character escapes, and with encoded brackets", () => {
    expect(valuesIn(`password=\u009b32m${password}\u009b0m`)).toEqual([password]);
    expect(valuesIn(`password=%1B%5B32m${password}%1B%5B0m`)).toEqual([password]);
  });

  it.each(["\u001b", "\\u001b", "\\033"])(
    "where another character set is chosen, with %j",
    (mark) => {
      expect(valuesIn(`password=${password}${mark}(B${mark}[m done`)).toEqual([password]);
      expect(valuesIn(`${mark}(B4111 1111 1111 1111${mark}(B`)).toEqual(["4111 1111 1111 1111"]);
    },
  );

  it.each(['"', "'"])("also a password in %s that contains what looks like a code", (quote) => {
    const odd = `${["Kx7", "abT9q"].join("")}\\e[Abc`;
    expect(valuesIn(`password=${quote}${odd}${quote}`)).toEqual([odd]);
  });

  it("also a password or key that contains what looks like one", () => {
    const odd = ["Fal", "[m#con4631"].join("");
    expect(valuesIn(`password: "${odd}"`)).toEqual([odd]);
  });

  it("does not remove brackets that are not colour codes", () => {
    const text = "rate(x[5m]) items[0m] ports[m] \u001b[1mten\u001b[0m a^[b] c[3] [main]";
    expect(masker.mask(text).text).toBe(text);
  });

  it("does not change the codes around them", () => {
    const text = `\u001b[32mada@example.org\u001b[0m \u001b[1m100\u001b[22m%\u001b[K`;
    expect(masker.mask(text).text).toBe(
      "\u001b[32m[EMAIL_1]\u001b[0m \u001b[1m100\u001b[22m%\u001b[K",
    );
  });
});
