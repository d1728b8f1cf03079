import { expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";
import { valuesIn } from "./texts/found.ts";

it.each(["188.27.28.63", "53.40.84.54"])(
  "both addresses that ping prints are found, %s, and no telephone number",
  (address) => {
    const text = `PING ${address} (${address}) 56(84) bytes of data.`;
    expect(valuesIn(text)).toEqual([address, address]);
    expect(createMasker().mask(text).text).toBe("PING [IP_1] ([IP_1]) 56(84) bytes of data.");
  },
);

it.each(["ph 7.35-7.45", "contact 2024-2025 season"])(
  "from one number to another is no telephone number: %s",
  (text) => {
    expect(valuesIn(text)).toEqual([]);
  },
);

it.each(["+49 171 (1234567", "call 030 (1234567 or write", "tel 20.12-34.12"])(
  "a telephone number is found whole in spite of how it is typed: %s",
  (text) => {
    const number = text.replace(/^[a-z]+ /, "").replace(/ or write$/, "");
    expect(valuesIn(text)).toEqual([number]);
  },
);

it.each(["C:\\temp\\100abc.example.com", "C:\\\\Users\\\\jane\\\\100abc.example.com"])(
  "a path of Windows is no email address: %s",
  (text) => {
    expect(valuesIn(text)).toEqual([]);
  },
);

it.each([
  "jane AT-sign gmail DOT com",
  "jane at sign gmail dot com",
  "jane (at symbol) gmail (dot) com",
])("an email address is found as %s", (address) => {
  expect(valuesIn(`write to ${address}, please`)).toEqual([address]);
});

it("nothing is an email address that looked at sign posts dot com", () => {
  expect(valuesIn("I looked at sign posts dot com")).toEqual([]);
});
