import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";

const masker = createMasker();

/** A detected span as `TYPE: its text`. */
function found(text: string): string[] {
  return masker.detect(text).map(({ start, end, type }) => `${type}: ${text.slice(start, end)}`);
}

describe("a number that is spelled out digit by digit is found", () => {
  it.each([
    ["my number is ", "eight zero one nine four six one nine eight one", ""],
    ["you can reach me at ", "six-oh-three-seven-three-four-six-two-seven-nine", ""],
    ["my mobile is ", "oh seven seven double one eight seven six five two three", " thanks"],
    ["Call me back at ", "five five five, eight six seven, five three oh nine", " please"],
    ["Sure, my phone number is ", "Two Oh Two. Five Five Five. Zero One Seven Three", "."],
    ["call us on ", "one eight hundred, five five five, two three four five", ""],
    ["text me at ", "six one seven, uh, five five five, twenty-three forty-two", ""],
    ["it's ", "plus four four seven nine one one one two three four five six", ", I think"],
    ["my number is ", "202 five five five 0 one 7 three", ""],
    ["mi número de teléfono es ", "seis uno dos tres cuatro cinco seis siete ocho nueve", ""],
    ["meine Nummer ist ", "null eins sieben sechs zwei drei vier fünf sechs sieben acht", ""],
    ["mon numéro est ", "zéro six un deux trois quatre cinq six sept huit", ""],
    ["my number is ", "2 6 7, 5 9 0, 7 4 8 2", ""],
  ])("PHONE: %s%s%s", (before, number, after) => {
    expect(found(before + number + after)).toEqual([`PHONE: ${number}`]);
  });

  it.each([
    ["CREDIT_CARD", "card number ", `${"four two ".repeat(8).trim()}`],
    ["CREDIT_CARD", "it is ", `${"forty-two ".repeat(8).trim()}`],
    ["CREDIT_CARD", "", "four triple one, one one one one, one one one one, one one one one"],
    ["CREDIT_CARD", "my card is ", "4 2 4 2, 4 2 4 2, 4 2 4 2, 4 2 4 2"],
    ["US_SSN", "my social is ", "four three two, five five, nine eight seven six"],
    ["SECRET", "my pin is ", "four seven one nine"],
    ["SECRET", "my cvv is ", "seven three eight"],
    ["SECRET", "and the three digits on the back are ", "one zero three"],
    ["SECRET", "the security code of my card is ", "four four two"],
    ["SECRET", "The verification code is: ", "eight two nine five one three"],
  ])("%s: %s%s", (type, before, number) => {
    expect(found(before + number)).toEqual([`${type}: ${number}`]);
  });

  it("with any digits and any pauses", () => {
    const names = "zero one two three four five six seven eight nine".split(" ");
    const digit = fc.integer({ min: 0, max: 9 });
    // One of the digits that trigger detection, and no sequence that only counts.
    const number = fc
      .tuple(fc.array(digit, { minLength: 4, maxLength: 7 }), fc.array(digit, { minLength: 4 }))
      .map(([one, other]) => [...one, 7, 7, ...other.slice(0, 6)]);
    const pause = fc.constantFrom(" ", ", ", "-", ". ", " - ", "... ", ", uh, ", "\n");
    fc.assert(
      fc.property(number, fc.infiniteStream(pause), (digits, pauses) => {
        const said = digits
          .map((one, index) => (index === 0 ? "" : pauses.next().value) + names[one])
          .join("");
        const text = `my phone number is ${said}`;
        const spans = masker.detect(text).map(({ start, end }) => [start, end]);
        expect(spans).toEqual([[19, text.length]]);
      }),
    );
  });
});

describe("a number in digits ends before the words after it", () => {
  it.each([
    ["PHONE", "call us at ", "617 555 0143", ", four people can answer"],
    ["PHONE", "phone ", "555 0143", " - four beds"],
    ["IP", "seven ", "10.20.30.40", ""],
  ])("%s: %s%s%s", (type, before, number, after) => {
    expect(found(before + number + after)).toEqual([`${type}: ${number}`]);
  });
});

describe("words for digits that are not a personal number are not masked", () => {
  it.each([
    "one two three four five six seven eight nine ten",
    "call one two three four five six seven",
    "ten nine eight seven six five four three two one zero, lift off",
    "We have four to five seven-inch screens and eight nine volt batteries.",
    "Chapters four five six seven eight nine were good.",
    "from nine to five, four days a week, seven people",
    "an error code four zero four happened",
    "version four point five point six",
    "The numbers were four, eight, fifteen, sixteen, twenty three, forty two.",
    "your order is four five nine two seven three one",
    "the fourteenth, the seventeenth and the forty-second",
    "call 1, 2, 3, 4, 5, 6, 7",
    "the zip code is nine zero two one zero",
    "my social life began at four five nine",
    `card ${"four two ".repeat(7)}four three`,
    `my number is ${"seven four ".repeat(20)}`,
    "connect pin seven to pin eight, and the PIN five of the chip",
    "my code is nine lines long",
    "cvv is required for seven three eight transactions",
    "the code on the back is three digits, four on others",
    "cvc is seven, cvv, one two",
    "chapter seven three eight",
    "your login number is seven",
    "the phone was one thousand two hundred forty-nine dollars",
    "mobile: seven hundred fifty thousand users",
  ])("%s", (text) => {
    expect(found(text)).toEqual([]);
  });
});
