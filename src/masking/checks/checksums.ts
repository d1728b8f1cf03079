/**
 * Check digits of identifiers. Each function takes the digits (or characters) without separators.
 */

/** ISO/IEC 7812-1 annex B (Luhn). */
export function luhn(digits: string): boolean {
  return isLuhn(Uint8Array.from(digits, Number), 0, digits.length);
}

/** The same for `size` numeric digits, starting at `from`. */
export function isLuhn(digits: Uint8Array, from: number, size: number): boolean {
  let sum = 0;
  for (let i = from + size - 1; i >= from; i -= 2) {
    sum += digits[i] as number;
    if (i === from) break;
    const doubled = 2 * (digits[i - 1] as number);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Whether all digits are the same. */
export function isRepeated(digits: Uint8Array, from: number, size: number): boolean {
  for (let i = from + 1; i < from + size; i++) if (digits[i] !== digits[from]) return false;
  return true;
}

/**
 * ISO 7064 MOD 97-10 as used for IBANs (ISO 13616-1): the first four characters move to the end.
 */
export function ibanMod97(iban: string): boolean {
  let rest = 0;
  for (let i = 0; i < iban.length; i++) {
    const code = iban.charCodeAt((i + 4) % iban.length);
    const value = code <= 57 ? code - 48 : (code & 31) + 9;
    rest = (value < 10 ? rest * 10 + value : rest * 100 + value) % 97;
  }
  return rest === 1;
}

/** Sum of digit times weight; weights beyond the digits are ignored. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += (digits.charCodeAt(i) - 48) * (weights[i] ?? 0);
  return sum;
}

/** ISO 7064 MOD 11,10, as used for the German tax number. */
export function mod11_10(digits: string): boolean {
  let product = 10;
  for (let i = 0; i < digits.length - 1; i++) {
    const sum = (digits.charCodeAt(i) - 48 + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === digits.charCodeAt(digits.length - 1) - 48;
}

const DIHEDRAL = [
  "0123456789",
  "1234067895",
  "2340178956",
  "3401289567",
  "4012395678",
  "5987604321",
  "6598710432",
  "7659821043",
  "8765932104",
  "9876543210",
];
const PERMUTATION = [
  "0123456789",
  "1576283094",
  "5803796142",
  "8916043527",
  "9453126870",
  "4286573901",
  "2793806415",
  "7046913258",
];

/** Verhoeff's scheme over the dihedral group D5 (J. Verhoeff, 1969). */
export function verhoeff(digits: string): boolean {
  let check = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const permuted = (PERMUTATION[i % 8] ?? "").charCodeAt(digit) - 48;
    check = (DIHEDRAL[check] ?? "").charCodeAt(permuted) - 48;
  }
  return check === 0;
}

/** True when every character is the same. */
export function isUniform(value: string): boolean {
  return value === value.charAt(0).repeat(value.length);
}
