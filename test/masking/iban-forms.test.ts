import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";
import { grouped, iban } from "./texts/samples.ts";

/** An account number with these check digits, which differ from account to account. */
function withCheck(digits: string): string {
  for (let account = 0; account < 1_000; account++) {
    const value = iban("DE", `370400440532013${String(account).padStart(3, "0")}`);
    if (value.slice(2, 4) === digits) return value;
  }
  throw new Error("unreachable");
}

describe("an IBAN", () => {
  it.each(["02", "97", "98"])("is found with the check digits %s", (digits) => {
    const value = withCheck(digits);
    expect(valuesIn(`to ${value} now`)).toEqual([value]);
  });

  it.each([
    ["97", "00"],
    ["98", "01"],
    ["02", "99"],
  ])("is not assumed with check digits that are never issued: %s as %s", (digits, congruent) => {
    const value = withCheck(digits);
    expect(valuesIn(`to ${value.slice(0, 2)}${congruent}${value.slice(4)} now`)).toEqual([]);
  });

  it("is found directly behind its name, but not within a word", () => {
    const value = withCheck("50");
    expect(valuesIn(`IBAN${value} now`)).toEqual([value]);
    expect(valuesIn(`(iban${value})`)).toEqual([value]);
    expect(valuesIn(`XIBAN${value} now`)).toEqual([]);
    expect(valuesIn(`+20?DATEN?31${value}?32X`)).toEqual([value]);
  });

  it("is found before the name of the next field of a transfer", () => {
    const value = iban("DE", "370400440532013000");
    expect(valuesIn(`:86:IBAN+${value}BIC+COBADEFFXXX`)).toEqual([value]);
    expect(valuesIn(`IBAN${value}BIC COBADEFFXXX`)).toEqual([value]);
    expect(valuesIn(`IBAN ${value}BICYCLE`)).toEqual([]);
  });

  it("is found before the currency of the account, but not within a word", () => {
    const value = iban("NL", "ABNA0417164300");
    expect(valuesIn(`:25:${value}EUR\n:28C:1`)).toEqual([value]);
    expect(valuesIn(`:25:${value}EUROPE`)).toEqual([]);
  });

  it("of letters is found as banks print it, not as a sentence has it", () => {
    const value = iban("RO", "BTRLABCDEFGHIJKLMNO1");
    const lower = iban("RO", "BTRLABCDEFGHIJKLMN11").toLowerCase();
    expect(valuesIn(`to ${value} now`)).toEqual([value]);
    expect(valuesIn(`to ${grouped(value, 4, " ")} now`)).toEqual([grouped(value, 4, " ")]);
    expect(valuesIn(`to ${lower} now`)).toEqual([lower]);
    for (const words of [value, iban("RO", "BTRLABCDEFGHIJKLMNOP")]) {
      expect(valuesIn(`to ${grouped(words.toLowerCase(), 5, " ")} now`)).toEqual([]);
    }
    expect(valuesIn(`to ${value.toLowerCase()} now`)).toEqual([]);
  });
});
