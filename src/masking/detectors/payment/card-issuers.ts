/**
 * Card number ranges: first and last prefix (of the same length), and the lengths issued. `likely`:
 * lengths at which numbers of this range are reported without card words nearby.
 */
export interface IssuerRange {
  readonly issuer: string;
  readonly first: string;
  readonly last: string;
  readonly lengths: readonly number[];
  readonly likely: readonly number[];
}

const to19 = [16, 17, 18, 19];
const from12 = [12, 13, 14, 15, 16, 17, 18, 19];

/** Source: ISO/IEC 7812 issuer identification numbers as published by each network. */
const ISSUERS: readonly IssuerRange[] = [
  { issuer: "Visa", first: "4", last: "4", lengths: [13, 16, 18, 19], likely: [16, 19] },
  { issuer: "Mastercard", first: "51", last: "55", lengths: [16], likely: [16] },
  { issuer: "Mastercard", first: "2221", last: "2720", lengths: [16], likely: [16] },
  { issuer: "American Express", first: "34", last: "34", lengths: [15], likely: [15] },
  { issuer: "American Express", first: "37", last: "37", lengths: [15], likely: [15] },
  { issuer: "Diners Club", first: "300", last: "305", lengths: [14, ...to19], likely: [14, 16] },
  { issuer: "Diners Club", first: "3095", last: "3095", lengths: [14, ...to19], likely: [14, 16] },
  { issuer: "Diners Club", first: "36", last: "36", lengths: [14, ...to19], likely: [14, 16] },
  { issuer: "Diners Club", first: "38", last: "39", lengths: [14, ...to19], likely: [14, 16] },
  { issuer: "Discover", first: "6011", last: "6011", lengths: to19, likely: [16, 19] },
  { issuer: "Discover", first: "644", last: "649", lengths: to19, likely: [16, 19] },
  { issuer: "Discover", first: "65", last: "65", lengths: to19, likely: [16, 19] },
  { issuer: "JCB", first: "3528", last: "3589", lengths: to19, likely: [16, 19] },
  { issuer: "JCB", first: "1800", last: "1800", lengths: [15], likely: [] },
  { issuer: "JCB", first: "2131", last: "2131", lengths: [15], likely: [] },
  { issuer: "UnionPay", first: "62", last: "62", lengths: to19, likely: [16, 17, 18, 19] },
  { issuer: "UnionPay", first: "81", last: "81", lengths: to19, likely: [16] },
  { issuer: "Maestro", first: "50", last: "50", lengths: from12, likely: [16] },
  { issuer: "Maestro", first: "56", last: "69", lengths: from12, likely: [16] },
  { issuer: "Verve", first: "506099", last: "506198", lengths: to19, likely: [16, 18, 19] },
  { issuer: "Mir", first: "2200", last: "2204", lengths: to19, likely: [16] },
  { issuer: "RuPay", first: "82", last: "82", lengths: [16], likely: [16] },
  { issuer: "Troy", first: "9792", last: "9792", lengths: [16], likely: [16] },
  { issuer: "UATP", first: "1", last: "1", lengths: [15], likely: [] },
];

/** Maximum number of digits that distinguish issuers. */
export const PREFIX_DIGITS = 6;

/**
 * A range as numbers: the first and last values of the first `PREFIX_DIGITS` digits, and one bit
 * per length.
 */
interface NumberRange {
  readonly from: number;
  readonly to: number;
  readonly lengths: number;
  readonly likely: number;
}

const RANGES: readonly NumberRange[] = ISSUERS.map(({ first, last, lengths, likely }) => ({
  from: Number(first.padEnd(PREFIX_DIGITS, "0")),
  to: Number(last.padEnd(PREFIX_DIGITS, "9")),
  lengths: bitsOf(lengths),
  likely: bitsOf(likely),
}));

function bitsOf(lengths: readonly number[]): number {
  return lengths.reduce((bits, length) => bits | (1 << length), 0);
}

/**
 * The certainty that a number's range gives: `likely` on its own, `possible` near card words.
 * `prefix` is its first six digits, `size` its number of digits.
 */
export function rangeOf(prefix: number, size: number): "likely" | "possible" | undefined {
  const length = 1 << size;
  let isPossible = false;
  for (let i = 0; i < RANGES.length; i++) {
    const { from, to, lengths, likely } = RANGES[i] as NumberRange;
    if (prefix < from || prefix > to) continue;
    if ((likely & length) !== 0) return "likely";
    if ((lengths & length) !== 0) isPossible = true;
  }
  return isPossible ? "possible" : undefined;
}
