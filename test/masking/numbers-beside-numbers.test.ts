import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";
import { card, grouped } from "./texts/samples.ts";

const cards = [1, 2, 3, 4, 5, 6].map((seed) => card("4", 16, seed));

describe("a card number next to other numbers is found exactly", () => {
  const places: readonly (readonly [string, (value: string) => string])[] = [
    ["below an amount", (value) => `Amount: 100.00\n${value}\nAuth 004512`],
    ["below the time of a caption", (value) => `00:00:01,000 --> 00:00:02,000\n${value}\n`],
    ["behind an age", (value) => `age 42 ${value}`],
    ["between numbers of their own lines", (value) => `42\n${value}\n43\n`],
    ["behind the number of its line", (value) => `  41  name\n  42  ${value}\n  43  date`],
    ["in a row with commas", (value) => `1001,${value},250.00`],
    ["in a row with tabs", (value) => `1001\t${value}\t2500`],
    ["below the number of an order", (value) => `Order 12345\n${value}\n12/27`],
  ];

  it.each(places)("%s", (_where, text) => {
    for (const one of cards)
      for (const value of [one, grouped(one, 4, " "), grouped(one, 4, "-")])
        expect(valuesIn(text(value))).toEqual([value]);
  });
});

describe("a card number before a number that could continue it is found whole", () => {
  const some = Array.from({ length: 60 }, (_, seed) =>
    grouped(card(["4", "52", "6011", "2221"][seed % 4] as string, 16, seed), 4, " "),
  );

  it.each([
    ["the number of the next item", "\n2. ", "of a list"],
    ["its code", " 382", ""],
    ["the day", " 17", " it was used"],
    ["an amount", " 42", ".50 EUR"],
    ["the number of the next line", "\n382\n", "name"],
  ])("%s", (_what, behind, rest) => {
    const found = some.map((value) => valuesIn(`1. ${value}${behind}${rest}`)[0]);
    // The match may be longer, since some networks have numbers of nineteen digits.
    expect(some.filter((value, index) => found[index]?.startsWith(value) !== true)).toEqual([]);
  });

  it("also several in a list", () => {
    for (const value of some)
      expect(valuesIn(`1. ${value}\n2. ${value}\n3. ${value}\n`)).toEqual([value, value, value]);
  });

  it("also before another card number", () => {
    for (const [index, value] of some.entries()) {
      const other = some[(index + 5) % some.length] as string;
      expect(valuesIn(`cards ${value} ${other}.`)).toEqual([value, other]);
    }
  });
});

it("finds no card number in rows of numbers with a valid check digit", () => {
  const table = "160\n161\n3852\n3853\n8199\n8200\n8209\n8210\n8239\n8240\nEND";
  const bytes = "value [ 6 7 0 0 0 0 0 0  6 7 0 0 0 0 0 0  0 0 0 0 ]";
  expect(valuesIn(`${table}\n${bytes}`)).toEqual([]);
});

describe("a telephone number after other numbers is found", () => {
  const times = [
    "10:11:12",
    "2026-01-02 10:11:12",
    "ref 42",
    "Austin, TX 78701",
    "1000",
    "2.",
    "12)",
  ];

  it.each(["(415) 555-0132", "415-555-0132"])("%s", (value) => {
    for (const time of times) expect(valuesIn(`${time} ${value} called`)).toEqual([value]);
    expect(valuesIn(`17,${value},123`)).toEqual([value]);
  });

  it("but not in rows of numbers", () => {
    expect(valuesIn("1234 212, 555, 3131 and 78701 212\n555\n3131 and 5 212; 555; 3131")).toEqual(
      [],
    );
  });

  it("but not in amounts with commas", () => {
    expect(valuesIn("1,415,555 and 1,415-1,555 and 12,415-555 and 3,415.555")).toEqual([]);
  });
});
