import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";

const masker = createMasker();

function found(text: string): string[] {
  return masker.detect(text).map(({ type, start, end }) => `${type} ${text.slice(start, end)}`);
}

describe("an email address with a line break after the @ is found", () => {
  it.each([
    ["by a mailer", "contact olga22@\nexample.com please", "olga22@\nexample.com"],
    ["on Windows", "To: j.doe@\r\nmail.example.org\r\n", "j.doe@\r\nmail.example.org"],
  ])("%s", (_how, text, address) => {
    expect(found(text)).toEqual([`EMAIL ${address}`]);
  });

  it.each([
    ["a line that ends with a word and the sign", "we met @\nexample.com"],
    ["a product of matrices", "y = x@\nw.T"],
    ["a comparison", "while (calls.length < at) calls.push(x); found"],
    ["a sign with a blank line behind", "follow jane@\n\nexample.com"],
  ])("but not in %s", (_what, text) => {
    expect(found(text)).toEqual([]);
  });
});

describe("an email address with its @ in brackets and spaces is found", () => {
  it.each([["jane.doe [ @ ] example.com"], ["jane ( @ ) example.org"]])("%s", (address) => {
    expect(found(`mail ${address}, thanks`)).toEqual([`EMAIL ${address}`]);
  });

  it("but not in a @ that stands alone", () => {
    expect(found("the sign [ @ ] stands in example.com; a ( @ ) b")).toEqual([]);
  });
});

describe("sentences that contain a spelled-out domain are not masked", () => {
  it.each([
    "I am at home dot com is not my thing",
    "Look at google dot com for help",
    "they are at example dot org today",
    "He works at example dot com.",
  ])("%s", (text) => {
    expect(found(text)).toEqual([]);
  });

  it.each([
    ["write to jane at example dot com", "jane at example dot com"],
    ["mine is me at janedoe dot org", "me at janedoe dot org"],
    ["reach us at info at example dot com", "info at example dot com"],
    ["it is look [at] example [dot] com", "look [at] example [dot] com"],
  ])("but an email address is found in: %s", (text, address) => {
    expect(found(text)).toEqual([`EMAIL ${address}`]);
  });
});

it("an e-mail address in the name of a file is found without the extension", () => {
  expect(found("exports/chloe.yilmaz@example.com.json")).toEqual([
    "EMAIL chloe.yilmaz@example.com",
  ]);
  expect(found("icon@2x.min.json, lodash@4.17.json, style@app.css")).toEqual([]);
});
