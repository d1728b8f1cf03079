import { expect, it } from "vitest";
import { withExactNumbers } from "../../../src/providers/json/exact-numbers.ts";

it.each([
  [
    "[12345678901234567890, -12345678901234567891]",
    '["12345678901234567890", "-12345678901234567891"]',
  ],
  ['{"a":0.41111111111111114111,"b":1e400}', '{"a":"0.41111111111111114111","b":"1e400"}'],
  ["[9007199254740993]", '["9007199254740993"]'],
])("numbers that no double can hold become strings: %s", (json, exact) => {
  expect(withExactNumbers(json)).toBe(exact);
});

it.each([
  "[4111111111111111, 9007199254740991, 100000000000000000000, 1e21, 1.0, -0, 0.10, 0.1234567890123456]",
  '{"12345678901234567890":"12345678901234567890","e":"\\"12345678901234567890"}',
  JSON.stringify([Math.PI * 1e200, Number.MAX_VALUE, 5e-324, 0.1 + 0.2, 2 ** 60]),
  "[0.10000000000000001, 0.94999999999999996, 2.2999999999999998]",
])("other numbers, and digits in strings, stay: %s", (json) => {
  expect(withExactNumbers(json)).toBe(json);
});

it("reads a number with very many zeros in it at once, whose request would stop the process otherwise", () => {
  const number = `1${"0".repeat(100_000)}1`;
  const before = process.cpuUsage();
  expect(withExactNumbers(`[${number}]`)).toBe(`["${number}"]`);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
});
