import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";
import { fastest } from "./texts/fastest.ts";

/** Far above the time of such texts on a busy machine, far below that of unbounded backtracking. */
const MAX_MS = 400;

const BEFORE = [
  ...['token = "', '"bot_token1": "', "password: ", "api_key=", "Bearer ", "postgres://user:"],
  ...[
    "https://",
    "call me at ",
    "card ",
    "iban ",
    "my password is ",
    "curl -u a:",
    "ssn ",
    "+",
    "",
  ],
];

/** Pieces that several alternatives of one pattern could match. */
const PIECES = [
  ...[
    "a",
    "1",
    "-",
    "_",
    ".",
    "v1",
    "a1",
    "a-",
    "1-",
    "B3",
    "0",
    ":",
    "/",
    "@",
    " ",
    "=",
    "+",
    "$",
  ],
  ...["\\u0041", "%40", "&#1;", "ü"],
];

describe("a short text", () => {
  const masker = createMasker({ nationalIds: true });
  const timeOf = (text: string): number => fastest(() => masker.mask(text), MAX_MS);

  it("is masked quickly, whatever letters and digits it combines", () => {
    const unit = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 });
    const body = fc
      .tuple(unit, fc.integer({ min: 1, max: 60 }), fc.constantFrom("", "!", "Z", "-", "Gk9"))
      .map(([pieces, times, end]) => pieces.join("").repeat(times).slice(0, 120) + end);
    fc.assert(
      fc.property(fc.constantFrom(...BEFORE), body, (before, text) => {
        expect(timeOf(`${before}${text}"`)).toBeLessThan(MAX_MS);
      }),
      { numRuns: 2_000 },
    );
  });

  it("matches in one way only, as a name, a number or neither", () => {
    const numbers = ["781236542736", "2364535789652".repeat(4)].join("-");
    for (const value of [
      `xoxb-${numbers}-GkwFDQoHqzXDVsC6`,
      `a${numbers}!`,
      `a${"-v1".repeat(40)}!`,
    ]) {
      expect(timeOf(`"bot_token1": "${value}"`)).toBeLessThan(MAX_MS);
    }
  });
});
